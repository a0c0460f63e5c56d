"""Plain mode writes a game that can be read from top to bottom, and takes orders."""

from __future__ import annotations

import trio
import trio.testing

from vendue_client.desk import Leaving
from vendue_client.plain.line_by_line import run_plain
from vendue_protocol.client_messages import HandOver, Play, Ready, Start
from vendue_protocol.host_messages import Refused
from vendue_shared.events import Ending, Player
from vendue_shared.moves import Bid
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing

from .conftest import FakeDesk, GameAtHome, sent, shown

# Without input.


async def test_without_input_a_whole_game_is_shown(home: GameAtHome) -> None:
    desk = FakeDesk(home)

    leaving, text = await shown(desk)

    lines = text.splitlines()
    assert leaving is Leaving.FINISHED
    assert [type(message) for message in desk.sent] == [Ready, Start, HandOver]
    assert sum(line.startswith("Round ") for line in lines) == 8
    assert [line[:2] for line in lines[-6:-2]] == ["1.", "2.", "3.", "4."]
    assert "No input: a bot plays your seat to the end." in lines


async def test_a_line_that_is_not_encrypted_is_told_first(home: GameAtHome) -> None:
    desk = FakeDesk(home)
    desk.is_insecure = True

    _leaving, text = await shown(desk)

    assert text.startswith("NOT ENCRYPTED")


async def test_at_most_one_empty_line_stands_between_rounds(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home))

    assert "\n\n\n" not in text
    assert text.count("\n\n") == 4
    assert not text.startswith("\n")


async def test_without_input_nothing_is_prompted(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home))

    assert ">" not in text


async def test_nothing_moves_the_cursor(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home), ["", "s", "1", "/who", "/rules", "p"])

    assert text.isprintable() or set("\x1b\r\x08\x07").isdisjoint(text)


async def test_a_watched_game_is_shown_to_its_end(watched: GameAtHome) -> None:
    leaving, text = await shown(FakeDesk(watched))

    assert leaving is Leaving.FINISHED
    assert "you" not in text.casefold()


async def test_when_input_ends_a_bot_plays_on(home: GameAtHome) -> None:
    desk = FakeDesk(home)

    leaving, text = await shown(desk, ["", "s", "1", "p"])

    assert leaving is Leaving.FINISHED
    assert sent(desk, HandOver) == [HandOver(to=Player.BOT)]
    assert text.count("No input") == 1


async def test_a_game_that_the_owner_ends_is_ranked_as_it_stood(
    watched: GameAtHome,
) -> None:
    watched.end(Ending.OWNER)

    leaving, text = await shown(FakeDesk(watched))

    assert leaving is Leaving.FINISHED
    assert "The owner of the table ended the game\n1. " in text


async def test_at_the_end_it_is_told_what_is_proven(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home))

    held, deck = text.splitlines()[-2:]
    assert held.startswith("checked: log signed all ")
    assert held.endswith("; bots: Bruno, Chie, Dario")
    assert deck.startswith("checked: the deck follows from everybody's share")


# With a player.


async def test_the_lobby_is_shown_with_what_is_asked(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home), ["/quit"])

    assert "1. Ada, not ready, you, owner\n2. Bruno, bot standard\n" in text
    assert text.endswith("Say that you are ready: Enter.\n> ")


async def test_the_hand_is_shown_when_an_offer_is_asked(game: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(game), ["/quit", "y"])

    before, after = text.split("your hand:\n")
    assert len(after.split("you: ")[0].splitlines()) == 9
    assert "you: offer a painting: 1 to 9 of your hand." in after
    assert "You have 100,000. 20 s left.\noffer> " in after
    assert "hand" not in before


async def test_an_accepted_bid_is_answered_with_ok(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)

    _leaving, text = await shown(FakeDesk(game), ["60"], confirm=False)

    assert "bid> ok: you lead with 60,000.\n" in text


async def test_the_state_line_begins_with_the_request_and_ends_with_the_time(
    game: GameAtHome,
) -> None:
    game.until(OpenAuction, asked=0)
    game.play(1, Bid(auction=game.host.position.auction, amount=50))

    _leaving, text = await shown(FakeDesk(game, plays_on=False), ["/quit", "y"])

    (line,) = [line for line in text.splitlines() if line.startswith("you: ")]
    assert line.startswith("you: raise, 51,000 to 100,000, or pass (p), or wait. ")
    assert " High 50,000 by Bruno. " in line
    assert line.endswith(" You have 100,000. 20 s left.")


async def test_what_cannot_be_done_is_answered_and_asked_again(
    game: GameAtHome,
) -> None:
    desk = FakeDesk(game)

    _leaving, text = await shown(desk, ["99", "/quit", "y"])

    assert "offer> No such place in your hand: 99." in text
    assert text.count("\nyour hand:\n") == 1
    assert sent(desk, Play) == []


async def test_a_refusal_of_the_host_is_told_in_words(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)
    game.tell(Refused(code="E_TOO_LOW", to="move", n=1))

    _leaving, text = await shown(FakeDesk(game), ["/quit", "y"])

    assert "Too low: the highest bid is" in text


async def test_a_risky_bid_is_asked_about(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)
    desk = FakeDesk(game, plays_on=False)

    _leaving, text = await shown(desk, ["90", "n", "90", "y", "/quit", "y"])

    assert text.count("90,000? The lot is worth") == 2
    assert "y/n> Not done.\n" in text
    assert len(sent(desk, Play)) == 1


async def test_a_sealed_bid_can_be_typed(game: GameAtHome) -> None:
    game.until(Sealing, asked=0)

    _leaving, text = await shown(FakeDesk(game), ["3"])

    assert "seal> ok: you seal a bid.\n" in text
    assert "Bids opened: you 3,000" in text


async def test_a_sealed_bid_is_never_written_back(game: GameAtHome) -> None:
    game.until(Sealing, asked=0)
    typed = ["37", "", "/table", "?", "/quit", "y"]

    _leaving, text = await shown(FakeDesk(game, plays_on=False), typed, confirm=False)

    assert "your bid is sealed and sent" in text
    assert "37" not in text


async def test_an_opened_auction_tells_what_is_proven(game: GameAtHome) -> None:
    game.until(Sealing, asked=0)

    _leaving, text = await shown(FakeDesk(game), ["3"])

    after = text.split("Bids opened: you 3,000")[1].splitlines()
    assert after[2] == "4 of 4 bids are as sealed; log signed by you"


async def test_who_has_passed_is_not_asked_until_somebody_raises(
    game: GameAtHome,
) -> None:
    game.until(OpenAuction, asked=0)
    desk = FakeDesk(game, plays_on=False)

    _leaving, text = await shown(desk, ["p", "/quit", "y"])

    assert text.count("bid> ") == 1


async def test_warnings_come_at_10_and_5_seconds(
    game: GameAtHome, autojump_clock: trio.testing.MockClock
) -> None:
    desk = FakeDesk(game, plays_on=False)
    started = autojump_clock.current_time()

    written: list[str] = []
    async with trio.open_nursery() as nursery:
        send, receive = trio.open_memory_channel[str](1)
        nursery.start_soon(run_plain, desk, receive, written.append)
        with trio.move_on_after(30):
            while "5 s left" not in "".join(written):
                game.now = autojump_clock.current_time() - started
                await trio.sleep(0.5)
        nursery.cancel_scope.cancel()
        send.close()

    text = "".join(written)
    assert text.count("\n10 s left\n") == 1
    assert text.count("\n5 s left\n") == 1


async def test_help_log_and_rules_are_answered_in_lines(game: GameAtHome) -> None:
    typed = ["?", "/log", "/rules double", "/rules nothing", "/who", "/table", "h"]

    _leaving, text = await shown(FakeDesk(game), [*typed, "/quit", "y"])

    assert "Orders now: /offer," in text
    assert "A double is sold with a second painting" in text
    assert 'There is no topic "nothing"' in text
    assert "Bruno: 9 paintings, an empty wall, bot" in text
    assert "Lumen is not ranked now: worth 0. 0 of 5 shown" in text


async def test_chat_of_others_is_shown_cleaned(game: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(game), ["/say hi\x1b[2J", "/quit", "y"])

    assert "<Ada> hi\N{REPLACEMENT CHARACTER}[2J\n" in text


async def test_nobody_is_warned_of_a_clock_that_is_not_the_own(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    game = GameAtHome(first=1).begin()
    game.participant._now = trio.current_time
    typing, typed = trio.open_memory_channel[str](0)
    written: list[str] = []

    with typing, trio.move_on_after(100):
        await run_plain(FakeDesk(game, plays_on=False), typed, written.append)

    assert "s left" not in "".join(written)
