"""A game at home among persons: everybody else signs and opens, as their clients do."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import sign_hold
from vendue_protocol.entropy import entropy_commitment, seed_commitment
from vendue_protocol.follower import Step
from vendue_protocol.host_messages import Commitments, GivenUp, Held, Proposal
from vendue_protocol.keys import SigningKey
from vendue_shared.moves import Reveal
from vendue_shared.options import Options
from vendue_shared.seats import Seat

from .at_home import GameAtHome
from .lobby_at_home import GAME, SEED, terms_of

KEYS: Final = tuple(SigningKey(bytes([seat]) * 32) for seat in range(11, 16))


class FriendsAtHome(GameAtHome):
    """A game of persons, in seats 0 and up; seats after them are the host's bots.

    Args:
        persons: How many, the participant among them.
        silent: Seats whose machines never sign.
        seats: 3 to 5.
        me: The participant's seat; `None`: watching.
        luck: The seed of everything that is drawn.
    """

    def __init__(
        self,
        *,
        persons: int = 4,
        silent: tuple[int, ...] = (),
        seats: int = 4,
        me: int | None = 0,
        luck: int = 3,
    ) -> None:
        super().__init__(seats=seats, me=me, options=Options(), luck=luck)
        self.silent = silent
        self.others = [Seat(s) for s in range(persons) if s != me]
        chairs = list(self.lobby.chairs)
        for seat in self.others:
            key = KEYS[seat].public
            chairs[seat] = replace(chairs[seat], level="", key=key, ready=True)
        self.arrange(chairs=tuple(chairs))

    def secret_of(self, seat: int) -> bytes:
        """A person's seals come from a secret of its own."""
        return bytes(32) if seat in self.others else super().secret_of(seat)

    def _tell_step(self, step: Step) -> None:
        super()._tell_step(step)
        if any(point.s == step.s for point in self.host.hold_points):
            for seat in self.others:
                if seat not in self.silent:
                    self.sign(seat, step.s)

    def sign(self, seat: int, s: int) -> None:
        """Let somebody's machine sign a hold point."""
        head = next(p.head for p in self.host.hold_points if p.s == s)
        hold = sign_hold(KEYS[seat], GAME, seat, s, head)
        self.host.take_hold(s, Seat(seat), hold)
        self.tell(Held(s=s, who=seat, hold=hold))

    def _reveal(self, seat: Seat) -> Reveal:
        reveal = super()._reveal(seat)
        if seat not in self.others:
            return reveal
        point = self.host.hold_points[-1]
        hold = sign_hold(KEYS[seat], GAME, seat, point.s, point.head)
        return replace(reveal, hold=hold)


def asked_again(home: GameAtHome, *, attempt: int = 2) -> GameAtHome:
    """A player who must say whether to take part in this attempt at a set-up."""
    prev = bytes(32)
    for number in range(1, attempt):
        prev = propose(home, attempt=number, prev=prev)
        if home.participant.is_asked_again:
            for message in home.participant.share_again():
                home.take(message)
        home.tell(GivenUp(game=_game(number), missing=(1,), seed=SEED))
    propose(home, attempt=attempt, prev=prev)
    return home


def propose(home: GameAtHome, *, attempt: int, prev: bytes) -> bytes:
    """Steps 1 and 3 of a set-up; returns the digest of its terms."""
    terms = replace(terms_of(home.lobby), game=_game(attempt), prev=prev)
    digest = terms_digest(terms)
    hs = seed_commitment(terms.game, digest, SEED)
    home.be_ready()
    home.tell(Proposal(terms=terms, hs=hs, attempt=attempt))
    ks = [
        entropy_commitment(terms.game, Seat(seat), hs, bytes(32))
        for seat in range(home.seats)
    ]
    own = home.participant.own
    assert own is not None
    ks[own.seat] = own.commitment
    home.tell(Commitments(game=terms.game, ks=tuple(ks)))
    return digest


def _game(attempt: int) -> bytes:
    return bytes([attempt]) * 16
