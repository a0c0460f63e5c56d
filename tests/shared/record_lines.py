"""Records as parsed lines, to be changed and refereed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.shared.random_play import Game

from vendue_shared.position import Position
from vendue_shared.records.referee import CheckedRecord, check_record
from vendue_shared.records.strict_json import BadRecord
from vendue_shared.records.writing import header_of, write_record

Parsed = dict[str, Any]
"""One line, read without any check."""


def text_of(game: Game) -> str:
    """The record of a game as far as it was played."""
    return write_record(header_of(game.begun, game.deck), game.played)


def replayed(checked: CheckedRecord) -> str:
    """The record written again from what the referee understood."""
    position = Position()
    played = [(event, position.play(event)) for event in checked.events]
    return write_record(checked.header, played)


def parsed(text: str) -> list[Parsed]:
    return [json.loads(line) for line in text.split("\n") if line]


def joined(lines: list[Parsed]) -> bytes:
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def refusal(lines: list[Parsed], *, unfinished: bool = False) -> BadRecord:
    """What the referee says against a bad record."""
    with pytest.raises(BadRecord) as caught:
        check_record(joined(lines), unfinished=unfinished)
    return caught.value


def index_of(lines: list[Parsed], **members: object) -> int:
    """Where the first line with these members stands."""
    return next(
        index
        for index, line in enumerate(lines)
        if all(key in line and line[key] == value for key, value in members.items())
    )


def changed(lines: list[Parsed], index: int, **members: object) -> list[Parsed]:
    """The lines with some members of one changed."""
    return [*lines[:index], lines[index] | members, *lines[index + 1 :]]


def without(lines: list[Parsed], index: int) -> list[Parsed]:
    return [*lines[:index], *lines[index + 1 :]]
