"""What who cannot bid is told: what a raise needs, and what there is."""

from __future__ import annotations

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_shared.money import Money
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction

from .words import money


def own_purse(participant: Participant) -> Money:
    """The own money; 0 for who has no seat."""
    seat = participant.playing_seat
    return Money(0) if seat is None else participant.position.purses[seat]


def high_bid(participant: Participant) -> Money:
    """The highest bid called aloud in the auction now on; 0 where there is none."""
    phase = participant.position.phase
    return phase.high if isinstance(phase, OpenAuction | OnceAround) else Money(0)


def pass_request(participant: Participant) -> str:
    """What is asked of who can only pass, and why."""
    phase = participant.position.phase
    if isinstance(phase, Asking):
        return _("Pass (p): the price is {price}, and you have {purse}.").format(
            price=money(phase.price), purse=money(own_purse(participant))
        )
    if isinstance(phase, OpenAuction):
        text = _("Pass (p), or /pass lot: a raise needs {low}, and you have {purse}.")
    else:
        text = _("Pass (p): a raise needs {low}, and you have {purse}.")
    return _about_raise(participant, text)


def passed_line(participant: Participant) -> str:
    """Who has passed in an open auction and cannot come back waits; why."""
    if own_purse(participant) > high_bid(participant):
        return _("Wait: you have passed.")
    text = _("Wait: you have passed; a raise needs {low}, and you have {purse}.")
    return _about_raise(participant, text)


def _about_raise(participant: Participant, text: str) -> str:
    low, purse = high_bid(participant) + 1, own_purse(participant)
    return text.format(low=money(low), purse=money(purse))
