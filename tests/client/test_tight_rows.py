"""The lot's few rows hold all that belongs there, however long the names are."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_client.wording.words import money
from vendue_protocol.follower import Step
from vendue_protocol.text import NAME_CELLS, NAME_CHARACTERS, clean_name
from vendue_shared.happened import LotSold, RoundEnded
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import SealedPhase
from vendue_shared.phases.turn import Offering

from .at_home import GameAtHome

LONG: Final = tuple(letter * NAME_CHARACTERS for letter in "ABCDE")
WIDE: Final = tuple(sign * (NAME_CELLS // 2) for sign in "佐陈金民千")
SIZES: Final = tuple(map(Size._make, ((80, 24), (81, 24), (99, 31), (120, 35))))

ALL_NAMES: Final = pytest.mark.parametrize(
    "names", [("A", "B", "C", "D", "E"), LONG, WIDE], ids=["short", "long", "wide"]
)
ALL_SIZES: Final = pytest.mark.parametrize(
    "size", SIZES, ids=lambda size: "x".join(map(str, size))
)


class Screen(NamedTuple):
    """What a moment of a game looks like."""

    phase: object
    facts: tuple[object, ...]
    """What the last event brought about."""
    rows: tuple[str, ...]

    @property
    def lot(self) -> tuple[str, ...]:
        """The rows of the pane at the top left, without its frame."""
        last = next(i for i, row in enumerate(self.rows) if row[0] == "├")
        return tuple(re.split("[│├]", row)[1] for row in self.rows[2:last])

    @property
    def told(self) -> str:
        """The same as one text, without pictures and clock."""
        return without_pictures(" ".join(self.lot))


def without_pictures(text: str) -> str:
    """A text without pictures, clock, and what more than one space there is."""
    clean = re.sub(r"(?<= )(?:[█░]+ +)?\d+ s(?= )|[⠀-⣿]", "", text)
    return " ".join(clean.split())


@cache
def screens(names: tuple[str, ...], size: Size) -> tuple[Screen, ...]:
    """Two rounds, drawn where anything but a bid or a pass in an open auction came.

    It takes long, and so it is drawn once for all tests.
    """
    game = GameAtHome(seats=5, luck=3)
    lines = zip(game.lobby.chairs, map(clean_name, names), strict=True)
    game.arrange(chairs=tuple(replace(line, name=name) for line, name in lines))
    game.begin()
    drawn, before = [], None
    while game.step() and game.host.position.round < 3:
        phase = game.host.position.phase
        quiet = isinstance(phase, OpenAuction | SealedPhase)
        if quiet and type(phase) is before:
            continue
        before = type(phase)
        steps = [e for e in game.participant.entries if isinstance(e, Step)]
        lines_drawn = draw(game.participant, size, ScreenState()).lines
        rows = tuple(map(plain, lines_drawn))
        drawn.append(Screen(phase, tuple(steps[-1].facts), rows))
    return tuple(drawn)


@ALL_NAMES
@ALL_SIZES
def test_the_clock_keeps_its_bar_beside_the_first_row(
    names: tuple[str, ...], size: Size
) -> None:
    first = [screen.lot[0] for screen in screens(names, size)]

    assert [row for row in first if "█  20 s" not in row] == []


@ALL_NAMES
@ALL_SIZES
def test_the_end_of_a_lot_is_told_whole(names: tuple[str, ...], size: Size) -> None:
    found = screens(names, size)
    ended = [s for s in found if isinstance(s.phase, Offering) and s.facts]
    sales = [(s, f) for s in ended for f in s.facts if isinstance(f, LotSold)]

    assert len(sales) > 5
    for screen, fact in sales:
        assert f"for {money(fact.price)}, paid to" in screen.told or not fact.price
        assert screen.told.count("✓") in {0, 5}


@ALL_NAMES
@ALL_SIZES
def test_the_end_of_a_round_is_told_whole(names: tuple[str, ...], size: Size) -> None:
    rounds = [
        (screen, fact)
        for screen in screens(names, size)
        for fact in screen.facts
        if isinstance(fact, RoundEnded)
    ]

    assert rounds
    for screen, fact in rounds:
        assert "unsold 1st" in screen.told
        assert "3rd" in screen.told
        assert [e for e in fact.earned if money(e) not in screen.told] == []


@ALL_NAMES
@ALL_SIZES
def test_the_sales_before_it_keep_their_prices(
    names: tuple[str, ...], size: Size
) -> None:
    rows = [
        re.split("[│├┼]", row + "│")[1]
        for screen in screens(names, size)
        for row in screen.rows
    ]
    sales = [row for row in rows if re.search("[LSVOK]  [A-Z][a-z]+ .* > ", row)]

    assert sales
    assert [row for row in sales if not re.search(r"(\d|free) {4,}\d+", row)] == []
    heads = [row for row in rows if "before that:" in row]
    assert [row for row in heads if not re.search("price +worth +$", row)] == []


@ALL_NAMES
@ALL_SIZES
def test_what_follows_from_an_auction_is_never_dropped(
    names: tuple[str, ...], size: Size
) -> None:
    follows: dict[type, str] = {Doubling: "it is free to", Asking: "must take it"}
    found = screens(names, size)

    assert {*follows, OnceAround} <= {type(screen.phase) for screen in found}
    for screen in found:
        if isinstance(screen.phase, Doubling | Asking | OnceAround):
            signs = [name[0] for name in names[1:]]
            assert [sign for sign in signs if sign not in screen.told] == []
        assert follows.get(type(screen.phase), "") in screen.told
