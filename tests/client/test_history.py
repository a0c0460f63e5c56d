"""What the log has told, gathered bit by bit or all at once."""

from __future__ import annotations

from vendue_client.entries import Chat
from vendue_client.known import ENTRIES_KEPT
from vendue_client.presenter.history import Historian, Story

from .at_home import GameAtHome


def told(story: Story) -> dict[str, object]:
    return vars(story)


def test_going_on_tells_the_same_as_beginning_anew() -> None:
    game = GameAtHome().begin()
    historian = Historian()

    while game.step():
        story = historian.story_of(game.participant.entries)

        assert told(story) == told(Historian().story_of(game.participant.entries))


def test_another_history_is_told_from_its_beginning() -> None:
    first, second = GameAtHome(luck=1).begin(), GameAtHome(luck=2).begin()
    first.until(lambda game: game.host.position.round == 2)
    second.until(lambda game: game.host.position.round == 3)
    historian = Historian()
    historian.story_of(first.participant.entries)

    story = historian.story_of(second.participant.entries)

    assert told(story) == told(Historian().story_of(second.participant.entries))


def test_what_was_told_stays_when_old_entries_are_dropped() -> None:
    game = GameAtHome().begin()
    entries = game.participant.entries
    game.until(lambda game: game.host.position.round == 2)
    historian = Historian()
    sales = len(historian.story_of(entries).sales)

    entries.extend([Chat("Chie", None, "ok")] * (ENTRIES_KEPT - 1))

    assert sales > 0
    assert len(historian.story_of(entries).sales) == sales
