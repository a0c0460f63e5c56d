"""What followed from an event by the rules, in the words of the log."""

from __future__ import annotations

from typing import assert_never

from vendue_client.language import _, ngettext
from vendue_shared.events import Ending
from vendue_shared.happened import (
    AllSealed,
    AuctionBegan,
    BidsShown,
    FlipAsked,
    GameWon,
    Happened,
    LogClosed,
    LotSold,
    LotUnsold,
    MysteryShown,
    RoundBegan,
    RoundEnded,
    SeatPlayedBy,
    SecondAsked,
    TurnCame,
    Void,
)
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF

from .reckoning import game_won, round_ended
from .words import Teller, artist_name, listed, lot_name, money


def consequence(teller: Teller, fact: Happened) -> list[str]:  # noqa: C901, PLR0912 - one a fact
    """What one fact adds to the log: no line, or a few."""
    match fact:
        case RoundBegan():
            return [round_title(fact)]
        case TurnCame(skipped=skipped):
            names = listed(map(teller.name, skipped))
            line = _("Skipped, with no painting left: {names}").format(names=names)
            return [line] if skipped else []
        case AllSealed(absent=absent):
            return _all_sealed(teller, absent)
        case BidsShown(bids=bids):
            shown = listed(f"{teller.name(i)} {_bid(b)}" for i, b in enumerate(bids))
            return [_("Bids opened: {bids}").format(bids=shown)]
        case LotSold():
            return [_sold(teller, fact)]
        case LotUnsold():
            return [_unsold(fact)]
        case RoundEnded():
            return round_ended(teller, fact)
        case GameWon():
            return game_won(teller, fact)
        case SeatPlayedBy(seat=seat, is_bot=True):
            return [
                teller.says(seat, _("A bot plays for you"), _("A bot plays for {name}"))
            ]
        case SeatPlayedBy(seat=seat):
            return [
                teller.says(
                    seat, _("You play again"), _("{name} plays again, not a bot")
                )
            ]
        case LogClosed(reason=Ending.FINISHED):
            return []
        case LogClosed(reason=reason):
            return [_closed(Ending(reason))]
        case SecondAsked() | AuctionBegan() | FlipAsked() | MysteryShown():
            return []
        case _:
            assert_never(fact)


def round_title(fact: RoundBegan) -> str:
    """That a round begins, and what is dealt for it."""
    if not fact.share:
        return _("Round {number} begins: nothing is dealt any more").format(
            number=fact.number
        )
    line = ngettext(
        "Round {number} begins: {share} painting dealt to each",
        "Round {number} begins: {share} paintings dealt to each",
        fact.share,
    ).format(number=fact.number, share=fact.share)
    if not fact.mystery_share:
        return line
    return _("{what}, and as many to the mystery hand").format(what=line)


def _all_sealed(teller: Teller, absent: tuple[int, ...]) -> list[str]:
    if not absent:
        return [_("All bids are sealed")]
    names = listed(map(teller.name, absent))
    return [_("Not sealed in time, so 0: {names}").format(names=names)]


def _bid(bid: Money | Void) -> str:
    match bid:
        case Void.ABSENT:
            return _("void (not sealed)")
        case Void.WITHHELD:
            return _("void (not opened)")
        case Void.ILLEGAL:
            return _("void (more than the purse)")
        case _:
            return money(bid)


def _sold(teller: Teller, sale: LotSold) -> str:
    lot = lot_name(sale.lot)
    if not sale.price and sale.buyer == sale.auctioneer:
        return teller.says(
            sale.buyer, _("Free to you: {lot}"), _("Free to {name}: {lot}"), lot=lot
        )
    what = teller.says(
        sale.buyer,
        _("Sold to you for {price}: {lot}"),
        _("Sold to {name} for {price}: {lot}"),
        price=money(sale.price),
        lot=lot,
    )
    return _("{what}; paid {whom}").format(what=what, whom=_paid(teller, sale))


def _paid(teller: Teller, sale: LotSold) -> str:
    shares = [
        (teller.says(seat, _("to you"), _("to {name}")), paid)
        for seat, paid in enumerate(sale.paid)
        if paid
    ]
    rest = sale.price - sum(sale.paid)
    if rest or not shares:
        shares.append((_("to the bank"), Money(rest)))
    if len(shares) == 1:
        return shares[0][0]
    return listed(f"{whom} {money(paid)}" for whom, paid in shares)


def _unsold(fact: LotUnsold) -> str:
    lot = lot_name(fact.lot)
    if fact.is_fifth:
        text = _("Unsold: {lot}, the fifth {artist}")
        if len(fact.lot) > 1:
            text = _("Unsold: {lot}, with the fifth {artist}")
        return text.format(lot=lot, artist=artist_name(ARTIST_OF[fact.lot[-1]]))
    return _("Unsold: {lot}, the last of all hands").format(lot=lot)


def purses_line(teller: Teller, fact: RoundEnded) -> str:
    """Everybody's money, for tables that show it."""
    purses = listed(f"{teller.name(i)} {money(p)}" for i, p in enumerate(fact.purses))
    return _("Purses: {purses}").format(purses=purses)


def _closed(reason: Ending) -> str:
    return {
        Ending.FINISHED: _("The game is finished"),
        Ending.OWNER: _("The owner of the table ended the game"),
        Ending.ABANDONED: _("The game was given up: nobody was left"),
        Ending.HOST: _("The host ended the game"),
    }[reason]
