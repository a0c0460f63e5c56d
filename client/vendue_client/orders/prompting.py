"""What the line being typed would do, and what could be typed instead."""

from __future__ import annotations

from typing import assert_never

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.standing_pass import may_pass_lot
from vendue_client.wording.alarm_words import can_go_on
from vendue_client.wording.lobby_sentences import is_owner, may_start, own_line
from vendue_client.wording.pass_words import own_purse
from vendue_client.wording.reckoning import lot_worth
from vendue_client.wording.situation import wanted
from vendue_client.wording.unsold_words import offered_as
from vendue_client.wording.words import money
from vendue_protocol.client_messages import Finish, Kick
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanFlip,
    CanOffer,
    CanPass,
    CanPrice,
    CanReveal,
    CanSeal,
)
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Offer, Price
from vendue_shared.paintings import Painting
from vendue_shared.phases.fixed_price import Asking

from .completing import commands_now
from .order import AnyOrder, BadOrder, Local, LocalKind, MakeMove, SealBid, Send
from .owner_orders import seat_names
from .reading import parse


def preview(line: str, participant: Participant) -> str:
    """What Enter would do now: "= 18,000   leaves you 43,000", or why it would not.

    Empty where there is nothing to foretell.
    """
    if not line.strip() or (line.startswith("/") and completions(line, participant)):
        return ""
    try:
        order = parse(line, participant)
    except BadOrder as fault:
        return str(fault)
    return _foretold(order, participant)


def _foretold(order: AnyOrder, participant: Participant) -> str:
    match order:
        case SealBid(amount=amount) | MakeMove(move=Bid(amount=amount)):
            left = own_purse(participant) - amount
            return _("= {amount}   leaves you {left}").format(
                amount=money(amount), left=money(left)
            )
        case MakeMove(move=Price(amount=amount)):
            return _("= {amount}   yours to pay if nobody buys").format(
                amount=money(amount)
            )
        case MakeMove(move=Offer(painting=number) | Add(painting=number)):
            what = offered_as(participant.position, Painting(number))
            return f"= {what}"
        case _:
            return ""


def needs_confirmation(order: AnyOrder, participant: Participant) -> str | None:
    """The question to ask before a risky order; `None`: carry it out at once.

    Risky is a bid or a purchase over one and a half times the present worth of the
    lot or over half of the own money, a fixed price above the worth, and what
    gives up the seat or the game.
    """
    match order:
        case SealBid(amount=amount) | MakeMove(move=Bid(amount=amount)):
            return _risk(Money(amount), participant)
        case MakeMove(move=Price(amount=amount)):
            return _price_risk(Money(amount), participant)
        case MakeMove(move=Buy()):
            phase = participant.position.phase
            price = phase.price if isinstance(phase, Asking) else Money(0)
            return _risk(price, participant)
        case Send(message=Finish()):
            return _("End the game for all, now?")
        case Send(message=Kick(seat=seat)):
            names = seat_names(participant)
            return _("Kick {name}, for good?").format(name=names[seat])
        case Local(kind=LocalKind.LEAVE) if not participant.is_asked_again:
            return _("Give up your place at this table?")
        case Local(kind=LocalKind.QUIT) if _is_playing(participant):
            return _("Leave? A bot plays on for you until you come back.")
        case _:
            return None


def _is_playing(participant: Participant) -> bool:
    is_on = participant.stage is Stage.GAME and not participant.over
    return is_on and participant.playing_seat is not None


def _risk(amount: Money, participant: Participant) -> str | None:
    worth, purse = lot_worth(participant.position), own_purse(participant)
    if 2 * amount > 3 * worth:
        return _("{amount}? The lot is worth {worth} if the round ended now.").format(
            amount=money(amount), worth=money(worth)
        )
    if 2 * amount > purse:
        return _("{amount}? That is over half of your {purse}.").format(
            amount=money(amount), purse=money(purse)
        )
    return None


def _price_risk(amount: Money, participant: Participant) -> str | None:
    worth = lot_worth(participant.position)
    if amount <= worth:
        return None
    return _("{amount}? Above the present worth of {worth}: you may pay it.").format(
        amount=money(amount), worth=money(worth)
    )


def completions(line: str, participant: Participant) -> list[str]:
    """Whole lines that begin with this one and are legal now, the likeliest first."""
    typed = line.lstrip().casefold()
    return [
        command
        for command in commands_now(participant)
        if command.casefold().startswith(typed)
    ]


def keys_line(participant: Participant) -> list[tuple[str, str]]:
    """What may be typed at this moment: (key, what it does), the most wanted first."""
    keys = [
        key for choice in wanted(participant) for key in _keys_of(choice, participant)
    ]
    if participant.alarm is not None:
        keys = [("g", _("go on"))] if can_go_on(participant) else []
    elif participant.is_asked_again:
        keys = [("y", _("take part")), ("n", _("leave the table"))]
    elif participant.stage is Stage.LOBBY:
        keys = _lobby_keys(participant)
    elif participant.stage is Stage.GAME and participant.over:
        keys = [("Enter", _("back to the table"))]
    elif participant.pause is not None and is_owner(participant):
        keys = [("/resume", _("go on"))]
    return [*keys, ("h", _("hint")), ("?", _("help"))]


def _lobby_keys(participant: Participant) -> list[tuple[str, str]]:
    own, keys = own_line(participant), []
    if own is not None:
        keys.append(("Enter", _("not ready") if own.ready else _("ready")))
    if participant.lobby and may_start(participant.lobby) and is_owner(participant):
        keys.append(("s", _("start")))
    return keys


def _keys_of(  # noqa: C901 - one a choice
    choice: AnyChoice, participant: Participant
) -> list[tuple[str, str]]:
    match choice:
        case CanOffer(paintings=paintings):
            return [(_places(paintings, participant), _("offer"))]
        case CanAdd(paintings=paintings):
            return [(_places(paintings, participant), _("add"))]
        case CanDecline():
            return [("n", _("decline"))]
        case CanBid(low=low, high=high):
            low_key, high_key = str(low), str(high)
            return [("+", _("raise")), (f"{low_key}-{high_key}", _("bid"))]
        case CanPass():
            again = [("P", _("pass this lot"))]
            return [("p", _("pass")), *(again if may_pass_lot(participant) else [])]
        case CanSeal(high=high):
            return [(f"0-{high}", _("seal a bid"))]
        case CanPrice(high=high):
            return [(f"0-{high}", _("name the price"))]
        case CanBuy():
            return [("y", _("buy"))]
        case CanFlip():
            return [("y", _("flip"))]
        case CanReveal():
            return []
        case _:
            assert_never(choice)


def _places(paintings: tuple[Painting, ...], participant: Participant) -> str:
    places = [participant.hand.index(painting) + 1 for painting in paintings]
    first, last = places[0], places[-1]
    if len(places) > 1 and last - first + 1 == len(places):
        return f"{first}-{last}"
    return ",".join(map(str, places))
