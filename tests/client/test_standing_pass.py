"""Who has passed a lot is not asked again; who cannot bid is told the truth."""

from __future__ import annotations

import pytest

from vendue_client.errands import run_errand
from vendue_client.orders.order import Local
from vendue_client.orders.prompting import keys_line
from vendue_client.orders.reading import parse
from vendue_client.standing_pass import has_passed, is_passing_again, pass_lot
from vendue_client.wording.situation import asked, wanted
from vendue_protocol.follower import Step
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import Passed
from vendue_shared.money import Money
from vendue_shared.moves import Bid, Buy, Pass
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction

from .at_home import GameAtHome
from .conftest import FakeDesk, asked_for, shown, why_not
from .sitting_at_home import sitting


def bidding() -> GameAtHome:
    """An open auction in which nobody has bid yet."""
    return GameAtHome(first=1).begin().until(OpenAuction, asked=0)


def obey(line: str, game: GameAtHome) -> None:
    order = parse(line, game.participant)
    assert isinstance(order, Local)
    run_errand(order, FakeDesk(game, plays_on=False), "Ada")


def raised(game: GameAtHome, seat: int, amount: int) -> None:
    game.play(seat, Bid(auction=game.host.position.auction, amount=amount))


def own_passes(game: GameAtHome) -> int:
    events = [e.event for e in game.participant.entries if isinstance(e, Step)]
    return sum(isinstance(event, Passed) and event.seat == 0 for event in events)


def test_a_passed_lot_is_passed_again_after_each_raise() -> None:
    game = bidding()

    obey("/pass lot", game)
    for amount in (5, 6, 7):
        raised(game, 2 + amount % 2, amount)

    assert own_passes(game) == 4
    assert asked(game.participant).endswith("You pass this lot.")


def test_without_it_the_client_never_passes_by_itself() -> None:
    game = bidding()
    game.participant.position.purses[0] = Money(3)

    raised(game, 2, 5)

    assert own_passes(game) == 0
    assert asked(game.participant).startswith("Pass (p)")


def test_an_own_raise_takes_it_back() -> None:
    game = bidding()
    obey("/pass lot", game)

    game.take(game.participant.play(Bid(auction=game.host.position.auction, amount=8)))
    raised(game, 2, 9)

    assert own_passes(game) == 1
    assert asked(game.participant).startswith("Raise, 10,000")


def test_the_next_lot_is_asked_about_again() -> None:
    game = bidding()
    obey("/pass lot", game)

    before = game.host.position.auction
    game.until(lambda game: game.host.position.auction > before)
    game.until(OpenAuction, asked=0)

    assert asked(game.participant).startswith(("Bid ", "Raise"))


def test_an_alarm_comes_before_it() -> None:
    game = bidding()
    obey("/pass lot", game)
    game.participant.alarm = ProofFailed(Check.HOLD, 1, "of 2")

    raised(game, 2, 5)

    assert own_passes(game) == 1


def test_who_leads_has_no_lot_to_pass() -> None:
    game = bidding()
    game.take(game.participant.play(Bid(auction=game.host.position.auction, amount=8)))

    assert why_not("/pass lot", game).startswith("Not now.")


def test_where_one_speaks_once_it_is_a_pass() -> None:
    game = asked_for(OnceAround)

    assert parse("/pass lot", game.participant) == parse("p", game.participant)


def test_an_open_auction_offers_it() -> None:
    assert ("P", "pass this lot") in keys_line(bidding().participant)
    assert "P" not in dict(keys_line(asked_for(OnceAround).participant))


@pytest.mark.parametrize("purse", [52, 54])
def test_who_cannot_raise_is_told_what_a_raise_needs(purse: int) -> None:
    game = bidding()
    raised(game, 2, 54)
    game.participant.position.purses[0] = Money(purse)

    sentence = asked(game.participant)

    assert sentence == (
        f"Pass (p), or /pass lot: a raise needs 55,000, and you have {purse},000."
    )


def test_who_cannot_raise_and_has_passed_is_told_the_same() -> None:
    game = bidding()
    raised(game, 2, 54)
    obey("/pass lot", game)
    game.participant.position.purses[0] = Money(52)

    assert asked(game.participant) == (
        "Wait: you have passed; a raise needs 55,000, and you have 52,000."
    )


def test_who_cannot_pay_a_fixed_price_is_told_price_and_purse() -> None:
    game = asked_for(Asking)
    phase = game.participant.position.phase
    assert isinstance(phase, Asking)
    assert phase.price
    game.participant.position.purses[0] = Money(phase.price - 1)

    sentence = asked(game.participant)

    assert not isinstance(parse("p", game.participant), Buy)
    assert f"the price is {phase.price},000" in sentence
    assert "and you have " in sentence


def test_who_has_passed_is_called_again_by_a_raise() -> None:
    game = bidding()
    before = has_passed(game.participant)

    game.take(game.participant.play(Pass(auction=game.host.position.auction, on=0)))
    after = has_passed(game.participant)
    raised(game, 2, 5)

    assert (before, after) == (False, True)
    assert not has_passed(game.participant)


def test_who_has_passed_the_lot_is_called_by_no_raise() -> None:
    game = bidding()
    obey("/pass lot", game)

    raised(game, 2, 5)

    assert wanted(game.participant)
    assert has_passed(game.participant)


def test_only_a_pass_of_the_lot_is_not_worth_drawing_on_its_way() -> None:
    lot, once = bidding(), bidding()

    pass_lot(lot.participant)
    once.participant.play(Pass(auction=once.host.position.auction, on=0))

    assert is_passing_again(lot.participant)
    assert not is_passing_again(once.participant)


def test_a_lost_line_and_an_alarm_are_drawn_all_the_same() -> None:
    lost, alarmed = bidding(), bidding()
    pass_lot(lost.participant)
    pass_lot(alarmed.participant)

    lost.participant.back.is_behind = True
    alarmed.participant.alarm = ProofFailed(Check.HOLD, 1, "of 2")

    assert not is_passing_again(lost.participant)
    assert not is_passing_again(alarmed.participant)


@pytest.mark.ui
async def test_a_capital_p_passes_the_lot() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("P")
        await sat.terminal.shows("You pass")
        raised(sat.game, 2, 5)
        sat.desk.wake()
        await sat.terminal.shows("You pass this lot.")

        assert own_passes(sat.game) == 2


async def test_plain_lines_pass_a_lot_too() -> None:
    game = bidding()
    auction = game.host.position.auction

    await shown(FakeDesk(game), ["/pass lot"])

    assert game.participant.passed_lot == auction
    assert own_passes(game) >= 1
