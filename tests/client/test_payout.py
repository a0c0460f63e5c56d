"""What the bank paid stays to be read while the next round begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from vendue_client.presenter.cells import plain
from vendue_client.presenter.history import PAYOUT_TURNS
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_client.wording.words import money
from vendue_shared.happened import RoundEnded
from vendue_shared.options import Options
from vendue_shared.phases.turn import Offering

from .at_home import GameAtHome

ALL_SIZES: Final = pytest.mark.parametrize(
    "size",
    list(map(Size._make, ((60, 18), (80, 24), (100, 32), (120, 35)))),
    ids=lambda size: "x".join(map(str, size)),
)
OTHERS: Final = (1, 2, 3)


def _in_round_two(game: GameAtHome) -> bool:
    return game.host.position.round == 2


def _offered(game: GameAtHome, turns: int) -> Callable[[GameAtHome], bool]:
    """Whether so many lots of round 2 have been offered, and one more is awaited."""
    before = game.host.position.auction
    return lambda game: (
        game.host.position.auction == before + turns
        and isinstance(game.host.position.phase, Offering)
    )


def _begun(*, is_open: bool = False) -> tuple[GameAtHome, RoundEnded]:
    """A game whose second round begins, and how its first has ended."""
    game = GameAtHome(luck=3, options=Options(open_money=is_open)).begin()
    game.until(_in_round_two)
    return game, game.participant.rounds[0]


def _rows(game: GameAtHome, size: Size) -> list[str]:
    return [plain(line) for line in draw(game.participant, size, ScreenState()).lines]


def _unread(game: GameAtHome, size: Size, earned: tuple[int, ...]) -> list[str]:
    """Who has bought nothing since, and beside whom the payout does not stand."""
    names, rows = game.participant.names, _rows(game, size)
    paid = [f"{names[seat]} " for seat in OTHERS]
    return [
        name
        for seat, name in zip(OTHERS, paid, strict=True)
        if not game.host.position.walls[seat]
        if not any(name in row and f"+{money(earned[seat])} " in row for row in rows)
    ]


@ALL_SIZES
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_what_the_bank_paid_stands_beside_each_player(size: Size, turns: int) -> None:
    game, ended = _begun()
    game.until(_offered(game, turns))

    assert _unread(game, size, ended.earned) == []


@ALL_SIZES
@pytest.mark.parametrize("turns", [1, 2])
def test_it_stands_there_beside_open_purses_too(size: Size, turns: int) -> None:
    game, ended = _begun(is_open=True)
    game.until(_offered(game, turns))

    silent = [s for s in OTHERS if s not in game.host.position.awaited]
    rows = _rows(game, size)
    names = game.participant.names

    for seat in silent:
        if not game.host.position.walls[seat]:
            own = [row for row in rows if f"{names[seat]} " in row]
            assert any(f"+{money(ended.earned[seat])} " in row for row in own)


def test_it_stands_there_while_the_next_lot_is_sold() -> None:
    game, ended = _begun()
    until_sold = _offered(game, 1)
    watched = 0

    while not until_sold(game):
        assert _unread(game, Size(80, 24), ended.earned) == []
        watched += 1
        game.step()

    assert watched > 2


def test_the_own_payout_stands_beside_the_purse() -> None:
    game, ended = _begun()
    game.until(_offered(game, 1))
    assert not game.host.position.walls[0]

    text = "\n".join(_rows(game, Size(80, 24)))

    assert f"the bank paid you {money(ended.earned[0])}" in text


def test_it_goes_when_everybody_has_had_a_turn() -> None:
    game, _ended = _begun()
    game.until(_offered(game, PAYOUT_TURNS + 1))

    text = "\n".join(_rows(game, Size(80, 24)))

    assert "the bank paid you" not in text
