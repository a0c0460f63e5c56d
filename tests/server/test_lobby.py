from __future__ import annotations

import pytest
from tests.server.game_by_hand import HOST_KEY, KEYS

from vendue_protocol.client_messages import Arrange, Ready
from vendue_protocol.errors import Code
from vendue_protocol.keys import NO_HEAD
from vendue_server.lobby import TableLobby
from vendue_server.refusal import Refusal
from vendue_shared.options import Options
from vendue_shared.terms import Clocks, Terms

MYSTERY = Options(mystery_hand=True)


@pytest.fixture
def lobby() -> TableLobby:
    """Four chairs: Anna on 0, Bert on 1, Cleo on 3."""
    lobby = TableLobby(4, starts_alone=False)
    for person, (name, chair) in enumerate((("Anna", 0), ("Bert", 1), ("Cleo", 3))):
        lobby.chairs.sit(name, KEYS[person].public, chair)
    return lobby


def wish(
    *, options: Options | None = None, first: int | None = None, chairs: int = 4
) -> Arrange:
    return Arrange(
        options=options or Options(), clocks=Clocks(), first=first, chairs=chairs
    )


def terms_of(lobby: TableLobby) -> Terms:
    return lobby.terms(bytes(16), NO_HEAD, HOST_KEY.public)


def refusal_of(lobby: TableLobby, wanted: Arrange) -> Code:
    with pytest.raises(Refusal) as refused:
        lobby.arrange(wanted)
    return refused.value.code


def test_change_clears_who_was_ready(lobby: TableLobby) -> None:
    lobby.ready(0, Ready(revision=0, ready=True))

    lobby.arrange(wish())

    assert not lobby.chairs[0].is_ready


def test_change_is_a_new_revision(lobby: TableLobby) -> None:
    lobby.arrange(wish())

    assert lobby.revision == 1


def test_ready_for_what_has_changed_since_is_refused(lobby: TableLobby) -> None:
    lobby.arrange(wish())

    with pytest.raises(Refusal) as refused:
        lobby.ready(0, Ready(revision=0, ready=True))

    assert refused.value.code is Code.STALE


def test_no_longer_ready_is_taken_whatever_has_changed(lobby: TableLobby) -> None:
    lobby.arrange(wish())
    lobby.ready(0, Ready(revision=1, ready=True))

    lobby.ready(0, Ready(revision=0, ready=False))

    assert not lobby.chairs[0].is_ready


def test_spectator_is_never_ready(lobby: TableLobby) -> None:
    with pytest.raises(Refusal) as refused:
        lobby.ready(None, Ready(revision=0, ready=True))

    assert refused.value.code is Code.AUTH


def test_mystery_hand_with_four_chairs_is_refused(lobby: TableLobby) -> None:
    assert refusal_of(lobby, wish(options=MYSTERY)) is Code.OPTIONS


def test_mystery_hand_with_three_chairs_is_taken(lobby: TableLobby) -> None:
    lobby.arrange(wish(options=MYSTERY, chairs=3))

    assert lobby.options.mystery_hand


def test_first_auctioneer_without_a_chair_is_refused(lobby: TableLobby) -> None:
    assert refusal_of(lobby, wish(first=4)) is Code.OPTIONS


def test_refused_wish_changes_nothing(lobby: TableLobby) -> None:
    refusal_of(lobby, wish(options=Options(open_money=True), first=4))

    assert (lobby.options, lobby.revision) == (Options(), 0)


def test_wish_for_too_few_chairs_changes_nothing(lobby: TableLobby) -> None:
    lobby.chairs.sit("Dora", KEYS[3].public, None)

    refusal_of(lobby, wish(options=Options(open_money=True), chairs=3))

    assert (lobby.options, len(lobby.chairs)) == (Options(), 4)


@pytest.mark.parametrize("level", ["grandmaster", "STANDARD", " "])
def test_level_that_does_not_exist_is_refused(lobby: TableLobby, level: str) -> None:
    with pytest.raises(Refusal) as refused:
        lobby.seat_bot(2, level)

    assert refused.value.code is Code.OPTIONS


def test_empty_level_takes_a_bot_away(lobby: TableLobby) -> None:
    lobby.seat_bot(2, "standard")

    lobby.seat_bot(2, "")

    assert lobby.chairs.taken == [0, 1, 3]


def test_seats_of_a_game_are_the_taken_chairs_in_order(lobby: TableLobby) -> None:
    assert [chair.name for chair in terms_of(lobby).chairs] == ["Anna", "Bert", "Cleo"]


def test_first_auctioneer_is_named_by_seat_not_by_chair(lobby: TableLobby) -> None:
    lobby.arrange(wish(first=3))

    assert terms_of(lobby).first == 2


def test_first_auctioneer_on_a_free_chair_is_drawn(lobby: TableLobby) -> None:
    lobby.arrange(wish(first=2))

    assert terms_of(lobby).first is None


def test_bot_has_no_key_in_the_terms(lobby: TableLobby) -> None:
    lobby.seat_bot(2, "standard")

    assert terms_of(lobby).chairs[2].key == bytes(32)


def test_mystery_hand_does_not_start_with_four_players(lobby: TableLobby) -> None:
    lobby.seat_bot(2, "standard")
    lobby.options = MYSTERY

    with pytest.raises(Refusal) as refused:
        terms_of(lobby)

    assert refused.value.code is Code.OPTIONS
