"""Writing the record of a game, and getting the same game back from it."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from tests.shared.random_play import Game, all_options, kind_id
from tests.shared.record_lines import Parsed, joined, parsed, replayed, text_of
from tests.shared.table import FILLER, Table, begun

from vendue_shared.events import (
    AnyEvent,
    Ended,
    Ending,
    Locked,
    Offered,
    Opened,
    Opening,
    Player,
    Plays,
    Revealed,
)
from vendue_shared.options import Options, Preset
from vendue_shared.records.reading import parse_record
from vendue_shared.records.referee import check_record
from vendue_shared.records.strict_json import BadRecord
from vendue_shared.records.writing import (
    Header,
    RoundLine,
    header_line,
    header_of,
    lines_of,
    write_record,
)
from vendue_shared.seats import Seat

KINDS_OF_GAME = list(all_options())
PLAYTHROUGHS = sorted(Path(__file__).with_name("records").glob("*.jsonl"))


# Round trips.


@pytest.mark.parametrize("kind", KINDS_OF_GAME, ids=kind_id)
def test_a_game_written_and_refereed_is_the_same_game(
    kind: tuple[int, Options],
) -> None:
    for seed in range(3):
        game = Game(seed, *kind).run()
        text = text_of(game)

        checked = check_record(text.encode())

        assert checked.is_finished
        assert list(checked.purses) == game.position.purses
        assert checked.winners == game.position.winners
        assert replayed(checked) == text


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS_OF_GAME, ids=kind_id)
def test_thousands_of_games_come_back(kind: tuple[int, Options]) -> None:
    for seed in range(100, 200):
        text = text_of(Game(seed, *kind).run())

        assert replayed(check_record(text.encode())) == text


@pytest.mark.parametrize("is_known", [True, False], ids=["deck", "no-deck"])
@pytest.mark.parametrize("kind", KINDS_OF_GAME[::3], ids=kind_id)
def test_a_game_ended_early_is_good_where_one_is_asked_for(
    kind: tuple[int, Options], is_known: bool
) -> None:
    game = Game(21, *kind)
    for _ in range(80):
        game.step()
        header = header_of(game.begun, game.deck if is_known else None)
        data = write_record(header, game.played).encode()

        checked = check_record(data, unfinished=True)

        assert not checked.is_finished
        assert list(checked.purses) == game.position.purses
        with pytest.raises(BadRecord):
            check_record(data)


def test_a_finished_game_is_good_where_an_unfinished_one_may_be() -> None:
    text = text_of(Game(11, 3, Options()).run())

    assert check_record(text.encode(), unfinished=True).is_finished


# How it is written.


def test_the_header_is_written_in_the_order_of_the_page() -> None:
    header = Header(
        game=bytes(range(16)),
        preset=Preset.CLASSIC,
        options=Options(),
        names=("Ada", "Zo\u00eb", "\u82b1\u5b50"),
        deck=None,
        first=Seat(2),
    )

    assert header_line(header) == (
        '{"record": "vendue/1", "game": "000102030405060708090a0b0c0d0e0f", '
        '"rules": {"preset": "classic", "double_proceeds": "second_all", '
        '"count_unsold": true, "unranked_value": "zero", "mystery_hand": false, '
        '"mystery_flip_by": "auctioneer", "open_money": false}, '
        '"seats": ["Ada", "Zo\u00eb", "\u82b1\u5b50"], "deck": null, "first": 2}'
    )


def written(table: Table, event: AnyEvent) -> tuple[str, ...]:
    return lines_of(event, table.play(event))


def test_a_sealed_auction_is_written_seat_by_seat() -> None:
    table = Table(hands={0: "L sealed"}, purses=[100, 40, 100, 100])
    table.offer(0, "L sealed")
    table.seal(3, 1, 2)
    locked = written(table, Locked(absent=table.position.awaited))
    table.make(3, table.revealing(5))
    table.make(1, table.revealing(41))
    openings = (
        None if bid is None else Opening(bid=bid, nonce=FILLER, hold=b"")
        for bid in (None, 41, None, 5)
    )

    opened = written(table, Opened(openings=tuple(openings)))

    assert locked == ('{"seat": 0, "move": "void", "reason": "absent"}',)
    assert opened == (
        '{"seat": 1, "move": "void", "reason": "illegal"}',
        '{"seat": 2, "move": "void", "reason": "withheld"}',
        '{"seat": 3, "move": "open", "amount": 5}',
    )


def test_the_last_painting_leaves_three_lines() -> None:
    table = Table(hands={0: "L open"}, spare=0, round_number=4, shown="K2")
    offered = Offered(seat=0, painting=table.held(0, "L open"), blind=b"")

    lines = written(table, offered)

    round_text = (
        '{"round": 4, "shown": [1, 0, 0, 0, 2], "ranking": ["K", "L"], '
        '"values": [20, 0, 0, 0, 30], "purses": [100, 100, 100, 100]}'
    )
    assert lines == (
        '{"seat": 0, "move": "offer", "painting": 0}',
        round_text,
        '{"result": {"purses": [100, 100, 100, 100], "winners": [0, 1, 2, 3]}}',
    )


@pytest.mark.parametrize(
    "event",
    [
        begun(3, Options()),
        Revealed(seat=0),
        Plays(seat=0, by=Player.BOT),
        Ended(reason=Ending.HOST, seed=b""),
    ],
    ids=lambda event: type(event).__name__,
)
def test_some_events_leave_no_line(event: AnyEvent) -> None:
    assert lines_of(event, []) == ()


def test_a_move_of_the_hosts_clock_is_marked() -> None:
    game = Game(30, 4, Options()).run()

    marked = [event for event, _ in game.played if getattr(event, "auto", False)]

    auto = [line for line in parsed(text_of(game)) if "auto" in line]
    assert len(auto) == sum(not isinstance(event, Revealed) for event in marked) > 0


# Games that another program played and wrote.


def unordered(lines: list[Parsed]) -> list[Parsed]:
    """The lines without what a reader does not keep.

    The order inside a sealed auction is free, and `auto` goes where the host's
    clock needs no mark.
    """
    kept: list[Parsed] = []
    numbered = enumerate(lines)
    for _, group in groupby(numbered, key=lambda pair: _part_of_sealed(*pair)):
        kept.extend(
            sorted((line for _, line in group), key=lambda line: line.get("seat") or 0)
        )
    return [
        {k: v for k, v in line.items() if (k, line.get("move")) not in _UNMARKED}
        for line in kept
    ]


_UNMARKED = {("auto", "void"), ("auto", "open"), ("auto", "hammer")}


def _part_of_sealed(number: int, line: Parsed) -> int | str:
    if line.get("move") == "seal" or line.get("reason") == "absent":
        return "sealing"
    return "opening" if line.get("move") in ("open", "void") else number


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_foreign_record_is_good_and_comes_back(path: Path) -> None:
    data = path.read_bytes()

    checked = check_record(data)

    found, wanted = parsed(replayed(checked)), parsed(data.decode())
    assert unordered(found) == unordered(wanted)
    assert wanted[-1]["result"]["winners"] == list(checked.winners)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_foreign_record_cut_short_is_refused_with_the_place(path: Path) -> None:
    lines = parsed(path.read_text(encoding="utf-8"))

    with pytest.raises(BadRecord) as caught:
        check_record(joined(lines[:-1]))

    assert caught.value.line == len(lines)


def test_reading_alone_referees_nothing() -> None:
    path = PLAYTHROUGHS[0]
    lines = parsed(path.read_text(encoding="utf-8"))

    record = parse_record(joined([lines[0], *reversed(lines[1:])]))

    assert len(record.lines) == len(lines) - 1
    assert isinstance(record.lines[1], RoundLine)
