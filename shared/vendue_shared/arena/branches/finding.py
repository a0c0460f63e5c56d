"""Which branches of the rules a step of a game takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from vendue_shared.choices import Decision
from vendue_shared.events import (
    Added,
    Begun,
    Bought,
    Called,
    Declined,
    Ended,
    Flipped,
    Hammer,
    Locked,
    Offered,
    Opened,
    Passed,
    Plays,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.happened import (
    AllSealed,
    AuctionBegan,
    BidsShown,
    FlipAsked,
    GameWon,
    LogClosed,
    LotSold,
    LotUnsold,
    MysteryShown,
    RoundBegan,
    RoundEnded,
    SeatPlayedBy,
    SecondAsked,
    TurnCame,
)
from vendue_shared.paintings import Painting, is_double
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.seats import left_of

from .branch import Branch
from .rounds import of_end, of_flip_asked, of_round, of_turn, of_unsold, of_win
from .sales import of_bids, of_sale
from .step import Step


def branches_of(  # noqa: C901 - one case a fact, closed by assert_never
    step: Step,
) -> Iterator[Branch]:
    """Find what a step of a game took, in no promised order; some come twice."""
    yield from _of_event(step)
    for fact in step.facts:
        match fact:
            case LotSold():
                yield from of_sale(step, fact)
            case BidsShown():
                yield from of_bids(step, fact)
            case LotUnsold():
                yield from of_unsold(step, fact)
            case TurnCame():
                yield from of_turn(step, fact)
            case SecondAsked():
                yield from _of_asked(step, fact)
            case FlipAsked():
                yield from of_flip_asked(step, fact)
            case RoundBegan():
                yield from of_round(step, fact)
            case RoundEnded():
                yield from of_end(step, fact)
            case GameWon():
                yield from of_win(fact)
            case (
                AuctionBegan() | AllSealed() | MysteryShown() | SeatPlayedBy()
                | LogClosed()
            ):  # fmt: skip
                pass
            case _:
                assert_never(fact)


def _of_event(  # noqa: C901 - one case an event, closed by assert_never
    step: Step,
) -> Iterator[Branch]:
    event = step.event
    match event:
        case Offered():
            yield Branch.CLOCK_OFFERS if event.auto else Branch.OFFERED
        case Called():
            yield from _of_bid(step, event)
        case Passed():
            yield from _of_pass(step, event)
        case Added():
            own = event.seat == step.before.opener
            yield Branch.DOUBLE_OWN_SECOND if own else Branch.DOUBLE_ADDED
        case Declined():
            yield from _of_decline(step, event)
        case Priced():
            yield from _of_price(step, event)
        case Flipped():
            yield Branch.FLIPPED
            if is_double(Painting(event.painting)):
                yield Branch.FLIP_DOUBLE
        case (
            Begun() | Bought() | Hammer() | Sealed() | Locked() | Revealed()
            | Opened() | Plays() | Ended()
        ):  # fmt: skip
            pass
        case _:
            assert_never(event)


def _of_bid(step: Step, event: Called) -> Iterator[Branch]:
    before = step.before
    if event.amount == 1:
        yield Branch.BID_OF_ONE
    if event.amount == before.purses[event.seat]:
        yield Branch.BID_OF_ALL
    if not before.hand_sizes[event.seat]:
        yield Branch.EMPTY_HAND_BIDS
    if step.is_taken_over and event.seat == before.opener:
        yield Branch.TAKEOVER_OPENER_BIDS
    if isinstance(before.phase, OpenAuction):
        if event.seat == before.auctioneer:
            yield Branch.OPEN_AUCTIONEER_BIDS
        yield from _of_passes(before.phase, event)


def _of_passes(phase: OpenAuction, event: Called) -> Iterator[Branch]:
    if phase.passed:
        yield Branch.OPEN_RAISE_CLEARS
    if phase.passed >> event.seat & 1:
        yield Branch.OPEN_BID_AFTER_PASS


def _of_pass(step: Step, event: Passed) -> Iterator[Branch]:
    phase, purse = step.before.phase, step.before.purses[event.seat]
    if event.auto:
        yield Branch.CLOCK_PASSES
    if isinstance(phase, OpenAuction | OnceAround) and purse <= phase.high:
        yield Branch.ONE_ANSWER
    if isinstance(phase, Asking) and purse < phase.price:
        yield Branch.FIXED_CANNOT_PAY


def _of_decline(step: Step, event: Declined) -> Iterator[Branch]:
    if event.auto:
        yield Branch.CLOCK_DECLINES
    if step.before.phase.decision is Decision.FLIP:
        yield Branch.FLIP_DECLINED
    elif event.seat == step.before.opener:
        yield Branch.DOUBLE_DECLINED


def _of_price(step: Step, event: Priced) -> Iterator[Branch]:
    if event.auto:
        yield Branch.CLOCK_NAMES_ZERO
    if not event.amount:
        yield Branch.PRICE_OF_ZERO
    elif event.amount == step.before.purses[event.seat]:
        yield Branch.PRICE_OF_ALL
    if step.is_taken_over:
        yield Branch.TAKEOVER_PRICE


def _of_asked(step: Step, fact: SecondAsked) -> Iterator[Branch]:
    phase = step.before.phase
    if isinstance(phase, Doubling):
        if fact.seat != left_of(phase.asked, step.before.seats):
            yield Branch.DOUBLE_SKIPS_EMPTY
    elif fact.seat != step.before.auctioneer:
        yield Branch.DOUBLE_SKIPS_OPENER
