"""`vendue verify`: what it says, which code it ends with, what it survives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from tests.protocol.kept_games import (
    begin,
    bytes_of,
    ended_early,
    event_of,
    file_of,
    finished,
    tampered,
    with_event,
    with_seed,
)
from tests.protocol.test_verify_compare import with_false_hold

from vendue_client.commands.verify import verify
from vendue_client.exits import Exit
from vendue_protocol.chain import HOST, head_code, spoken_code
from vendue_protocol.log_frames import HOST_READER, LARGEST_FILE
from vendue_protocol.proved_game import ProvedGame
from vendue_shared.events import Ended, Ending
from vendue_shared.seats import Seat

ROOTS = [str(Path(path)) for path in ("server", "client", "protocol", "shared")]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(verify, [str(argument) for argument in arguments])


def kept(folder: Path, game: ProvedGame, reader: int = 0) -> Path:
    path = folder / f"{reader}.vendue"
    path.write_bytes(game.file_of(reader))
    return path


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    return kept(tmp_path, finished(1))


# What it says.


def test_it_tells_each_step_as_it_passes(sound: Path) -> None:
    result = run(sound)

    lines = result.stdout.splitlines()
    game = finished(1).host.game.hex()
    assert result.exit_code == Exit.WELL
    assert lines[0].startswith(f"{sound}: the log of seat 1, game {game}, written by")
    assert [int(line.split()[0]) for line in lines[1:14]] == list(range(1, 14))
    assert lines[14] == "sound"
    assert lines[15].startswith("code: ")


def test_it_says_what_the_holds_confirm(tmp_path: Path) -> None:
    game = finished(11, 4, bots=(Seat(3),))
    points = len(game.host.hold_points)

    result = run(kept(tmp_path, game, HOST_READER))

    assert (
        f"log signed {points} of {points} times by the host, {points} by seat 1, "
        f"{points} by seat 2, {points} by seat 3; seat 4 is a bot" in result.stdout
    )


def test_it_names_the_winner(sound: Path) -> None:
    position = finished(1).host.position

    assert f"won with {max(position.purses)},000" in run(sound).stdout


def test_a_game_ended_early_is_sound_ended_early(tmp_path: Path) -> None:
    result = run(kept(tmp_path, ended_early(1)))

    assert result.exit_code == Exit.WELL
    assert "sound, ended early" in result.stdout.splitlines()


def test_without_the_seed_the_deck_is_not_proven(tmp_path: Path) -> None:
    result = run(kept(tmp_path, finished(1, tells_seed=False)))

    assert result.exit_code == Exit.WELL
    assert result.stdout.splitlines()[14] == (
        "sound; the deck of this game is NOT proven"
    )


def test_a_log_that_was_not_closed_is_sound_so_far(tmp_path: Path) -> None:
    result = run(kept(tmp_path, begin(1)))

    assert result.exit_code == Exit.WELL
    assert "sound so far" in result.stdout


def test_a_failure_is_told_with_event_expected_and_found(tmp_path: Path) -> None:
    path = tmp_path / "forged.vendue"
    path.write_bytes(bytes_of(with_seed(file_of(finished(1)), bytes(32))))

    result = run(path)

    lines = result.stdout.splitlines()
    assert result.exit_code == Exit.BAD
    assert lines[-4] == f"   3  the host's seed: FAILED, event {finished(1).host.s}"
    assert lines[-3].startswith("      expected: a seed and terms that give")
    assert lines[-2].startswith("      found: ")
    assert lines[-1] == "not sound"


def test_a_changed_byte_is_step_1_and_not_sound(sound: Path) -> None:
    data = bytearray(sound.read_bytes())
    data[-1] ^= 1
    sound.write_bytes(data)

    result = run(sound)

    assert result.exit_code == Exit.BAD
    assert "   1  file whole: FAILED" in result.stdout


def test_the_worst_of_several_logs_decides_the_exit_code(
    sound: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.vendue"

    result = run(missing, sound)

    assert result.exit_code == Exit.USAGE
    assert "sound" in result.stdout.splitlines()


def test_text_of_a_peer_is_made_fit_to_be_printed(tmp_path: Path) -> None:
    file = file_of(begin(1))
    header = replace(file.header, program="\x1b[31m\u202e1.0\n")
    path = tmp_path / "esc\x1b.vendue"
    path.write_bytes(bytes_of(tampered(file, header=header)))

    output = run(path).stdout

    assert "\x1b" not in output
    assert "\u202e" not in output


# Codes.


def head(game: ProvedGame) -> bytes:
    return game.host.hold_points[-1].head


def test_the_code_of_another_screen_is_compared(sound: Path) -> None:
    code = head_code(head(finished(1)))

    same, other = run(sound, "--code", code.lower()), run(sound, "--code", "0000-0000")

    assert same.exit_code == Exit.WELL
    assert same.stdout.splitlines()[-1] == f"code: {code}, the same there"
    assert other.exit_code == Exit.BAD
    assert other.stdout.splitlines()[-1] == (
        f"code: DIFFERS: {code} here, 0000-0000 there"
    )


def test_the_spoken_code_is_made_with_the_number(sound: Path) -> None:
    code = spoken_code(head(finished(1)), 7)

    assert run(sound, "--code", code, "--number", "7").exit_code == Exit.WELL
    assert run(sound, "--code", code, "--number", "8").exit_code == Exit.BAD
    assert run(sound, "--number", "7").stdout.splitlines()[-1] == f"code for 7: {code}"


def test_what_is_no_code_is_refused(sound: Path) -> None:
    result = run(sound, "--code", "no code")

    assert result.exit_code == Exit.USAGE
    assert "is no code" in result.stderr


# Comparing.


def test_logs_of_one_game_tell_one_history(tmp_path: Path) -> None:
    game = finished(1)
    logs = [kept(tmp_path, game, reader) for reader in game.readers]

    result = run(*logs, "--compare")

    assert result.exit_code == Exit.WELL
    assert result.stdout.splitlines()[-1].startswith("The logs tell one history, of")


def test_two_histories_are_told_apart_with_the_first_event(tmp_path: Path) -> None:
    file = file_of(begin_ended())
    ended = event_of(file, 2)
    assert isinstance(ended, Ended)
    other = with_event(file, 2, replace(ended, reason=Ending.OWNER))
    forged = with_false_hold(begin_ended(), other, HOST)
    (tmp_path / "a").write_bytes(bytes_of(file))
    (tmp_path / "b").write_bytes(bytes_of(forged))

    result = run(tmp_path / "a", tmp_path / "b", "--compare")

    assert result.exit_code == Exit.BAD
    assert "The logs differ, first at event 2:" in result.stdout
    assert "PROOF OF CHEATING: the host signed two histories at event 2:" in (
        result.stdout
    )


def begin_ended() -> ProvedGame:
    game = begin(1)
    game.end(Ending.HOST)
    return game


def test_logs_of_different_games_are_not_one_history(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_bytes(finished(1).file_of(0))
    other.write_bytes(ended_early(1, seats=4).file_of(0))

    result = run(one, other, "--compare")

    assert result.exit_code == Exit.BAD
    assert "different games" in result.stdout


def test_one_log_alone_cannot_be_compared(sound: Path) -> None:
    assert run(sound, "--compare").exit_code == Exit.USAGE


# For programs.


def test_json_tells_steps_and_verdict(sound: Path) -> None:
    game = finished(1)

    told = json.loads(run(sound, "--json").stdout)

    (log,) = told["logs"]
    assert log["sound"] is True
    assert log["verdict"] == "sound"
    assert [step["step"] for step in log["steps"]] == list(range(1, 14))
    assert log["steps"][4]["root"] == game.deal.root.hex()
    assert log["steps"][4]["deck"] == list(game.deal.deck)
    assert log["code"] == head_code(head(game))


def test_json_tells_the_failure_and_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "forged.vendue"
    path.write_bytes(bytes_of(with_seed(file_of(finished(1)), bytes(32))))

    result = run(path, tmp_path / "missing", "--json")

    forged, missing = json.loads(result.stdout)["logs"]
    assert result.exit_code == Exit.USAGE
    assert (forged["sound"], forged["verdict"]) == (False, None)
    assert forged["failure"]["step"] == 3
    assert missing["unreadable"] == "cannot be read: No such file or directory"


def test_json_of_a_comparison_tells_where_logs_differ(tmp_path: Path) -> None:
    logs = [kept(tmp_path, finished(1), reader) for reader in (0, 1)]

    told = json.loads(run(*logs, "--compare", "--json").stdout)

    assert told["compare"]["is_same"] is True
    assert told["compare"]["differs_at"] is None


# Bad input.


def no_file(tmp_path: Path) -> Path:
    return tmp_path / "missing"


def a_folder(tmp_path: Path) -> Path:
    return tmp_path


def a_pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def zeros(_tmp_path: Path) -> Path:
    return Path("/dev/zero")


def a_gigabyte(tmp_path: Path) -> Path:
    path = tmp_path / "large.vendue"
    path.write_bytes(finished(1).file_of(0))
    os.truncate(path, 2**30)
    return path


def empty(tmp_path: Path) -> Path:
    (tmp_path / "empty").write_bytes(b"")
    return tmp_path / "empty"


def cut(tmp_path: Path) -> Path:
    (tmp_path / "cut").write_bytes(finished(1).file_of(0)[:-100])
    return tmp_path / "cut"


def foreign(tmp_path: Path) -> Path:
    (tmp_path / "foreign").write_text("a letter to somebody")
    return tmp_path / "foreign"


def newer(tmp_path: Path) -> Path:
    data = finished(1).file_of(0).replace(b"version\x01", b"version\x02", 1)
    (tmp_path / "newer").write_bytes(data)
    return tmp_path / "newer"


def unreadable(tmp_path: Path) -> Path:
    (tmp_path / "loop").symlink_to("loop")
    return tmp_path / "loop"


BAD_INPUT = pytest.mark.parametrize(
    ("make", "says"),
    [
        (no_file, "No such file"),
        (a_folder, "is a folder"),
        (a_pipe, "is a pipe or a device"),
        (zeros, "is a pipe or a device"),
        (a_gigabyte, f"at most {LARGEST_FILE} bytes"),
        (empty, "the file is empty"),
        (cut, "the file is cut"),
        (foreign, "not the log of a game"),
        (newer, "a newer Vendue"),
        (unreadable, "cannot be read"),
    ],
    ids=lambda found: getattr(found, "__name__", ""),
)


@BAD_INPUT
def test_bad_input_has_one_line_and_code_2(
    make: object, says: str, tmp_path: Path
) -> None:
    assert callable(make)

    result = run(make(tmp_path))

    assert result.exit_code == Exit.USAGE
    assert len(result.output.splitlines()) == 1
    assert says in result.output
    assert "step 1 (file whole)" in result.output


# A process of its own.


def script(body: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(Path.cwd() / root) for root in ROOTS)
    return subprocess.run(
        [sys.executable, "-c", body, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


VERIFYING = """
import resource, sys
from vendue_client.commands.verify import verify
try:
    verify(sys.argv[1:])
except SystemExit as end:
    print("exit", end.code)
print("kib", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print("loaded", sorted({"trio", "prompt_toolkit", "asyncio"} & set(sys.modules)))
"""


def test_neither_trio_nor_a_screen_is_loaded(sound: Path) -> None:
    output = script(VERIFYING, sound).stdout.splitlines()

    assert output[-3] == "exit 0"
    assert output[-1] == "loaded []"


def test_the_largest_file_takes_bounded_memory_and_time(tmp_path: Path) -> None:
    large = a_gigabyte(tmp_path)
    began = time.monotonic()

    output = script(VERIFYING, large).stdout.splitlines()

    assert output[-3] == "exit 2"
    assert int(output[-2].split()[1]) < 200 * 1024
    assert time.monotonic() - began < 20


def test_a_game_of_five_is_verified_within_a_second(tmp_path: Path) -> None:
    """Mostly start-up; three times as long is allowed to a busy machine."""
    path = kept(tmp_path, finished(5, 5))
    began = time.process_time()

    result = run(path)

    assert result.exit_code == Exit.WELL
    assert time.process_time() - began < 1.0
