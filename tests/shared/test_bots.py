"""What bots answer: legally, by what their seat sees, and each level in its manner."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence

import msgspec
import pytest
from tests.shared.bot_games import (
    K_OPEN,
    L_DOUBLE,
    L_FIXED,
    L_ONCE,
    L_OPEN,
    L_SEALED,
    S_OPEN,
    game_of,
    position_of,
    replayed,
    with_the_unseen_shuffled,
)

from vendue_shared.arena.one_game import ArenaGame
from vendue_shared.bots.answers import Bot, SealedBid
from vendue_shared.bots.erratic import Erratic, Nerve, Style, Taste, drawn_style
from vendue_shared.bots.levels import Level, bot_of
from vendue_shared.bots.pacing import RAISING_S, THINKING_S, pause_s
from vendue_shared.bots.sparring import Contender, Sparring
from vendue_shared.bots.standard import Manner, Trader
from vendue_shared.bots.valuation import reference
from vendue_shared.events import Added, AnyEvent, Flipped, Offered, Sealed
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Decline, Flip, Offer, Pass, Price
from vendue_shared.options import (
    DoubleProceeds,
    Options,
    UnrankedValue,
)
from vendue_shared.paintings import Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.phases.turn import Flipping, Offering
from vendue_shared.position import Position
from vendue_shared.seats import Seat

LEVELS = [pytest.param(level, id=level.value) for level in Level]

MIXED = [Level.STANDARD, Level.RANDOM, Level.STANDARD, Level.RANDOM, Level.STANDARD]


def standard(*, seed: int = 0) -> tuple[Bot, random.Random]:
    return bot_of(Level.STANDARD, random.Random(seed).randrange), random.Random(seed)


def asked(
    position: Position, seat: int = 1, hand: Sequence[Painting] = (), *, seed: int = 0
) -> object:
    """What a standard bot answers."""
    bot, chance = standard(seed=seed)
    return bot.choose(position, Seat(seat), tuple(sorted(hand)), chance.randrange)


# The law: what a seat cannot see changes none of its moves.


def disguised(event: AnyEvent) -> AnyEvent:
    """The event with other secrets behind it: nothing of them may matter."""
    other = b"\7" * 32
    if isinstance(event, Offered | Added | Flipped):
        return msgspec.structs.replace(event, blind=other)
    if isinstance(event, Sealed):
        return msgspec.structs.replace(event, commitment=other)
    return event


def check_law(
    level: Level, game: ArenaGame, samples: int, chance: random.Random
) -> int:
    """Ask a bot and its twin here and there in a game; tell how often."""
    bots = [bot_of(level, random.Random(5).randrange) for _ in range(2)]
    position, asked_for = Position(), 0
    sampled = set(chance.sample(range(1, len(game.steps)), samples))
    for steps, (event, facts) in enumerate(game.steps, start=1):
        position.play(event)
        bots[0].saw(event, facts, position)
        bots[1].saw(disguised(event), facts, position)
        sealed_out = isinstance(position.phase, Revealing)
        if steps not in sampled or not position.awaited or sealed_out:
            continue
        seat = position.awaited[-1]
        where, hands = replayed(game, game.deck, steps)
        deck = with_the_unseen_shuffled(game, seat, steps, chance)
        twin, twin_hands = replayed(game, deck, steps)
        assert twin_hands[seat] == hands[seat]

        answers = [
            bot.choose(
                here, seat, tuple(sorted(held[seat])), random.Random(6).randrange
            )
            for bot, here, held in zip(
                bots, (where, twin), (hands, twin_hands), strict=True
            )
        ]

        assert answers[0] == answers[1]
        asked_for += 1
    return asked_for


def positions_checked(level: Level, games: int, samples: int) -> int:
    chance = random.Random(f"law {level}")
    return sum(
        check_law(level, game_of(MIXED[: 3 + n % 3], f"law {n}"), samples, chance)
        for n in range(games)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_see_changes_none_of_its_moves(level: Level) -> None:
    # Five levels of some hundred positions.
    assert positions_checked(level, games=9, samples=14) >= 80


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_nor_does_it_in_thousands_of_positions(level: Level) -> None:
    assert positions_checked(level, games=150, samples=40) >= 3000


# Every level.


@pytest.mark.parametrize(
    ("levels", "games"),
    [
        pytest.param([Level.RANDOM], 60, id="random"),
        pytest.param([Level.NOVICE], 30, id="novice"),
        pytest.param([Level.STANDARD, Level.RANDOM], 45, id="standard and random"),
        pytest.param([Level.EXPERT, Level.RANDOM], 9, id="expert and random"),
        pytest.param([Level.EXPERT, Sparring.TIGHT], 9, id="expert and tight"),
        pytest.param([Level.MASTER, Level.RANDOM, Level.NOVICE], 6, id="master"),
    ],
)
def test_every_move_of_a_bot_is_legal_under_all_options(
    levels: list[Contender], games: int
) -> None:
    check_legal(levels, games)


@pytest.mark.soak
@pytest.mark.parametrize("level", [*Level, *Sparring])
def test_every_move_is_legal_in_hundreds_of_games(level: Contender) -> None:
    check_legal([level, level, Level.RANDOM], 200)


def check_legal(levels: list[Contender], games: int) -> None:
    # An illegal move would raise in the arena, which asks `decide`.
    for number in range(games):
        seats = 3 + number % 3
        game = game_of((levels * seats)[:seats], f"legal {number}")

        assert game.position.is_over
        assert min(game.position.purses) >= 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_leaves_the_position_as_it_is(level: Level) -> None:
    position = position_of(Offering())
    before = position.copy()

    bot_of(level, random.Random(1).randrange).choose(
        position, Seat(0), (L_OPEN, L_DOUBLE, K_OPEN), random.Random(2).randrange
    )

    slots = Position.__slots__
    assert all(getattr(position, s) == getattr(before, s) for s in slots)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_answers(level: Level) -> None:
    first = game_of([level] * 4, "same")

    assert game_of([level] * 4, "same").steps == first.steps


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_without_money_passes(level: Level) -> None:
    position = position_of(OpenAuction(Money(9), Seat(2)), purses=(100, 9, 100, 100))

    answer = bot_of(level, random.Random(1).randrange).choose(
        position, Seat(1), (), random.Random(1).randrange
    )

    assert answer == Pass(auction=7, on=9)


def test_a_bot_is_not_asked_to_reveal() -> None:
    position = position_of(Revealing((bytes(32),) * 4, 0b1111, 0))

    with pytest.raises(ValueError, match="reveal"):
        asked(position)


# Level random.


def test_a_style_is_kept_for_the_whole_game() -> None:
    style = drawn_style(random.Random(3).randrange)

    bot = bot_of(Level.RANDOM, random.Random(3).randrange)

    assert isinstance(bot.mind, Erratic)
    assert bot.mind.style == style


def test_styles_differ_from_game_to_game() -> None:
    chance = random.Random(1)

    styles = {drawn_style(chance.randrange) for _ in range(200)}

    assert {style.taste for style in styles} == set(Taste)
    assert {style.nerve for style in styles} == set(Nerve)


def test_who_keeps_rounds_going_adds_no_fifth() -> None:
    style = Style(
        taste=Taste.LEAST_SHOWN, nerve=Nerve.EVEN, speaks=50, adds=100, flips=0
    )
    position = position_of(Doubling(Seat(0)), lot=(L_DOUBLE,), shown=(4, 0, 0, 0, 0))

    answer = Bot(Erratic(style)).choose(
        position, Seat(0), (L_OPEN,), random.Random(1).randrange
    )

    assert answer == Decline(auction=7)


# Level standard.


def test_standard_beats_three_random_bots() -> None:
    games, wins = 100, 0.0
    for number in range(games):
        levels = [Level.RANDOM] * 4
        levels[number % 4] = Level.STANDARD
        game = game_of(levels, f"strength {number}", Options())
        winners = game.position.winners
        wins += (number % 4 in winners) / len(winners)

    # 400 games and more give 0.90; 0.80 is three deviations below.
    assert wins >= 0.8 * games


def test_a_painting_is_worth_earlier_chips_and_its_present_rank() -> None:
    position = position_of(OpenAuction())

    assert reference(position, (2, 0, 1, 3, 0)) == (50, 5, 20, 30, 5)


def test_an_unranked_artist_keeps_its_chips_where_they_accumulate() -> None:
    options = Options(unranked_value=UnrankedValue.ACCUMULATED)
    position = position_of(OpenAuction(), options=options)

    assert reference(position, (0, 0, 1, 3, 2)) == (35, 25, 20, 30, 20)


def test_standard_raises_up_to_the_worth() -> None:
    at_59 = position_of(OpenAuction(Money(59), Seat(2)))
    at_60 = position_of(OpenAuction(Money(60), Seat(2)))

    assert asked(at_59) == Bid(auction=7, amount=60)
    assert asked(at_60) == Pass(auction=7, on=60)


def test_standard_counts_a_pair_as_two() -> None:
    position = position_of(
        OpenAuction(Money(79), Seat(2)), lot=(L_DOUBLE, L_OPEN), shown=(2, 0, 0, 0, 0)
    )

    assert isinstance(asked(position), Bid)


def test_an_auctioneer_lets_others_buy_where_that_pays_more() -> None:
    position = position_of(OpenAuction(Money(34), Seat(2)))

    # Worth 60; four seats: from 60 * 4 / 7 on it sells.
    assert asked(position, 0) == Pass(auction=7, on=34)
    assert isinstance(asked(position, 1), Bid)


def test_standard_never_overpays_its_purse() -> None:
    purses = (7, 7, 7, 7)

    open_bid = asked(position_of(OpenAuction(Money(6), Seat(2)), purses=purses))
    once = asked(position_of(OnceAround(Seat(1)), lot=(L_ONCE,), purses=purses))
    sealed = asked(position_of(Sealing((None,) * 4), purses=purses))
    price = asked(position_of(Pricing(), lot=(L_FIXED,), purses=purses), 0)

    assert open_bid == Bid(auction=7, amount=7)
    assert once == Bid(auction=7, amount=7)
    assert sealed == SealedBid(Money(7))
    assert price == Price(auction=7, amount=7)


def test_standard_seals_three_quarters_of_the_worth() -> None:
    position = position_of(Sealing((None,) * 4), lot=(L_SEALED,))

    assert asked(position) == SealedBid(Money(45))


def test_standard_asks_four_fifths_of_the_worth() -> None:
    assert asked(position_of(Pricing(), lot=(L_FIXED,)), 0) == Price(
        auction=7, amount=48
    )


@pytest.mark.parametrize(
    ("price", "buys"),
    [pytest.param(59, True, id="below"), pytest.param(60, False, id="at the worth")],
)
def test_standard_buys_below_the_worth(price: int, *, buys: bool) -> None:
    position = position_of(Asking(Money(price), Seat(1)), lot=(L_FIXED,))

    assert asked(position) == (Buy(auction=7) if buys else Pass(auction=7))


def test_the_last_word_is_the_least_raise() -> None:
    phase = OnceAround(Seat(0), Money(20), Seat(3))

    assert asked(position_of(phase, lot=(L_ONCE,)), 0) == Bid(auction=7, amount=21)


def test_standard_offers_what_brings_most() -> None:
    position = position_of(Offering(), shown=(2, 0, 0, 0, 0), lot=())

    assert asked(position, 0, [L_OPEN, S_OPEN, K_OPEN]) == Offer(
        auction=8, painting=L_OPEN
    )


def test_equal_offers_are_drawn() -> None:
    position = position_of(Offering(), lot=())
    hand = [L_OPEN, Painting(1), Painting(2)]

    offers = {asked(position, 0, hand, seed=seed) for seed in range(20)}

    assert offers == {Offer(auction=8, painting=p) for p in hand}


def test_standard_ends_no_round_with_its_own_painting_if_it_has_another() -> None:
    position = position_of(Offering(), shown=(4, 0, 0, 0, 1), lot=())

    assert asked(position, 0, [L_OPEN, K_OPEN]) == Offer(auction=8, painting=K_OPEN)
    assert asked(position, 0, [L_OPEN]) == Offer(auction=8, painting=L_OPEN)


def test_standard_adds_its_own_second() -> None:
    position = position_of(Doubling(Seat(0)), lot=(L_DOUBLE,))

    assert asked(position, 0, [L_SEALED, L_OPEN]) == Add(auction=7, painting=L_OPEN)


def test_standard_adds_no_second_that_would_be_the_fifth() -> None:
    position = position_of(Doubling(Seat(0)), lot=(L_DOUBLE,), shown=(4, 0, 0, 0, 0))

    assert asked(position, 0, [L_OPEN]) == Decline(auction=7)


def test_half_the_price_of_a_cheap_pair_is_not_worth_a_second() -> None:
    split = Options(double_proceeds=DoubleProceeds.SPLIT)
    # After the second Kiri is fourth: the pair is worth twice 5.
    position = position_of(
        Doubling(Seat(1)), lot=(Painting(67),), shown=(3, 3, 3, 0, 1), options=split
    )

    assert asked(position, 1, [K_OPEN]) == Decline(auction=7)


def test_standard_flips_where_its_own_wall_gains() -> None:
    options = Options(mystery_hand=True)
    position = position_of(
        Flipping(Seat(1)), lot=(), shown=(2, 2, 2, 2, 0), options=options,
        purses=(100, 100, 100),
    )  # fmt: skip
    position.mystery = 4
    # Onda is fourth: nearly any painting leaves it there, its own lifts it.
    position.walls[1] = [Painting(39)]
    gains = asked(position)
    # Lumen is first: nearly any painting can only push it down.
    position.walls[1] = [L_OPEN, Painting(1)]
    loses = asked(position)

    assert gains == Flip(auction=7)
    assert loses == Decline(auction=7)


def test_a_trader_of_another_manner_is_one_line() -> None:
    bot = Bot(Trader(Manner(sealed=50)))
    position = position_of(Sealing((None,) * 4), lot=(L_SEALED,))

    answer = bot.choose(position, Seat(1), (), random.Random(1).randrange)

    assert answer == SealedBid(Money(30))


# Pauses.


@pytest.mark.parametrize(
    ("phase", "bounds"),
    [
        pytest.param(OpenAuction(Money(30), Seat(2)), RAISING_S, id="a raise"),
        pytest.param(Sealing((None,) * 4), THINKING_S, id="a sealed bid"),
    ],
)
def test_pauses_stay_within_their_bounds_and_differ(
    phase: Phase, bounds: tuple[float, float]
) -> None:
    chance = random.Random(1)

    pauses = [
        pause_s(position_of(phase), Seat(1), chance.randrange) for _ in range(500)
    ]

    assert bounds[0] <= min(pauses) < max(pauses) <= bounds[1]
    assert len(set(pauses)) > 300


def test_most_pauses_are_near_the_middle_of_their_bounds() -> None:
    """A quarter is shorter than 0.9 s, a quarter longer than 1.7: a log-normal one."""
    chance, position = random.Random(1), position_of(Sealing((None,) * 4))

    pauses = [pause_s(position, Seat(1), chance.randrange) for _ in range(999)]

    quarter, half, three_quarters = statistics.quantiles(pauses, n=4)
    assert 0.8 < quarter < 1.0
    assert 1.1 < half < 1.4
    assert 1.5 < three_quarters < 1.8


def test_pauses_are_not_alike_at_their_bounds() -> None:
    """Many are short where the price is low; they still differ."""
    chance, cheap = random.Random(1), position_of(OpenAuction(Money(1), Seat(2)))

    pauses = [pause_s(cheap, Seat(1), chance.randrange) for _ in range(999)]

    assert sum(pause < 1.02 * RAISING_S[0] for pause in pauses) < 100


def test_a_pause_takes_one_draw() -> None:
    """Each draw asks the system of a host, which draws for every bot at every bid."""
    drawn: list[int] = []

    def chance(most: int) -> int:
        drawn.append(most)
        return most // 2

    pause_s(position_of(Sealing((None,) * 4)), Seat(1), chance)

    assert len(drawn) == 1


def test_no_pause_outlasts_the_clock() -> None:
    chance = random.Random(1)
    position = position_of(Sealing((None,) * 4))

    pauses = [
        pause_s(position, Seat(1), chance.randrange, clock_s=1.0) for _ in range(99)
    ]

    assert max(pauses) <= 0.5


def test_a_pause_does_not_tell_the_purse() -> None:
    rich, poor = (
        position_of(OpenAuction(Money(5), Seat(2)), purses=purses)
        for purses in ((100, 400, 100, 100), (100, 0, 100, 100))
    )

    pauses = [
        pause_s(position, Seat(1), random.Random(4).randrange)
        for position in (rich, poor)
    ]

    assert pauses[0] == pauses[1]
