"""What the players agree on before anything is drawn."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .moves import Hash
from .options import Options

Seconds = Annotated[int, msgspec.Meta(ge=1, le=3600)]
GameId = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]


class Clocks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long the host waits, in whole seconds, 1 to 3600 each.

    Source:
        docs/RULES.md, "Clocks".
    """

    offer: Seconds = 60
    """For the auctioneer to offer; then a drawn painting of the hand."""
    add: Seconds = 20
    """For a second painting; then decline."""
    once: Seconds = 30
    """For the one word in once around; then pass."""
    seal: Seconds = 45
    """For all to seal; then absent."""
    reveal: Seconds = 10
    """For all to reveal; then withheld."""
    price: Seconds = 45
    """For the auctioneer to name a price; then 0."""
    buy: Seconds = 30
    """To take a fixed price; then pass."""
    flip: Seconds = 20
    """To turn up a mystery painting; then decline."""
    open: Seconds = 20
    """What an open auction starts with; then the hammer."""
    raised: Seconds = 8
    """An accepted raise lifts an open auction's clock to at least this."""
    cap: Seconds = 120
    """An open auction lasts no longer than this in all."""
    grace: Seconds = 120
    """How long the table waits for a seat whose line is lost, a round."""


class Chair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits at one seat as the game begins."""

    name: Name
    bot: bool
    """Whether the host runs this seat."""
    key: Hash
    """The seat's public key, 32 bytes; zeros where the host runs it."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole agreement; its digest is what everybody commits to."""

    game: GameId
    options: Options
    prev: Hash
    """Digest of the terms of a set-up that was given up; zeros if there was none."""
    host_key: Hash
    clocks: Clocks
    first: Annotated[int, msgspec.Meta(ge=0, le=4)] | None
    """The first auctioneer where the host names one; `None`: drawn."""
    chairs: Annotated[tuple[Chair, ...], msgspec.Meta(min_length=3, max_length=5)]
    """In seat order."""
