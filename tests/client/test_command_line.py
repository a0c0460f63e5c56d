"""The command line: help that loads little, and one line for every mistake."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

import click
import pytest

from vendue_client.__main__ import COMMANDS, vendue as vendue_group
from vendue_server.__main__ import command as server

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = [str(ROOT / room) for room in ("server", "client", "protocol", "shared")]
SLOW: Final = ("trio", "prompt_toolkit")
NONE: Final = click.Context(vendue_group)


def vendue(
    *arguments: str, home: Path, code: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(ROOMS),
        "XDG_STATE_HOME": str(home),
    }
    program = ["-c", code] if code else ["-m", "vendue_client"]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        capture_output=True,
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_and_version_load_neither_trio_nor_a_screen(
    tmp_path: Path, argument: str
) -> None:
    code = (
        "import sys, contextlib\n"
        "from vendue_client.__main__ import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print([name for name in {SLOW!r} if name in sys.modules])"
    )

    done = vendue(argument, home=tmp_path, code=code)

    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_without_a_terminal_the_bare_command_prints_its_help(tmp_path: Path) -> None:
    done = vendue(home=tmp_path)

    assert done.returncode == 0
    assert "play" in done.stdout
    assert "Commands" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nonsense"], 2, "No such command"),
        (["play", "--players", "6"], 2, "3<=x<=5"),
        (["play", "--level", "god"], 2, "is not one of"),
        (["play", "--name", "\x1b[31m"], 2, "name"),
        (["join", "host:99999"], 2, "port"),
        (["join", "--json"], 2, "--bot or --watch"),
        (["join", "--bot", "standard", "--watch"], 2, "one of"),
        (["rules", "pocker"], 2, "topic"),
        (["serve", "--seats", "9"], 2, "3<=x<=5"),
        (["arena", "--games", "0", "--seats", "random"], 2, ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_gets_clear_words_and_its_exit_code(
    tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = vendue(*arguments, home=tmp_path)

    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert "\x1b" not in done.stderr


def test_nobody_at_the_address_is_told_with_exit_code_3(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

        done = vendue("join", f"127.0.0.1:{port}", home=tmp_path)

    assert done.returncode == 3
    assert f"127.0.0.1:{port}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_state_directory_that_cannot_be_used_is_exit_code_6(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")

    done = vendue("play", home=blocked)

    assert done.returncode == 6
    assert len(done.stderr.splitlines()) == 1


def test_a_game_without_input_is_told_to_its_end(tmp_path: Path) -> None:
    done = vendue("play", "--players", "3", home=tmp_path)

    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert "Round 1 begins" in done.stdout
    assert "Round 4 ends" in done.stdout
    assert any(line.startswith("1. ") for line in lines[-12:])
    assert "No input: a bot plays your seat to the end." in lines


@pytest.mark.parametrize("name", [*COMMANDS, "vendue-server"])
def test_every_option_says_what_it_is_for(name: str) -> None:
    asked = server if name == "vendue-server" else vendue_group.get_command(NONE, name)

    assert isinstance(asked, click.Command)
    silent = [
        parameter.name
        for parameter in options_of(asked)
        if isinstance(parameter, click.Option) and not parameter.help
    ]
    assert silent == []


def options_of(command: click.Command) -> list[click.Parameter]:
    """Those of a command, and of all below it."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return [*command.params, *(one for sub in below for one in options_of(sub))]
