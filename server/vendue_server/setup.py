"""The common deal: everybody commits to a share of the chance, then all open.

Sans-IO, like the game it ends in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import Agree, Share
from vendue_protocol.deal import make_deal
from vendue_protocol.entropy import (
    NO_ENTROPY,
    entropy_commitment,
    seed_commitment,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Commitments, GivenUp, Proposal
from vendue_shared.bots.levels import Level
from vendue_shared.events import Begun
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .new_game import NewGame
from .refusal import Refusal

STEP_S: Final = 10.0
"""How long each step may take."""
ASKED_AGAIN_S: Final = 60.0
"""The second step from the second attempt on: a person is asked first."""


class Setup:
    """One attempt at a deal.

    Args:
        terms: What was agreed on.
        seed: 32 fresh random bytes; secret until the game is over.
        attempt: 1, and one more for each that was given up before.
        now: Seconds on the host's clock.
    """

    def __init__(self, terms: Terms, seed: bytes, attempt: int, now: float) -> None:
        self.terms, self._seed, self.attempt = terms, seed, attempt
        self.digest = terms_digest(terms)
        self.hs = seed_commitment(terms.game, self.digest, seed)
        self.deadline = now + STEP_S
        self._ks: dict[Seat, bytes] = {}
        self._es: dict[Seat, bytes] = {}
        for seat in self._seats():
            if terms.chairs[seat].bot:
                k = entropy_commitment(terms.game, seat, self.hs, NO_ENTROPY)
                self._ks[seat], self._es[seat] = k, NO_ENTROPY

    @property
    def seed(self) -> bytes:
        """The host's; secret until the game is over, or given up."""
        return self._seed

    def __repr__(self) -> str:
        return f"Setup(game={self.terms.game.hex()})"

    @property
    def proposal(self) -> Proposal:
        """Step 1, for every person."""
        return Proposal(terms=self.terms, hs=self.hs, attempt=self.attempt)

    @property
    def is_agreed(self) -> bool:
        """Whether every commitment is there, so that step 3 is due."""
        return len(self._ks) == len(self.terms.chairs)

    @property
    def is_done(self) -> bool:
        """Whether every share is there."""
        return len(self._es) == len(self.terms.chairs)

    @property
    def commitments(self) -> Commitments:
        """Step 3, for every person."""
        ks = tuple(self._ks[seat] for seat in self._seats())
        return Commitments(game=self.terms.game, ks=ks)

    def agree(self, seat: Seat, message: Agree, now: float) -> None:
        """Step 2 of a seat.

        Raises:
            Refusal: It agreed to another game, or to this one otherwise before.
        """
        self._check_game(message.game)
        was_agreed = self.is_agreed
        if self._ks.setdefault(seat, message.k) != message.k:
            raise Refusal(Code.AUTH, f"seat {seat} agreed twice")
        if self.is_agreed and not was_agreed:
            self.deadline = now + (STEP_S if self.attempt == 1 else ASKED_AGAIN_S)

    def share(self, seat: Seat, message: Share) -> None:
        """Step 4 of a seat.

        Raises:
            Refusal: Too early, or the share does not open the commitment.
        """
        self._check_game(message.game)
        if not self.is_agreed:
            raise Refusal(Code.STALE, "a share before all commitments")
        k = entropy_commitment(self.terms.game, seat, self.hs, message.e)
        if k != self._ks[seat]:
            raise Refusal(Code.OPENING, f"the share of seat {seat}")
        self._es[seat] = message.e

    def missing(self) -> tuple[Seat, ...]:
        """Who has not done the step that is due."""
        done = self._es if self.is_agreed else self._ks
        return tuple(seat for seat in self._seats() if seat not in done)

    def asked_of(self, seat: Seat) -> Proposal | Commitments | None:
        """What a seat has still to answer, for one that has come back."""
        if seat not in self._ks:
            return self.proposal
        if self.is_agreed and seat not in self._es:
            return self.commitments
        return None

    def given_up(self, missing: tuple[int, ...]) -> GivenUp:
        """What everybody is told of a set-up that failed.

        Args:
            missing: The chairs that did not answer.
        """
        return GivenUp(game=self.terms.game, missing=missing, seed=self._seed)

    def new_game(self, levels: Mapping[Seat, Level]) -> NewGame:
        """Step 5: the deal and event 1.

        Args:
            levels: The levels of the seats that are bots.
        """
        es = [self._es[seat] for seat in self._seats()]
        self.deadline = inf
        return new_game(self.terms, self._seed, es, levels)

    def _seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(i) for i in range(len(self.terms.chairs)))

    def _check_game(self, game: bytes) -> None:
        if game != self.terms.game:
            raise Refusal(Code.STALE, "another game")


def new_game(
    terms: Terms, seed: bytes, es: Sequence[bytes], levels: Mapping[Seat, Level]
) -> NewGame:
    """The deal and event 1; the same from the same, always.

    Args:
        terms: What was agreed on.
        seed: The host's, 32 bytes.
        es: Each seat's share of the chance, in seat order.
        levels: The levels of the seats that are bots.
    """
    deal = make_deal(terms, seed, es)
    begun = Begun(
        terms=terms,
        hs=deal.hs,
        ks=deal.ks,
        es=tuple(es),
        lists=deal.lists,
        first=deal.first,
    )
    return NewGame(deal=deal, begun=begun, seed=seed, levels=levels)
