"""What would end the round unsold is said before it is done, and by the rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vendue_client.orders.prompting import preview
from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_client.wording.overview import hand_lines, state_line
from vendue_client.wording.reckoning import hint_lines
from vendue_client.wording.situation import lot_line
from vendue_client.wording.unsold_words import offered_as
from vendue_protocol.follower import Step
from vendue_shared.choices import CanAdd
from vendue_shared.happened import LotUnsold, RoundEnded
from vendue_shared.moves import Add
from vendue_shared.paintings import ARTIST_OF, KIND_OF, PAINTINGS, Kind
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.turn import Offering
from vendue_shared.tabletop import FIFTH

from .conftest import GameAtHome

FIFTH_WORDS = "the fifth: unsold, round over"
SECOND_WORDS = "would be the fifth: neither sold, the round ends"


def _doubling(shown: int) -> GameAtHome:
    """A double waits for its second, which I have; so many of its artist are shown."""
    game = GameAtHome(luck=3).begin()
    game.until(Doubling, asked=0)
    while not any(isinstance(c, CanAdd) for c in game.choices(0)):
        game.step()
        game.until(Doubling, asked=0)
    artist = ARTIST_OF[game.host.position.lot[0]]
    for position in (game.host.position, game.participant.position):
        position.shown[artist] = shown
    return game


def _screen(game: GameAtHome, size: Size, **state: object) -> str:
    drawing = draw(game.participant, size, replace(ScreenState(), **state))
    return "\n".join(plain(line) for line in drawing.lines)


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 35)], ids=repr)
def test_with_four_shown_a_second_is_said_to_go_unsold(size: Size) -> None:
    text = " ".join(_screen(_doubling(FIFTH - 1), size).split())

    assert "would be the fifth" in text
    assert "if nobody adds, it is free to " in text


def test_the_rules_do_just_that_with_a_second_that_is_the_fifth() -> None:
    game = _doubling(FIFTH - 1)
    choice = next(c for c in game.choices(0) if isinstance(c, CanAdd))
    assert SECOND_WORDS in lot_line(game.participant)

    auction = game.host.position.auction
    game.play(0, Add(auction=auction, painting=choice.paintings[0]))

    newest = game.participant.entries[-1]
    assert isinstance(newest, Step)
    unsold = [f for f in newest.facts if isinstance(f, LotUnsold)]
    assert [len(fact.lot) for fact in unsold if fact.is_fifth] == [2]
    assert any(isinstance(fact, RoundEnded) for fact in newest.facts)


def test_with_three_shown_nothing_of_it_is_said() -> None:
    game = _doubling(FIFTH - 2)

    assert "fifth" not in _screen(game, Size(80, 24))
    assert "fifth" not in lot_line(game.participant)


def test_the_line_and_the_hand_say_that_a_second_ends_the_round() -> None:
    game = _doubling(FIFTH - 1)
    participant = game.participant
    choice = next(c for c in participant.choices if isinstance(c, CanAdd))
    place = str(participant.hand.index(choice.paintings[0]) + 1)

    assert preview(place, participant).endswith("the fifth: both unsold, round over")
    assert "both unsold" in hand_lines(participant)[0]
    assert "unsold" in state_line(participant, None).split(";")[0]


def test_the_hint_of_a_double_names_no_price_to_buy_it_at() -> None:
    few, many = _doubling(FIFTH - 2), _doubling(FIFTH - 1)

    hints = [
        hint_lines(game.participant.position, None, game.participant.hand)
        for game in (few, many)
    ]

    assert not any("Pays off" in line for lines in hints for line in lines)
    assert SECOND_WORDS not in hints[0][-1]
    assert SECOND_WORDS in hints[1][-1]


def test_a_fifth_about_to_be_offered_is_named_as_what_it_is() -> None:
    game = GameAtHome(luck=3).begin()
    participant = game.participant
    participant.position.shown[ARTIST_OF[participant.hand[0]]] = FIFTH - 1

    assert isinstance(participant.position.phase, Offering)
    assert preview("1", participant).endswith(FIFTH_WORDS)
    assert FIFTH_WORDS in hand_lines(participant)[0]
    assert FIFTH_WORDS in _screen(game, Size(80, 24), chosen=0)
    assert FIFTH_WORDS in _screen(game, Size(100, 32), chosen=0)


def test_a_double_that_is_the_fourth_says_what_a_second_would_be() -> None:
    participant = GameAtHome(luck=3).begin().participant
    double = next(p for p in PAINTINGS if KIND_OF[p] is Kind.DOUBLE)
    position = participant.position
    position.shown[ARTIST_OF[double]] = FIFTH - 2

    assert "a second would be the fifth" in offered_as(position, double)


def test_the_last_of_all_hands_is_named_as_unsold() -> None:
    participant = GameAtHome(luck=3).begin().participant
    position = participant.position
    position.hand_sizes[:] = [1, 0, 0, 0]

    assert offered_as(position, participant.hand[0]).endswith(
        "the last of all hands: unsold, round over"
    )
