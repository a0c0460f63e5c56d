"""What a seat may ask for: frozen values, made without the game.

A move names the auction it belongs to, so that one that crossed another on the
way is refused as stale instead of meaning something new. Auctions are counted
from 1 by the offers that began them; an `Offer` names the number it will have.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0, le=69)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, msgspec.Meta(max_length=64)]


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
           tag_field="m"):  # fmt: skip
    """What every move has; on the wire the key `m` names the move."""

    auction: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
    """The number of the auction it belongs to."""


class Offer(Move, frozen=True, kw_only=True, tag="offer"):
    """The auctioneer puts a painting from the hand up for sale."""

    painting: Number


class Add(Move, frozen=True, kw_only=True, tag="add"):
    """A second painting for a double."""

    painting: Number


class Decline(Move, frozen=True, kw_only=True, tag="decline"):
    """No second painting; no mystery flip."""


class Bid(Move, frozen=True, kw_only=True, tag="bid"):
    """A price called in an open or once-around auction."""

    amount: Amount


class Pass(Move, frozen=True, kw_only=True, tag="pass"):
    """No bid: in an open, once-around or fixed-price auction."""

    on: Amount = 0
    """The highest bid it passes on (0: none yet); only an open auction asks."""


class Seal(Move, frozen=True, kw_only=True, tag="seal"):
    """Commit to a sealed bid."""

    commitment: Hash
    """32 bytes that say nothing; here they are not looked into."""


class Reveal(Move, frozen=True, kw_only=True, tag="reveal"):
    """Hand the host what opens the sealed bid."""

    bid: Amount
    nonce: Hash
    hold: Signature
    """The seat's signature on the history at the lock; empty for a host's bot."""


class Price(Move, frozen=True, kw_only=True, tag="price"):
    """The auctioneer names the fixed price."""

    amount: Amount


class Buy(Move, frozen=True, kw_only=True, tag="buy"):
    """Take the lot at the fixed price."""


class Flip(Move, frozen=True, kw_only=True, tag="flip"):
    """Turn up the oldest painting of the mystery hand."""


AnyMove = (
    Offer | Add | Decline | Bid | Pass | Seal | Reveal | Price | Buy | Flip
)  # fmt: skip
"""The closed set of moves."""
