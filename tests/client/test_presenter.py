"""What a player sees: every phase, in every size, in exact cells, without a secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from typing import Final

import pytest
from msgspec.structs import replace

from vendue_client import language
from vendue_client.art.depth import Depth
from vendue_client.participant import Participant
from vendue_client.presenter.cells import line_width, plain, width_of
from vendue_client.presenter.entry import asked_line
from vendue_client.presenter.history import Sale
from vendue_client.presenter.layout import COMPACT, Drawing, draw
from vendue_client.presenter.sales import sale_line
from vendue_client.presenter.state import Overlay, ScreenState, Size
from vendue_client.presenter.view import View
from vendue_client.screen.styles import LOOKS
from vendue_client.stage import Stage
from vendue_client.wording.situation import asked
from vendue_client.wording.words import painting_name
from vendue_protocol.host_messages import Held, Refused, TableLine, Tables
from vendue_protocol.message import Bye
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import Ending, Player, Plays
from vendue_shared.happened import LotSold
from vendue_shared.money import Money
from vendue_shared.moves import Pass
from vendue_shared.options import Options
from vendue_shared.paintings import ARTIST_OF, Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Flipping, Offering
from vendue_shared.seats import Seat

from .at_home import GameAtHome
from .friends_at_home import FriendsAtHome, asked_again
from .test_tight_rows import without_pictures

SIZES: Final = tuple(
    map(Size._make, ((60, 18), (79, 23), (80, 24), (100, 32), (120, 35), (200, 60)))
)
HIDDEN: Final = (Money(731), Money(742), Money(753), Money(764))
"""Purses that no sale makes: if one is on the screen, it leaked."""
HIDDEN_BID: Final = Money(37)
WIDE_NAMES: Final = ("佐藤千恵", "陈晓明", "Ada", "김민수")


def _table(*, luck: int = 3) -> GameAtHome:
    return GameAtHome(luck=luck)


def _hall() -> GameAtHome:
    game = _table()
    game.participant.stage, game.participant.lobby = Stage.HALL, None
    line = TableLine(
        table=7, name="Studio Rosso", chairs=4, free=2, watchers=0,
        playing=False, preset="classic",
    )  # fmt: skip
    game.tell(Tables(tables=(line, replace(line, table=8, playing=True))))
    return game


def _setup() -> GameAtHome:
    game = _table()
    game.participant.stage, game.participant.attempts = Stage.SETUP, 1
    return game


def _mystery() -> GameAtHome:
    game = GameAtHome(seats=3, luck=3, options=Options(mystery_hand=True)).begin()
    return game.until(Flipping, asked=0)


def _sealed() -> GameAtHome:
    game = _table().begin().until(lambda game: _all_asked(game, Sealing))
    game.play(0, game.sealing(0, HIDDEN_BID))
    return game


def _all_asked(game: GameAtHome, phase: type[Sealing]) -> bool:
    position = game.host.position
    return isinstance(position.phase, phase) and len(position.awaited) == game.seats


def _opened() -> GameAtHome:
    """Right after a sealed auction, before the next offer."""
    game = _table().begin().until(lambda game: _all_asked(game, Sealing))
    return game.until(Offering)


def _round_over() -> GameAtHome:
    game = _table().begin()
    return game.until(lambda game: game.host.position.round == 2)


def _large_hand() -> GameAtHome:
    """Three seats that offer nothing of the participant's: 16 paintings and more."""
    return _table(luck=8).begin().until(lambda game: game.host.position.round == 3)


def _bot_plays() -> GameAtHome:
    game = _table().begin()
    game.log(Plays(seat=0, by=Player.BOT))
    return game


def _closed() -> GameAtHome:
    game = _table().begin()
    game.end(Ending.OWNER)
    return game


def _alarm() -> GameAtHome:
    game = _table().begin()
    game.participant.alarm = ProofFailed(Check.LEAF, 9, "painting 3 is not of hand 1")
    return game


def _alarm_to_decide_about() -> GameAtHome:
    game = _table().begin().until(Sealing, asked=0)
    game.tell(Held(s=1, who=0, hold=bytes(64)))
    return game


PHASES: Final[dict[str, Callable[[], GameAtHome]]] = {
    "hall": _hall,
    "lobby": _table,
    "set-up": _setup,
    "own offer": lambda: _table().begin(),
    "another's offer": lambda: GameAtHome(first=2).begin(),
    "double": lambda: _table().begin().until(Doubling, asked=0),
    "open": lambda: _table().begin().until(OpenAuction, asked=0),
    "once around": lambda: _table().begin().until(OnceAround, asked=0),
    "once around, waiting": lambda: _table().begin().until(OnceAround, asked=2),
    "sealing": lambda: _table().begin().until(Sealing, asked=0),
    "sealed": _sealed,
    "opened": _opened,
    "pricing": lambda: _table(luck=5).begin().until(Pricing, asked=0),
    "asking": lambda: _table().begin().until(Asking, asked=0),
    "flip": _mystery,
    "round over": _round_over,
    "large hand": _large_hand,
    "five seats": lambda: GameAtHome(seats=5, luck=3).begin().until(OpenAuction),
    "bot plays": _bot_plays,
    "watching": lambda: GameAtHome(me=None, luck=3).begin().until(OpenAuction),
    "over": lambda: _table().begin().finish(),
    "ended early": _closed,
    "alarm": _alarm,
    "alarm to decide about": _alarm_to_decide_about,
    "asked again": lambda: asked_again(_table()),
    "among persons": lambda: FriendsAtHome(silent=(1,)).begin().finish(),
}
NOT_SECRETIVE: Final = {"over", "among persons", "hall"}
SECRETIVE: Final = tuple(name for name in PHASES if name not in NOT_SECRETIVE)


@cache
def reached(phase: str) -> GameAtHome:
    """A game in this phase; not to be changed."""
    return PHASES[phase]()


def drawn(participant: Participant, size: Size = COMPACT, **state: object) -> Drawing:
    return draw(participant, size, replace(ScreenState(), **state))


def wanted_of(participant: Participant) -> str:
    """What the screen asks of the player, as it must be readable."""
    return plain(asked_line(View(participant, ScreenState()))).strip()


def text_of(drawing: Drawing) -> str:
    return "\n".join(plain(line) for line in drawing.lines)


ALL_PHASES: Final = pytest.mark.parametrize("phase", PHASES)
ALL_SIZES: Final = pytest.mark.parametrize(
    "size", SIZES, ids=lambda size: "x".join(map(str, size))
)


@ALL_PHASES
@ALL_SIZES
def test_every_line_is_exactly_as_wide_as_the_terminal(phase: str, size: Size) -> None:
    drawing = drawn(reached(phase).participant, size)

    assert {line_width(line) for line in drawing.lines} == {size.columns}


@ALL_PHASES
@ALL_SIZES
def test_the_last_row_stays_free(phase: str, size: Size) -> None:
    drawing = drawn(reached(phase).participant, size)

    assert len(drawing.lines) == size.rows - 1


@ALL_PHASES
@ALL_SIZES
def test_what_is_asked_of_me_is_always_visible(phase: str, size: Size) -> None:
    participant = reached(phase).participant

    text = text_of(drawn(participant, size))

    assert wanted_of(participant)[: size.columns - 8] in text


@ALL_PHASES
@pytest.mark.parametrize("overlay", Overlay)
def test_an_overlay_hides_neither_the_line_nor_what_is_asked(
    phase: str, overlay: Overlay
) -> None:
    participant = reached(phase).participant

    drawing = drawn(participant, overlay=overlay, typed="/say ciao")

    assert wanted_of(participant)[:60] in text_of(drawing)
    assert drawing.entry is not None
    assert "/say ciao" in plain(drawing.lines[drawing.entry.row])
    assert len(drawing.lines) == 23
    assert {line_width(line) for line in drawing.lines} == {80}


@pytest.mark.parametrize("size", [Size(59, 18), Size(60, 17), Size(10, 3), Size(1, 1)])
def test_a_terminal_too_small_says_what_it_needs(size: Size) -> None:
    drawing = drawn(reached("open").participant, size)

    assert drawing.entry is None
    said = plain(drawing.lines[0]).rstrip(" …")
    assert "terminal too small (need 60x18)".startswith(said)
    assert line_width(drawing.lines[0]) == size.columns


@ALL_SIZES
@pytest.mark.parametrize("phase", SECRETIVE)
def test_no_screen_shows_the_money_of_others(phase: str, size: Size) -> None:
    participant = PHASES[phase]().participant
    purses = participant.position.purses
    for seat in range(len(purses)):
        if seat != participant.playing_seat:
            purses[seat] = HIDDEN[seat - 1]

    text = text_of(drawn(participant, size))

    assert not [purse for purse in HIDDEN if str(purse) in text]


@ALL_SIZES
def test_the_own_money_is_always_shown(size: Size) -> None:
    home = _table()
    home.arrange(name="A table with a very long name 123")
    participant = home.begin().until(OpenAuction, asked=0).participant
    participant.position.purses[0] = Money(123)

    assert "123,000" in text_of(drawn(participant, size))


def test_open_money_shows_all_purses() -> None:
    game = GameAtHome(options=Options(open_money=True)).begin()
    game.participant.position.purses[1] = Money(731)

    assert "731,000" in text_of(drawn(game.participant))


@ALL_SIZES
@pytest.mark.parametrize("overlay", Overlay)
def test_a_sealed_bid_is_not_shown_after_it_was_sent(
    size: Size, overlay: Overlay
) -> None:
    participant = reached("sealed").participant
    assert participant.own_bid == HIDDEN_BID

    text = text_of(drawn(participant, size, overlay=overlay))

    assert f"{HIDDEN_BID},000" not in text


def test_a_sealed_bid_is_shown_as_sent() -> None:
    assert "✓ your bid is sealed and sent" in text_of(
        drawn(reached("sealed").participant)
    )


def test_an_opened_bid_carries_the_mark_of_a_check() -> None:
    text = text_of(drawn(reached("opened").participant))

    assert "opened:" in text
    assert text.count("✓") == 4


@ALL_SIZES
@pytest.mark.parametrize("phase", ["own offer", "large hand"])
def test_the_whole_hand_is_shown_numbered_as_it_is_typed(
    phase: str, size: Size
) -> None:
    participant = reached(phase).participant

    text = text_of(drawn(participant, size))

    for place, painting in enumerate(participant.hand, 1):
        assert re.search(rf"\b{place} +{ARTIST_OF[painting].code} ", text), place


def test_a_hand_of_22_fits_80x24() -> None:
    participant = PHASES["own offer"]().participant
    assert participant.own is not None
    for painting in range(70):
        if len(participant.own.hand) < 22:
            participant.own.hand.setdefault(Painting(painting), b"")

    drawing = drawn(participant)

    assert len(drawing.lines) == 23
    assert re.search(r"\b22 [LSVOK] ", text_of(drawing))
    assert asked(participant) in text_of(drawing)


def test_the_fourth_painting_of_an_artist_is_marked() -> None:
    participant = PHASES["open"]().participant
    participant.position.shown[2] = 4

    text = text_of(drawn(participant))

    assert ">4/5<" in text


@pytest.mark.parametrize("phase", ["open", "once around", "sealed", "asking"])
def test_four_shown_of_the_lots_artist_is_a_warning(phase: str) -> None:
    participant = PHASES[phase]().participant
    participant.position.shown[ARTIST_OF[participant.position.lot[0]]] = 4

    assert "the next ends the round" in text_of(drawn(participant))


@ALL_SIZES
@pytest.mark.parametrize(
    "phase", ["own offer", "double", "open", "once around", "sealed", "watching"]
)
def test_the_clock_is_always_shown(phase: str, size: Size) -> None:
    game = PHASES[phase]()
    game.now = game.participant.due_until - 7

    assert " 7 s" in text_of(drawn(game.participant, size))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(20, ""), (6, "going once"), (3, "going twice")],
    ids=["calm", "once", "twice"],
)
def test_an_open_auction_goes_once_and_twice(seconds: int, words: str) -> None:
    game = PHASES["open"]()
    game.now = game.participant.due_until - seconds

    text = text_of(drawn(game.participant))

    assert f"{seconds} s" in text
    assert words in text
    assert ("going" in text) is bool(words)


def test_once_around_tells_who_said_what_in_order() -> None:
    game = GameAtHome(first=1).begin().until(OnceAround)
    first = game.host.position.phase.awaited(game.host.position)[0]
    game.play(first, Pass(auction=game.host.position.auction))

    text = text_of(drawn(game.participant, Size(120, 35)))

    name = "you" if first == 0 else game.participant.names[first]
    assert f"{name} pass > [" in text


def test_the_chosen_painting_is_shown_with_its_kind() -> None:
    participant = reached("own offer").participant

    drawing = drawn(participant, chosen=1)

    assert painting_name(participant.hand[1]) in plain(drawing.lines[1])
    styles = {style for line in drawing.lines for style, _text in line}
    assert "class:hand.chosen" in styles


def test_a_question_stands_before_a_message_and_a_refusal() -> None:
    participant = PHASES["open"]().participant
    participant.refusal = Refused(code="E_TOO_LOW", to="move", n=1)

    drawing = drawn(participant, question="Leave?", answers="y yes", message="no")

    assert drawing.entry is not None
    assert " Leave?   y yes" in plain(drawing.lines[drawing.entry.row + 1])


def test_a_refusal_stands_under_the_line_until_it_is_dismissed() -> None:
    participant = PHASES["open"]().participant
    refusal = Refused(code="E_TOO_LOW", to="move", n=1)
    participant.refusal = refusal

    before, after = drawn(participant), drawn(participant, dismissed=refusal)

    assert "Too low" in text_of(before)
    assert "Too low" not in text_of(after)


@ALL_SIZES
def test_a_lost_line_is_said_with_its_reason(size: Size) -> None:
    participant = PHASES["open"]().participant
    participant.farewell = Bye(why="stopping")

    text = text_of(drawn(participant, size, is_lost=True))

    assert "The host has been stopped" in text
    assert "Any key leaves" in text


@ALL_PHASES
@ALL_SIZES
def test_a_line_that_is_not_encrypted_is_told_all_the_time(
    phase: str, size: Size
) -> None:
    participant = PHASES[phase]().participant

    insecure = drawn(participant, size, is_insecure=True).lines[0]
    secure = drawn(participant, size).lines[0]

    assert "NOT ENCRYPTED" in plain(insecure)
    assert "NOT ENCRYPTED" not in plain(secure)


@ALL_SIZES
def test_an_alarm_stays_on_top(size: Size) -> None:
    drawing = drawn(reached("alarm").participant, size)

    assert plain(drawing.lines[0]).startswith(" A painting was played that was not")
    assert drawing.lines[0][0][0] == "class:banner"


@ALL_SIZES
def test_wide_names_keep_the_columns(size: Size) -> None:
    home = _table()
    chairs = zip(home.lobby.chairs, WIDE_NAMES, strict=True)
    home.arrange(chairs=tuple(replace(line, name=name) for line, name in chairs))
    plain_game = _table().begin().until(OpenAuction)

    named = drawn(home.begin().until(OpenAuction).participant, size)

    assert {line_width(line) for line in named.lines} == {size.columns}
    if size >= COMPACT:
        other = drawn(plain_game.participant, size)
        row = next(i for i, ln in enumerate(named.lines) if "PLAYERS" in plain(ln)) + 2
        assert _frame_columns(named, row) == _frame_columns(other, row)


def _frame_columns(drawing: Drawing, row: int) -> list[int]:
    """At which cells of a line its frame stands."""
    text = plain(drawing.lines[row])
    return [width_of(text[:at]) for at, sign in enumerate(text) if sign == "│"]


@ALL_PHASES
@ALL_SIZES
def test_ascii_frames_use_nothing_that_may_be_two_cells_wide(
    phase: str, size: Size
) -> None:
    participant = reached(phase).participant

    text = text_of(drawn(participant, size, is_ascii=True, depth=Depth.TRUE))

    assert not [sign for sign in text if not sign.isascii() and not "⠀" <= sign <= "⣿"]


@ALL_PHASES
@ALL_SIZES
def test_without_pictures_nothing_is_left_but_ascii(phase: str, size: Size) -> None:
    participant = reached(phase).participant

    drawing = drawn(participant, size, is_ascii=True, shows_pictures=False)

    assert text_of(drawing).isascii()


class _Longer(NullTranslations):
    """A language that needs nearly half as much again for everything."""

    def gettext(self, message: str) -> str:
        return message + "~" * (len(message) * 2 // 5)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@ALL_PHASES
@ALL_SIZES
def test_a_longer_language_keeps_the_screen(
    phase: str, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = reached(phase)
    monkeypatch.setattr(language._Spoken, "catalog", _Longer())

    drawing = drawn(game.participant, size, typed="18")

    assert {line_width(line) for line in drawing.lines} == {size.columns}
    assert len(drawing.lines) == size.rows - 1
    assert wanted_of(game.participant)[: size.columns - 8] in text_of(drawing)
    assert drawing.entry is not None


def test_text_of_peers_cannot_steer_the_terminal() -> None:
    home = _table()
    home.arrange(name="Rosso\x1b[31m\u202eevil")
    home.participant.lobby = home.lobby

    text = text_of(drawn(home.participant))

    assert "\x1b" not in text
    assert "\u202e" not in text


@ALL_PHASES
def test_every_style_has_a_meaning_in_the_table(phase: str) -> None:
    drawing = drawn(reached(phase).participant, Size(120, 35), typed="18")

    classes = {style for line in drawing.lines for style, _text in line if style}

    assert {name.removeprefix("class:") for name in classes} <= set(LOOKS)


@ALL_SIZES
def test_the_line_is_where_the_drawing_says(size: Size) -> None:
    drawing = drawn(reached("open").participant, size, typed="18")

    assert drawing.entry is not None
    row = plain(drawing.lines[drawing.entry.row])
    assert row[drawing.entry.column :].startswith("18")
    assert "= 18,000" in text_of(drawing)


def test_the_end_tells_ranking_deals_and_what_was_checked() -> None:
    text = text_of(drawn(reached("over").participant, Size(100, 32)))

    assert "THE GAME IS OVER" in text
    assert "best:" in text
    assert "worst:" in text
    assert "events in one chain" in text


def test_a_game_ended_early_tells_no_deal_that_the_bank_never_paid() -> None:
    game = _table().begin().until(OpenAuction).until(Offering)
    game.end(Ending.OWNER)

    text = text_of(drawn(game.participant, Size(100, 32)))

    assert "THE GAME IS OVER" in text
    assert "brought" not in text


@pytest.mark.parametrize(("seat", "way"), [(0, "you keep "), (1, "Bruno keeps ")])
def test_who_buys_the_own_lot_keeps_it(seat: int, way: str) -> None:
    view = View(_table().begin().participant, ScreenState())
    one = Seat(seat)
    fact = LotSold((Painting(0),), one, one, Money(5), (Money(0),) * 4)

    assert way in plain(sale_line(view, Sale(1, fact), 60))


def test_help_names_the_key_that_passes_a_whole_lot() -> None:
    help_ = ScreenState(overlay=Overlay.HELP)

    text = text_of(draw(reached("open").participant, COMPACT, help_))

    assert "p P  pass; pass this lot to its end" in text


def test_the_clock_is_seen_while_something_lies_over_the_table() -> None:
    help_ = ScreenState(overlay=Overlay.HELP)

    text = text_of(draw(reached("open").participant, COMPACT, help_))

    assert re.search(r"\d s   PURSE", text.splitlines()[0])


def test_help_names_the_orders_of_the_moment() -> None:
    help_ = ScreenState(overlay=Overlay.HELP)

    text = text_of(draw(reached("open").participant, COMPACT, help_))

    assert "Orders now: /bid, /pass" in text
    assert "/quit" in text


def test_only_the_owner_is_told_how_to_change_the_table() -> None:
    own, other = FriendsAtHome(persons=3), FriendsAtHome(persons=3)
    own.arrange(owner=0, first=None)
    other.arrange(owner=1, first=None)

    texts = [text_of(drawn(game.participant)) for game in (own, other)]

    assert ["Yours to change" in text for text in texts] == [True, False]
    assert all("The usual options and clocks." in text for text in texts)


def test_auctioneer_of_a_pair_is_named_in_two_columns() -> None:
    game = _table().begin().until(lambda game: len(game.host.position.lot) > 1)
    position = game.host.position
    auctioneer = game.participant.names[position.auctioneer]

    top = text_of(drawn(game.participant, Size(100, 32))).splitlines()[1]

    first, second = map(painting_name, position.lot)
    assert f"{first}, {second}  " in top
    assert f"auctioneer {auctioneer} " in top or "you are the auctioneer " in top


def test_nothing_about_a_pair_is_cut_in_two_columns() -> None:
    game = _table().begin()
    game.until(lambda game: game.host.position.round > 1)
    game.until(lambda game: len(game.host.position.lot) > 1)

    rows = text_of(drawn(game.participant, Size(100, 32))).splitlines()[2:10]

    assert any("worth" in row for row in rows)
    assert "\N{HORIZONTAL ELLIPSIS}" not in "".join(row[:57] for row in rows)


@pytest.mark.parametrize("size", [COMPACT, Size(100, 32)], ids=repr)
def test_sale_of_a_pair_is_told_whole(size: Size) -> None:
    game = _table().begin().until(lambda game: len(game.host.position.lot) > 1)
    game.until(Offering)

    rows = text_of(drawn(game.participant, size)).splitlines()[2:5]
    told = without_pictures(" ".join(row.split("│")[1] for row in rows))

    assert re.search(r"to \w+ for [\d,]+, paid to \w+", told)
    assert "\N{HORIZONTAL ELLIPSIS}" not in told


def test_a_spectator_sees_no_hand() -> None:
    text = text_of(drawn(reached("watching").participant))

    assert "YOUR HAND" not in text
    assert "PURSE" not in text


def test_the_offer_of_another_shows_the_sale_before_it() -> None:
    game = _table().begin().until(OpenAuction)
    game.until(Offering)

    text = text_of(drawn(game.participant))

    assert "OFFER" in text
    assert ": to " in text or ": free to " in text
