"""An alarm is seen, kept, and decided about, before anything else is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from vendue_client.desk import Leaving
from vendue_client.orders.completing import commands_now
from vendue_client.orders.order import Local, LocalKind
from vendue_client.orders.reading import parse
from vendue_client.participant import Participant
from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import Overlay, ScreenState, Size
from vendue_client.wording.refusals import check_sentence
from vendue_client.wording.sentences import told
from vendue_protocol.client_messages import Play
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.message import Bye
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.moves import Reveal
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.seats import Seat

from .conftest import FakeDesk, shown, why_not
from .friends_at_home import FriendsAtHome
from .sitting_at_home import CTRL_C, ENTER, ESCAPE, sitting

SIZES = [Size(60, 18), Size(80, 24), Size(100, 32)]
FORGED = check_sentence(Check.HOLD)[:50]
REWRITTEN = check_sentence(Check.REWRITTEN)[:50]


def playing() -> FriendsAtHome:
    """A game in which the participant is to seal a bid."""
    return FriendsAtHome().begin().until(Sealing, asked=0)


def forge(game: FriendsAtHome) -> None:
    """Pass on a signature of seat 2 with one byte changed."""
    point = game.host.hold_points[-1]
    hold = bytearray(game.host.holds[point.s, 2])
    hold[5] ^= 1
    game.tell(Held(s=point.s, who=2, hold=bytes(hold)))


def rewrite(game: FriendsAtHome) -> None:
    """Send other bytes for an event that everybody has."""
    with pytest.raises(ProofFailed):
        game.tell(Logged(s=2, e=b"\x80"))


def forged() -> FriendsAtHome:
    game = playing()
    forge(game)
    return game


def rewritten() -> FriendsAtHome:
    game = playing()
    rewrite(game)
    return game


def text_of(participant: Participant, size: Size, state: ScreenState) -> str:
    return "\n".join(map(plain, draw(participant, size, state).lines))


# What is drawn.


@pytest.mark.parametrize("size", SIZES)
def test_an_alarm_stands_in_place_of_the_table(size: Size) -> None:
    text = text_of(forged().participant, size, ScreenState())

    assert FORGED in text
    assert "Nothing of yours is opened until you decide" in text
    assert "ALARM: go on all the same (g)" in text
    assert "ARTISTS" not in text
    assert "Seal a bid" not in text


@pytest.mark.parametrize("size", SIZES)
def test_an_alarm_that_ends_the_game_says_so(size: Size) -> None:
    text = text_of(rewritten().participant, size, ScreenState(is_lost=True))

    assert REWRITTEN in text
    assert "any key" in text
    assert "go on" not in text
    assert "The line is lost" not in text


def test_an_alarm_tells_the_event_and_what_was_noted() -> None:
    text = text_of(rewritten().participant, SIZES[1], ScreenState())

    assert "It happened at event 2 of the log" in text
    assert "Noted: rewritten, other bytes than those held" in text


def test_an_alarm_in_the_set_up_names_no_event() -> None:
    game = FriendsAtHome()
    game.participant.alarm = ProofFailed(Check.TERMS, 0, "other terms")

    text = text_of(game.participant, SIZES[1], ScreenState())

    assert "It happened in the set-up, before the first event" in text
    assert "No log of it is kept" in text


def test_an_alarm_tells_where_the_evidence_is() -> None:
    game = forged()
    keeper = _KeptAt(Path(f"{game.host.game.hex()}.vendue"))
    game.participant.keeper = keeper  # type: ignore[assignment] # only its path is asked

    text = text_of(game.participant, SIZES[2], ScreenState())

    assert f"Kept as evidence: {keeper.path}" in text


def test_the_log_of_another_game_is_no_evidence() -> None:
    game = forged()
    game.participant.keeper = _KeptAt(Path(f"{'ab' * 16}.vendue"))  # type: ignore[assignment]

    assert game.participant.evidence == ""


class _KeptAt:
    """A keeper that keeps its log somewhere."""

    def __init__(self, path: Path) -> None:
        self.path = path


@pytest.mark.parametrize("size", SIZES)
def test_after_going_on_the_alarm_stays_noted(size: Size) -> None:
    game = forged()
    game.participant.go_on()

    text = text_of(game.participant, size, ScreenState())

    assert " alarm: 1 " in text.splitlines()[0]
    assert "Seal a bid" in text


def test_an_alarm_that_was_seen_leaves_its_banner() -> None:
    state = ScreenState(is_lost=True, is_alarm_seen=True)

    text = text_of(rewritten().participant, SIZES[1], state)

    assert text.splitlines()[0].startswith(f" {REWRITTEN}")
    assert "SEALED AUCTION" in text
    assert "ALARM: this game has ended for you" in text


def test_several_alarms_are_counted() -> None:
    game = forged()
    forge(game)

    text = text_of(game.participant, SIZES[1], ScreenState())

    assert "2 in this sitting" in text


def test_the_worse_of_two_alarms_is_shown() -> None:
    game = forged()
    rewrite(game)

    assert REWRITTEN in text_of(game.participant, SIZES[1], ScreenState())


def test_an_alarm_in_the_log_says_what_it_was_also_later() -> None:
    game = forged()
    game.participant.go_on()

    assert told(game.participant.entries[-1], game.participant) == [
        check_sentence(Check.HOLD)
    ]


# What may be done.


@pytest.mark.parametrize("line", ["18", "/seal 18", "/auto", "/share", "/ready"])
def test_nothing_is_played_while_an_alarm_is_undecided(line: str) -> None:
    assert why_not(line, forged())


@pytest.mark.parametrize("line", ["g", "/goon", "goon"])
def test_an_alarm_is_decided_about_by_a_word(line: str) -> None:
    assert parse(line, forged().participant) == Local(LocalKind.GO_ON)


def test_without_an_alarm_there_is_nothing_to_decide() -> None:
    assert why_not("/goon", playing()) == "There is no alarm to decide about."


def test_nobody_goes_on_after_the_game_has_ended() -> None:
    assert why_not("/goon", rewritten()) == (
        "ALARM: this game has ended for you. /quit leaves."
    )


@pytest.mark.parametrize("game", [forged, rewritten])
def test_every_command_offered_during_an_alarm_can_be_read(game: object) -> None:
    participant = (forged if game is forged else rewritten)().participant

    commands = commands_now(participant)

    assert ("/goon" in commands) is (game is forged)
    for command in commands:
        parse(command + "x" * command.endswith(" "), participant)


def test_a_bid_held_back_is_opened_after_going_on() -> None:
    game = playing()
    game.play(0, game.sealing(0, 7))
    forge(game)
    game.until(Revealing)
    before = [m for m in game.sent if isinstance(m, Play)]

    sent = game.participant.go_on()

    assert before == []
    assert [type(m.move) for m in sent if isinstance(m, Play)] == [Reveal]


def test_what_goes_wrong_after_going_on_is_an_alarm_of_its_own() -> None:
    game = playing()
    game.play(0, game.sealing(0, 7))
    forge(game)
    game.until(Revealing)
    own = game.participant.own
    assert own is not None
    own.secret = bytes(32)

    assert game.participant.go_on() == []

    assert game.participant.alarm is not None
    assert game.participant.alarm.check is Check.OPENING


def test_nothing_is_heard_after_the_game_has_ended() -> None:
    game = rewritten()

    with pytest.raises(ProofFailed):
        game.tell(Bye(why="bye"))

    assert game.participant.farewell is None


# At the screen.


@pytest.mark.ui
async def test_g_goes_on_and_the_bell_has_rung() -> None:
    game = playing()
    async with sitting(game) as sat:
        forge(game)
        sat.desk.wake()
        await sat.terminal.shows("ALARM")
        await sat.terminal.rings()
        sat.terminal.keys("g")
        await sat.terminal.shows("alarm: 1")

        assert game.participant.alarm is None


@pytest.mark.ui
async def test_g_goes_on_also_where_something_was_being_typed() -> None:
    game = playing()
    async with sitting(game) as sat:
        sat.terminal.keys("18")
        await sat.terminal.shows("= 18,000")
        forge(game)
        sat.desk.wake()
        await sat.terminal.shows("ALARM")
        sat.terminal.keys("g")
        await sat.terminal.shows("seal> 18 ")


@pytest.mark.ui
async def test_an_alarm_puts_away_a_question_and_what_lay_over_the_table() -> None:
    game = playing()
    async with sitting(game) as sat:
        sat.terminal.keys("?")
        await sat.terminal.shows("HELP")
        sat.terminal.keys(CTRL_C)
        await sat.terminal.shows("Leave?")
        forge(game)
        sat.desk.wake()
        await sat.terminal.shows(FORGED)
        await sat.terminal.hides("Leave?")


@pytest.mark.ui
async def test_the_log_can_be_read_before_deciding() -> None:
    game = playing()
    async with sitting(game) as sat:
        forge(game)
        sat.desk.wake()
        await sat.terminal.shows("ALARM")
        sat.terminal.keys("l")
        await sat.terminal.shows("Dario adds nothing")
        sat.terminal.keys(ESCAPE)
        await sat.terminal.shows("Nothing of yours is opened")

        assert game.participant.alarm is not None


@pytest.mark.ui
async def test_an_alarm_can_be_left_by() -> None:
    game = playing()
    async with sitting(game) as sat:
        forge(game)
        sat.desk.wake()
        await sat.terminal.shows("ALARM")
        sat.terminal.keys(CTRL_C)
        await sat.terminal.shows("Leave?")
        sat.terminal.keys("y")

        assert await sat.left() is Leaving.QUIT
        assert game.participant.alarm is not None


@pytest.mark.ui
@pytest.mark.parametrize("key", ["x", ENTER, ESCAPE, "\x1b[A", "\x1bOP"])
async def test_any_key_shows_the_table_after_the_end_and_does_not_leave(
    key: str,
) -> None:
    game = playing()
    async with sitting(game) as sat:
        rewrite(game)
        sat.desk.lose()
        await sat.terminal.shows("any key")
        sat.terminal.keys(key)
        await sat.terminal.shows("SEALED AUCTION")
        sat.terminal.keys("x")
        await sat.terminal.shows("> x")

        assert sat.leaving is None
        sat.terminal.keys(CTRL_C)
        assert await sat.left() is Leaving.LOST


# In plain lines.


async def test_plain_mode_writes_the_alarm_and_asks() -> None:
    desk = FakeDesk(forged(), plays_on=False)

    leaving, text = await shown(desk, ["18", "/goon", "/quit", "y"], confirm=True)

    block = [line for line in text.splitlines() if line.startswith("ALARM: ")]
    assert block[0] == f"ALARM: {check_sentence(Check.HOLD)}"
    assert "ALARM: /goon: go on" in text
    assert text.count("\a") == 1
    assert "alarm> Not now. ALARM: go on all the same (g), or leave (/quit)?" in text
    assert "seal> " in text.split("Not now.")[1]
    assert leaving is Leaving.QUIT


async def test_plain_mode_ends_with_an_alarm_that_ends_the_game() -> None:
    desk = FakeDesk(rewritten(), plays_on=False)
    desk.lose()

    leaving, text = await shown(desk, [])

    assert leaving is Leaving.LOST
    assert f"ALARM: {check_sentence(Check.REWRITTEN)}" in text
    assert "for this client the game has ended" in text
    assert "The line to the host is lost" not in text


async def test_without_input_the_alarm_is_written_without_a_bell() -> None:
    game = FriendsAtHome(persons=1).begin()
    game.tell(Held(s=1, who=0, hold=bytes(64)))

    _leaving, text = await shown(FakeDesk(game))

    assert "ALARM: " in text
    assert "\a" not in text


def test_the_code_can_be_compared_before_deciding() -> None:
    assert parse("/code 7", forged().participant) == Local(LocalKind.CODE, "7")


def test_an_alarm_does_not_hide_what_was_laid_over_it_on_purpose() -> None:
    state = ScreenState(overlay=Overlay.CODE)

    text = text_of(forged().participant, SIZES[1], state)

    assert "Read it aloud" in text
    assert "ALARM: go on" in text
    assert Seat(0) in forged().participant.position.awaited
