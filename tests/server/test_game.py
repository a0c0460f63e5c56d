"""A game at the host: decisions, their clocks and defaults, bots, seats, the end."""

from __future__ import annotations

import pytest
from tests.server.game_by_hand import GameByHand, terms_for

from vendue_protocol.chain import HOST
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Held, Intervened
from vendue_protocol.interventions import Authority, Intervention
from vendue_server.refusal import Refusal
from vendue_server.time_up import default_event
from vendue_shared.events import (
    Begun,
    Called,
    Declined,
    Ended,
    Ending,
    Hammer,
    Locked,
    Offered,
    Opened,
    Passed,
    Player,
    Plays,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.happened import BidsShown, LotSold, MysteryShown, SecondAsked, Void
from vendue_shared.money import Money
from vendue_shared.moves import Bid, Offer, Pass
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind, is_double
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks

TEA = Intervened(what=Intervention.PAUSE, by=Authority.OWNER, seat=None, reason="tea")


def sold(game: GameByHand) -> tuple[int, int]:
    """Buyer and price of the newest sale."""
    facts = [fact for step in game.game.log.steps for fact in step.facts]
    sale = [fact for fact in facts if isinstance(fact, LotSold)][-1]
    return sale.buyer, sale.price


@pytest.fixture
def open_auction(three_persons: GameByHand) -> GameByHand:
    three_persons.offer(0, Kind.OPEN)
    return three_persons


@pytest.fixture
def once_around(three_persons: GameByHand) -> GameByHand:
    three_persons.offer(0, Kind.ONCE)
    return three_persons


@pytest.fixture
def sealed_auction(three_persons: GameByHand) -> GameByHand:
    three_persons.offer(0, Kind.SEALED)
    return three_persons


@pytest.fixture
def fixed_price(three_persons: GameByHand) -> GameByHand:
    three_persons.offer(0, Kind.FIXED)
    return three_persons


# The beginning.


def test_log_begins_with_begun(three_persons: GameByHand) -> None:
    assert isinstance(three_persons.events[0], Begun)


def test_host_holds_the_beginning(three_persons: GameByHand) -> None:
    held = [m for m in three_persons.told(None) if isinstance(m, Held)]

    assert [(m.s, m.who) for m in held] == [(1, HOST)]


def test_auctioneer_is_asked_first_and_for_as_long_as_the_terms_say(
    three_persons: GameByHand,
) -> None:
    due = three_persons.game.due(None, three_persons.now)

    assert (due.seats, due.decision, due.ms) == ((0,), "offer", 60_000)


def test_seat_that_is_asked_is_told_its_purse(three_persons: GameByHand) -> None:
    assert three_persons.game.due(Seat(0), 0.0).purse == 100


@pytest.mark.parametrize("seat", [None, 1, 2], ids=["spectator", "seat 1", "seat 2"])
def test_nobody_else_is_told_a_purse(
    three_persons: GameByHand, seat: int | None
) -> None:
    shown = None if seat is None else Seat(seat)

    assert three_persons.game.due(shown, 0.0).purse is None


def test_offer_names_the_auction_that_it_begins(three_persons: GameByHand) -> None:
    assert three_persons.game.due(None, 0.0).auction == 1


# What happens when time is up.


def test_offer_is_drawn_from_the_hand_when_time_is_up(
    three_persons: GameByHand,
) -> None:
    hand = three_persons.hand(0)

    three_persons.until_time_is_up()

    offered = three_persons.last
    assert isinstance(offered, Offered)
    assert (offered.painting in hand, offered.auto) == (True, True)


def test_offer_at_time_up_is_not_always_the_lowest() -> None:
    games = [GameByHand(terms_for(3), seed=seed) for seed in range(1, 9)]
    lowest = [game.hand(0)[0] for game in games]

    for game in games:
        game.until_time_is_up()

    assert [getattr(game.last, "painting", None) for game in games] != lowest


def test_second_is_declined_when_time_is_up(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.DOUBLE)

    three_persons.until_time_is_up()

    assert three_persons.last == Declined(seat=0, auto=True)


def test_each_seat_asked_for_a_second_has_its_own_time(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.DOUBLE)

    three_persons.until_time_is_up()

    assert three_persons.left_s == 20.0


def test_word_once_around_is_a_pass_when_time_is_up(once_around: GameByHand) -> None:
    once_around.until_time_is_up()

    assert once_around.last == Passed(seat=1, auto=True)


def test_price_is_nothing_when_time_is_up(fixed_price: GameByHand) -> None:
    fixed_price.until_time_is_up()

    assert fixed_price.last == Priced(seat=0, amount=0, auto=True)


def test_fixed_price_is_passed_on_when_time_is_up(fixed_price: GameByHand) -> None:
    fixed_price.price(0, 10)

    fixed_price.until_time_is_up()

    assert fixed_price.last == Passed(seat=1, auto=True)


def test_hammer_closes_an_open_auction_when_time_is_up(
    open_auction: GameByHand,
) -> None:
    open_auction.bid(1, 7)

    open_auction.until_time_is_up()

    assert (open_auction.last, sold(open_auction)) == (Hammer(), (1, 7))


def test_hammer_without_a_bid_leaves_the_lot_to_the_auctioneer(
    open_auction: GameByHand,
) -> None:
    open_auction.until_time_is_up()

    assert sold(open_auction) == (0, 0)


def test_who_has_not_sealed_is_absent_when_time_is_up(
    sealed_auction: GameByHand,
) -> None:
    sealed_auction.seal(1, 10)

    sealed_auction.until_time_is_up()

    assert sealed_auction.last == Locked(absent=(0, 2))


def test_all_absent_close_a_sealed_auction_at_once(sealed_auction: GameByHand) -> None:
    sealed_auction.until_time_is_up()

    assert sold(sealed_auction) == (0, 0)


def test_bid_that_is_not_revealed_is_withheld_when_time_is_up(
    sealed_auction: GameByHand,
) -> None:
    sealed_auction.seal_all((10, 30, 20))
    sealed_auction.reveal(0)
    sealed_auction.reveal(2)

    sealed_auction.until_time_is_up()

    opened, facts = sealed_auction.last, sealed_auction.game.log.steps[-1].facts
    assert isinstance(opened, Opened)
    assert opened.openings[1] is None
    assert BidsShown((Money(10), Void.WITHHELD, Money(20))) in facts


def test_mystery_painting_stays_where_it_is_when_time_is_up(
    with_mystery_hand: GameByHand,
) -> None:
    with_mystery_hand.offer(0, Kind.ONCE)
    with_mystery_hand.say_pass(1, 2, 0)

    with_mystery_hand.until_time_is_up()

    assert with_mystery_hand.last == Declined(seat=0, auto=True)


def test_mystery_painting_turned_up_is_the_oldest(
    with_mystery_hand: GameByHand,
) -> None:
    pile = with_mystery_hand.game._new.deal.mystery_pile()
    with_mystery_hand.offer(0, Kind.ONCE)
    with_mystery_hand.say_pass(1, 2, 0)

    with_mystery_hand.flip(0)

    facts = with_mystery_hand.game.log.steps[-1].facts
    assert MysteryShown(pile[0]) in facts


def test_second_mystery_painting_is_the_next_oldest(
    with_mystery_hand: GameByHand,
) -> None:
    pile = with_mystery_hand.game._new.deal.mystery_pile()
    for seat in (0, 1):
        with_mystery_hand.offer(seat, Kind.ONCE)
        with_mystery_hand.say_pass((seat + 1) % 3, (seat + 2) % 3, seat)
        with_mystery_hand.flip(seat)

    facts = with_mystery_hand.game.log.steps[-1].facts
    assert MysteryShown(pile[1]) in facts


def test_reveal_has_no_default_event_of_its_own(sealed_auction: GameByHand) -> None:
    sealed_auction.seal_all((10, 20, 30))

    assert default_event(sealed_auction.position, sealed_auction.game.hands) is None


def test_due_tells_the_default_of_everything_but_an_offer(
    three_persons: GameByHand,
) -> None:
    told = [three_persons.game.due(None, 0.0).default]
    three_persons.offer(0, Kind.FIXED)
    told.append(three_persons.game.due(None, 0.0).default)
    three_persons.price(0, 3)
    told.append(three_persons.game.due(None, 0.0).default)

    assert told == ["drawn", "price 0", "pass"]


# The clock of an open auction.


def test_late_raise_lifts_the_clock_of_an_open_auction(
    open_auction: GameByHand,
) -> None:
    open_auction.wait(19.0)

    open_auction.bid(1, 5)

    assert open_auction.left_s == 8.0


def test_late_pass_does_not_lift_the_clock(open_auction: GameByHand) -> None:
    open_auction.wait(19.0)

    open_auction.say_pass(1)

    assert open_auction.left_s == 1.0


def test_refused_bid_does_not_lift_the_clock(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)
    open_auction.wait(19.0)

    with pytest.raises(IllegalMove):
        open_auction.bid(2, 5)

    assert open_auction.left_s == 1.0


def test_no_raise_lifts_the_clock_above_its_cap() -> None:
    clocks = Clocks(open=20, raised=8, cap=25)
    game = GameByHand(terms_for(3, clocks=clocks), seed=16)
    game.offer(0, Kind.OPEN)
    for amount in range(1, 5):
        game.wait(5.0)
        game.bid(1 + amount % 2, amount)

    assert game.left_s == 5.0


def test_bid_before_the_hammer_counts(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)
    open_auction.wait(19.999)

    open_auction.bid(2, 6)

    assert open_auction.left_s == pytest.approx(8.0)


def test_bid_after_the_hammer_is_stale(open_auction: GameByHand) -> None:
    auction = open_auction.position.auction
    open_auction.until_time_is_up()

    with pytest.raises(IllegalMove):
        open_auction.play(2, Bid(auction=auction, amount=6))


def test_first_of_two_equal_bids_wins(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)

    with pytest.raises(IllegalMove) as refused:
        open_auction.bid(2, 5)

    assert refused.value.reason is Reason.TOO_LOW


def test_pass_on_a_price_that_has_changed_is_stale(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)

    with pytest.raises(IllegalMove) as refused:
        open_auction.play(2, Pass(auction=1, on=4))

    assert refused.value.reason is Reason.STALE


# Numbered moves.


def test_move_that_is_sent_twice_is_done_once(open_auction: GameByHand) -> None:
    bid = Bid(auction=1, amount=5)
    first = open_auction.play(1, bid)

    again = open_auction.play(1, bid, n=first.n)

    assert (again, len(open_auction.events)) == (first, 3)


def test_old_number_with_another_move_is_refused(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)

    with pytest.raises(Refusal) as refused:
        open_auction.play(1, Bid(auction=1, amount=6), n=1)

    assert refused.value.code is Code.NUMBER


def test_refused_move_uses_no_number_up(open_auction: GameByHand) -> None:
    with pytest.raises(IllegalMove):
        open_auction.bid(1, 101)

    assert open_auction.play(1, Bid(auction=1, amount=5), n=1).n == 1


def test_refused_move_changes_nothing(open_auction: GameByHand) -> None:
    head = open_auction.game.follower.head

    with pytest.raises(IllegalMove):
        open_auction.bid(1, 101)

    assert open_auction.game.follower.head == head


def test_painting_of_another_hand_is_refused(three_persons: GameByHand) -> None:
    painting = three_persons.hand(1)[0]

    with pytest.raises(IllegalMove) as refused:
        three_persons.play(0, Offer(auction=1, painting=painting))

    assert refused.value.reason is Reason.NOT_HELD


# A double changes the auctioneer.


def test_who_adds_the_second_sells_from_then_on(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.DOUBLE)
    three_persons.decline(0)
    artist = ARTIST_OF[three_persons.position.lot[0]]
    fitting = {
        seat: [
            p
            for p in three_persons.hand(seat)
            if ARTIST_OF[p] is artist and not is_double(p)
        ]
        for seat in (1, 2)
    }
    seat = next(seat for seat, found in fitting.items() if found)
    if seat == 2:
        three_persons.decline(1)

    three_persons.add(seat, fitting[seat][0])

    assert three_persons.position.auctioneer == seat


def test_lone_double_is_free_when_all_decline(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.DOUBLE)

    three_persons.decline(0, 1, 2)

    assert sold(three_persons) == (0, 0)


def test_seconds_are_asked_for_in_turn(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.DOUBLE)
    three_persons.decline(0)

    facts = three_persons.game.log.steps[-1].facts
    assert facts == (SecondAsked(Seat(1)),)


# Bots.


def test_bots_play_a_whole_game() -> None:
    game = GameByHand(terms_for(4, bots=(0, 1, 2, 3), first=None), seed=3)

    game.wait(3600.0)

    ended = game.last
    assert isinstance(ended, Ended)
    assert ended.reason is Ending.FINISHED


def test_finished_game_publishes_the_seed_it_was_committed_to() -> None:
    game = GameByHand(terms_for(3, bots=(0, 1, 2)), seed=3)

    game.wait(3600.0)

    assert isinstance(game.last, Ended)
    assert game.last.seed == b"\x03" * 32


def test_finished_game_is_never_due_again() -> None:
    game = GameByHand(terms_for(3, bots=(0, 1, 2)), seed=3)
    game.wait(3600.0)

    assert game.game.deadline() == float("inf")


def test_bot_without_pauses_moves_at_once(person_and_bots: GameByHand) -> None:
    person_and_bots.offer(0, Kind.ONCE)

    assert person_and_bots.game.deadline() == person_and_bots.now


def test_bot_pauses_as_its_pace_says() -> None:
    game = GameByHand(terms_for(3, bots=(1, 2)), seed=16, pace=1.0)

    game.offer(0, Kind.ONCE)

    assert 0.6 <= game.game.deadline() <= 2.5


def test_bot_at_twice_the_pace_pauses_twice_as_long() -> None:
    due = []
    for pace in (1.0, 2.0):
        game = GameByHand(terms_for(3, bots=(1, 2)), seed=16, pace=pace)
        game.offer(0, Kind.ONCE)
        due.append(game.game.deadline())

    assert due[1] == pytest.approx(2 * due[0])


def test_bot_pauses_for_half_of_the_clock_at_most() -> None:
    clocks = Clocks(once=1)
    game = GameByHand(terms_for(3, bots=(1, 2), clocks=clocks), seed=16, pace=10.0)

    game.offer(0, Kind.ONCE)

    assert game.game.deadline() == 0.5


def test_bot_pauses_anew_when_a_paused_game_goes_on() -> None:
    game = GameByHand(terms_for(3, bots=(1, 2)), seed=16, pace=1.0)
    game.offer(0, Kind.ONCE)
    game.game.stand_still(TEA, game.now)
    game.wait(60)

    game.game.go_on(game.now)

    assert 0.6 <= game.game.deadline() - game.now <= 2.5


def test_game_that_did_not_stand_still_lets_no_bot_pause_anew() -> None:
    game = GameByHand(terms_for(3, bots=(1, 2)), seed=16, pace=1.0)
    game.offer(0, Kind.ONCE)
    due = game.game.deadline()

    game.game.go_on(game.now)

    assert game.game.deadline() == due


def test_bots_reveal_by_themselves(person_and_bots: GameByHand) -> None:
    person_and_bots.offer(0, Kind.SEALED)
    person_and_bots.wait(0.0)

    person_and_bots.seal(0, 5)

    revealed = [e.seat for e in person_and_bots.events if isinstance(e, Revealed)]
    assert revealed == [1, 2]


def test_bots_open_nothing_before_the_person_has_revealed(
    person_and_bots: GameByHand,
) -> None:
    person_and_bots.offer(0, Kind.SEALED)
    person_and_bots.wait(0.0)
    person_and_bots.seal(0, 5)

    assert not any(isinstance(e, Opened) for e in person_and_bots.events)


# Who plays a seat.


def test_person_may_leave_the_own_seat_to_a_bot(three_persons: GameByHand) -> None:
    three_persons.game.hand_over(Seat(0), Player.BOT, 0.0)
    three_persons.wait(0.0)

    assert isinstance(three_persons.events[2], Offered)


def test_move_for_a_seat_that_a_bot_plays_is_refused(
    three_persons: GameByHand,
) -> None:
    three_persons.game.hand_over(Seat(0), Player.BOT, 0.0)

    with pytest.raises(Refusal) as refused:
        three_persons.offer(0, Kind.OPEN)

    assert refused.value.code is Code.AUTH


def test_person_may_take_the_seat_back(three_persons: GameByHand) -> None:
    three_persons.game.hand_over(Seat(0), Player.BOT, 0.0)

    three_persons.game.hand_over(Seat(0), Player.PERSON, 0.0)

    three_persons.offer(0, Kind.OPEN)
    assert isinstance(three_persons.last, Offered)


def test_seat_that_sealed_does_not_change_hands(sealed_auction: GameByHand) -> None:
    sealed_auction.seal(1, 10)

    with pytest.raises(IllegalMove) as refused:
        sealed_auction.game.hand_over(Seat(1), Player.BOT, 0.0)

    assert refused.value.reason is Reason.HANDED_OVER


def test_bot_that_sealed_keeps_the_seat_until_the_bids_are_opened(
    sealed_auction: GameByHand,
) -> None:
    sealed_auction.game.hand_over(Seat(1), Player.BOT, 0.0)
    sealed_auction.wait(0.0)
    assert isinstance(sealed_auction.last, Sealed)

    with pytest.raises(IllegalMove):
        sealed_auction.game.hand_over(Seat(1), Player.PERSON, 0.0)


def test_seat_that_has_not_sealed_may_change_hands(sealed_auction: GameByHand) -> None:
    sealed_auction.seal(1, 10)

    sealed_auction.game.hand_over(Seat(2), Player.BOT, 0.0)

    assert sealed_auction.last == Plays(seat=2, by=Player.BOT)


def test_handing_over_does_not_wind_the_clock_up(three_persons: GameByHand) -> None:
    three_persons.wait(50.0)

    three_persons.game.hand_over(Seat(1), Player.BOT, three_persons.now)

    assert three_persons.left_s == 10.0


# The end.


def test_owner_ends_a_game_with_its_seed(three_persons: GameByHand) -> None:
    three_persons.game.end(Ending.OWNER, 0.0)

    assert three_persons.last == Ended(reason=Ending.OWNER, seed=b"\x10" * 32)


def test_host_holds_the_end(three_persons: GameByHand) -> None:
    three_persons.game.end(Ending.OWNER, 0.0)

    assert (2, HOST) in three_persons.game.follower.holds


def test_ended_game_takes_no_move(three_persons: GameByHand) -> None:
    three_persons.game.end(Ending.OWNER, 0.0)

    with pytest.raises(IllegalMove):
        three_persons.offer(0, Kind.OPEN)


def test_every_hold_point_is_held_by_the_host() -> None:
    game = GameByHand(terms_for(4, bots=(0, 1, 2, 3)), seed=5)
    game.wait(3600.0)

    follower = game.game.follower
    assert all((point.s, HOST) in follower.holds for point in follower.hold_points)


# Signatures on the history.


def test_hold_of_a_person_is_passed_on_once(three_persons: GameByHand) -> None:
    hold = three_persons.hold(1, 1)
    three_persons.game.log.take_hold(Seat(1), 1, hold)

    three_persons.game.log.take_hold(Seat(1), 1, hold)

    held = [m.who for m in three_persons.told(2) if isinstance(m, Held)]
    assert held == [HOST, 1]


@pytest.mark.parametrize(
    ("signer", "seat", "s"),
    [(2, 1, 1), (1, 1, 2), (HOST, 1, 1)],
    ids=["another seat's", "no hold point", "the host's"],
)
def test_hold_that_does_not_fit_is_not_passed_on(
    three_persons: GameByHand, signer: int, seat: int, s: int
) -> None:
    hold = three_persons.hold(signer, 1)

    with pytest.raises(Refusal) as refused:
        three_persons.game.log.take_hold(Seat(seat), s, hold)

    assert refused.value.code is Code.HOLD
    assert len(three_persons.game.follower.holds) == 1


# A whole game, move by move.


def test_whole_round_is_played_by_hand(three_persons: GameByHand) -> None:
    game = three_persons
    while game.position.round == 1:
        seller = game.position.auctioneer
        game.offer(seller, KIND_OF[game.hand(seller)[0]])
        while (awaited := game.position.awaited) and _is_selling(game):
            _answer(game, awaited[0])

    assert [len(game.position.board), game.position.round] == [1, 2]


def _is_selling(game: GameByHand) -> bool:
    return game.position.phase.decision not in {"offer", "none"}


def _answer(game: GameByHand, seat: Seat) -> None:
    match game.position.phase.decision:
        case "add":
            game.decline(seat)
        case "open" | "once" | "buy":
            game.say_pass(seat)
        case "price":
            game.price(seat, 1)
        case "seal":
            game.seal(seat, 1)
        case "reveal":
            game.reveal(seat)
        case _:
            raise AssertionError("nobody sells")


def test_called_bid_is_marked_as_the_persons_own(open_auction: GameByHand) -> None:
    open_auction.bid(1, 5)

    assert open_auction.last == Called(seat=1, amount=5)
