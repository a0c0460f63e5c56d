"""The whole deal of a game, worked out from what everybody gave.

The host makes it once to deal; whoever has the seed at the end makes it again to
check. It is full of secrets: it stays on the host until the seed is published.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of
from vendue_shared.terms import Terms

from .agreement import terms_digest
from .drawing import below, deck_words, default_offer, shuffled
from .entropy import deck_key, entropy_commitment, salt_of, seed_commitment
from .leaves import arranged, blind_of, leaf_of, list_places, root_of
from .tags import sized, tag, unsigned

_SLOT: Final = tag("slot")


def slot_of(key: bytes, place: int) -> bytes:
    """Derive the secret of a place in the deck, 32 bytes.

    Args:
        key: The secret of the deal, 32 bytes.
        place: The index in the deck, 0 (the top) to 69.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    label = _SLOT + unsigned(place, 1)
    return hmac.digest(sized("a deck key", key), label, "sha256")


class DealtPainting(msgspec.Struct, frozen=True, kw_only=True):
    """A painting as it reaches its owner; its repr shows nothing."""

    place: int
    """The index in the deck, 0 to 69."""
    painting: Painting
    """What lies there."""
    slot: bytes
    """That place's secret, 32 bytes."""

    def __repr__(self) -> str:
        return "DealtPainting(...)"


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """A game's deal; its repr shows the game's id alone. Made by `make_deal`.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """

    terms: Terms
    """What was agreed on."""
    hs: bytes
    """The host's commitment to its seed; public."""
    ks: tuple[bytes, ...]
    """Each seat's commitment to its entropy, in seat order; public."""
    salt: bytes
    """The hash of all commitments; public."""
    key: bytes
    """The secret that all below comes from."""
    deck: tuple[Painting, ...]
    """All seventy, the top first; secret."""
    first: Seat
    """The first auctioneer, named in the terms or drawn; public."""
    root: bytes
    """The hash of all lists; public."""

    @property
    def lists(self) -> tuple[tuple[bytes, ...], ...]:
        """The leaves as they are published: one list a hand, then the never dealt.

        Made anew each time: a host keeps a deal as long as its game.
        """
        return _lists(self.terms, self.deck, self.blinds)

    @property
    def slots(self) -> tuple[bytes, ...]:
        """Each place's secret, by place."""
        return tuple(slot_of(self.key, place) for place in range(len(self.deck)))

    @property
    def blinds(self) -> tuple[bytes, ...]:
        """Each place's blind, by place; secret until its painting is played."""
        return _blinds(self.terms.game, self.key)

    def dealt(self, seat: Seat, round_number: int) -> tuple[DealtPainting, ...]:
        """Tell what a seat takes as a round begins, in the order of dealing.

        Raises:
            ValueError: There is no such seat or round.
        """
        if not 0 <= seat < len(self.terms.chairs):
            raise ValueError(f"no seat {seat} of {len(self.terms.chairs)}")
        return tuple(
            DealtPainting(
                place=place,
                painting=self.deck[place],
                slot=slot_of(self.key, place),
            )
            for place in self._places(seat, round_number)
        )

    def mystery_share(self, round_number: int) -> tuple[Painting, ...]:
        """Tell what goes beneath the mystery hand in a round; empty without one.

        Returns:
            In the order of dealing, which is the order of turning up.

        Raises:
            ValueError: There is no such round.
        """
        if not self.terms.options.mystery_hand:
            return ()
        places = self._places(len(self.terms.chairs), round_number)
        return tuple(self.deck[place] for place in places)

    def mystery_pile(self) -> tuple[Painting, ...]:
        """Tell the whole mystery hand, all rounds, in the order of turning up."""
        if not self.terms.options.mystery_hand:
            return ()
        seats = len(self.terms.chairs)
        places = list_places(seats, mystery_hand=True)[seats]
        return tuple(self.deck[place] for place in places)

    def blind(self, painting: Painting) -> bytes:
        """Give what a play of this painting publishes with it, 32 bytes."""
        place = self.deck.index(painting)
        return blind_of(self.terms.game, place, slot_of(self.key, place))

    def default_offer(self, auction: int, hand: Iterable[Painting]) -> Painting:
        """Draw what an absent auctioneer offers; see `drawing.default_offer`."""
        return default_offer(self.key, auction, hand)

    def _places(self, hand: int, round_number: int) -> range:
        return places_of(
            hand,
            round_number,
            len(self.terms.chairs),
            mystery_hand=self.terms.options.mystery_hand,
        )

    def __repr__(self) -> str:
        return f"Deal(game={self.terms.game.hex()})"


def make_deal(terms: Terms, seed: bytes, es: Sequence[bytes]) -> Deal:
    """Work out a game's deal.

    Args:
        terms: What was agreed on.
        seed: The host's 32 bytes.
        es: Each seat's entropy in seat order, 32 bytes each.

    Returns:
        The same deal on every machine, always.

    Raises:
        ValueError: The terms cannot be agreed on, there is not one entropy a
            seat, or something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    game, seats = terms.game, len(terms.chairs)
    if len(es) != seats:
        raise ValueError(f"{len(es)} entropies for {seats} seats")
    hs = seed_commitment(game, terms_digest(terms), seed)
    ks = tuple(entropy_commitment(game, Seat(seat), hs, e) for seat, e in enumerate(es))
    salt = salt_of(game, hs, ks)
    key = deck_key(game, salt, seed, es)
    drawn = deck_words(key)
    deck = shuffled(drawn)
    # A named first auctioneer draws no word: nothing else follows in this stream.
    first = below(seats, drawn) if terms.first is None else terms.first
    lists = _lists(terms, deck, _blinds(game, key))
    return Deal(
        terms=terms,
        hs=hs,
        ks=ks,
        salt=salt,
        key=key,
        deck=deck,
        first=Seat(first),
        root=root_of(game, lists),
    )


def _blinds(game: bytes, key: bytes) -> tuple[bytes, ...]:
    slots = (slot_of(key, place) for place in range(len(PAINTINGS)))
    return tuple(blind_of(game, place, slot) for place, slot in enumerate(slots))


def _lists(
    terms: Terms, deck: Sequence[Painting], blinds: Sequence[bytes]
) -> tuple[tuple[bytes, ...], ...]:
    leaves = tuple(map(leaf_of, (terms.game,) * len(deck), deck, blinds))
    seats, has_mystery = len(terms.chairs), terms.options.mystery_hand
    return arranged(leaves, seats, mystery_hand=has_mystery)
