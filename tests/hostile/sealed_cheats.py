"""Hosts that cheat with sealed bids."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Sees, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import FALSE, altered, event_in, logged
from tests.hostile.lies import Shadowing, ToOne

from vendue_protocol.chain import HOST
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_server.game import Game
from vendue_server.game_log import GameLog
from vendue_server.host_seats import HostSeats
from vendue_shared.events import Locked, Opened, Sealed
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat


class AltersSeal(ToOne):
    """Shows one player another commitment of seat 1."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        sealed = event_in(message, Sealed)
        if sealed is None or sealed.seat != 1:
            return None
        return (altered(message, commitment=FALSE),)


class InventsSeal(ToOne):
    """Shows one player a commitment of seat 1 that nobody made."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        sealed = event_in(message, Sealed)
        if sealed is None or sealed.seat == 1 or not isinstance(message, Logged):
            return None
        if self.follower.position.phase.changes_hands(1):
            return (logged(message.s, Sealed(seat=1, commitment=FALSE)),)
        return None


class DropsSeal(ToOne):
    """Hides the last commitment from one player, and says that its seat is absent."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        sealed = event_in(message, Sealed)
        awaited = self.follower.position.awaited
        if sealed is None or sealed.seat == 0 or awaited != (Seat(sealed.seat),):
            return None
        assert isinstance(message, Logged)
        return (logged(message.s, Locked(absent=awaited)),)


class _AnyHold(GameLog):
    """Takes whatever signature comes with an opening."""

    __slots__ = ()

    def check_hold(self, seat: Seat, s: int, hold: bytes) -> None:
        """Look at none."""

    def keep_hold(self, seat: Seat, s: int, hold: bytes) -> None:
        if self.follower.fits(s, seat, hold):
            super().keep_hold(seat, s, hold)


class _TakesAnyHold(Game):
    """Takes whatever signature comes with an opening."""

    def begin(self, now: float) -> None:
        self.log.__class__ = _AnyHold
        super().begin(now)


class TwoLocks(Shadowing):
    """Collects an opening under one set of commitments, and shows the rest another."""

    game = _TakesAnyHold

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        return self.told(self._bent(message)) if seat == 0 else (message,)

    def _bent(self, message: Message) -> Iterable[Message]:
        sealed = event_in(message, Sealed)
        if sealed is not None and sealed.seat == 1 and self.once():
            return (altered(message, commitment=FALSE),)
        if self.is_done and isinstance(message, Held):
            return (self.signed_again(message),) if message.who == HOST else ()
        return (message,)


class AltersOpeningsHold(Cheat):
    """Shows an opening with a signature on another history."""

    def to_all(self, message: Message) -> Iterable[Message]:
        opened = event_in(message, Opened)
        if opened is None:
            return (message,)
        one, *rest = opened.openings
        if one is None:
            return (message,)
        hold = bytes([one.hold[0] ^ 1]) + one.hold[1:]
        return (altered(message, openings=(replace(one, hold=hold), *rest)),)


class AltersOpening(Cheat):
    """Shows another bid than was revealed."""

    def to_all(self, message: Message) -> Iterable[Message]:
        opened = event_in(message, Opened)
        if opened is None:
            return (message,)
        one, other, *rest = opened.openings
        if other is None:
            return (message,)
        other = replace(other, bid=other.bid + 1)
        return (altered(message, openings=(one, other, *rest)),)


class OpensSingly(Cheat):
    """Opens one bid before the others."""

    def to_all(self, message: Message) -> Iterable[Message]:
        opened = event_in(message, Opened)
        if opened is None:
            return (message,)
        none = (None,) * (len(opened.openings) - 1)
        return (altered(message, openings=(*none, opened.openings[-1])),)


class KeepsBack(Cheat):
    """Keeps a bid back that was revealed."""

    def to_all(self, message: Message) -> Iterable[Message]:
        opened = event_in(message, Opened)
        if opened is None:
            return (message,)
        return (altered(message, openings=(None, *opened.openings[1:])),)


class _KeepsBotsBid(Game):
    """Has no bots while bids are revealed."""

    @property
    def _bots(self) -> HostSeats:
        if not isinstance(self.follower.position.phase, Revealing):
            return self._seats
        without = replace(self._new, levels={})
        return HostSeats(without, self.log, self.hands, int, None)

    @_bots.setter
    def _bots(self, seats: HostSeats) -> None:
        self._seats = seats


class KeepsBotsBid(Cheat):
    """Lets its bot reveal nothing, when it does not like the others' bids."""

    game = _KeepsBotsBid
    persons = 2
    bots = (2,)


class _OtherNonces(Game):
    """Seals its bot's bids with a secret that is not the seed's."""

    def begin(self, now: float) -> None:
        self._bots._seats[Seat(2)]._secret = FALSE
        super().begin(now)


class ChoosesNonces(Cheat):
    """Seals its bot's bids with a secret that is not the seed's."""

    game = _OtherNonces
    persons = 2
    bots = (2,)


class DoesNotSignLock(ToOne):
    """Does not sign the lock for one player, so that its bid is withheld."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Held) or message.who != HOST:
            return None
        is_lock = isinstance(self.follower.position.phase, Revealing)
        return () if is_lock else None


class Rewinds(ToOne):
    """Has an opening, and tells its owner of another lock of the same auction."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        opened = event_in(message, Opened)
        if opened is None:
            return None
        lock = self.follower.s_of_lock
        return (logged(lock, Sealed(seat=1, commitment=FALSE)),)


class InventsOwnSeal(Cheat):
    """Shows everybody another commitment of seat 1, also seat 1."""

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        sealed = event_in(message, Sealed)
        if seat == 1 and sealed is not None and sealed.seat == 1:
            return (altered(message, commitment=FALSE),)
        return (message,)


SEALED_CASES: tuple[Case, ...] = (
    host_case(
        "a player's own commitment is altered",
        InventsOwnSeal, Who.OWNER, "sealed", Check.OWN, Others.PLAY,
    ),
    host_case(
        "another's commitment is altered for one player",
        AltersSeal, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "another's commitment is invented for one player",
        InventsSeal, Who.LIED_TO, "sealed", Check.RULES, Others.PLAY,
    ),
    host_case(
        "another's commitment is dropped for one player",
        DropsSeal, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    Case(
        name="two sets of commitments to two players, both signed",
        cheat=TwoLocks,
        sees=(
            Sees(Who.LIED_TO, "`opened`", Check.OPENING),
            Sees(Who.OTHERS, "`opened`", Check.HOLD),
        ),
    ),
    host_case(
        "an opening with a signature on other commitments",
        AltersOpeningsHold, Who.ALL, "opened", Check.HOLD,
    ),
    host_case(
        "an opening is altered", AltersOpening, Who.ALL, "opened", Check.OPENING
    ),
    host_case(
        "one bid is opened before the others",
        OpensSingly, Who.ALL, "opened", Check.RULES,
    ),
    host_case(
        "a bid that was revealed is kept back",
        KeepsBack, Who.ALL, "opened", Check.RULES,
    ),
    host_case(
        "the bid of a bot of the host is kept back",
        KeepsBotsBid, Who.ALL, "opened", Check.RULES,
    ),
    host_case(
        "a bot's nonce does not come from the seed",
        ChoosesNonces, Who.ALL, "ended", Check.SEED,
    ),
    host_case(
        "the host does not sign the lock for one player",
        DoesNotSignLock, Who.LIED_TO, "revealed", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "the same auction is locked again, when a bid is known",
        Rewinds, Who.LIED_TO, "sealed", Check.REWRITTEN, Others.PLAY,
    ),
)  # fmt: skip
