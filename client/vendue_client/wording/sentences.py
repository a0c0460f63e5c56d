"""What happened, in the words of the log: one event and what followed from it."""

from __future__ import annotations

from typing import Final, assert_never

from vendue_client.entries import Announcement, Attendance, Chat, Entry
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.follower import Step
from vendue_protocol.text import clean_line
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
from vendue_shared.happened import AuctionBegan, LotSold, RoundEnded, SecondAsked
from vendue_shared.paintings import KIND_OF, Painting

from .consequences import consequence, purses_line
from .intervention_words import announcement_sentence, attendance_sentence
from .refusals import refusal_sentence
from .words import Teller, auction_name, listed, money, painting_name

HOST_NAME: Final = "host"
"""The name of who runs the host in its chat; nobody else can have it."""


def told(entry: Entry, participant: Participant) -> list[str]:
    """The lines of anything in the history: a step, a chat line or a notice."""
    if isinstance(entry, Step):
        return happened(entry, participant)
    if isinstance(entry, Chat):
        return [chat_line(entry)]
    if isinstance(entry, Announcement):
        return [announcement_sentence(entry)]
    if isinstance(entry, Attendance):
        return [attendance_sentence(entry)]
    return [refusal_sentence(entry, participant)]


def chat_line(chat: Chat) -> str:
    """What somebody said, and who: a spectator has no name, nor who runs the host."""
    name, text = clean_line(chat.name), clean_line(chat.text)
    if chat.seat is None and name == HOST_NAME:
        return _("The host says: {text}").format(text=text)
    return f"<{name or _('a spectator')}> {text}"


def happened(step: Step, participant: Participant) -> list[str]:
    """What one event adds to the log, from the view of the player.

    Args:
        step: The event and its facts.
        participant: For the names, the own seat and the options; the position is
            not looked at, so that a step can be told again at any time.

    Returns:
        Short lines without a full stop, most important word first; none where
        there is nothing to tell.
    """
    teller = Teller(participant.names, participant.playing_seat)
    line = _event(teller, step)
    lines = [line] if line else []
    options = participant.position.options
    for fact in step.facts:
        lines += consequence(teller, fact)
        if isinstance(fact, RoundEnded) and options.open_money:
            lines.append(purses_line(teller, fact))
    return lines


def _event(teller: Teller, step: Step) -> str:
    """The event itself; empty where its facts say it all."""
    line = _deed(teller, step)
    asked = next((f for f in step.facts if isinstance(f, SecondAsked)), None)
    # That the opener is asked first goes without saying.
    if asked is not None and asked.seat != getattr(step.event, "seat", None):
        then = teller.says(
            asked.seat,
            _("you are asked for a second painting"),
            _("{name} is asked for a second painting"),
        )
        line = _("{what}; {then}").format(what=line, then=then)
    if line and getattr(step.event, "auto", False):
        return _("{what} (time was up)").format(what=line)
    return line


def _deed(teller: Teller, step: Step) -> str:  # noqa: C901 - one case an event
    event = step.event
    match event:
        case Offered() | Added() | Declined() | Flipped():
            return _handled(teller, step, event)
        case Called(seat=seat, amount=amount):
            return teller.says(
                seat,
                _("You bid {amount}"),
                _("{name} bids {amount}"),
                amount=money(amount),
            )
        case Passed(seat=seat):
            return teller.says(seat, _("You pass"), _("{name} passes"))
        case Sealed(seat=seat):
            return teller.says(seat, _("You seal a bid"), _("{name} seals a bid"))
        case Priced(seat=seat, amount=amount):
            return teller.says(
                seat,
                _("You ask {amount}"),
                _("{name} asks {amount}"),
                amount=money(amount),
            )
        case Begun():
            return _begun(event)
        case Hammer():
            return _("The hammer falls")
        case Bought() | Revealed() | Opened() | Locked() | Plays() | Ended():
            return ""
        case _:
            assert_never(event)


def _begun(event: Begun) -> str:
    bot = _("{name} (bot)")
    chairs = event.terms.chairs
    names = [bot.format(name=c.name) if c.bot else c.name for c in chairs]
    first = chairs[event.first].name
    return _("The game begins: {names}; first auctioneer {first}").format(
        names=clean_line(listed(names)), first=clean_line(first)
    )


def _handled(
    teller: Teller, step: Step, event: Offered | Added | Declined | Flipped
) -> str:
    if isinstance(event, Declined):
        is_double = any(isinstance(f, SecondAsked | LotSold) for f in step.facts)
        if is_double:
            return teller.says(
                event.seat, _("You add nothing"), _("{name} adds nothing")
            )
        return teller.says(event.seat, _("You flip nothing"), _("{name} flips nothing"))
    painting = Painting(event.painting)
    yours, others = _handling(step, event)
    return teller.says(
        event.seat,
        yours,
        others,
        painting=painting_name(painting),
        kind=auction_name(KIND_OF[painting]),
    )


def _handling(step: Step, event: Offered | Added | Flipped) -> tuple[str, str]:
    match event:
        case Offered():
            return _("You offer {painting}, {kind}"), _(
                "{name} offers {painting}, {kind}"
            )
        case Flipped():
            return (
                _("You flip {painting} from the mystery hand"),
                _("{name} flips {painting} from the mystery hand"),
            )
        case Added() if any(isinstance(f, AuctionBegan) for f in step.facts):
            return (
                _("You add {painting} and sell the pair, {kind}"),
                _("{name} adds {painting} and sells the pair, {kind}"),
            )
        case Added():
            return _("You add {painting}"), _("{name} adds {painting}")
