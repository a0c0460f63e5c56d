"""Everything that happens is told, from the view of the player, in whole sentences."""

from __future__ import annotations

from gettext import NullTranslations

import msgspec
import pytest

from vendue_client import language
from vendue_client.entries import Chat
from vendue_client.participant import Participant
from vendue_client.wording.sentences import happened, told
from vendue_client.wording.situation import standings
from vendue_client.wording.words import (
    money,
    painting_label,
    painting_name,
    rank_name,
    seat_name,
)
from vendue_protocol.follower import Step
from vendue_shared.events import AnyEvent, Called, Ending, Hammer, Locked, Player, Plays
from vendue_shared.happened import (
    BidsShown,
    GameWon,
    Happened,
    LotSold,
    LotUnsold,
    RoundBegan,
    TurnCame,
    Void,
)
from vendue_shared.money import Money
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.seats import Seat

from .conftest import GameAtHome

VETRO_1, VETRO_4 = Painting(25), Painting(28)
BRUNO_BIDS = Called(seat=1, amount=12)


def told_of(game: GameAtHome, event: AnyEvent, *facts: Happened) -> list[str]:
    """What one made-up step is told as."""
    step = Step(s=9, payload=b"", event=event, facts=facts)
    return happened(step, game.participant)


def sale(buyer: int, price: int, *paid: int, auctioneer: int = 1) -> LotSold:
    return LotSold(
        (VETRO_4,), Seat(auctioneer), Seat(buyer), Money(price), tuple(map(Money, paid))
    )


# Words.


@pytest.mark.parametrize(
    ("amount", "written"),
    [(18, "18,000"), (0, "0"), (1, "1,000"), (1250, "1,250,000")],
)
def test_money_is_written_out_in_dollars(amount: int, written: str) -> None:
    assert money(amount) == written


def test_money_takes_what_stands_between_thousands_from_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Italian(NullTranslations):
        def gettext(self, message: str) -> str:
            return {",": "."}.get(message, message)

    monkeypatch.setattr(language._Spoken, "catalog", Italian())

    assert money(1250) == "1.250.000"


def test_every_painting_has_a_name_of_its_own() -> None:
    names = [painting_name(painting) for painting in PAINTINGS]

    assert len(set(names)) == 70
    assert names[0] == "Lumen 1"
    assert names[28] == "Vetro 4"
    assert names[69] == "Kiri 16"


def test_a_label_begins_with_the_artists_letter() -> None:
    assert painting_label(Painting(25)) == "V Vetro  open"
    assert painting_label(Painting(24)) == "S Sora   double"


def test_a_name_from_the_host_is_cleaned_before_it_is_shown() -> None:
    shown = seat_name(["\x1b[31mEve"], 0, None)

    assert "\x1b" not in shown


def test_the_own_seat_is_called_you() -> None:
    assert seat_name(["Ada", "Bruno"], 1, Seat(1)) == "you"


def test_ranks_are_counted_from_the_first() -> None:
    assert [rank_name(rank) for rank in range(3)] == ["1st", "2nd", "3rd"]


# What happened.


@pytest.mark.parametrize("luck", range(3))
@pytest.mark.parametrize(
    ("seats", "me", "options"),
    [
        (3, 1, Options(mystery_hand=True, open_money=True)),
        (4, 0, PRESETS[Preset.ITALIAN]),
        (5, None, Options()),
    ],
    ids=["mystery hand", "italian", "watched"],
)
def test_whole_games_are_told_in_lines_without_a_hole(
    seats: int, me: int | None, options: Options, luck: int
) -> None:
    game = GameAtHome(seats=seats, me=me, options=options, luck=luck).begin().finish()
    participant = game.participant

    lines = [line for entry in participant.entries for line in told(entry, participant)]

    assert len(lines) > 150
    assert all(line and line == line.strip() for line in lines)
    assert not any(set("{}\n") & set(line) for line in lines)
    assert max(map(len, lines)) < 110


def test_a_step_is_told_the_same_whenever_it_is_told() -> None:
    game = GameAtHome().begin()
    at_once = []
    while game.step():
        at_once.append(told(game.participant.entries[-1], game.participant))

    later = [told(entry, game.participant) for entry in game.participant.entries]

    assert [lines for lines in at_once if lines not in later] == []


def test_a_bid_of_another_is_told_with_the_name(game: GameAtHome) -> None:
    assert told_of(game, BRUNO_BIDS) == ["Bruno bids 12,000"]


def test_an_own_bid_is_told_as_the_players(game: GameAtHome) -> None:
    assert told_of(game, Called(seat=0, amount=12)) == ["You bid 12,000"]


def test_a_spectator_is_told_every_name(watched: GameAtHome) -> None:
    assert told_of(watched, Called(seat=0, amount=12)) == ["Ada bids 12,000"]


def test_a_move_of_the_clock_is_marked_at_the_end(game: GameAtHome) -> None:
    by_clock = msgspec.structs.replace(BRUNO_BIDS, auto=True)

    assert told_of(game, by_clock) == ["Bruno bids 12,000 (time was up)"]


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (sale(2, 18, 0, 18, 0, 0), "Sold to Chie for 18,000: Vetro 4; paid to Bruno"),
        (sale(0, 18, 0, 18, 0, 0), "Sold to you for 18,000: Vetro 4; paid to Bruno"),
        (
            sale(2, 18, 18, 0, 0, 0, auctioneer=0),
            "Sold to Chie for 18,000: Vetro 4; paid to you",
        ),
        (
            sale(1, 18, 0, 0, 0, 0),
            "Sold to Bruno for 18,000: Vetro 4; paid to the bank",
        ),
        (
            sale(3, 27, 13, 14, 0, 0),
            "Sold to Dario for 27,000: Vetro 4; paid to you 13,000, to Bruno 14,000",
        ),
        (
            sale(0, 27, 0, 14, 0, 0),
            "Sold to you for 27,000: Vetro 4; paid to Bruno 14,000, to the bank 13,000",
        ),
        (sale(1, 0, 0, 0, 0, 0), "Free to Bruno: Vetro 4"),
        (sale(0, 0, 0, 0, 0, 0, auctioneer=0), "Free to you: Vetro 4"),
        (LotUnsold((VETRO_4,), True), "Unsold: Vetro 4, the fifth Vetro"),
        (
            LotUnsold((VETRO_4, VETRO_1), True),
            "Unsold: Vetro 4 and Vetro 1, with the fifth Vetro",
        ),
        (LotUnsold((VETRO_4,), False), "Unsold: Vetro 4, the last of all hands"),
        (
            BidsShown((Money(12), Void.ABSENT, Void.WITHHELD, Void.ILLEGAL)),
            (
                "Bids opened: you 12,000, Bruno void (not sealed), "
                "Chie void (not opened), Dario void (more than the purse)"
            ),
        ),
        (
            TurnCame(Seat(3), (Seat(0), Seat(2))),
            "Skipped, with no painting left: you, Chie",
        ),
        (RoundBegan(2, 4, 0), "Round 2 begins: 4 paintings dealt to each"),
        (RoundBegan(4, 0, 0), "Round 4 begins: nothing is dealt any more"),
    ],
)
def test_what_followed_is_told(game: GameAtHome, fact: Happened, line: str) -> None:
    assert told_of(game, BRUNO_BIDS, fact)[1:] == [line]


def test_a_game_won_together_names_all_winners(game: GameAtHome) -> None:
    purses = tuple(map(Money, (210, 150, 210, 9)))

    lines = told_of(game, BRUNO_BIDS, GameWon(purses, (Seat(0), Seat(2))))

    assert lines[1:] == [
        "Won together, with 210,000: you, Chie",
        "1. you 210,000",
        "1. Chie 210,000",
        "3. Bruno 150,000",
        "4. Dario 9,000",
    ]


def test_who_did_not_seal_is_named(game: GameAtHome) -> None:
    game.until(Sealing, asked=0)
    for seat in (1, 2, 3):
        if seat in game.host.position.awaited:
            game.play(seat, game.sealing(seat, 0))

    game.log(Locked(absent=(0,)))

    assert "Not sealed in time, so 0: you" in _lines(game.participant)


def _lines(participant: Participant) -> list[str]:
    return [line for entry in participant.entries for line in told(entry, participant)]


def test_a_bot_that_takes_over_is_told(game: GameAtHome) -> None:
    game.log(Plays(seat=0, by=Player.BOT))
    game.log(Plays(seat=0, by=Player.PERSON))

    assert _lines(game.participant)[-2:] == ["A bot plays for you", "You play again"]


def test_the_hammer_is_told_before_the_sale(game: GameAtHome) -> None:
    game.until(OpenAuction)
    game.log(Hammer())

    hammer, sold, *_rest = told(game.participant.entries[-1], game.participant)

    assert hammer == "The hammer falls"
    assert sold.startswith(("Sold", "Free"))


@pytest.mark.parametrize("reason", [Ending.OWNER, Ending.ABANDONED, Ending.HOST])
def test_a_game_ended_early_says_by_whom(game: GameAtHome, reason: Ending) -> None:
    game.end(reason)

    (line,) = told(game.participant.entries[-1], game.participant)

    assert line
    assert len(standings(game.participant)) == 4


def test_other_purses_are_told_only_where_money_is_open() -> None:
    hidden = GameAtHome(luck=2).begin().finish().participant
    shown = GameAtHome(luck=2, options=Options(open_money=True)).begin().finish()

    assert not any(line.startswith("Purses") for line in _lines(hidden))
    assert any(line.startswith("Purses") for line in _lines(shown.participant))


def test_what_a_spectator_says_is_marked(game: GameAtHome) -> None:
    line = told(Chat("", None, "hi\x07"), game.participant)

    assert line == ["<a spectator> hi\N{REPLACEMENT CHARACTER}"]


def test_who_speaks_in_the_lobby_is_no_spectator(game: GameAtHome) -> None:
    assert told(Chat("Ada", None, "hi"), game.participant) == ["<Ada> hi"]
