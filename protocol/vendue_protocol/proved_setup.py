"""A set-up with every step, in one process: what a `ProvedGame` is played from."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from vendue_shared.events import Begun
from vendue_shared.options import Options
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

from .agreement import terms_digest
from .deal import Deal, make_deal
from .entropy import NO_ENTROPY, entropy_commitment, seed_commitment
from .host_messages import Proposal
from .keys import NO_HEAD, NO_KEY, SigningKey
from .log_frames import GaveUp
from .own_seat import OwnSeat

Randomness = Callable[[int], bytes]
"""Gives that many random bytes."""


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits down to what."""

    options: Options
    names: tuple[str, ...]
    """By seat, 3 to 5."""
    bots: tuple[Seat, ...] = ()
    """The seats that the host runs from the beginning."""
    first: int | None = None
    """The first auctioneer; `None`: drawn."""
    given_up: int = 0
    """How many set-ups are given up before, after all had committed."""


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """What a set-up came to; full of secrets, so its repr shows nothing."""

    host_key: SigningKey
    seed: bytes
    own: dict[Seat, OwnSeat]
    """Each person's seat, in seat order."""
    deal: Deal
    begun: Begun
    given_up: tuple[GaveUp, ...]

    @property
    def terms(self) -> Terms:
        """What was agreed on."""
        return self.begun.terms

    def __repr__(self) -> str:
        return "Agreed(...)"


def agree(seating: Seating, randomness: Randomness) -> Agreed:
    """Go through the set-up, with every check of every seat.

    Args:
        seating: Who sits down to what.
        randomness: Every key, seed and secret comes from here.

    Raises:
        ProofFailed: A seat's machine refuses a step.
    """
    host_key = SigningKey(randomness(32))
    persons = [i for i in range(len(seating.names)) if i not in seating.bots]
    keys = {Seat(seat): SigningKey(randomness(32)) for seat in persons}
    prev, given_up = NO_HEAD, []
    for attempt in range(1, seating.given_up + 1):
        setup = _Attempt(seating, host_key, keys, prev, randomness)
        given_up.append(setup.give_up(attempt))
        prev = terms_digest(setup.terms)
    setup = _Attempt(seating, host_key, keys, prev, randomness)
    deal, begun = setup.finish()
    return Agreed(
        host_key=host_key,
        seed=setup.seed,
        own=setup.own,
        deal=deal,
        begun=begun,
        given_up=tuple(given_up),
    )


class _Attempt:
    """One set-up: terms, seed, and everybody's commitment."""

    def __init__(
        self,
        seating: Seating,
        host_key: SigningKey,
        keys: dict[Seat, SigningKey],
        prev: bytes,
        randomness: Randomness,
    ) -> None:
        self.terms = _terms(seating, host_key, keys, prev, randomness(16))
        self.seed = randomness(32)
        digest = terms_digest(self.terms)
        self.hs = seed_commitment(self.terms.game, digest, self.seed)
        proposal = Proposal(terms=self.terms, hs=self.hs, attempt=1)
        self.own = {
            seat: OwnSeat(
                key, seat, proposal, entropy=randomness(32), secret=randomness(32)
            )
            for seat, key in keys.items()
        }
        self.ks = tuple(map(self._commitment, range(len(seating.names))))

    def give_up(self, attempt: int) -> GaveUp:
        """Somebody did not open: the host publishes its seed."""
        return GaveUp(
            attempt=attempt,
            terms=self.terms,
            hs=self.hs,
            ks=self.ks,
            missing=(0,),
            seed=self.seed,
        )

    def finish(self) -> tuple[Deal, Begun]:
        """Everybody opens; the deal is made."""
        shares = {
            seat: own.share(self.terms.game, self.ks).e
            for seat, own in self.own.items()
        }
        es = tuple(shares.get(Seat(seat), NO_ENTROPY) for seat in range(len(self.ks)))
        deal = make_deal(self.terms, self.seed, es)
        begun = Begun(
            terms=self.terms,
            hs=deal.hs,
            ks=deal.ks,
            es=es,
            lists=deal.lists,
            first=deal.first,
        )
        return deal, begun

    def _commitment(self, seat: int) -> bytes:
        own = self.own.get(Seat(seat))
        if own is not None:
            return own.agree().k
        return entropy_commitment(self.terms.game, Seat(seat), self.hs, NO_ENTROPY)


def _terms(
    seating: Seating,
    host_key: SigningKey,
    keys: dict[Seat, SigningKey],
    prev: bytes,
    game: bytes,
) -> Terms:
    chairs = tuple(
        Chair(
            name=name,
            bot=Seat(seat) in seating.bots,
            key=keys[Seat(seat)].public if Seat(seat) in keys else NO_KEY,
        )
        for seat, name in enumerate(seating.names)
    )
    return Terms(
        game=game,
        options=seating.options,
        prev=prev,
        host_key=host_key.public,
        clocks=Clocks(),
        first=seating.first,
        chairs=chairs,
    )
