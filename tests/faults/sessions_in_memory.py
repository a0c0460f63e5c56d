"""A session at a host without a socket, for bytes by the million."""

from __future__ import annotations

from typing import Final

from tests.server.game_by_hand import HOST_KEY, KEYS, NAMES
from tests.server.table_by_hand import RecordedConnection, dealer_for_tests

from vendue_protocol.client_messages import Ready, SeatBot, Sit, Start
from vendue_protocol.codec import encode
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message
from vendue_server.hall import Hall
from vendue_server.session import Session

NOW: Final = 1000.0

FIRST: Final[tuple[Message, ...]] = (
    Sit(table=1, name=NAMES[0], key=KEYS[0].public),
    SeatBot(chair=1, level="random"),
    SeatBot(chair=2, level="random"),
    Ready(revision=3, ready=True),
    Start(),
)
"""What leads into a set-up."""


class SessionInMemory:
    """A host with one table, and a session that sits at it."""

    def __init__(self) -> None:
        hall = Hall(dealer_for_tests([]), DEFAULT)
        self.table = hall.open("Vendue", 3, kept=True, starts_alone=False)
        self.wire = RecordedConnection(DEFAULT)
        self.session = Session(self.wire, hall, HOST_KEY.public, bytes(32))
        self.session.welcome()
        for message in FIRST:
            self.session.take(encode(message)[4:], NOW)

    def hear(self, data: bytes) -> None:
        """Take bytes as a body, and as a stream of frames; no bug may freeze it."""
        reader = FrameReader(DEFAULT.frame_bytes)
        try:
            self.session.take(data, NOW)
            reader.feed(data)
            while (body := reader.next_body()) is not None:
                self.session.take(body, NOW)
        except RemoteProtocolError:
            self.wire.hang_up()
        self.session.lost(NOW)
