"""Who has signed the history of a game, and what a sealed auction proves, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from vendue_client.language import _, ngettext
from vendue_client.participant import Participant
from vendue_protocol.chain import HOST
from vendue_protocol.follower import HoldPoint
from vendue_protocol.text import clean_line
from vendue_shared.happened import BidsShown, Void
from vendue_shared.seats import Seat

from .situation import teller_of
from .words import listed

PATIENCE_S: Final = 10.0
"""How long after the host's hold a missing one is not worth a word."""


class Signers(msgspec.Struct, frozen=True):
    """Who has signed at one hold point, of the persons who play; the host apart."""

    held: tuple[Seat, ...]
    missing: tuple[Seat, ...]

    @property
    def count(self) -> int:
        """How many are to sign."""
        return len(self.held) + len(self.missing)


def persons(participant: Participant) -> tuple[Seat, ...]:
    """The seats that began the game as persons': they have keys."""
    if not participant.follower.s:
        return ()
    chairs = participant.follower.terms.chairs
    return tuple(Seat(i) for i, chair in enumerate(chairs) if not chair.bot)


def signers_at(participant: Participant, s: int) -> Signers:
    """Who has signed at this hold point; a seat that a bot plays need not.

    Args:
        participant: Whose log it is.
        s: The event of the hold point.
    """
    holds, bots = participant.follower.holds, participant.position.bots
    seats = persons(participant)
    held = tuple(seat for seat in seats if (s, seat) in holds)
    missing = (seat for seat in seats if seat not in held and not bots[seat])
    return Signers(held, tuple(missing))


def newest_point(participant: Participant) -> HoldPoint | None:
    """The newest hold point of the game; `None` before the first."""
    points = participant.follower.hold_points
    return points[-1] if points else None


def has_all_holds(participant: Participant) -> bool:
    """Whether every person's hold of the newest hold point is here."""
    point = newest_point(participant)
    return point is None or not signers_at(participant, point.s).missing


def late_signers(participant: Participant) -> Signers | None:
    """Who has signed the newest hold point, if somebody should have long ago."""
    point = newest_point(participant)
    if point is None or (point.s, HOST) not in participant.follower.holds:
        return None
    if participant.hold_age_s < PATIENCE_S:
        return None
    signers = signers_at(participant, point.s)
    return signers if signers.missing else None


def late_holds(participant: Participant) -> str:
    """Whose holds of the newest hold point are missing; empty: nobody's, or early."""
    signers = late_signers(participant)
    return _missing(participant, signers) if signers is not None else ""


def late_count(participant: Participant) -> str:
    """The same without the names."""
    signers = late_signers(participant)
    return _count(signers) if signers is not None else ""


def _count(signers: Signers) -> str:
    text = _("{n} of {count} players signed")
    return text.format(n=len(signers.held), count=signers.count)


def _missing(participant: Participant, signers: Signers) -> str:
    """Example: "3 of 4 players signed; missing: Bruno"."""
    names = listed(map(teller_of(participant).name, signers.missing))
    return _("{signed}; missing: {names}").format(signed=_count(signers), names=names)


def holds_line(participant: Participant) -> str:
    """Whose machines signed the log, how many times, and whose seats are bots'.

    A time is a hold point, at which all were asked to sign.
    """
    seats = persons(participant)
    names = [n for i, n in enumerate(participant.names) if i not in seats]
    held = _held(participant, seats)
    if not names:
        return held
    bots = ngettext("bot: {names}", "bots: {names}", len(names))
    return f"{held}; {bots.format(names=clean_line(listed(names)))}"


def _held(participant: Participant, seats: tuple[Seat, ...]) -> str:
    counts = _counts(participant.follower.holds)
    points, teller = len(participant.follower.hold_points), teller_of(participant)
    if all(counts.get(who) == points for who in (HOST, *seats)):
        names = listed([_("the host"), *map(teller.name, seats)])
        text = _("log signed all {points} times by {names}")
        return text.format(points=points, names=names)
    by_host = _("log signed {n} of {points} times by the host")
    by_seat = _("{n} by {name}")
    return listed(
        [
            by_host.format(n=counts.get(HOST, 0), points=points),
            *(by_seat.format(name=teller.name(i), n=counts.get(i, 0)) for i in seats),
        ]
    )


def _counts(holds: Mapping[tuple[int, int], bytes]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for _s, who in holds:
        counts[who] = counts.get(who, 0) + 1
    return counts


def sealed_line(participant: Participant, s: int, shown: BidsShown) -> str:
    """What a sealed auction proves: every commitment, and every hold on the lock.

    Args:
        participant: Whose log it is.
        s: The event that opened the bids.
        shown: What it showed.

    Returns:
        Empty where nobody sealed. Who has not signed is named when it is late.
    """
    sealed = sum(bid is not Void.ABSENT for bid in shown.bids)
    opened = sealed - sum(bid is Void.WITHHELD for bid in shown.bids)
    follower = participant.follower
    earlier = [point.s for point in follower.hold_points if point.s < s]
    if not sealed or not earlier:
        return ""
    signers = signers_at(participant, earlier[-1])
    line = ngettext(
        "{n} of {count} bid is as sealed",
        "{n} of {count} bids are as sealed",
        sealed,
    ).format(n=opened, count=sealed)
    if not signers.count:
        return line
    if not signers.missing:
        return f"{line}; {_all_signed(participant, signers)}"
    is_early = earlier[-1] == follower.hold_points[-1].s and (
        participant.hold_age_s < PATIENCE_S
    )
    who = _count(signers) if is_early else _missing(participant, signers)
    return f"{line}; {who}"


def _all_signed(participant: Participant, signers: Signers) -> str:
    """Whoever is not a bot of the host has signed: said by name where it is one."""
    if signers.held == (participant.playing_seat,):
        return _("log signed by you")
    if signers.count == 1:
        name = teller_of(participant).name(signers.held[0])
        return _("log signed by {name}").format(name=name)
    text = _("log signed by all {count}")
    return text.format(count=signers.count)
