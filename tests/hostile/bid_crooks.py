"""Players who cheat with sealed bids."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from tests.hostile.crooks import BeforeMine, Crook, revealing, sealing
from tests.hostile.forging import FALSE, event_in

from vendue_protocol.client_messages import Play
from vendue_protocol.host_messages import Refused
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.seals import SealedPhase, nonce_of, seal
from vendue_shared.events import Sealed
from vendue_shared.money import Money
from vendue_shared.moves import Reveal, Seal
from vendue_shared.seats import Seat

ZEROS = bytes(32)


class Copies(Crook):
    """Seals what seat 1 has sealed, and opens it somehow."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: Play | None = None

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and sealing(message) and self.once():
            assert isinstance(message, Play)
            self.kept = message
            self.copy()
            return ()
        return (message,)

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and self.kept is not None and event_in(message, Sealed):
            self.copy()
        return super().down(seat, message)

    def copy(self) -> None:
        """Seal the same as seat 1, once that is known."""
        kept, phase = self.kept, self.host.follower.position.phase
        theirs = getattr(phase, "commitments", (None, None))[1]
        if kept is None or theirs is None:
            return
        self.kept = None
        own, auction = self.own, kept.move.auction
        move = Seal(auction=auction, commitment=theirs)
        own.moves.sending(move)
        self.say(0, Play(n=kept.n, move=move))
        honest = own.reveal

        def reveal(follower: object) -> Reveal | None:
            """Open the copied bid with a nonce of its own, once; then as always."""
            lock = self.host.follower.s_of_lock
            position = self.host.follower.position
            if position.auction != auction:
                return honest(follower)  # type: ignore[arg-type]
            if position.phase.decision.value != "reveal" or self.refused:
                return None
            self.refused.append(Refused(code="", to=""))
            hold = own.sign(self.evening.players[0].participant.follower, lock)
            return Reveal(auction=auction, bid=5, nonce=FALSE, hold=hold)

        own.reveal = reveal  # type: ignore[method-assign]


class SealsTwice(Crook):
    """Seals another bid when it has sealed one; seat 2 takes its time meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: Message | None = None

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        sealed = sealing(message)
        if seat == 2 and sealed and not self.refused:
            self.waiting = message
            return ()
        if seat == 0 and sealed and self.once():
            assert isinstance(message, Play)
            other = replace(sealed, commitment=FALSE)
            return (message, self.forged(Play(n=message.n + 1, move=other)))
        return (message,)

    def was_refused(self) -> None:
        if self.waiting is not None:
            self.say(2, self.waiting)


class SealsNothing(BeforeMine):
    """Seals zeros."""

    def instead(self, message: Message) -> Message | None:
        if not isinstance(message, Play) or not sealing(message):
            return None
        move = Seal(auction=message.move.auction, commitment=ZEROS)
        return replace(message, move=move)


class SealsLate(BeforeMine):
    """Seals again when all bids are locked."""

    def instead(self, message: Message) -> Message | None:
        if not isinstance(message, Play) or not revealing(message):
            return None
        move = Seal(auction=message.move.auction, commitment=FALSE)
        return replace(message, move=move)


class OpensOtherAuctions(BeforeMine):
    """Opens with what would open the same bid in another auction."""

    def instead(self, message: Message) -> Message | None:
        move = revealing(message)
        phase = self.host.follower.sealed_phase if move else None
        if move is None or phase is None:
            return None
        other = SealedPhase(game=phase.game, auction=phase.auction + 1, head=phase.head)
        nonce = nonce_of(other, Seat(0), self.own.secret, move.bid)
        return replace(message, move=replace(move, nonce=nonce))


class OpensOthers(Crook):
    """Opens with the opening of seat 1."""

    def __init__(self) -> None:
        super().__init__()
        self.mine: Play | None = None
        self.theirs: Reveal | None = None

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        move = revealing(message)
        if self.is_done or move is None or seat == 2:
            return (message,)
        if seat == 0 and isinstance(message, Play):
            self.mine = message
        else:
            self.theirs = move
        if self.mine is not None and self.theirs is not None:
            self.is_done = True
            self.say(0, self.forged(replace(self.mine, move=self.theirs)), self.mine)
        return (message,) if seat == 1 else ()


class SignsFalsely(BeforeMine):
    """Reveals with a signature on something else."""

    def instead(self, message: Message) -> Message | None:
        move = revealing(message)
        if move is None:
            return None
        return replace(message, move=replace(move, hold=FALSE + FALSE))


class SealsTooMuch(Crook):
    """Seals more than it has."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat != 0 or not isinstance(message, Play):
            return (message,)
        own, phase = self.own, self.host.follower.sealed_phase
        if sealing(message) and phase is not None and self.once():
            sealed = seal(phase, Seat(0), own.secret, Money(999))
            move = Seal(auction=phase.auction, commitment=sealed.commitment)
            own.moves.sending(move)
            self._open_with(own, phase.auction, sealed.nonce)
            return (replace(message, move=move),)
        return (message,)

    def _open_with(self, own: OwnSeat, auction: int, nonce: bytes) -> None:
        honest = own.reveal

        def reveal(follower: object) -> Reveal | None:
            """Open what is more than it has; then as always."""
            mine = self.evening.players[0].participant.follower
            position = mine.position
            if position.auction != auction:
                return honest(follower)  # type: ignore[arg-type]
            is_mine = Seat(0) in position.awaited
            if position.phase.decision.value != "reveal" or not is_mine:
                return None
            hold = own.sign(mine, mine.s_of_lock)
            return Reveal(auction=auction, bid=999, nonce=nonce, hold=hold)

        own.reveal = reveal  # type: ignore[method-assign]


class Withholds(Crook):
    """Seals, and does not reveal."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        is_first = seat == 0 and revealing(message) and self.once()
        return () if is_first else (message,)
