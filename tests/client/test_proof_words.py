"""What is proven is told as it is: codes, signatures, sealed bids, the deck."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vendue_client.orders.order import Local, LocalKind
from vendue_client.orders.reading import parse
from vendue_client.participant import Participant
from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import Overlay, ScreenState, Size
from vendue_client.wording.code_words import code_lines, code_now
from vendue_client.wording.hold_words import has_all_holds, holds_line, late_holds
from vendue_client.wording.proof_words import checked_lines, restarts_line
from vendue_protocol.chain import head_code, spoken_code
from vendue_protocol.host_messages import Logged
from vendue_shared.events import Ended, Ending, Locked
from vendue_shared.moves import Seal
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Offering

from .at_home import GameAtHome
from .conftest import FakeDesk, shown, why_not
from .friends_at_home import FriendsAtHome

SMALL, LARGE, HUGE = Size(80, 24), Size(120, 35), Size(200, 60)


def text_of(
    participant: Participant, size: Size = SMALL, state: ScreenState | None = None
) -> str:
    return "\n".join(map(plain, draw(participant, size, state or ScreenState()).lines))


def opened(**wishes: object) -> FriendsAtHome:
    """Right after a sealed auction of one painting in which all had to seal."""
    game = FriendsAtHome(**wishes).begin()  # type: ignore[arg-type] # tests' own
    return game.until(Sealing).until(Offering)


# Codes.


def test_the_code_stands_in_the_top_line() -> None:
    game = FriendsAtHome().begin()

    code = head_code(game.host.hold_points[-1].head)

    assert f"code {code}" in text_of(game.participant).splitlines()[0]


def test_before_a_game_there_is_no_code() -> None:
    game = FriendsAtHome()

    assert code_now(game.participant) == ""
    assert "There is no code yet" in code_lines(game.participant, None)[0]
    assert "code" not in text_of(game.participant).splitlines()[0]


def test_the_code_changes_at_hold_points_alone() -> None:
    game = FriendsAtHome().begin()
    before = code_now(game.participant)

    game.step()

    assert code_now(game.participant) == before


@pytest.mark.parametrize("number", [0, 7, 2**32 - 1])
def test_a_number_said_aloud_makes_another_code(number: int) -> None:
    game = FriendsAtHome().begin()
    head = game.host.hold_points[-1].head

    first, *others = code_lines(game.participant, number)

    assert first.startswith(f"{spoken_code(head, number)} is the code for {number}, ")
    assert any("The chat will not do" in line for line in others)


@pytest.mark.parametrize(
    ("typed", "number"), [("/code", ""), ("code 007", "7"), ("/code ４２", "42")]
)
def test_a_code_is_asked_for_with_or_without_a_number(typed: str, number: str) -> None:
    game = FriendsAtHome().begin()

    assert parse(typed, game.participant) == Local(LocalKind.CODE, number)


@pytest.mark.parametrize("typed", ["-1", "4294967296", "x", "1.5", "9" * 5000, "٣"])
def test_other_numbers_make_no_code(typed: str) -> None:
    assert "from 0 to 4294967295" in why_not(f"/code {typed}", FriendsAtHome().begin())


def test_the_spoken_code_lies_over_the_table() -> None:
    game = FriendsAtHome().begin()
    head = game.host.hold_points[-1].head
    state = ScreenState(overlay=Overlay.CODE, topic="42")

    assert spoken_code(head, 42) in text_of(game.participant, SMALL, state)


async def test_plain_mode_answers_with_the_code() -> None:
    game = FriendsAtHome().begin()
    head = game.host.hold_points[-1].head

    _leaving, text = await shown(FakeDesk(game), ["/code", "/code 42", "/quit", "y"])

    assert f"{head_code(head)} is the code of the history up to event 1." in text
    assert f"{spoken_code(head, 42)} is the code for 42" in text


def test_a_long_address_makes_room_for_the_code() -> None:
    game = FriendsAtHome().begin()
    state = ScreenState(address="192.0.2.5:17092#GHZW-CX7G-AVTM-MW2M")

    small = text_of(game.participant, SMALL, state).splitlines()[0]
    large = text_of(game.participant, LARGE, state).splitlines()[0]

    assert "  192.0.2.5:17092  connected" in small
    assert "#GHZW-CX7G-AVTM-MW2M  connected" in large


# Who has signed.


def test_a_missing_hold_is_told_ten_seconds_after_the_hosts() -> None:
    game = FriendsAtHome(silent=(1,)).begin()
    early = late_holds(game.participant)

    game.now += 10

    assert early == ""
    assert late_holds(game.participant) == "3 of 4 players signed; missing: Bruno"
    assert "(3 of 4 players signed)" in text_of(game.participant).splitlines()[0]
    assert not has_all_holds(game.participant)


def test_a_hold_that_comes_late_is_not_missing_any_longer() -> None:
    game = FriendsAtHome(silent=(1,)).begin()
    game.now += 10

    game.sign(1, 1)

    assert late_holds(game.participant) == ""


def test_a_missing_hold_stops_nothing() -> None:
    game = FriendsAtHome(silent=(1,)).begin().finish()

    assert game.participant.alarms == []
    assert " by Bruno" in holds_line(game.participant)


def test_a_seat_that_a_bot_plays_need_not_sign() -> None:
    game = FriendsAtHome(silent=(1,)).begin()

    game.participant.position.bots[1] = True

    assert has_all_holds(game.participant)


async def test_plain_mode_tells_a_missing_hold_once() -> None:
    game = FriendsAtHome(silent=(1,)).begin()
    game.now += 10

    _leaving, text = await shown(
        FakeDesk(game, plays_on=False), ["/hand", "/hand", "/quit", "y"]
    )

    assert text.count("Event 1: 3 of 4 players signed; missing: Bruno\n") == 1


# Sealed auctions.


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_a_sealed_auction_among_persons_matches(size: Size) -> None:
    text = text_of(opened().participant, size)

    assert "opened: 4 of 4 bids are as sealed" in text
    assert "signed by all 4" in text


def test_the_hosts_bots_have_no_holds() -> None:
    text = text_of(opened(persons=3).participant)

    assert "opened: 4 of 4 bids are as sealed" in text
    assert "signed by all 3" in text


def test_who_was_absent_has_no_commitment_and_perhaps_no_hold() -> None:
    game = FriendsAtHome(silent=(1,)).begin().until(Sealing, asked=1)
    auction = game.host.position.auction
    while isinstance(game.host.position.phase, Sealing):
        if not game.step(but_not=1):
            _lock_without(game)
    game.until(Offering)

    late = text_of(game.participant, HUGE)
    game.now = game.now - 20  # as if the bids had been opened at once
    early = text_of(game.participant, HUGE)

    assert auction == game.host.position.auction
    assert (
        "opened: 3 of 3 bids are as sealed; 3 of 4 players signed; missing: Bruno"
        in late
    )
    assert "opened: 3 of 3 bids are as sealed; 3 of 4 players signed " in early


def _lock_without(game: FriendsAtHome) -> None:
    game.log(Locked(absent=game.host.position.awaited))
    game._open_bids()


# The end.


def test_the_end_tells_whose_machines_hold_the_game() -> None:
    game = FriendsAtHome(persons=3, silent=(2,)).begin().finish()
    points = len(game.host.hold_points)
    locks = points - 6  # all but the beginning, four rounds' ends and the end

    line = holds_line(game.participant)

    assert line == (
        f"log signed {points} of {points} times by the host, {points} by you, "
        f"{points} by Bruno, {locks} by Chie; bot: Dario"
    )


def test_a_game_that_all_hold_is_told_in_fewer_words() -> None:
    game = FriendsAtHome().begin().finish()
    points = len(game.host.hold_points)

    assert holds_line(game.participant) == (
        f"log signed all {points} times by the host, you, Bruno, Chie, Dario"
    )


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_end_screen_has_room_for_all_of_it(size: Size, seats: int) -> None:
    game = FriendsAtHome(seats=seats, persons=2).begin().finish()
    game.participant.attempts = 3

    text = text_of(game.participant, size)

    assert "✓ log signed all " in text
    assert "✓ the deck follows from everybody's share and the host's seed" in text
    assert "! 2 set-ups were given up before this game" in text


def test_the_small_end_screen_of_one_among_bots_tells_the_deals() -> None:
    game = FriendsAtHome(persons=1).begin().finish()

    text = text_of(game.participant, SMALL)

    assert " best: " in text
    assert " worst: " in text


def test_without_a_seed_the_deck_is_not_proven() -> None:
    game = FriendsAtHome().begin()
    step = game.host.add(Ended(reason=Ending.HOST, seed=b""))
    game.tell(Logged(s=step.s, e=step.payload))

    is_proven, sentence = checked_lines(game.participant)[1]

    assert not is_proven
    assert sentence.startswith("the deck of this game is not proven")
    assert "! the deck of this game is not proven" in text_of(game.participant)


def test_a_seed_of_another_deck_proves_nothing() -> None:
    game = FriendsAtHome().begin()
    step = game.host.add(Ended(reason=Ending.HOST, seed=b"\x01" * 32))
    game.tell(Logged(s=step.s, e=step.payload))

    assert (False, "the deck of this game is not the one that its seed makes") in (
        checked_lines(game.participant)
    )


def test_nothing_is_checked_before_the_end() -> None:
    assert checked_lines(FriendsAtHome().begin().participant) == []


def test_a_spectator_is_told_of_a_set_up_given_up_by_the_terms() -> None:
    game = GameAtHome(me=None).begin()
    none = restarts_line(game.participant)
    follower = game.participant.follower

    follower.terms = replace(follower.terms, prev=b"\x01" * 32)

    assert none == ""
    assert restarts_line(game.participant) == "a set-up was given up before this game"


def test_a_seal_is_what_the_tests_think() -> None:
    game = FriendsAtHome().begin().until(Sealing, asked=1)

    assert isinstance(game.sealing(1, 5), Seal)
