"""Codes to sentences: why something was not done, and what to do instead."""

from __future__ import annotations

from vendue_client.entries import Notice
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.host_messages import Refused
from vendue_protocol.proof import Check
from vendue_protocol.text import clean_line
from vendue_shared.paintings import ARTIST_OF
from vendue_shared.refusals import Reason

from .pass_words import high_bid, own_purse
from .situation import asked
from .words import artist_name, lower_first, money


def refusal_sentence(refused: Refused | Notice, participant: Participant) -> str:
    """Why something was not done, and what to do instead.

    Args:
        refused: The host's refusal, or a notice of the history: also `given-up`,
            `bye`, `unproven` and `alarm`.
        participant: For the amounts and for what is asked now.

    Returns:
        One or two sentences; an unknown code is shown as it is.
    """
    if isinstance(refused, Notice):
        return _notice(refused, participant)
    return _refusal(refused.code, refused.to, participant)


def _notice(notice: Notice, participant: Participant) -> str:
    match notice.code:
        case "given-up":
            return _(
                "The shuffle was given up: no answer from chair {chairs}. "
                "Nobody has seen a painting; say that you are ready again."
            ).format(chairs=clean_line(notice.detail))
        case "bye":
            return farewell_sentence(notice.detail)
        case "unproven":
            return _(
                "The deck of this game is not proven: the host did not show its seed."
            )
        case "missed-end" | "lost-history":
            return _end_missed(notice.code)
        case "made-before":
            return _("Event {s}: you made this move before you came back.").format(
                s=clean_line(notice.detail)
            )
        case "alarm":
            if notice.detail in set(Check):
                return check_sentence(Check(notice.detail))
            return _("This host cannot be trusted: {detail}").format(
                detail=clean_line(notice.detail)
            )
        case code:
            return _refusal(code, notice.detail, participant)


def _end_missed(how: str) -> str:
    if how == "missed-end":
        return _("The game ended while you were away: ask the others how.")
    return _(
        "The game was ended: the host had lost a part of it. Your log has all that "
        "you saw."
    )


def _refusal(code: str, to: str, participant: Participant) -> str:
    if code == Reason.STALE and to != "move":
        return _("The table was changed before that arrived: look at it again.")
    if code == Code.HOLD and to == "resume":
        return _("The host has lost a part of this game: /end ends it.")
    sentences = _of_rules(participant) | _of_host()
    sentence = sentences.get(code)
    if sentence is not None:
        return sentence
    return _("The host refused it: {code}").format(code=clean_line(code))


def _of_rules(participant: Participant) -> dict[str, str]:
    """What the rules object to, with the values of this moment."""
    now = {
        "asked": asked(participant),
        "then": lower_first(asked(participant)),
        "high": money(high_bid(participant)),
        "purse": money(own_purse(participant)),
        "artist": _lot_artist(participant),
    }
    sentences: dict[Reason, str] = {
        Reason.PHASE: _("This is not the time for that. {asked}"),
        Reason.TURN: _("It is not your turn. {asked}"),
        Reason.STALE: _("Too late: the auction went on before that arrived. {asked}"),
        Reason.TOO_LOW: _("Too low: the highest bid is {high}. Bid more, or pass."),
        Reason.OVER_PURSE: _("Too much: you have {purse}. Take no more than that."),
        Reason.AMOUNT: _(
            "No such amount: whole thousands only, at least 1,000 for a bid called "
            "aloud. Type 18 for {example}."
        ),
        Reason.NOT_HELD: _("That painting is not in your hand: /hand shows it."),
        Reason.PLAYED: _("That painting has been played: /hand shows what is left."),
        Reason.ARTIST: _("Wrong artist: the second painting must be a {artist} too."),
        Reason.SECOND_DOUBLE: _(
            "The second painting must not be a double: take another, or decline."
        ),
        Reason.LEADING: _("You lead already, with {high}: wait for the others."),
        Reason.PASSED: _("You have passed on {high}: raise it, or wait."),
        Reason.COMMITTED: _("Your bid is sealed already: the first one stands."),
        Reason.COMMITMENT: _("The seal was not valid: seal your bid again."),
        Reason.HANDED_OVER: _(
            "Not now: the seat does not change hands before the bids are opened. "
            "Ask again then."
        ),
    }
    return {
        str(reason): sentence.format(example=money(18), **now)
        for reason, sentence in sentences.items()
    }


def _lot_artist(participant: Participant) -> str:
    lot = participant.position.lot
    return artist_name(ARTIST_OF[lot[0]]) if lot else ""


def _of_host() -> dict[str, str]:
    """What the host objects to besides the rules."""
    sentences: dict[Code, str] = {
        Code.FRAME: _("The host could not read what this program sent: connect again."),
        Code.SCHEMA: _(
            "The host did not understand this program: the same version of vendue "
            "must run on both sides."
        ),
        Code.VERSION: _(
            "The host speaks another version: install the same vendue on both sides."
        ),
        Code.AUTH: _(
            "That is not yours to do: only the owner of the table, or who has the "
            "seat, may."
        ),
        Code.NUMBER: _("The host has this move already, or missed one: try again."),
        Code.OPENING: _("Your sealed bid could not be opened: it counts as 0."),
        Code.HOLD: _(
            "Your client and the host disagree about what happened: leave, and tell "
            "the others."
        ),
        Code.TABLE: _("There is no such table: /tables lists them."),
        Code.CHAIR: _("That chair is taken, or does not exist: choose a free one."),
        Code.NAME: _(
            "That name cannot be used, or somebody has it already: choose another."
        ),
        Code.PLAYING: _("Not while a game is on: wait for its end, or watch it."),
        Code.LOBBY: _("Only while a game is on: start one first."),
        Code.PAUSED: _("The game is paused: nobody moves until it goes on."),
        Code.OFTEN: _("Too often in a short time: wait a minute, then try again."),
        Code.OPTIONS: _(
            "These options do not fit together: the mystery hand is for 3 players."
        ),
        Code.FULL: _("The host has no place for more: try later, or another host."),
        Code.CHAT: _("Too many lines in a short time, or an empty one: wait a little."),
        Code.BROKEN: _(
            "The table has stopped because of a fault of the host; its diagnostics "
            "say more. Open another table, or restart the host."
        ),
        Code.PASSWORD: _(
            "This table has a password. `vendue join --table N` asks for it; without a "
            "terminal, give it by --password-file or VENDUE_PASSWORD."
        ),
        Code.TRIES: _(
            "Too many wrong passwords came from this address: wait a minute."
        ),
        Code.STORAGE: _(
            "The host cannot write to its disk, so nothing was done: make room there, "
            "then try again."
        ),
    }
    return {str(code): sentence for code, sentence in sentences.items()}


def return_sentence(code: str) -> str:
    """Why a seat cannot be taken again."""
    sentences: dict[Code, str] = {
        Code.AUTH: _(
            "Your seat is not kept any more: the game is over, or it went on without "
            "you."
        ),
        Code.HOLD: _(
            "The host knows another history of this game than you, or only a part of "
            "it: if another player has seen more too, both try again; else compare "
            "your logs, vendue verify --compare."
        ),
        Code.TABLE: _("The table is gone: the host has closed it, or began anew."),
    }
    known = {str(code): sentence for code, sentence in sentences.items()}
    return known.get(code, _of_host().get(code, clean_line(code)))


def farewell_sentence(why: str) -> str:
    """Why the connection ended, from a `bye` message's reason; empty: none came."""
    if not why:
        return _("The line to the host is lost.")
    sentences: dict[Farewell, str] = {
        Farewell.BYE: _("You have left the host."),
        Farewell.FRAME: _(
            "The host could not read what came from here: perhaps another program "
            "answers at this address."
        ),
        Farewell.SLOW: _("This line was too slow for the host: connect again."),
        Farewell.SILENT: _("The host heard nothing from here: connect again."),
        Farewell.REFUSALS: _(
            "The host refused too much in one minute and hung up: connect again."
        ),
        Farewell.CHATTER: _(
            "Far too many lines of chat came from here, so the host hung up."
        ),
        Farewell.REPLACED: _(
            "Your seat is now played from another connection: this one is closed."
        ),
        Farewell.STOPPING: _("The host has been stopped."),
        Farewell.CLOSED: _("The table is closed."),
        Farewell.FULL: _("The host has no place for more: try later."),
        Farewell.PLAIN: _("The host takes encrypted connections only."),
        Farewell.BUG: _("The host hung up because of a fault of its own."),
    }
    known = {str(farewell): sentence for farewell, sentence in sentences.items()}
    unknown = _("The host hung up: {why}").format(why=clean_line(why))
    return known.get(why, unknown)


def check_sentence(check: Check) -> str:
    """What no honest game shows, and who can have done it."""
    sentences: dict[Check, str] = {
        Check.ORDER: _(
            "An event of the log is missing or comes twice: the host did it."
        ),
        Check.FORM: _("An event is not written as agreed: the host did it."),
        Check.REWRITTEN: _(
            "The host sent other words for what had happened already: it rewrites "
            "the game."
        ),
        Check.RULES: _("The log breaks the rules: the host did it."),
        Check.TERMS: _(
            "The game is not the one you were shown and agreed to: the host changed "
            "its terms."
        ),
        Check.AGAIN: _(
            "The host begins a game anew that you know already, with other terms."
        ),
        Check.ENTROPY: _(
            "The shuffle is not what everybody agreed on: the host did it, alone or "
            "with a player."
        ),
        Check.LISTS: _("The deal is not of the agreed form: the host did it."),
        Check.LEAF: _(
            "A painting was played that was not dealt so: the host did it, alone or "
            "with the player who played it."
        ),
        Check.OPENING: _(
            "A sealed bid was changed after it was sealed: the host did it, alone or "
            "with the bidder."
        ),
        Check.HOLD: _(
            "A signature does not fit this game: the host shows others another game, "
            "or forged it."
        ),
        Check.OWN: _("The host made a move in your name that you did not make."),
        Check.SEAT: _(
            "The host gave your seat to a bot, though you were there and did not ask."
        ),
        Check.EARLY: _("Your time to answer was cut short: the host did it."),
        Check.SEED: _(
            "What the host shows at the end does not make this deck: the host chose "
            "another one."
        ),
        Check.DEFAULT: _(
            "What was offered for an absent player was not drawn: the host chose it."
        ),
        Check.PLACES: _(
            "A painting was played before it was dealt: the host did it, alone or "
            "with the player who played it."
        ),
    }
    return sentences[check]
