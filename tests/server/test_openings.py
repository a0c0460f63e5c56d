from __future__ import annotations

import pytest
from tests.server.game_by_hand import GameByHand

from vendue_protocol.errors import Code
from vendue_server.openings import Openings
from vendue_server.refusal import Refusal
from vendue_shared.events import Opened, Opening, Revealed
from vendue_shared.happened import LotSold
from vendue_shared.paintings import Kind
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

OPENING = Opening(bid=17, nonce=b"\x01" * 32, hold=b"")


@pytest.fixture
def all_sealed(three_persons: GameByHand) -> GameByHand:
    """Seat 0 offered a sealed auction; all have sealed: 10, 20, 30."""
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    return three_persons


def test_openings_are_told_in_seat_order() -> None:
    openings = Openings()
    openings.keep(Seat(2), OPENING)

    assert openings.opened(3) == Opened(openings=(None, None, OPENING))


def test_next_auction_begins_without_openings() -> None:
    openings = Openings()
    openings.keep(Seat(0), OPENING)
    openings.clear()

    assert openings.opened(3) == Opened(openings=(None, None, None))


def test_openings_stay_until_they_are_in_the_log() -> None:
    openings = Openings()
    openings.keep(Seat(0), OPENING)

    assert openings.opened(3) == openings.opened(3)


def test_openings_show_nothing_in_a_repr() -> None:
    openings = Openings()
    openings.keep(Seat(0), OPENING)

    assert "17" not in repr(openings)


def test_wrong_bid_is_refused(all_sealed: GameByHand) -> None:
    with pytest.raises(Refusal) as refused:
        all_sealed.reveal(1, bid=21)

    assert refused.value.code is Code.OPENING


def test_wrong_bid_may_be_put_right(all_sealed: GameByHand) -> None:
    with pytest.raises(Refusal):
        all_sealed.reveal(1, bid=21)

    all_sealed.reveal(1)

    assert all_sealed.last == Revealed(seat=1)


def test_wrong_hold_is_refused_and_nothing_is_revealed(all_sealed: GameByHand) -> None:
    s = all_sealed.game.follower.s

    with pytest.raises(Refusal) as refused:
        all_sealed.reveal(1, hold=b"\x01" * 64)

    assert (refused.value.code, all_sealed.game.follower.s) == (Code.HOLD, s)


def test_empty_hold_of_a_person_is_refused(all_sealed: GameByHand) -> None:
    with pytest.raises(Refusal) as refused:
        all_sealed.reveal(1, hold=b"")

    assert refused.value.code is Code.HOLD


def test_nothing_is_opened_before_the_last_reveal(all_sealed: GameByHand) -> None:
    all_sealed.reveal(0)
    all_sealed.reveal(2)

    assert isinstance(all_sealed.last, Revealed)


def test_all_is_opened_with_the_last_reveal(all_sealed: GameByHand) -> None:
    for seat in (2, 0, 1):
        all_sealed.reveal(seat)

    opened = all_sealed.last
    assert isinstance(opened, Opened)
    assert [o and o.bid for o in opened.openings] == [10, 20, 30]


def test_highest_sealed_bid_buys(all_sealed: GameByHand) -> None:
    for seat in range(3):
        all_sealed.reveal(seat)

    facts = all_sealed.game.log.steps[-1].facts
    assert [(f.buyer, f.price) for f in facts if isinstance(f, LotSold)] == [(2, 30)]


def test_reveal_before_the_lock_is_refused(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal(0, 10)

    with pytest.raises(IllegalMove):
        three_persons.reveal(0, hold=b"\x01" * 64)


def test_hold_in_an_opening_is_passed_on_to_all(all_sealed: GameByHand) -> None:
    lock = all_sealed.game.follower.s_of_lock

    all_sealed.reveal(1)

    assert (lock, 1) in all_sealed.game.follower.holds
