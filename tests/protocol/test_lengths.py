"""What a listener hears of a private message is how long it is: always the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
from tests.protocol import samples
from tests.protocol.guests import NAMES, Guest, Sitting, follow_all, hold_all

from vendue_protocol.client_messages import (
    Agree,
    Create,
    Hold,
    HostHold,
    Play,
    Return,
    Say,
    Share,
    Sit,
    Watch,
)
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.frames import ROUND_BYTES, filled, frame
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Dealt, DealtCard, Due
from vendue_protocol.message import Message
from vendue_protocol.password import LONGEST_BYTES
from vendue_shared.choices import Decision
from vendue_shared.moves import Add, Bid, Buy, Offer, Pass, Price, Reveal, Seal
from vendue_shared.paintings import Kind

MOST = 2**32 - 1
LAST = 2**63 - 1


def returned_with_hold(table: int, seat: int, s: int) -> Return:
    return Return(
        table=table,
        game=bytes(16),
        seat=seat,
        s=s,
        h=bytes(32),
        signature=bytes(64),
        held=HostHold(s=s, h=bytes(32), hold=bytes(64)),
    )


SHORTEST_AND_LONGEST: list[tuple[Message, Message]] = [
    (
        Create(name="A"),
        Create(name="\N{ARTIST PALETTE}" * 32, password=bytes(LONGEST_BYTES)),
    ),
    (
        Sit(table=1, name="A", key=bytes(32)),
        Sit(
            table=MOST,
            name="\N{CJK UNIFIED IDEOGRAPH-5B57}" * 16,
            key=bytes(32),
            chair=4,
            password=bytes(LONGEST_BYTES),
        ),
    ),
    (Watch(table=1), Watch(table=MOST, password=bytes(LONGEST_BYTES))),
    (Agree(game=bytes(16), k=bytes(32)), Share(game=bytes(16), e=bytes(32))),
    (Hold(s=1, hold=bytes(64)), Hold(s=LAST, hold=bytes(64))),
    (
        Return(table=1, game=bytes(16), seat=0, s=0, h=bytes(32), signature=bytes(64)),
        Return(
            table=MOST,
            game=bytes(16),
            seat=4,
            s=LAST,
            h=bytes(32),
            signature=bytes(64),
        ),
    ),
]

MOVES = [
    *(Offer(auction=a, painting=p) for a, p in ((1, 0), (MOST, 69))),
    *(Add(auction=a, painting=p) for a, p in ((1, 0), (MOST, 69))),
    *(kind(auction=a, amount=a) for kind in (Bid, Price) for a in (1, MOST)),
    *(Pass(auction=a, on=a) for a in (1, MOST)),
    *(Seal(auction=a, commitment=bytes(32)) for a in (1, MOST)),
    *(
        Reveal(auction=a, bid=bid, nonce=bytes(32), hold=bytes(64))
        for a in (1, MOST)
        for bid in (0, 127, 128, 70_000, MOST)
    ),
    Buy(auction=1),
]  # fmt: skip


def size(message: Message) -> int:
    """What a client's message takes over TLS."""
    return len(filled(encode(message)))


def test_return_with_a_hold_is_twice_as_long_whatever_it_shows() -> None:
    shortest, longest = returned_with_hold(1, 0, 1), returned_with_hold(MOST, 4, LAST)

    assert (size(shortest), size(longest)) == (2 * ROUND_BYTES, 2 * ROUND_BYTES)


@pytest.mark.parametrize(
    ("shortest", "longest"),
    SHORTEST_AND_LONGEST,
    ids=lambda message: type(message).__name__,
)
def test_shortest_and_longest_of_a_client_are_of_one_length(
    shortest: Message, longest: Message
) -> None:
    assert (size(shortest), size(longest)) == (ROUND_BYTES, ROUND_BYTES)


def test_all_moves_are_of_one_length() -> None:
    sizes = {size(Play(n=n, move=move)) for move in MOVES for n in (1, MOST)}

    assert len({len(encode(Play(n=1, move=move))) for move in MOVES}) > 10
    assert sizes == {ROUND_BYTES}


@pytest.mark.parametrize(
    "message",
    [*samples.FROM_CLIENT, *samples.FROM_BOTH],
    ids=lambda message: type(message).__name__,
)
def test_every_message_of_a_client_fits_into_two_rounds(message: Message) -> None:
    assert size(message) <= 2 * ROUND_BYTES


def test_a_line_of_chat_is_of_one_length_up_to_two_hundred_letters() -> None:
    assert {size(Say(text="x" * count)) for count in range(1, 201)} == {ROUND_BYTES}


def test_the_hello_is_as_long_as_all_else() -> None:
    assert len(filled(encode_hello(hello("0.1.0")))) == ROUND_BYTES


def test_dealt_is_of_one_length_whatever_is_dealt() -> None:
    def dealt(places: Sequence[int], paintings: Sequence[int]) -> int:
        cards = tuple(
            DealtCard(place=place, painting=painting, slot=bytes(32))
            for place, painting in zip(places, paintings, strict=True)
        )
        return len(encode(Dealt(s=1, cards=cards)))

    assert dealt(range(8), range(8)) == dealt(range(62, 70), range(69, 61, -1))


def test_purse_of_who_is_asked_does_not_show() -> None:
    def due(purse: int | None) -> int:
        message = Due(
            s=70, seats=(1, 2), decision=Decision.SEAL, auction=9, price=0, ms=45_000,
            default="absent", purse=purse,
        )  # fmt: skip
        return len(filled(encode(message)))

    assert len({due(purse) for purse in (None, 0, 127, 128, 300, 70_000)}) == 1


# Two games.


def sealed_game(bids: Sequence[int]) -> tuple[list[list[int]], list[bytes]]:
    """Play until two of three have revealed.

    Returns:
        For each guest the lengths of all it said and was told, over TLS; and what
        the bids were revealed with.
    """
    return trio.run(_sealed_game, bids)


async def _sealed_game(bids: Sequence[int]) -> tuple[list[list[int]], list[bytes]]:
    sitting = Sitting()
    everybody = [Guest(sitting, name) for name in NAMES]
    for guest in everybody:
        guest.greet()
        guest.sit()
        guest.ready()
        follow_all(everybody)
    for guest in everybody:
        guest.agree()
        follow_all(everybody)
    for guest in everybody:
        guest.share()
        follow_all(everybody)
    hold_all(everybody)
    everybody[0].offer(Kind.SEALED)
    follow_all(everybody)
    for guest, bid in zip(everybody, bids, strict=True):
        guest.seal(bid)
        follow_all(everybody)
    hold_all(everybody)
    reveals = []
    for guest in everybody[:2]:
        guest.play(reveal_of(guest))
        said = [noted for noted in guest.transcript if noted.sender == "client"]
        reveals.append(said[-1].body)
        follow_all(everybody)
    for guest in everybody:
        guest.line.put_away()
    lengths = [
        [len(filled(frame(noted.body))) for noted in guest.transcript]
        for guest in everybody
    ]
    return lengths, reveals


def reveal_of(guest: Guest) -> Reveal:
    """What opens a bid, also one over the purse, which no client of ours reveals."""
    sealed, follower = guest.seat.sealed, guest.follower
    assert sealed is not None, "nothing was sealed"
    return Reveal(
        auction=follower.position.auction,
        bid=sealed.bid,
        nonce=sealed.nonce,
        hold=guest.seat.hold(follower, follower.s_of_lock).hold,
    )


def test_sealed_bids_that_nobody_may_know_make_no_difference_to_a_listener() -> None:
    low, low_reveals = sealed_game([0, 1, 2])
    high, high_reveals = sealed_game([70_000, 200, 5_000_000])

    assert [len(body) for body in low_reveals] != [len(body) for body in high_reveals]
    assert low == high
    assert len(low[0]) > 20
