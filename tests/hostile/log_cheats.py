"""Hosts that cheat with the log itself."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import altered, event_in, logged, signed
from tests.hostile.lies import Shadowing, ToOne
from tests.server.game_by_hand import HOST_KEY

from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import HandOver, Hold, Play
from vendue_protocol.host_messages import GivenUp, Held, Logged, Over, Proposal
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_shared.events import (
    Ended,
    Ending,
    Hammer,
    Offered,
    Passed,
    Player,
    Plays,
)


class Rewrites(ToOne):
    """Sends event 5 again with other bytes, as if it had begun anew from there."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Logged) or message.s != 7:
            return None
        return (message, logged(5, Plays(seat=1, by=Player.BOT)))


class Doubles(ToOne):
    """Sends an event twice."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        is_late = isinstance(message, Logged) and message.s == 5
        return (message, message) if is_late else None


class Begins(ToOne):
    """Says that the game is over, to begin it anew."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Logged) or message.s != 5:
            return None
        over = Over(game=self.follower.game, reason=Ending.HOST)
        return (message, over)


class BeginsAnew(ToOne):
    """Ends the game in form, and begins it anew with the same first event."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: Logged | None = None

    def instead(self, message: Message) -> Iterable[Message] | None:
        if isinstance(message, Logged) and message.s == 1:
            self.begun = message
        if not isinstance(message, Logged) or message.s != 5 or not self.begun:
            return None
        end = signed(HOST_KEY, self.follower, Ended(reason=Ending.HOST, seed=b""))
        over = Over(game=self.follower.game, reason=Ending.HOST)
        return (*end, over, self.begun)


class SetsUpWithin(ToOne):
    """Begins another set-up while a game is on."""

    def __init__(self) -> None:
        super().__init__()
        self.proposal: Proposal | None = None

    def instead(self, message: Message) -> Iterable[Message] | None:
        if isinstance(message, Proposal):
            self.proposal = message
        if not isinstance(message, Logged) or message.s != 5 or not self.proposal:
            return None
        return (message, self.proposal)


class GivesUpWithin(ToOne):
    """Says that the set-up failed of which the game now on came."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Logged) or message.s != 5:
            return None
        return (message, GivenUp(game=self.follower.game, missing=(), seed=b""))


class LeavesOut(ToOne):
    """Sends one player an event less."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        return () if isinstance(message, Logged) and message.s == 5 else None


class LeavesOutQuietly(Cheat):
    """Sends one player an event less, and numbers the rest as if none was missing."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        yield message
        if seat == 1 and isinstance(message, Play) and self.once():
            wish = HandOver(to=Player.BOT)
            self.evening.players[seat].participant.sends(wish)
            yield wish

    def __init__(self) -> None:
        super().__init__()
        self.missing = 0

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and event_in(message, Plays) and not self.missing:
            self.missing = 1
            return ()
        if seat == 0 and isinstance(message, Logged | Held):
            return (replace(message, s=max(1, message.s - self.missing)),)
        return (message,)


class Misspells(Cheat):
    """Writes an event in another form."""

    def to_all(self, message: Message) -> Iterable[Message]:
        if isinstance(message, Logged) and message.s == 5:
            # The same map, its size in two bytes.
            size = message.e[0] & 0x0F
            payload = b"\xde\x00" + bytes([size]) + message.e[1:]
            return (replace(message, e=payload),)
        return (message,)


class BreaksRules(Cheat):
    """Lets the hammer fall before anything was offered."""

    def to_all(self, message: Message) -> Iterable[Message]:
        if event_in(message, Offered):
            assert isinstance(message, Logged)
            return (logged(message.s, Hammer()),)
        return (message,)


class TwoHistories(Shadowing):
    """Tells seat 0 that a pass was the clock's, and signs both histories.

    Args:
        passes_holds: Whether it passes on what the others have signed.
    """

    def __init__(self, *, passes_holds: bool) -> None:
        super().__init__()
        self._passes_holds = passes_holds

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        return self.told(self._bent(message)) if seat == 0 else (message,)

    def _bent(self, message: Message) -> Iterable[Message]:
        passed = event_in(message, Passed)
        is_others = passed is not None and passed.seat != 0
        if is_others and self._is_called_in_turn and self.once():
            self.evening.finish()
            return (altered(message, auto=True),)
        if self.is_done and isinstance(message, Held):
            if message.who != HOST:
                return (message,) if self._passes_holds else ()
            return (self.signed_again(message),)
        return (message,)

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        # What seat 0 signs from here on fits no history but its own.
        return () if seat == 0 and self.is_done and isinstance(message, Hold) else (
            message,
        )  # fmt: skip

    @property
    def _is_called_in_turn(self) -> bool:
        """Whether the pass is one that the clock could have made."""
        return self.follower.position.phase.decision.value in {"once", "buy"}


LOG_CASES: tuple[Case, ...] = (
    host_case(
        "event 5 comes again with other bytes",
        Rewrites, Who.LIED_TO, "plays", Check.REWRITTEN, Others.PLAY,
    ),
    host_case(
        "a game is said to be over, to begin it anew",
        Begins, Who.LIED_TO, "over", Check.ORDER, Others.PLAY,
    ),
    host_case(
        "the same game is begun anew when its log is closed",
        BeginsAnew, Who.LIED_TO, "begun", Check.AGAIN, Others.PLAY,
    ),
    host_case(
        "a set-up is begun within a game",
        SetsUpWithin, Who.LIED_TO, "terms", Check.ORDER, Others.PLAY,
    ),
    host_case(
        "a set-up is given up within a game",
        GivesUpWithin, Who.LIED_TO, "given-up", Check.ORDER, Others.PLAY,
    ),
    host_case(
        "an event is left out for one player",
        LeavesOut, Who.LIED_TO, "the next event", Check.ORDER, Others.PLAY,
    ),
    host_case(
        "an event is left out for one player, and the rest numbered anew",
        LeavesOutQuietly, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "an event comes twice", Doubles, Who.LIED_TO, "the event", Check.ORDER,
        Others.PLAY,
    ),
    host_case(
        "an event is written in another form",
        Misspells, Who.ALL, "event", Check.FORM,
    ),
    host_case(
        "an event that the rules forbid", BreaksRules, Who.ALL, "hammer", Check.RULES
    ),
    host_case(
        "two histories to two players, with the signatures of both",
        lambda: TwoHistories(passes_holds=True), Who.LIED_TO, "held", Check.HOLD,
        Others.PLAY,
    ),
)  # fmt: skip
