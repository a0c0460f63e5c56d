"""Whole games compared with how they were played before, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playthroughs.games import (
    PLAYTHROUGHS,
    Playthrough,
    heads_text,
    played,
    record_text,
)
from tests.server.game_by_hand import GameByHand

from vendue_protocol.follower import Follower
from vendue_shared.records.referee import check_record

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module", params=PLAYTHROUGHS, ids=lambda p: p.name)
def playthrough(request: pytest.FixtureRequest) -> Playthrough:
    found = request.param
    assert isinstance(found, Playthrough)
    return found


@pytest.fixture(scope="module")
def game(playthrough: Playthrough) -> GameByHand:
    return played(playthrough)


def kept(playthrough: Playthrough, ending: str) -> list[str]:
    path = FOLDER / f"{playthrough.name}.{ending}"
    return path.read_text(encoding="utf-8").splitlines()


def test_game_is_played_as_it_was(playthrough: Playthrough, game: GameByHand) -> None:
    assert record_text(game).splitlines() == kept(playthrough, "jsonl")


def test_log_has_the_heads_that_it_had(
    playthrough: Playthrough, game: GameByHand
) -> None:
    assert heads_text(game).splitlines() == kept(playthrough, "heads")


def test_record_that_is_kept_keeps_the_rules(playthrough: Playthrough) -> None:
    data = (FOLDER / f"{playthrough.name}.jsonl").read_bytes()

    assert check_record(data).is_finished


def test_whoever_follows_the_log_comes_to_the_same_head(game: GameByHand) -> None:
    follower = Follower()
    for step in game.game.log.steps:
        follower.receive(step.s, step.payload)

    assert (follower.s, follower.head) == (
        game.game.follower.s,
        game.game.follower.head,
    )


def test_no_file_is_kept_of_a_game_that_is_not_played() -> None:
    names = {p.name for p in PLAYTHROUGHS}
    files = {
        path.stem for path in FOLDER.iterdir() if path.suffix in {".jsonl", ".heads"}
    }

    assert files == names
