"""A player's evening for C2: a real host, a real screen, two others who bid against it.

The others sit on blocking sockets in the same process; they only act while no key is
timed.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import trio
from prompt_toolkit.application import create_app_session

from bench.host_process import running_host
from bench.screen_timing import PATIENCE_S, KeyTimer, terminal
from bench.sides import NotMeasuredError
from bench.vendue_inbox import tag_of
from bench.vendue_peer import VenduePeer
from bench.vendue_person import Person
from vendue_client.connecting import Cover
from vendue_client.desk import Leaving
from vendue_client.line import Line, open_line
from vendue_client.participant import Participant
from vendue_client.screen.bridge import _from_asyncio, run, run_screen_of
from vendue_client.screen.full_screen import _Screen
from vendue_client.screen.screen_settings import ScreenSettings
from vendue_protocol.address import Address
from vendue_protocol.client_messages import Ready, Sit
from vendue_protocol.codec import HOST_MESSAGES, decode
from vendue_protocol.host_messages import Dealt
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message
from vendue_shared.moves import AnyMove, Bid, Offer
from vendue_shared.paintings import KIND_OF, Kind, Painting
from vendue_shared.phases.open_auction import OpenAuction

OTHERS = 2

STANDING_TABLE = 1

REVISION = 0
"""Of a lobby that nobody has arranged."""

EVENINGS = 5
"""How often it is tried: of three, one auctioneer in fifteen cannot sell openly."""

LOOK_S = 0.002
"""How often it is looked whether something has happened, while nothing is timed."""


class Other(Person):
    """Somebody else at the table.

    Args:
        port: Where the host listens.
    """

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.hand: list[Painting] = []

    def come(self, name: str) -> None:
        """Sit down, ready."""
        self.greet()
        self.sit(STANDING_TABLE, name)
        self.say(Ready(revision=REVISION, ready=True))

    def wait(self, is_so: Callable[[Other], bool]) -> None:
        """Answer what the set-up asks until something is so."""
        while not is_so(self):
            self.receive()
            for body in self.inbox.taken_out():
                if tag_of(body) in {b"terms", b"ks", b"dealt", b"ping"}:
                    self._hear(decode(body, HOST_MESSAGES))
            self.flush()

    def _hear(self, message: Message) -> None:
        self.set_up(message)
        if isinstance(message, Dealt):
            self.hand = [Painting(card.painting) for card in message.cards]

    def move(self, move: AnyMove) -> None:
        """Make a move; what comes of it the player's own screen knows."""
        self.look()
        self.inbox.taken_out()
        self.socket.sendall(self.play(move))


class Evening:
    """The player's side of one game, up to an open auction and through it.

    Args:
        port: Where the host listens.
        settings: Of the screen.
    """

    def __init__(self, port: int, settings: ScreenSettings) -> None:
        self._port, self._settings = port, settings
        self.participant = Participant(
            SigningKey(secrets.token_bytes(32)),
            randomness=secrets.token_bytes,
            now=trio.current_time,
            note=lambda _note: None,
        )
        self._others = [Other(port) for _ in range(OTHERS)]

    async def keys_ms(self, times: int) -> float | None:
        """Sit down, begin, come to an open auction, raise so many times.

        Returns:
            Milliseconds, p50; None if the auctioneer had nothing to sell in the open.
        """
        address = Address(host="127.0.0.1", port=self._port, code=None)
        line = await open_line(address, self.participant, cover=Cover.OWN)
        with ExitStack() as stack:
            for other in self._others:
                stack.enter_context(other.socket)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(line.run)
                with trio.fail_after(4 * PATIENCE_S):
                    begun = await self._begin(line)
                taken = await self._on_screen(line, times) if begun else None
                await line.leave()
                nursery.cancel_scope.cancel()
        return taken

    async def _begin(self, line: Line) -> bool:
        participant, key = self.participant, self.participant.key.public
        line.send(Sit(table=STANDING_TABLE, name="Player", key=key))
        await _until(lambda: participant.chair is not None)
        line.send(Ready(revision=REVISION, ready=True))
        for number, other in enumerate(self._others):
            other.come(f"Other {number}")
        await trio.to_thread.run_sync(self._set_up_others)
        await _until(lambda: bool(participant.hand))
        return await self._offer(line)

    def _set_up_others(self) -> None:
        for step in (
            lambda other: other.own is not None,
            lambda other: other.has_shared,
            lambda other: bool(other.hand),
        ):
            for other in self._others:
                other.wait(step)

    async def _offer(self, line: Line) -> bool:
        """Whoever is the auctioneer offers something to be sold in the open."""
        position = self.participant.position
        other = self._other_at(position.auctioneer)
        hand = self.participant.hand if other is None else other.hand
        found = [painting for painting in hand if KIND_OF[painting] is Kind.OPEN]
        if not found:
            return False
        offer = Offer(auction=1, painting=found[0])
        if other is None:
            line.send(self.participant.play(offer))
        else:
            other.move(offer)
        await _until(lambda: isinstance(position.phase, OpenAuction))
        return True

    def _other_at(self, seat: int) -> Other | None:
        found = (o for o in self._others if o.seat_of_game.seat == seat)
        return next(found, None)

    async def _on_screen(self, line: Line, times: int) -> float:
        with terminal() as (keys, output), create_app_session(keys, output):
            screen = _Screen(line, self._settings)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(screen.follow)
                nursery.start_soon(screen.tick)
                nursery.start_soon(run_screen_of, screen.application)
                await _until(lambda: screen.application.is_running)
                timer = KeyTimer(screen.application, keys, self._leads)
                taken: list[float] = []

                async def press() -> float:
                    return await timer.key_to_screen_ms("+", 1)

                for _ in range(times):
                    taken.append(await _from_asyncio(press))
                    await self._outbid()
                screen.application.exit(result=Leaving.QUIT)
                nursery.cancel_scope.cancel()
        return median(taken)

    def _leads(self) -> bool:
        phase = self.participant.position.phase
        return (
            isinstance(phase, OpenAuction)
            and phase.leader == self.participant.playing_seat
        )

    async def _outbid(self) -> None:
        """One of the others raises, and the screen has shown it."""
        position = self.participant.position
        phase = position.phase
        if not isinstance(phase, OpenAuction):
            raise NotMeasuredError("the auction has ended")
        bid = Bid(auction=position.auction, amount=phase.high + 1)
        self._others[0].move(bid)
        await _until(lambda: not self._leads())
        await trio.sleep(10 * LOOK_S)


async def _until(is_so: Callable[[], bool]) -> None:
    with trio.fail_after(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - what changes has nobody to tell it
            await trio.sleep(LOOK_S)


def keys_to_screen_ms(settings: ScreenSettings, times: int) -> float:
    """Play one evening; milliseconds from a key to the screen after the host, p50.

    Raises:
        NotMeasuredError: Somebody was silent too long, or never could sell openly.
    """
    flags = ["--seats", str(1 + OTHERS)]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(EVENINGS):
            command = [*VenduePeer(Path(folder)).command(), *flags]
            with running_host(command) as host:
                taken = _played_ms(Evening(host.port, settings), times)
            if taken is not None:
                return taken
    raise NotMeasuredError(f"{EVENINGS} auctioneers with nothing to sell in the open")


def _played_ms(evening: Evening, times: int) -> float | None:
    try:
        return run(lambda: evening.keys_ms(times))
    except ExceptionGroup as group:
        silent, bugs = group.split((OSError, trio.TooSlowError))
        if silent is None or bugs is not None:
            raise
        raise NotMeasuredError(f"somebody was silent: {silent!r}") from group
