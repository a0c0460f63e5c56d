"""Arena games with every proof: the same rules, and an alarm where there is reason."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from vendue_client.proved_games import NotProved, play_proved
from vendue_protocol.game_file import read_game_file
from vendue_protocol.proved_game import ProvedGame
from vendue_shared.bots.levels import Level
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.records.referee import check_record
from vendue_shared.records.writing import header_of, write_record

LEVELS = (Level.RANDOM, Level.STANDARD, Level.RANDOM)


def test_a_proved_game_is_a_game_of_the_arena() -> None:
    game = play_proved(LEVELS, Options(), random.Random(1))

    record = write_record(header_of(game.begun, game.deck), game.steps)

    assert check_record(record.encode()).purses == tuple(game.position.purses)


def test_a_seed_gives_the_same_proved_game_everywhere() -> None:
    options = replace(PRESETS[Preset.ITALIAN], mystery_hand=True)

    one, other = (
        play_proved(LEVELS, options, random.Random("a seed")) for _ in range(2)
    )

    assert one.steps == other.steps
    assert one.deck == other.deck


def test_a_log_that_does_not_verify_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_end(self: ProvedGame, reader: int) -> bytes:
        data = whole(self, reader)
        file = read_game_file(data)
        return data.replace(file.holds[-1].hold, bytes(64))

    whole = ProvedGame.file_of
    monkeypatch.setattr(ProvedGame, "file_of", without_end)

    with pytest.raises(NotProved, match="step 1: expected"):
        play_proved(LEVELS, Options(), random.Random(1))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(20))
def test_a_thousand_proved_games_raise_no_alarm(batch: int) -> None:
    for number in range(50):
        source = random.Random(f"{batch}/{number}")
        seats = source.randrange(3, 6)
        preset = source.choice(list(PRESETS.values()))
        mystery = seats == 3 and source.random() < 0.5
        options = replace(preset, mystery_hand=mystery)

        play_proved((Level.RANDOM,) * seats, options, source)
