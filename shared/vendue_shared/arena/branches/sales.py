"""The branches that a sale takes: who won, how it closed, who was paid."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_shared.choices import Decision
from vendue_shared.events import Hammer
from vendue_shared.happened import BidsShown, LotSold, Void
from vendue_shared.options import DoubleProceeds
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import NOBODY, OpenAuction

from .branch import Branch
from .step import Step

_VOIDS = {
    Void.ABSENT: Branch.SEALED_ABSENT,
    Void.WITHHELD: Branch.SEALED_WITHHELD,
    Void.ILLEGAL: Branch.SEALED_ILLEGAL,
}


def of_sale(step: Step, sale: LotSold) -> Iterator[Branch]:
    """What a sale took."""
    if not sale.price:
        yield Branch.FREE_IS_SHOWN
    elif sale.buyer == sale.auctioneer:
        yield Branch.AUCTIONEER_PAYS_BANK
    else:
        yield Branch.BUYER_PAYS_AUCTIONEER
    if len(sale.lot) > 1:
        yield Branch.PAIR_SOLD
        if sale.price:
            yield from _of_proceeds(step, sale)
    if step.before.options.mystery_hand and not step.before.mystery:
        yield Branch.FLIP_PILE_EMPTY
    yield from _of_close(step, sale)


def _of_close(step: Step, sale: LotSold) -> Iterator[Branch]:
    phase = step.before.phase
    if isinstance(phase, OpenAuction):
        yield _open_close(step, phase)
    elif isinstance(phase, OnceAround):
        yield _once_close(phase, sale)
    elif isinstance(phase, Asking):
        own = sale.buyer == sale.auctioneer
        yield Branch.FIXED_NOBODY if own else Branch.FIXED_BOUGHT
    elif phase.decision is Decision.ADD:
        yield Branch.DOUBLE_ALONE


def _open_close(step: Step, phase: OpenAuction) -> Branch:
    is_hammer = isinstance(step.event, Hammer)
    if phase.leader == NOBODY:
        return Branch.OPEN_HAMMER_NO_BID if is_hammer else Branch.OPEN_ALL_PASS
    return Branch.OPEN_HAMMER if is_hammer else Branch.OPEN_ALL_BUT_LEADER


def _once_close(phase: OnceAround, sale: LotSold) -> Branch:
    """`phase` is the one in which the auctioneer had the last word."""
    if not sale.price:
        return Branch.ONCE_ALL_PASS
    if sale.buyer != sale.auctioneer:
        return Branch.ONCE_OTHER_WINS
    if phase.leader == NOBODY:
        return Branch.ONCE_AUCTIONEER_ALONE
    return Branch.ONCE_AUCTIONEER_OUTBIDS


def _of_proceeds(step: Step, sale: LotSold) -> Iterator[Branch]:
    is_split = step.before.options.double_proceeds is DoubleProceeds.SPLIT
    if not step.is_taken_over:
        if is_split:
            yield Branch.SPLIT_OWN_PAIR
        return
    if not is_split:
        yield Branch.SECOND_ALL
        return
    if sale.price % 2:
        yield Branch.SPLIT_ODD
    if sale.buyer == step.before.opener:
        yield Branch.SPLIT_OPENER_BUYS
    elif sale.buyer == sale.auctioneer:
        yield Branch.SPLIT_ADDER_BUYS
    else:
        yield Branch.SPLIT_OTHER_BUYS


def of_bids(step: Step, fact: BidsShown) -> Iterator[Branch]:
    """What opening the sealed bids took."""
    for bid in fact.bids:
        if isinstance(bid, Void):
            yield _VOIDS[bid]
        elif not bid:
            yield Branch.SEALED_ZERO
    yield from _of_highest(step, fact)


def _of_highest(step: Step, fact: BidsShown) -> Iterator[Branch]:
    auctioneer = step.before.auctioneer
    counted = [0 if isinstance(bid, Void) else bid for bid in fact.bids]
    high = max(counted)
    tied = [seat for seat, amount in enumerate(counted) if amount == high]
    if all(bid is Void.ABSENT for bid in fact.bids):
        yield Branch.SEALED_ALL_ABSENT
    elif not high:
        yield Branch.SEALED_ALL_ZERO
    elif len(tied) == 1:
        yield Branch.SEALED_HIGHEST
    elif auctioneer in tied:
        yield Branch.SEALED_TIE_AUCTIONEER
    else:
        yield Branch.SEALED_TIE_CLOCKWISE
        if tied[0] < auctioneer < tied[-1]:
            yield Branch.SEALED_TIE_PAST_ZERO
