"""Orders that are moves: what is typed while the player is asked in a game."""

from __future__ import annotations

import re
from typing import Final, TypeVar

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.wording.situation import asked, wanted
from vendue_client.wording.words import artist_name, money, number_of, painting_name
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
    CanSeal,
)
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Decline, Flip, Offer, Pass, Price
from vendue_shared.paintings import ARTIST_OF, ARTISTS, PAINTINGS, Painting, is_double
from vendue_shared.phases.open_auction import OpenAuction

from .amounts import plain_form, read_amount
from .order import BadOrder, MakeMove, SealBid

_NAMED: Final = re.compile(r"([a-z]+)\s*([0-9]{1,2})")
"""A painting by its artist's name or letter, and its number."""
_C = TypeVar("_C", bound=AnyChoice)
MoveOrder = MakeMove | SealBid


def bare_number(typed: str, participant: Participant) -> MoveOrder:
    """A bare number: whatever it is asked for now."""
    match wanted(participant):
        case (CanOffer(), *_rest):
            return offer(typed, participant)
        case (CanAdd(), *_rest):
            return add(typed, participant)
        case (CanPrice(), *_rest):
            return price(typed, participant)
        case _:
            return bid(typed, participant)


def _choice(kind: type[_C], participant: Participant) -> _C:
    """The choice of this kind that the player has now.

    Raises:
        BadOrder: There is none; says what is asked instead.
    """
    found = next((c for c in wanted(participant) if isinstance(c, kind)), None)
    if found is None:
        raise BadOrder(_("Not now. {asked}").format(asked=asked(participant)))
    return found


# Paintings.


def offer(rest: str, participant: Participant) -> MoveOrder:
    """`/offer PLACE`: a painting of the hand."""
    _choice(CanOffer, participant)
    painting = _painting(rest, participant)
    auction = participant.position.auction + 1
    return MakeMove(Offer(auction=auction, painting=painting))


def add(rest: str, participant: Participant) -> MoveOrder:
    """`/add PLACE`: the second painting of a double."""
    choice = _choice(CanAdd, participant)
    painting = _painting(rest, participant)
    if painting not in choice.paintings:
        raise BadOrder(_why_not_second(painting, participant))
    return MakeMove(Add(auction=participant.position.auction, painting=painting))


def _why_not_second(painting: Painting, participant: Participant) -> str:
    artist = ARTIST_OF[participant.position.lot[0]]
    if ARTIST_OF[painting] is artist and is_double(painting):
        why = _("{painting} is a double too. {asked}")
    else:
        why = _("{painting} is by another artist. {asked}")
    return why.format(painting=painting_name(painting), asked=asked(participant))


def _painting(typed: str, participant: Participant) -> Painting:
    """A painting of the hand, by its place, or by its artist and number."""
    hand, text = participant.hand, plain_form(typed)
    named = named_painting(typed)
    if named is not None:
        if named not in hand:
            raise BadOrder(
                _("{painting} is not in your hand.").format(
                    painting=painting_name(named)
                )
            )
        return named
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= len(hand)):
        raise BadOrder(
            _("No such place in your hand: {typed}. {asked}").format(
                typed=typed, asked=asked(participant)
            )
        )
    return hand[int(text) - 1]


def named_painting(typed: str) -> Painting | None:
    """What "v4" or "Vetro 4" names, if it exists."""
    match = _NAMED.fullmatch(plain_form(typed))
    if match is None:
        return None
    for artist in ARTISTS:
        if match[1] in {artist.code.casefold(), artist_name(artist).casefold()}:
            own = [p for p in PAINTINGS if ARTIST_OF[p] is artist]
            return next((p for p in own if number_of(p) == int(match[2])), None)
    return None


# Amounts.


def bid(rest: str, participant: Participant) -> MoveOrder:
    """`/bid AMOUNT`: aloud, or sealed where bids are sealed."""
    if any(isinstance(choice, CanSeal) for choice in wanted(participant)):
        return seal(rest, participant)
    choice = _choice(CanBid, participant)
    amount = _amount(rest, choice.low, choice.high, participant)
    return MakeMove(Bid(auction=participant.position.auction, amount=amount))


def least_raise(participant: Participant) -> MoveOrder:
    """`+`: the least that is more than the highest bid."""
    low = _choice(CanBid, participant).low
    return MakeMove(Bid(auction=participant.position.auction, amount=low))


def seal(rest: str, participant: Participant) -> MoveOrder:
    """`/seal AMOUNT`: a sealed bid, 0 included."""
    high = _choice(CanSeal, participant).high
    return SealBid(_amount(rest, Money(0), high, participant))


def price(rest: str, participant: Participant) -> MoveOrder:
    """`/price AMOUNT`: the fixed price."""
    high = _choice(CanPrice, participant).high
    amount = _amount(rest, Money(0), high, participant)
    return MakeMove(Price(auction=participant.position.auction, amount=amount))


def _amount(typed: str, low: Money, high: Money, participant: Participant) -> Money:
    amount = read_amount(typed)
    if low <= amount <= high:
        return amount
    if amount < low:
        why = _("{amount} is too low. {asked}")
    else:
        why = _("{amount} is more than you have: {purse}. {asked}")
    raise BadOrder(
        why.format(amount=money(amount), purse=money(high), asked=asked(participant))
    )


# Words.


def pass_by(rest: str, participant: Participant) -> MoveOrder:
    """`/pass`: no bid, or not at this price."""
    del rest
    _choice(CanPass, participant)
    phase, auction = participant.position.phase, participant.position.auction
    on = phase.high if isinstance(phase, OpenAuction) else 0
    return MakeMove(Pass(auction=auction, on=on))


def decline(rest: str, participant: Participant) -> MoveOrder:
    """`/decline`: no second painting, or nothing flipped."""
    del rest
    _choice(CanDecline, participant)
    return MakeMove(Decline(auction=participant.position.auction))


def buy(rest: str, participant: Participant) -> MoveOrder:
    """`/buy`: at the fixed price."""
    del rest
    _choice(CanBuy, participant)
    return MakeMove(Buy(auction=participant.position.auction))


def flip(rest: str, participant: Participant) -> MoveOrder:
    """`/flip`: the oldest painting of the mystery hand."""
    del rest
    _choice(CanFlip, participant)
    return MakeMove(Flip(auction=participant.position.auction))


def yes(rest: str, participant: Participant) -> MoveOrder:
    """`y`: buy, or flip."""
    if any(isinstance(choice, CanFlip) for choice in wanted(participant)):
        return flip(rest, participant)
    return buy(rest, participant)


def no(rest: str, participant: Participant) -> MoveOrder:
    """`n`: decline, or pass."""
    if any(isinstance(choice, CanDecline) for choice in wanted(participant)):
        return decline(rest, participant)
    return pass_by(rest, participant)
