"""What a reader may not know changes no byte that it is sent, and no length."""

from __future__ import annotations

import pytest
import structlog
from msgspec.structs import replace
from tests.faults.worlds import (
    SEATS,
    Told,
    World,
    blanked,
    other_deck,
    plainly,
    tell,
)

SPECTATOR = SEATS
READERS = [0, 1, 2, SPECTATOR]
OTHER_SEED = b"\x5a" * 32


@pytest.fixture(scope="module", params=READERS, ids=["Ada", "Bruno", "Chie", "watcher"])
def reader(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def told(reader: int) -> Told:
    return tell(World(), reader)


def same_moves(told: Told, world: World) -> World:
    return replace(world, paintings=told.paintings)


def test_story_has_refusals_chat_and_a_hidden_auction(told: Told) -> None:
    kinds = {str(message) for message in plainly(told.bodies)}

    assert len(told.paintings) == 2
    assert len(kinds) > 20


def test_hands_and_deck_of_others_change_no_byte(told: Told, reader: int) -> None:
    deck = other_deck(told, reader)

    twin = tell(same_moves(told, World(deck=deck)), reader)

    assert twin.deck != told.deck
    assert plainly(twin.bodies) == plainly(told.bodies)


def test_sealed_bids_of_others_change_no_byte(told: Told, reader: int) -> None:
    bids = {0: (41, 77), 1: (5, 77), 2: (41, 0)}.get(reader, (41, 77))

    twin = tell(same_moves(told, World(bids=bids)), reader)

    assert twin.bodies != told.bodies  # the commitments differ
    assert plainly(twin.bodies) == plainly(told.bodies)


def test_seed_of_the_host_changes_nothing_but_what_is_drawn(
    told: Told, reader: int
) -> None:
    twin = tell(World(deck=told.deck, seed=OTHER_SEED), reader)

    assert twin.bodies != told.bodies
    assert blanked(twin.bodies) == blanked(told.bodies)


def test_diagnostics_are_the_same_in_every_world(
    diagnostics: list[structlog.types.EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VENDUE_LOG", "debug")
    first = tell(World(), SPECTATOR)
    said = [*diagnostics]
    diagnostics.clear()

    tell(
        World(
            deck=other_deck(first, SPECTATOR), bids=(41, 77), paintings=first.paintings
        ),
        SPECTATOR,
    )

    assert diagnostics == said
