from __future__ import annotations

import pytest
from tests.server.game_by_hand import GameByHand, messages_in

from vendue_protocol.host_messages import Dealt, Held, Logged
from vendue_server.feed import Feed, Reader
from vendue_shared.seats import Seat


@pytest.fixture
def feed(three_persons: GameByHand) -> Feed:
    """The feed of a game that has begun: event 1, three `dealt`, a hold."""
    return three_persons.game.log.feed


def test_spectator_is_dealt_nothing(feed: Feed) -> None:
    frames, _ = feed.read(0, None, 2**20)

    kinds = [type(message) for message in messages_in(b"".join(frames))]
    assert kinds == [Logged, Held]


@pytest.mark.parametrize("seat", range(3))
def test_seat_is_dealt_its_own_paintings_once(
    three_persons: GameByHand, seat: int
) -> None:
    dealt = [m for m in three_persons.told(seat) if isinstance(m, Dealt)]

    assert [sorted(c.painting for c in d.cards) for d in dealt] == [
        list(three_persons.hand(seat))
    ]


def test_reading_stops_when_there_is_no_room_left(feed: Feed) -> None:
    frames, place = feed.read(0, None, 1)

    assert (len(frames), place) == (1, 1)


def test_reading_goes_on_where_it_stopped(feed: Feed) -> None:
    _, place = feed.read(0, Seat(1), 1)

    rest, end = feed.read(place, Seat(1), 2**20)

    assert (len(rest), end) == (2, feed.end)


def test_place_after_an_event_is_followed_by_what_was_dealt_with_it(
    feed: Feed,
) -> None:
    frames, _ = feed.read(feed.place_after(1), Seat(0), 2**20)

    kinds = [type(message) for message in messages_in(b"".join(frames))]
    assert kinds == [Dealt, Held]


def test_due_follows_the_whole_log(feed: Feed) -> None:
    reader = Reader(feed, None, 0)
    reader.due = b"due"

    sent = reader.next(1) + reader.next(2**20)

    assert sent.endswith(b"due")


def test_due_is_sent_once(feed: Feed) -> None:
    reader = Reader(feed, None, 0)
    reader.due = b"due"
    reader.next(2**20)

    assert reader.next(2**20) == b""


def test_only_the_newest_due_is_sent(feed: Feed) -> None:
    reader = Reader(feed, None, feed.end)
    reader.due = b"older"

    reader.due = b"newer"

    assert reader.next(2**20) == b"newer"
