"""What a verification found, in sentences; one a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from vendue_protocol.chain import HOST, head_code
from vendue_protocol.comparing import Comparison, TwoHolds
from vendue_protocol.log_frames import HOST_READER, SPECTATOR, How
from vendue_protocol.verify.reports import (
    AnyReport,
    ChainWhole,
    DealMade,
    DefaultsProved,
    FileWhole,
    FormsKept,
    HoldsCounted,
    PaintingsProved,
    ResultTold,
    RulesKept,
    SealedProved,
    SeedOpened,
    SharesOpened,
    TermsAgreed,
    Verdict,
    VerifyStep,
)

from .language import _, ngettext

SHOWN_BYTES: Final = 32
"""How much of an event that differs is shown, in bytes."""


def step_name(step: VerifyStep) -> str:
    """What a step looks at, in two or three words."""
    names: Mapping[VerifyStep, str] = {
        VerifyStep.FILE: _("file whole"),
        VerifyStep.TERMS: _("rules and terms"),
        VerifyStep.SEED: _("the host's seed"),
        VerifyStep.SHARES: _("everybody's share"),
        VerifyStep.DEAL: _("the deal"),
        VerifyStep.CHAIN: _("the chain"),
        VerifyStep.FORM: _("form of the events"),
        VerifyStep.RULES: _("the rules"),
        VerifyStep.PAINTINGS: _("paintings played"),
        VerifyStep.SEALED: _("sealed auctions"),
        VerifyStep.DEFAULTS: _("the clock's moves"),
        VerifyStep.HOLDS: _("signatures"),
        VerifyStep.RESULT: _("the result"),
    }
    return names[step]


def sentence_of(  # noqa: C901, PLR0912 - one a step, closed by assert_never
    report: AnyReport, names: Sequence[str]
) -> str:
    """What a step that passed has found.

    Args:
        report: The step's.
        names: The players', by seat; nobody's before step 2 has told them.
    """
    match report:
        case FileWhole():
            return _file(report)
        case TermsAgreed():
            return _terms(report)
        case SeedOpened():
            return _seed(report)
        case SharesOpened():
            return _shares(report)
        case DealMade():
            return _deal(report)
        case ChainWhole(events=events, head=head):
            text = _("{n} events without a gap, the last head begins with {code}")
            return text.format(n=events, code=head_code(head))
        case FormsKept(events=events):
            return _("{n} events, each written in its one form").format(n=events)
        case RulesKept(rounds=rounds, auctions=auctions):
            text = _("every event is legal: {rounds} rounds, {n} paintings offered")
            return text.format(rounds=rounds, n=auctions)
        case PaintingsProved():
            return _paintings(report)
        case SealedProved():
            return _sealed(report)
        case DefaultsProved():
            return _defaults(report)
        case HoldsCounted():
            return holds_sentence(report)
        case ResultTold():
            return _result(report, names)
        case _:
            assert_never(report)


def reader_name(reader: int) -> str:
    """Whose file it is."""
    if reader == HOST_READER:
        return _("the host")
    if reader == SPECTATOR:
        return _("a spectator")
    return _("seat {n}").format(n=reader + 1)


def verdict_sentence(result: ResultTold) -> str:
    """The last word on a log that passes all steps."""
    words = {
        Verdict.SOUND: _("sound"),
        Verdict.ENDED_EARLY: _("sound, ended early"),
        Verdict.OPEN: _("sound so far; this log ends before the game was closed"),
    }
    if result.is_deck_proved:
        return words[result.verdict]
    return _("{verdict}; the deck of this game is NOT proven").format(
        verdict=words[result.verdict]
    )


def holds_sentence(report: HoldsCounted) -> str:
    """Who has signed this history, and how often."""
    parts = []
    for count in report.by_key:
        text = (
            _("log signed {n} of {points} times by the host")
            if count.who == HOST
            else _("{n} by seat {who}")
        )
        who, n = count.who + 1, count.points
        parts.append(text.format(who=who, n=n, points=report.points))
    held = ", ".join(parts)
    bots = [_("seat {n} is a bot").format(n=seat + 1) for seat in report.bots]
    return "; ".join([held, *bots])


def _file(report: FileWhole) -> str:
    text = _("{size} bytes, {frames} frames, and the checksum fits")
    return text.format(size=report.size, frames=report.frames)


def _shares(report: SharesOpened) -> str:
    text = ngettext(
        "{n} person took part, and every share opens its commitment",
        "{n} persons took part, and every share opens its commitment",
        report.persons,
    )
    return text.format(n=report.persons)


def _terms(report: TermsAgreed) -> str:
    text = _("agreed on by {names}").format(names=", ".join(report.names))
    if report.given_up:
        again = ngettext(
            "{n} set-up was given up before",
            "{n} set-ups were given up before",
            report.given_up,
        )
        return f"{text}; {again.format(n=report.given_up)}"
    if report.follows_another:
        return _("{terms}; a set-up was given up before").format(terms=text)
    return text


def _seed(report: SeedOpened) -> str:
    if report.is_known:
        return _("it is the one the host committed to")
    return _("it is not in this log: the deck of this game is NOT proven")


def _deal(report: DealMade) -> str:
    if report.deck is not None:
        text = _("deck, hands and first auctioneer follow from seed and shares")
    else:
        text = _("the lists have the right form, and no more is proven")
    if not report.own_paintings:
        return text
    own = _("{n} own paintings are in them").format(n=report.own_paintings)
    return f"{text}; {own}"


def _paintings(report: PaintingsProved) -> str:
    if report.is_order_proved:
        text = _("{n} paintings, each dealt by then to who played it")
    else:
        text = _("{n} paintings, each dealt to who played it, in whatever round")
    return text.format(n=report.played)


def _sealed(report: SealedProved) -> str:
    auctions = ngettext("{n} sealed auction", "{n} sealed auctions", report.auctions)
    parts = [auctions.format(n=report.auctions)]
    kinds = (
        (report.opened, _("opened as sealed: {seats}")),
        (report.absent, _("absent: {seats}")),
        (report.withheld, _("withheld: {seats}")),
        (report.over_money, _("over their money: {seats}")),
    )
    parts += [text.format(seats=_by_seat(n)) for n, text in kinds if any(n)]
    return "; ".join(parts)


def _defaults(report: DefaultsProved) -> str:
    if any(report.auto):
        text = _("{seats}, each as laid down before")
        parts = [text.format(seats=_by_seat(report.auto))]
    else:
        parts = [_("made for nobody")]
    if report.hammers:
        text = ngettext("{n} hammer", "{n} hammers", report.hammers)
        parts.append(text.format(n=report.hammers))
    if report.unproved_offers:
        text = _("{n} offers not proven for want of the seed")
        parts.append(text.format(n=report.unproved_offers))
    return "; ".join(parts)


def _by_seat(counts: Sequence[int]) -> str:
    text = _("seat {seat}: {n}")
    return ", ".join(
        text.format(seat=seat, n=count)
        for seat, count in enumerate(counts, start=1)
        if count
    )


def _result(report: ResultTold, names: Sequence[str]) -> str:
    if report.winners:
        text = _("{names} won with {money},000")
        won = ", ".join(names[seat] for seat in report.winners)
        return text.format(names=won, money=max(report.purses))
    how = {
        How.FINISHED: _("played to its end"),
        How.OWNER: _("ended early by the table's owner"),
        How.ABANDONED: _("ended early, abandoned"),
        How.HOST: _("ended early by the host"),
        How.OPEN: _("not closed"),
    }
    return how[report.how]


# What comparing found.


def comparison_lines(found: Comparison, files: Sequence[str]) -> list[str]:
    """What comparing logs found, line by line; the first says it all.

    Args:
        found: The comparison.
        files: What the logs are called, in their order.
    """
    if not found.is_one_game:
        return [_("These logs are of different games: there is nothing to compare.")]
    lines = [_difference(found)]
    if found.differs_at is not None:
        for file, payload in zip(files, found.found, strict=True):
            rest = "..." if payload[SHOWN_BYTES:] else ""
            shown = payload[:SHOWN_BYTES].hex() or _("no such event")
            lines.append(f"   {file}: {shown}{rest}")
    for two in found.two_holds:
        lines += _two_holds(two)
    return lines


def _difference(found: Comparison) -> str:
    if found.differs_at is not None:
        return _("The logs differ, first at event {s}:").format(s=found.differs_at)
    return _("The logs tell one history, of {lengths} events.").format(
        lengths=", ".join(map(str, found.lengths))
    )


def _two_holds(two: TwoHolds) -> list[str]:
    who = _("the host") if two.who == HOST else _("seat {n}").format(n=two.who + 1)
    text = _("PROOF OF CHEATING: {who} signed two histories at event {s}:")
    key = _("   key {key}").format(key=two.key.hex())
    lines = [text.format(who=who, s=two.s), key]
    for head, hold in zip(two.heads, two.holds, strict=True):
        line = _("   head {head}, signature {hold}")
        lines.append(line.format(head=head.hex(), hold=hold.hex()))
    return lines
