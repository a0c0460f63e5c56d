"""Who writes a client from the pages alone can play a whole game."""

from __future__ import annotations

import random
import ssl

import msgspec
import pytest
import trio
from tests.protocol.foreign_client import ForeignClient, filled, key_of
from tests.protocol.foreign_hashes import digest_of
from tests.protocol.guests import HOST_KEY, MemoryLine
from tests.protocol.whole_game import WholeGame
from tests.server.game_by_hand import HOST_KEY as SERVED_KEY
from tests.server.served import serving

from vendue_protocol.agreement import terms_digest
from vendue_protocol.codec import decode_hello, encode_hello
from vendue_protocol.frames import FrameReader, frame
from vendue_protocol.hello import choose_version, hello
from vendue_protocol.limits import DEFAULT
from vendue_server.dealer import Dealer
from vendue_server.hall import Hall
from vendue_server.new_game import Manners
from vendue_server.session import Session
from vendue_shared.bots.levels import Level


class Played:
    """A game of one foreign client and bots of the host, at the host's own clock."""

    def __init__(self, seats: int, seed: int) -> None:
        chance = random.Random(seed)
        dealer = Dealer(
            key=HOST_KEY,
            randomness=chance.randbytes,
            chance=chance.randrange,
            manners=Manners(pace=0.0),
            keep=lambda _: None,
        )
        hall = Hall(dealer, DEFAULT)
        self.table = hall.open("Vendue", seats, kept=True, starts_alone=True)
        for chair in range(1, seats):
            self.table.lobby.seat_bot(chair, Level.STANDARD)
        self.client = ForeignClient("Zoë", chance.randbytes)
        self.line = MemoryLine()
        self._session = Session(self.line, hall, HOST_KEY.public, chance.randbytes(32))
        self._reader, self._read, self.now = FrameReader(DEFAULT.frame_bytes), 0, 0.0

    def run(self) -> None:
        body = self.client.hello()[4:]
        version = choose_version(decode_hello(body))
        self.line.queue(encode_hello(hello("0.1.0", use=version)))
        self._session.welcome()
        while not self.client.over:
            self._carry()
            self.now = max(self.now + 0.01, min(self.table.deadline(), self.now + 1))
            self.table.tick(self.now)
        self.line.put_away()

    def _carry(self) -> None:
        """Take everything to and fro until nobody says anything more."""
        while self._read < len(self.line.sent):
            sent = b"".join(map(frame, self.line.sent[self._read :]))
            self._read = len(self.line.sent)
            self._reader.feed(self.client.feed(sent))
            while (body := self._reader.next_body()) is not None:
                self._session.take(body, self.now)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_client_without_our_code_plays_a_whole_game(seats: int) -> None:
    async def main() -> Played:
        played = Played(seats, seed=seats)
        played.run()
        return played

    client = trio.run(main).client

    assert client.over == "finished"
    assert set(client.refusals) <= {("hold", "E_NOT_PLAYING")}  # at the very end
    assert (client.seals > 0, client.withheld) == (True, 0)


async def test_it_reads_the_hosts_key_and_fills_up_what_it_says() -> None:
    async with serving(takes_plain=False) as served:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        tcp = await trio.open_tcp_stream("127.0.0.1", served.port)
        stream = trio.SSLStream(tcp, context, https_compatible=True)
        await stream.do_handshake()
        key = key_of(stream.getpeercert(binary_form=True))
        client = ForeignClient("Zoë", random.Random(1).randbytes)
        said = [filled(client.hello())]
        await stream.send_all(said[0])
        while len(said) < 3:  # the hello, `sit`, `ready`
            if answer := client.feed(bytes(await stream.receive_some())):
                said.append(filled(answer))
                await stream.send_all(said[-1])
        await trio.aclose_forcefully(tcp)

    assert key == SERVED_KEY.public
    assert {len(one) % 256 for one in said} == {0}


def test_its_digest_of_the_terms_is_ours() -> None:
    terms = WholeGame(4, bots=2).terms

    assert digest_of(msgspec.to_builtins(terms, builtin_types=(bytes,))) == (
        terms_digest(terms)
    )
