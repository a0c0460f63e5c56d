"""`vendue arena`: what it plays, prints, leaves behind, and refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vendue_client.arena_games import (
    ALL_RULES,
    Plan,
    interval,
    play_number,
    seated,
)
from vendue_client.commands.arena import arena
from vendue_client.exits import Exit, Stop
from vendue_client.wording.arena_words import progress
from vendue_shared.arena.branches.branch import Branch
from vendue_shared.bots.levels import Level
from vendue_shared.bots.sparring import Sparring
from vendue_shared.options import Preset
from vendue_shared.records.referee import check_record


def run(*arguments: str) -> Result:
    return CliRunner().invoke(arena, arguments)


def test_it_prints_a_line_for_each_listed_level() -> None:
    result = run("--games", "6", "--seats", "standard,random,random")

    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "6 games, rules classic, seed 1"
    assert [line.split()[0] for line in lines[2:]] == ["standard", "random", "random"]
    assert all(re.search(r" \d+,\d00 +6$", line) for line in lines[2:])


def test_json_tells_the_wins_by_listed_level() -> None:
    result = run("--games", "12", "--seats", "random,standard,random,random", "--json")

    found = json.loads(result.stdout)
    assert list(found) == ["games", "rules", "mystery", "seed", "seats"]
    assert found["games"] == 12
    assert [seat["level"] for seat in found["seats"]] == [
        "random", "standard", "random", "random",
    ]  # fmt: skip
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(12, abs=0.01)
    assert found["seats"][1]["wins"] > 6
    assert all(seat["money_mean"] > 0 for seat in found["seats"])


def test_the_number_of_processes_changes_nothing() -> None:
    arguments = (
        "--games", "120", "--seats", "random", "--players", "3,4,5", "--rules", "all",
        "--seed", "7", "--branches", "--json",
    )  # fmt: skip

    one = run(*arguments, "--jobs", "1")
    two = run(*arguments, "--jobs", "2")

    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout


def test_another_seed_gives_other_games() -> None:
    outputs = {
        run("--games", "5", "--seats", "random", "--players", "3", "--seed", seed,
            "--json").stdout
        for seed in ("1", "2")
    }  # fmt: skip

    assert len(outputs) == 2


def test_branches_are_counted_and_summed_up() -> None:
    result = run("--games", "20", "--seats", "random", "--players", "4", "--branches")

    lines = result.stdout.splitlines()
    assert any(line.startswith("double: nobody adds, free") for line in lines)
    assert lines[-1].endswith(f" of {len(Branch)} branches reached")


def test_branches_come_in_json_too() -> None:
    result = run(
        "--games", "3", "--seats", "random", "--players", "5", "--branches", "--json"
    )

    branches = json.loads(result.stdout)["branches"]
    assert len(branches) == len(Branch)
    assert branches[0].keys() == {"branch", "ruling", "count"}
    assert branches[0]["count"] > 0


def test_one_level_plays_tables_of_all_sizes_in_turn() -> None:
    plan = Plan(
        games=30, seed="1", entries=(Level.RANDOM,), players=(3, 4, 5),
        rules=ALL_RULES, records=None,
    )  # fmt: skip

    settings = [play_number(plan, number)[0] for number in range(30)]

    assert [len(s.seated) for s in settings[:6]] == [3, 4, 5, 3, 4, 5]
    mystery = {len(s.seated) for s in settings if s.options.mystery_hand}
    assert mystery == {3}


def test_all_games_have_the_mystery_hand_where_it_is_asked_for() -> None:
    plan = Plan(
        games=6, seed="1", entries=(Level.RANDOM,), players=(3,),
        rules=(Preset.ITALIAN,), mystery=True, records=None,
    )  # fmt: skip

    settings = [play_number(plan, number)[0] for number in range(6)]

    assert all(setting.options.mystery_hand for setting in settings)
    assert not any(setting.options.count_unsold for setting in settings)


def test_every_level_sits_in_every_place_equally_often() -> None:
    places = Counter(
        (entry, seat)
        for turn in range(24)
        for seat, entry in enumerate(seated(4, 4, turn))
    )

    assert set(places.values()) == {6}


def test_every_level_sits_left_of_every_other_equally_often() -> None:
    lefts = Counter(
        (order[seat], order[(seat + 1) % 4])
        for order in (seated(4, 4, turn) for turn in range(24))
        for seat in range(4)
    )

    assert set(lefts.values()) == {8}


def test_each_game_leaves_one_record_that_the_referee_takes(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"

    result = run(
        "--games", "4", "--seats", "random", "--players", "3", "--rules", "all",
        "--records", str(folder),
    )  # fmt: skip

    files = sorted(folder.iterdir())
    assert result.exit_code == 0
    assert [file.name[:7] for file in files] == [f"00000{n}-" for n in range(4)]
    for file in files:
        checked = check_record(file.read_bytes())
        assert file.name[7:] == f"{checked.header.game.hex()}.jsonl"


def test_a_folder_that_cannot_be_made_ends_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "records"

    result = run(
        "--games", "2", "--seats", "random,random,random",
        "--records", str(folder),
    )  # fmt: skip

    assert isinstance(result.exception, Stop)
    assert result.exception.code is Exit.DATA
    assert str(folder) in result.exception.sentence


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_cannot_be_written_ends_it(tmp_path: Path, jobs: str) -> None:
    arguments = (
        "--games", "60", "--seats", "random,random,random", "--jobs", jobs,
        "--records", str(tmp_path),
    )  # fmt: skip
    run(*arguments)
    # A folder stands where a record has to go: not even the superuser gets past.
    last = max(tmp_path.iterdir())
    last.unlink()
    (last / "in the way").mkdir(parents=True)

    result = run(*arguments)

    assert isinstance(result.exception, Stop)
    assert result.exception.code is Exit.DATA
    assert last.name in result.exception.sentence


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        pytest.param(
            ["--seats", "random,genius,random"], "random, novice, standard", id="level"
        ),
        pytest.param(["--seats", ""], "expert, master", id="empty"),
        pytest.param(["--seats", "random,random"], "3 to 5", id="two seats"),
        pytest.param(["--seats", ",".join(["random"] * 6)], "3 to 5", id="six seats"),
        pytest.param(["--seats", "random"], "--players 3,4,5", id="one alone"),
        pytest.param(
            ["--seats", "random,standard", "--players", "3"], "--seats random",
            id="players with levels",
        ),
        pytest.param(
            ["--seats", "random", "--players", "3,6"], "3, 4 or 5", id="six players"
        ),
        pytest.param(
            ["--seats", "random", "--players", "x"], "3, 4 or 5", id="no number"
        ),
        pytest.param(
            ["--seats", "random,random,random", "--games", "-3"], "from 1", id="games"
        ),
        pytest.param(
            ["--seats", "random,random,random", "--jobs", "0"], "from 1", id="jobs"
        ),
        pytest.param(
            ["--seats", "random,random,random", "--rules", "house"],
            "classic, italian, classic-split, all",
            id="rules",
        ),
        pytest.param(
            ["--seats", "random,random,random", "--rules", "custom"],
            "classic, italian, classic-split, all",
            id="custom is no preset",
        ),
        pytest.param(
            ["--seats", "random", "--players", "3,4", "--mystery"],
            "for 3 players, not 4",
            id="a mystery hand for four",
        ),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_what_to_write(
    arguments: list[str], hint: str
) -> None:
    result = run(*arguments)

    error = result.stderr.splitlines()[-1]
    assert result.exit_code == 2
    assert error.startswith("Error: ")
    assert hint in error


def test_it_needs_neither_the_network_nor_the_screen() -> None:
    script = (
        "import sys, vendue_client.commands.arena;"
        "print([m for m in ('trio', 'prompt_toolkit') if m in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


def test_json_tells_each_share_with_its_interval() -> None:
    result = run("--games", "9", "--seats", "standard,novice,random", "--json")

    for seat in json.loads(result.stdout)["seats"]:
        assert seat["share"] == pytest.approx(seat["wins"] / 9, abs=0.001)
        assert 0 <= seat["low"] <= seat["share"] <= seat["high"] <= 1


def test_sparring_partners_may_sit_down() -> None:
    result = run("--games", "3", "--seats", "standard,tight,lavish")

    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == [
        "standard", "tight", "lavish",
    ]  # fmt: skip


def two_plans() -> list[Plan]:
    lists = (
        (Level.STANDARD, Level.RANDOM, Level.RANDOM),
        (Level.NOVICE, Sparring.TIGHT, Level.STANDARD),
    )
    return [
        Plan(
            games=9, seed="3", entries=entries, players=(3,),
            rules=(Preset.CLASSIC,), records=None,
        )
        for entries in lists
    ]  # fmt: skip


def test_all_candidates_get_the_same_decks() -> None:
    decks = [
        [play_number(plan, number)[1].deck for number in range(9)]
        for plan in two_plans()
    ]

    assert decks[0] == decks[1]


def test_everybody_sits_in_every_place_of_a_deck() -> None:
    plan = two_plans()[0]

    games = [play_number(plan, number) for number in range(6)]

    for turn in (games[:3], games[3:]):
        assert len({game.deck for _, game in turn}) == 1
        assert len({game.begun.first for _, game in turn}) == 1
        assert {setting.seated.index(0) for setting, _ in turn} == {0, 1, 2}
    assert games[0][1].deck != games[3][1].deck


def test_progress_tells_the_time_left() -> None:
    assert progress(100, 400, 25.0) == "100 of 400 games, about 1:15 left"


def test_the_interval_holds_at_the_ends() -> None:
    low, high = interval(1.0, 100)

    assert 0.95 < low < 0.97
    assert high == pytest.approx(1.0)
