"""How things stand now: what is asked of the player, the lot, its worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vendue_client.entries import Notice
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.standing_pass import is_lot_passed
from vendue_protocol.proof import ProofFailed
from vendue_protocol.text import clean_line
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
    Decision,
)
from vendue_shared.money import Money
from vendue_shared.moves import Reveal
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Painting
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing

from .intervention_words import owner_may_decide, pause_line
from .lobby_sentences import asked_in_lobby
from .pass_words import high_bid, pass_request, passed_line
from .reckoning import one_worth, ranking_lines
from .unsold_words import second_ends
from .words import (
    Teller,
    artist_name,
    auction_name,
    listed,
    lot_name,
    money,
    money_range,
    upper_first,
)


def teller_of(participant: Participant) -> Teller:
    """The player who is told, and the names at the table."""
    return Teller(participant.names, participant.playing_seat)


def wanted(participant: Participant) -> tuple[AnyChoice, ...]:
    """What the player is to choose from; the client opens sealed bids by itself.

    An alarm comes first: until the player has decided, nothing else is asked.
    """
    if participant.alarm is not None:
        return ()
    return tuple(c for c in participant.choices if not isinstance(c, CanReveal))


def asked(participant: Participant) -> str:
    """What is asked of the player now, or whom the table waits for: one sentence."""
    if participant.alarm is not None:
        return _about_alarm(participant.alarm)
    match participant.stage:
        case Stage.HALL:
            return _("Choose a table: /tables, /sit N, /watch N or /create NAME.")
        case Stage.LOBBY:
            return asked_in_lobby(participant)
        case Stage.SETUP if participant.is_asked_again:
            return _about_another(participant)
        case Stage.SETUP:
            return _("Wait: all players together are shuffling the deck.")
        case Stage.GAME:
            return _asked_in_game(participant)
        case _:
            assert_never(participant.stage)


def _about_alarm(alarm: ProofFailed) -> str:
    if alarm.check.is_survivable:
        return _("ALARM: go on all the same (g), or leave (/quit)?")
    return _("ALARM: this game has ended for you. /quit leaves.")


def why_asked_again(participant: Participant) -> str:
    """Who is to blame for another set-up, if anybody was named."""
    missing = (
        clean_line(entry.detail)
        for entry in reversed(participant.entries)
        if isinstance(entry, Notice) and entry.code == "given-up"
    )
    chairs = next(missing, "")
    if not chairs:
        return _("The shuffle begins anew, and the host does not say why.")
    text = _("The shuffle was given up: no answer from chair {chairs}.")
    return text.format(chairs=chairs)


def _about_another(participant: Participant) -> str:
    text = _("Take part in another shuffle, attempt {n}? (y/n)")
    return text.format(n=participant.attempts)


def _asked_in_game(participant: Participant) -> str:
    if participant.over or participant.position.is_over:
        return _("The game is over. Enter: back to the table.")
    if participant.pause is not None:
        return pause_line(participant)
    seat = participant.playing_seat
    if seat is not None and participant.position.bots[seat]:
        return _("A bot plays for you. /back: take your seat again.")
    if choices := wanted(participant):
        return _request(participant, choices)
    if not isinstance(participant.in_flight, Reveal | None):
        return _("Wait: your move is on its way to the host.")
    line, more = _waiting(participant), owner_may_decide(participant)
    return f"{line} {more}" if more else line


def _request(participant: Participant, choices: tuple[AnyChoice, ...]) -> str:  # noqa: C901 - one a choice
    match choices[0]:
        case CanOffer(paintings=paintings):
            return _("Offer a painting: 1 to {last} of your hand.").format(
                last=len(paintings)
            )
        case CanAdd(paintings=paintings):
            return _second_request(participant, paintings)
        case CanDecline():
            return _("Decline (n): you have no {artist} to add.").format(
                artist=_artist(participant)
            )
        case CanBid(low=low, high=high):
            return _bid_request(participant, choices, money_range(low, high))
        case CanPass():
            return pass_request(participant)
        case CanSeal(high=high):
            return _("Seal a bid: {range}.").format(range=money_range(Money(0), high))
        case CanPrice(high=high):
            return _("Name the price: {range}.").format(
                range=money_range(Money(0), high)
            )
        case CanBuy(price=price):
            return _("Buy for {price} (y), or pass (p).").format(price=money(price))
        case CanFlip():
            return _("Flip a painting of the mystery hand (y), or decline (n).")
        case CanReveal():
            return _("Wait: your client opens your bid.")
        case _:
            assert_never(choices[0])


def _artist(participant: Participant) -> str:
    return artist_name(ARTIST_OF[participant.position.lot[0]])


def _second_request(participant: Participant, paintings: Sequence[Painting]) -> str:
    places = listed(str(participant.hand.index(p) + 1) for p in paintings)
    text = _("Add a second {artist}: {places}; or decline (n).")
    if second_ends(participant.position):
        text = _("Add a second {artist}, unsold: {places}; or decline (n).")
    return text.format(artist=_artist(participant), places=places)


def _bid_request(
    participant: Participant, choices: tuple[AnyChoice, ...], amounts: str
) -> str:
    if len(choices) == 1 or is_lot_passed(participant):
        text = _("Wait, or raise again: {range}. You have passed.")
        if is_lot_passed(participant):
            text = _("Wait, or raise again: {range}. You pass this lot.")
        return text.format(range=amounts)
    if isinstance(participant.position.phase, OnceAround):
        return _("Bid {range}, or pass (p): you speak once.").format(range=amounts)
    if high_bid(participant):
        return _("Raise, {range}, or pass (p), or wait.").format(range=amounts)
    return _("Bid {range}, or pass (p), or wait.").format(range=amounts)


def _waiting(participant: Participant) -> str:
    position, me = participant.position, participant.playing_seat
    phase = position.phase
    who = listed(
        teller_of(participant).name(seat) for seat in position.awaited if seat != me
    )
    if isinstance(phase, OpenAuction) and me is not None:
        if phase.leader == me:
            return _("Wait: you lead with {high}.").format(high=money(phase.high))
        if phase.passed >> me & 1:
            return passed_line(participant)
    if isinstance(phase, Sealing) and participant.own_bid is not None:
        text = _("Wait: your bid is sealed and sent; still to seal: {who}.")
        return text.format(who=who)
    return _waiting_for(phase.decision, who)


def _waiting_for(decision: Decision, who: str) -> str:
    sentences = {
        Decision.OFFER: _("Wait for {who} to offer a painting."),
        Decision.ADD: _("Wait for {who} to add a second painting or decline."),
        Decision.OPEN: _("Wait for {who} to bid or pass."),
        Decision.ONCE: _("Wait for {who} to bid or pass."),
        Decision.SEAL: _("Wait for {who} to seal a bid."),
        Decision.REVEAL: _("Wait: the bids are being opened."),
        Decision.PRICE: _("Wait for {who} to name the price."),
        Decision.BUY: _("Wait for {who} to buy or pass."),
        Decision.FLIP: _("Wait for {who} to flip a painting or decline."),
        Decision.NONE: _("Wait for the host."),
    }
    return sentences[decision].format(who=who)


def lot_line(participant: Participant) -> str:
    """The lot, its auction, the auctioneer, the highest bid; empty without a lot."""
    position = participant.position
    if not position.lot:
        return ""
    line = teller_of(participant).says(
        position.auctioneer,
        _("{lot}, {kind}, you are the auctioneer"),
        _("{lot}, {kind}, auctioneer {name}"),
        lot=lot_name(position.lot),
        kind=auction_name(KIND_OF[position.lot[-1]]),
    )
    more = price_line(participant) or upper_first(second_ends(position))
    return f"{line}. {more}." if more else f"{line}."


def price_line(participant: Participant) -> str:
    """The highest bid and whose it is, or the fixed price; empty without either."""
    phase = participant.position.phase
    if isinstance(phase, Asking):
        return _("Price {price}").format(price=money(phase.price))
    if not isinstance(phase, OpenAuction | OnceAround):
        return ""
    if not phase.high:
        return _("No bid yet")
    return teller_of(participant).says(
        phase.leader,
        _("High {high} by you"),
        _("High {high} by {name}"),
        high=money(phase.high),
    )


def worth_line(participant: Participant) -> str:
    """What each painting of the lot is worth if the round ended now.

    Empty without a lot.
    """
    position = participant.position
    if not position.lot:
        return ""
    return one_worth(position)


def standings(participant: Participant) -> list[str]:
    """The final ranking, one player a line, the richest first; empty before.

    A game that was ended early is ranked as it stood.
    """
    position = participant.position
    if not position.seats or not (position.is_over or participant.over):
        return []
    return ranking_lines(teller_of(participant), position.purses)
