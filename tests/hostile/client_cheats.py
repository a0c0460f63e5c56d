"""Players whose program cheats; the host keeps to the rules."""

from __future__ import annotations

from collections.abc import Iterable

import trio
import trio.lowlevel
from msgspec.structs import replace
from tests.hostile.bid_crooks import (
    Copies,
    OpensOtherAuctions,
    OpensOthers,
    SealsLate,
    SealsNothing,
    SealsTooMuch,
    SealsTwice,
    SignsFalsely,
    Withholds,
)
from tests.hostile.cases import Case, Others, Sees, Who
from tests.hostile.cheat import Cheat
from tests.hostile.crooks import BeforeMine, Crook
from tests.hostile.forging import FALSE, event_in
from tests.server.game_by_hand import HOST_KEY, KEYS

from vendue_protocol.client_messages import Agree, Hold, Play, Return, Share
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Refused, Welcome
from vendue_protocol.keys import host_id_of, return_message
from vendue_protocol.message import Message
from vendue_shared.events import Offered
from vendue_shared.happened import Void
from vendue_shared.moves import Offer
from vendue_shared.refusals import Reason
from vendue_shared.seats import Seat


class SharesFalsely(BeforeMine):
    """Gives a share that it has not committed to."""

    def instead(self, message: Message) -> Message | None:
        return replace(message, e=FALSE) if isinstance(message, Share) else None


class AgreesTwice(BeforeMine):
    """Commits to a second share when it has committed to one."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Agree) and self.once():
            return (message, self.forged(replace(message, k=FALSE)))
        return (message,)


class MovesOutOfTurn(Crook):
    """Offers when it is another's turn to."""

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        offered = event_in(message, Offered)
        if seat == 0 and offered is not None and offered.seat != 0 and self.once():
            hand = self.host.hands.of(Seat(0))
            auction = self.host.follower.position.auction
            n = self.host.answers[0].last + 1
            move = Offer(auction=auction + 1, painting=hand[0])
            self.say(0, self.forged(Play(n=n, move=move)))
        return super().down(seat, message)


class OffersUnheld(BeforeMine):
    """Offers a painting of another hand."""

    def instead(self, message: Message) -> Message | None:
        if not isinstance(message, Play) or not isinstance(message.move, Offer):
            return None
        painting = self.host.hands.of(Seat(1))[0]
        return replace(message, move=replace(message.move, painting=painting))


class RepeatsNumber(Crook):
    """Asks for another move under a number that was used."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Play) and self.once():
            other = Offer(auction=9, painting=9)
            return (message, self.forged(Play(n=message.n, move=other)))
        return (message,)


class HoldsFalsely(BeforeMine):
    """Signs another history."""

    def instead(self, message: Message) -> Message | None:
        if not isinstance(message, Hold):
            return None
        return replace(message, hold=FALSE + FALSE)


class Returns(Crook):
    """Comes back on another line, under way.

    Args:
        seat: As whom.
        beyond: How many events more than there are it says it holds.
    """

    def __init__(self, seat: int, beyond: int) -> None:
        super().__init__()
        self._seat, self._beyond = seat, beyond

    async def besides(self) -> None:
        while self.evening.table.course.game is None or self.host.follower.s < 40:
            await trio.lowlevel.checkpoint()
        peer = await self.evening.served.connect()
        await peer.greet()
        welcome = await peer.until(Welcome)
        await peer.says(self._message(welcome))
        self.refused.append(await peer.until(Refused))
        await peer.close()

    def _message(self, welcome: Welcome) -> Return:
        follower = self.host.follower
        s, head = follower.s + self._beyond, FALSE
        signed = return_message(
            game=follower.game, seat=Seat(self._seat), s=s, head=head,
            host_id=host_id_of(HOST_KEY.public), challenge=welcome.challenge,
        )  # fmt: skip
        return Return(
            table=1, game=follower.game, seat=self._seat, s=s, h=head,
            signature=KEYS[0].sign(signed),
        )  # fmt: skip


def _refused(name: str, cheat: type[Cheat], to: str, code: str) -> Case:
    sees = Sees(who=Who.HOST, at=f"`{to}`", check=str(code))
    return Case(name=name, cheat=cheat, sees=(sees,), others=Others.PLAY)


def _shown(name: str, cheat: type[Cheat], void: Void) -> Case:
    sees = Sees(who=Who.ALL, at="`opened`", check=VOIDS[void])
    return Case(name=name, cheat=cheat, sees=(sees,), others=Others.PLAY)


VOIDS = {
    Void.WITHHELD: "counts as 0, withheld",
    Void.ILLEGAL: "counts as 0, over the money",
}


CLIENT_CASES: tuple[Case, ...] = (
    _refused(
        "a share that is not the one committed to",
        SharesFalsely, "share", Code.OPENING,
    ),
    _refused(
        "a second commitment to a share", AgreesTwice, "agree", Code.AUTH
    ),
    _refused(
        "a sealed bid is copied, and opened somehow", Copies, "reveal", Code.OPENING
    ),
    _refused("a second commitment to a bid", SealsTwice, "seal", Reason.COMMITTED),
    _refused("a commitment of zeros", SealsNothing, "seal", Reason.COMMITMENT),
    _refused("a commitment after the lock", SealsLate, "seal", Reason.PHASE),
    _refused(
        "an opening made for another auction",
        OpensOtherAuctions, "reveal", Code.OPENING,
    ),
    _refused("the opening of another seat", OpensOthers, "reveal", Code.OPENING),
    _refused(
        "an opening with a signature on something else",
        SignsFalsely, "reveal", Code.HOLD,
    ),
    _shown("a sealed bid over the own money", SealsTooMuch, Void.ILLEGAL),
    _shown("a sealed bid is not revealed", Withholds, Void.WITHHELD),
    _refused("a move when another is asked", MovesOutOfTurn, "offer", Reason.PHASE),
    _refused(
        "a painting of another hand is offered", OffersUnheld, "offer", Reason.NOT_HELD
    ),
    _refused(
        "another move under a number that was used", RepeatsNumber, "offer", Code.NUMBER
    ),
    _refused("a signature on another history", HoldsFalsely, "hold", Code.HOLD),
    Case(
        name="a longer history is shown at the return, to stop the table",
        cheat=lambda: Returns(0, 7),
        sees=(Sees(Who.HOST, "`return`", Code.HOLD),),
        others=Others.PLAY,
    ),
    Case(
        name="another history is shown at the return",
        cheat=lambda: Returns(0, -7),
        sees=(Sees(Who.HOST, "`return`", Code.HOLD),),
        others=Others.PLAY,
    ),
    Case(
        name="a return to the seat of another",
        cheat=lambda: Returns(1, 0),
        sees=(Sees(Who.HOST, "`return`", Code.AUTH),),
        others=Others.PLAY,
    ),
)  # fmt: skip
