"""Who is away, and what an owner does about it: heard, shown, told and typed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vendue_client.attending import counts_down, grace_left_s
from vendue_client.orders.order import Send
from vendue_client.orders.prompting import completions, needs_confirmation
from vendue_client.orders.reading import parse
from vendue_client.presenter.cells import plain, width_of
from vendue_client.presenter.clock import is_running
from vendue_client.presenter.layout import COMPACT, draw
from vendue_client.presenter.state import ScreenState
from vendue_client.wording.overview import table_lines
from vendue_client.wording.refusals import refusal_sentence
from vendue_client.wording.sentences import told
from vendue_client.wording.situation import asked
from vendue_protocol.client_messages import (
    Arrange,
    Finish,
    Kick,
    Pause,
    Resume,
    TakeOver,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Presence, Refused, Said
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_shared.events import Ending, Player, Plays
from vendue_shared.phases.open_auction import OpenAuction

from .conftest import why_not
from .friends_at_home import FriendsAtHome

BRUNO = 1
"""A person, as Chie is; Dario is a bot, and Ada is who looks, and owns the table."""


@pytest.fixture
def friends() -> FriendsAtHome:
    """Three persons and a bot in an open auction that Ada is asked in."""
    return FriendsAtHome(persons=3).begin().until(OpenAuction, asked=0)


@pytest.fixture
def guest() -> FriendsAtHome:
    """The same, but Bruno owns the table."""
    friends = FriendsAtHome(persons=3)
    friends.arrange(owner=BRUNO)
    return friends.begin().until(OpenAuction, asked=0)


def lose(
    game: FriendsAtHome, seat: int = BRUNO, *, grace_s: int = 83, stands: bool = False
) -> None:
    """Let a seat's line be lost, as the host tells it."""
    here = tuple(number != seat for number in range(game.seats))
    grace = tuple(1000 * (grace_s if n == seat else 120) for n in range(game.seats))
    s = game.participant.follower.s
    game.tell(Presence(s=s, here=here, watchers=0, grace_ms=grace, stands=stands))


def hold_up(game: FriendsAtHome) -> None:
    """Let the clock stand for who is away."""
    due = game.participant.due
    assert due is not None
    game.tell(replace(due, seats=(BRUNO,), held_up=True))


def intervened(
    what: Intervention,
    seat: int | None = None,
    *,
    by: Authority = Authority.OWNER,
    reason: str = "",
    waits: bool = False,
) -> Intervened:
    return Intervened(what=what, by=by, seat=seat, reason=reason, waits=waits)


def screen(game: FriendsAtHome) -> str:
    drawing = draw(game.participant, COMPACT, ScreenState())
    return "\n".join(plain(line) for line in drawing.lines)


def newest(game: FriendsAtHome) -> str:
    return told(game.participant.entries[-1], game.participant)[0]


# The countdown.


def test_grace_of_who_is_away_counts_down_on_the_own_clock(
    friends: FriendsAtHome,
) -> None:
    lose(friends)

    friends.now += 5.0

    assert grace_left_s(friends.participant, BRUNO) == 78.0


def test_grace_never_counts_below_zero(friends: FriendsAtHome) -> None:
    lose(friends)

    friends.now += 500.0

    assert grace_left_s(friends.participant, BRUNO) == 0.0


def test_grace_stands_while_the_host_says_so(friends: FriendsAtHome) -> None:
    lose(friends, stands=True)

    friends.now += 5.0

    assert grace_left_s(friends.participant, BRUNO) == 83.0
    assert not counts_down(friends.participant)


def test_screen_counts_down_beside_the_name_at_80x24(friends: FriendsAtHome) -> None:
    lose(friends)

    friends.now += 5.0

    (row,) = [line for line in screen(friends).splitlines() if "Bruno   " in line]
    assert "away 1:18" in row


def test_screen_is_redrawn_while_grace_counts_down(friends: FriendsAtHome) -> None:
    lose(friends)
    hold_up(friends)

    assert is_running(friends.participant)


def test_clock_says_for_whom_it_stands_and_how_long(friends: FriendsAtHome) -> None:
    lose(friends)
    hold_up(friends)

    assert "the clock stands for Bruno (1:23)" in screen(friends)


def test_seat_that_a_bot_took_over_is_a_bots(friends: FriendsAtHome) -> None:
    lose(friends)

    friends.log(Plays(seat=BRUNO, by=Player.BOT))

    assert "away" not in screen(friends)
    assert not counts_down(friends.participant)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (AfterGrace.BOT, "a bot takes over in 1:23"),
        (AfterGrace.WAIT, "the table waits"),
        (AfterGrace.PAUSE, "the table pauses in 1:23"),
    ],
    ids=str,
)
def test_lost_line_is_told_with_what_becomes_of_the_seat(
    friends: FriendsAtHome, after: AfterGrace, words: str
) -> None:
    friends.arrange(after=after)

    lose(friends)

    assert newest(friends) == f"The line to Bruno is lost; {words}"


def test_who_is_back_is_told_once(friends: FriendsAtHome) -> None:
    lose(friends)
    here = Presence(s=1, here=(True,) * 4, watchers=0)
    before = len(friends.participant.entries)

    friends.tell(here, here)

    assert len(friends.participant.entries) == before + 1
    assert newest(friends) == "Bruno is back"


def test_owner_is_told_what_to_do_when_a_table_waits(friends: FriendsAtHome) -> None:
    lose(friends, grace_s=0)
    hold_up(friends)
    friends.participant.own = None

    assert "/resume goes on without Bruno, /bot Bruno" in asked(friends.participant)


# What was done.


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            intervened(Intervention.PAUSE, reason="tea"),
            "Bruno (owner) paused the game: tea",
        ),
        (intervened(Intervention.RESUME), "Bruno (owner) resumed the game"),
        (
            intervened(Intervention.TAKE_OVER, 2, reason="asleep"),
            "Bruno (owner) let a bot play for Chie: asleep",
        ),
        (
            intervened(Intervention.TAKE_OVER, 0),
            "Bruno (owner) let a bot play your seat; /back takes it again",
        ),
        (
            intervened(Intervention.TAKE_OVER, 2, waits=True, reason="slow"),
            "Bruno (owner) let a bot play for Chie, once the bids are opened: slow",
        ),
        (
            intervened(Intervention.KICK, 2),
            "Bruno (owner) took the seat of Chie away for good; a bot plays on",
        ),
        (intervened(Intervention.FINISH), "Bruno (owner) ended the game"),
        (
            intervened(Intervention.PAUSE, by=Authority.HOST, reason="fire"),
            "The host paused the game: fire",
        ),
        (
            intervened(Intervention.PAUSE, 2, by=Authority.GRACE),
            "Paused: Chie stays away, and the grace is used up",
        ),
        (
            intervened(Intervention.PAUSE, by=Authority.HISTORY, reason="lost"),
            "Paused: the host has lost a part of this game that players have",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_was_done_is_told_with_who_and_why(
    guest: FriendsAtHome, message: Intervened, words: str
) -> None:
    guest.tell(message)

    assert newest(guest) == words


def test_own_deed_is_told_as_the_own(friends: FriendsAtHome) -> None:
    friends.tell(intervened(Intervention.PAUSE))

    assert newest(friends) == "You paused the game"


def test_reason_of_a_hostile_host_reaches_no_terminal_raw(
    friends: FriendsAtHome,
) -> None:
    friends.tell(intervened(Intervention.PAUSE, reason="\x1b]52;c;AAAA\x07\u202e"))

    shown = newest(friends) + asked(friends.participant) + screen(friends)

    assert not any(character in shown for character in "\x1b\x07\u202e")


def test_seat_that_no_client_knows_is_nobodys(friends: FriendsAtHome) -> None:
    friends.tell(intervened(Intervention.TAKE_OVER, 4))

    assert newest(friends) == "You let a bot play for seat 5"


def test_host_is_heard_in_its_own_name(friends: FriendsAtHome) -> None:
    friends.tell(Said(name="host", seat=None, text="Supper at eight"))

    assert newest(friends) == "The host says: Supper at eight"


def test_pause_asks_for_nothing_and_says_why(guest: FriendsAtHome) -> None:
    guest.tell(intervened(Intervention.PAUSE, reason="tea"))

    assert guest.participant.choices == ()
    assert asked(guest.participant) == (
        "The game is paused. Wait until it goes on. Why: tea"
    )


def test_paused_screen_says_so_at_80x24(friends: FriendsAtHome) -> None:
    friends.tell(intervened(Intervention.PAUSE, reason="tea"))

    shown = screen(friends)

    assert " paused " in shown.splitlines()[0]
    assert "The game is paused. /resume goes on. Why: tea" in shown
    assert "/resume go on" in shown.splitlines()[-1]


def test_game_goes_on_after_a_pause(friends: FriendsAtHome) -> None:
    before = friends.participant.choices
    friends.tell(intervened(Intervention.PAUSE))

    friends.tell(intervened(Intervention.RESUME))

    assert friends.participant.choices == before != ()


def test_end_of_the_game_ends_the_pause(friends: FriendsAtHome) -> None:
    friends.tell(intervened(Intervention.PAUSE))

    friends.end(Ending.OWNER)

    assert friends.participant.pause is None


# Being kicked.


def test_who_is_kicked_watches_on_and_trusts_the_game_to_its_end(
    guest: FriendsAtHome,
) -> None:
    guest.tell(intervened(Intervention.KICK, 0, reason="rude"))
    guest.log(Plays(seat=0, by=Player.BOT))
    guest.me = None

    guest.finish()

    participant = guest.participant
    assert (participant.playing_seat, participant.hand) == (None, ())
    assert participant.alarms == []
    assert participant.position.is_over


def test_who_is_kicked_is_told_so(guest: FriendsAtHome) -> None:
    guest.tell(intervened(Intervention.KICK, 0, reason="rude"))

    assert newest(guest) == (
        "Bruno (owner) took your seat away for good; a bot plays on, you watch: rude"
    )


def test_kick_that_waits_takes_nothing_yet(guest: FriendsAtHome) -> None:
    guest.tell(intervened(Intervention.KICK, 0, waits=True))

    assert guest.participant.playing_seat == 0


def test_kick_in_the_lobby_is_told_by_the_chair() -> None:
    lobby = FriendsAtHome(persons=3)

    lobby.tell(intervened(Intervention.KICK, BRUNO, reason="wrong table"))

    assert newest(lobby) == "You took the chair of Bruno away: wrong table"


# Typing.


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("/pause", Pause()),
        ("/pause tea is ready", Pause(reason="tea is ready")),
        ("/bot bruno", TakeOver(seat=1)),
        ("/bot 2 he sleeps", TakeOver(seat=1, reason="he sleeps")),
        ("/bot BRUNO sleeps", TakeOver(seat=1, reason="sleeps")),
        ("/kick Chie too  loud", Kick(seat=2, reason="too loud")),
        ("/end", Finish()),
        ("/end supper", Finish(reason="supper")),
    ],
    ids=str,
)
def test_the_owner_intervenes_with_a_reason(
    friends: FriendsAtHome, typed: str, message: object
) -> None:
    assert parse(typed, friends.participant) == Send(message)  # type: ignore[arg-type] # any message


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/bot", "Whom? A number or a name: 1 Ada, 2 Bruno, 3 Chie, 4 Dario."),
        ("/bot 9", "Whom?"),
        ("/bot Zoe", "Whom?"),
        ("/bot 1", "/auto"),
        ("/bot 4", "already"),
        ("/kick", "Whom?"),
        ("/kick Ada", "/leave"),
        ("/kick Dario", "is a bot"),
        ("/resume", "Nothing stands still"),
        ("/after soon", "one of: bot, wait, pause"),
        ("/after wait", "Only in the lobby"),
    ],
)
def test_what_cannot_be_done_says_why(
    friends: FriendsAtHome, typed: str, words: str
) -> None:
    assert words in why_not(typed, friends)


@pytest.mark.parametrize(
    "typed", ["/pause", "/resume", "/bot Chie", "/kick Chie", "/end"]
)
def test_only_the_owner_intervenes(guest: FriendsAtHome, typed: str) -> None:
    assert "Only the owner" in why_not(typed, guest)


def test_paused_game_is_resumed_and_not_paused_again(friends: FriendsAtHome) -> None:
    friends.tell(intervened(Intervention.PAUSE))

    assert parse("/resume", friends.participant) == Send(Resume())
    assert "already" in why_not("/pause", friends)


def test_waiting_table_is_resumed(friends: FriendsAtHome) -> None:
    lose(friends, grace_s=0)
    hold_up(friends)

    assert parse("/resume", friends.participant) == Send(Resume())


def test_completions_are_what_would_not_be_refused(friends: FriendsAtHome) -> None:
    found = completions("/", friends.participant)

    assert {"/pause", "/bot Bruno", "/kick Bruno", "/kick Chie", "/end"} <= set(found)
    assert not {"/resume", "/kick Ada", "/bot Dario"} & set(found)


def test_name_is_completed_whatever_its_case(friends: FriendsAtHome) -> None:
    assert completions("/kick b", friends.participant) == ["/kick Bruno"]


def test_every_completion_of_the_owner_is_an_order(friends: FriendsAtHome) -> None:
    for paused in (False, True):
        if paused:
            friends.tell(intervened(Intervention.PAUSE))
        for line in completions("/", friends.participant):
            if not line.endswith(" "):
                parse(line, friends.participant)


def test_kick_is_asked_about_first(friends: FriendsAtHome) -> None:
    order = parse("/kick Bruno loud", friends.participant)

    question = needs_confirmation(order, friends.participant)

    assert question == "Kick Bruno, for good?"


def test_owner_says_what_becomes_of_who_stays_away() -> None:
    home = FriendsAtHome(persons=3)

    order = parse("/after pause", home.participant)

    assert isinstance(order, Send)
    assert isinstance(order.message, Arrange)
    assert order.message.after is AfterGrace.PAUSE


def test_other_orders_of_the_lobby_keep_what_becomes_of_who_stays_away() -> None:
    home = FriendsAtHome(persons=3)
    home.arrange(after=AfterGrace.WAIT)

    order = parse("/first 2", home.participant)

    assert isinstance(order, Send)
    assert isinstance(order.message, Arrange)
    assert order.message.after is AfterGrace.WAIT


def test_kick_in_the_lobby_names_a_chair() -> None:
    home = FriendsAtHome(persons=3)

    assert parse("/kick Bruno", home.participant) == Send(Kick(seat=BRUNO))


@pytest.mark.parametrize(
    ("code", "words"), [(Code.PAUSED, "paused"), (Code.OFTEN, "wait a minute")]
)
def test_refusal_has_a_sentence(friends: FriendsAtHome, code: Code, words: str) -> None:
    refused = Refused(code=code, to="move")

    assert words in refusal_sentence(refused, friends.participant)


# A hostile host.


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize("grace", [(), (1,), (2**32 - 1,) * 5], ids=len)
def test_presence_of_another_size_confuses_no_screen(
    friends: FriendsAtHome, count: int, grace: tuple[int, ...]
) -> None:
    friends.tell(Presence(s=9, here=(False,) * count, watchers=65535, grace_ms=grace))
    hold_up(friends)

    lines = screen(friends).splitlines()
    words = table_lines(friends.participant)

    assert {width_of(line) for line in lines} == {80}
    assert words


@pytest.mark.parametrize("what", Intervention)
@pytest.mark.parametrize("seat", [None, 0, 4])
@pytest.mark.parametrize("begun", [False, True], ids=["lobby", "game"])
def test_intervention_that_cannot_be_confuses_no_screen(
    what: Intervention, seat: int | None, *, begun: bool
) -> None:
    game = FriendsAtHome(persons=3)
    if begun:
        game.begin()
    game.tell(intervened(what, seat, by=Authority.GRACE, reason="\u202e" * 200))
    game.tell(intervened(what, seat, waits=True, reason="\u202e" * 200))

    lines = screen(game).splitlines()

    assert {width_of(line) for line in lines} == {80}
    assert "\u202e" not in "".join(lines) + asked(game.participant)
