"""What a hint tells of a lot."""

from __future__ import annotations

from tests.shared.bot_games import L_OPEN, game_of, position_of

from vendue_shared.bots.hints import hint
from vendue_shared.bots.levels import Level
from vendue_shared.bots.value import code_of, scale_of
from vendue_shared.happened import AuctionBegan, RoundEnded
from vendue_shared.options import DoubleProceeds, Options
from vendue_shared.paintings import ARTIST_OF, Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.turn import Offering
from vendue_shared.position import Position
from vendue_shared.seats import Seat


def test_without_a_lot_there_is_no_hint() -> None:
    assert hint(position_of(Offering(), lot=()), Seat(1), ()) is None


def test_a_hint_tells_the_worth_now_and_its_bounds() -> None:
    # Lumen has 30 from round 1 and is first now.
    found = hint(position_of(OpenAuction()), Seat(1), ())

    assert found is not None
    assert (found.worst, found.now, found.best) == (0, 60, 60)
    assert 0 < found.likely < 60


def test_a_buyer_goes_to_what_is_likely_and_the_auctioneer_less_far() -> None:
    found = hint(position_of(OpenAuction()), Seat(1), ())

    assert found is not None
    assert found.buyer == found.likely
    assert found.auctioneer in {found.likely * 4 // 7, found.likely * 4 // 7 + 1}


def test_who_is_paid_half_of_a_pair_keeps_it_for_more() -> None:
    split = Options(double_proceeds=DoubleProceeds.SPLIT)
    position = position_of(OpenAuction(), lot=(Painting(10), L_OPEN), options=split)
    alone = hint(position, Seat(0), ())
    position.auctioneer = Seat(2)
    halved = hint(position, Seat(0), ())

    assert alone is not None
    assert halved is not None
    assert alone.buyer == halved.buyer
    assert alone.auctioneer < halved.auctioneer < halved.buyer


def test_what_only_the_own_hand_can_show_does_not_push_a_lot_down() -> None:
    position = position_of(OpenAuction(), shown=(2, 1, 1, 1, 1))
    everything = [Painting(p) for p in range(12, 70)]

    found = hint(position, Seat(1), everything)

    assert found is not None
    assert found.worst == found.now == 60
    # The table alone would tell less.
    assert scale_of(position).fitted(code_of(position.shown))[0] < 60
    assert found.likely == found.buyer == 60


def test_every_lot_brings_what_its_bounds_promised() -> None:
    for number in range(12):
        game = game_of([Level.STANDARD] * (3 + number % 3), f"hints {number}")
        position = Position()
        promised: list[tuple[Painting, int, int]] = []
        for event, facts in game.steps:
            position.play(event)
            for fact in facts:
                if isinstance(fact, AuctionBegan):
                    found = hint(position, Seat(0), ())
                    assert found is not None
                    size = len(fact.lot)
                    assert found.worst <= found.now <= found.best
                    assert found.worst <= found.likely <= found.best
                    promised.append(
                        (fact.lot[0], found.worst // size, found.best // size)
                    )
                elif isinstance(fact, RoundEnded):
                    for painting, worst, best in promised:
                        assert worst <= fact.values[ARTIST_OF[painting]] <= best
                    promised.clear()


def test_a_hint_is_of_the_scale_that_bots_use() -> None:
    position = position_of(OpenAuction())
    found = hint(position, Seat(1), ())

    assert found is not None
    assert found.now == scale_of(position).final(1)[0]
