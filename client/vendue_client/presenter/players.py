"""The players in seat order: hands, walls, and what each is doing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from vendue_client.attending import grace_left_s
from vendue_client.language import _
from vendue_client.wording.intervention_words import minutes
from vendue_client.wording.words import money
from vendue_shared.paintings import ARTIST_OF, Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import SealedPhase
from vendue_shared.seats import Seat

from .cells import Fragment, Line, padded, right_in, width_of
from .frames import Pane
from .view import View

_MARKS = 3
_HAND = 5
_GAP = 1
_PAID = 8
"""Cells of `+120,000`, which the wall has but where purses stand beside it."""


def players_pane(view: View, width: int) -> Pane:
    """A head and one row a seat, `width` cells each."""
    columns = _Columns(view, width)
    title = [("class:title", _("PLAYERS")), ("class:head", "  " + _legend())]
    return Pane(title, [columns.head(), *map(columns.row, view.seats)])


def _legend() -> str:
    return _("*you $auctioneer !highest")


class _Columns:
    """Who, hand, wall, purse where shown, and doing, in a given width."""

    def __init__(self, view: View, width: int) -> None:
        self.view = view
        shows_money = view.position.options.open_money or bool(view.position.winners)
        self.purse = 9 * shows_money
        left = width - _MARKS - _HAND - self.purse - 2 * _GAP
        self.doing = min(14, max(9, left // 3))
        self.wall = min(14, max(4 if shows_money else _PAID, left // 4))
        self.who = left - self.doing - self.wall

    def head(self) -> Line:
        """What stands in each column."""
        glyphs = self.view.glyphs
        return (
            (
                "class:head",
                " " * _MARKS
                + padded(_("name"), self.who, glyphs)
                + right_in(_("hand"), _HAND, glyphs)
                + " "
                + padded(_("wall"), self.wall, glyphs)
                + (right_in(_("purse"), self.purse, glyphs) if self.purse else "")
                + " "
                + padded(_("says"), self.doing, glyphs),
            ),
        )

    def row(self, seat: Seat) -> Line:
        """One player."""
        view, glyphs = self.view, self.view.glyphs
        style = "class:player.self" if seat == view.me else ""
        if not view.is_here(seat):
            style = "class:player.away"
        purse = view.purse_of(seat)
        shown = money(purse) if purse is not None else ""
        doing_style, doing = self._doing(seat)
        return (
            ("class:title", marks_of(view, seat)),
            (style, padded(view.name(seat), self.who, glyphs)),
            ("", right_in(str(view.position.hand_sizes[seat]), _HAND) + " "),
            wall_of(view, seat, self.wall),
            ("class:money", right_in(shown, self.purse) if self.purse else ""),
            ("", " "),
            (doing_style, padded(doing, self.doing, glyphs)),
        )

    def _doing(self, seat: Seat) -> Fragment:
        """What a seat does; what the bank paid where it does nothing else."""
        style, doing = doing_of(self.view, seat)
        paid = paid_to(self.view, seat)
        is_quiet = (style, doing) == _idle(self.view, seat)
        if paid is None or self.wall >= _PAID or not is_quiet:
            return style, doing
        return "class:money", paid


def marks_of(view: View, seat: Seat) -> str:
    """Three cells: `*` the own seat, `$` the auctioneer, `!` the highest bidder."""
    return (
        ("*" if seat == view.me else " ")
        + ("$" if seat == view.position.auctioneer else " ")
        + ("!" if seat == view.leader else " ")
    )


def wall_of(view: View, seat: Seat, width: int) -> Fragment:
    """What hangs on a wall; on an empty one, for a while, what the bank paid for it."""
    wall, paid = view.position.walls[seat], paid_to(view, seat)
    if wall or paid is None or width_of(paid) > width:
        return "", padded(wall_text(wall, width), width, view.glyphs)
    return "class:money", padded(paid, width, view.glyphs)


def paid_to(view: View, seat: Seat) -> str | None:
    """What the bank paid a seat at the end of the round; `None`: that is long ago."""
    payout = view.story.payout
    return None if payout is None else f"+{money(payout.earned[seat])}"


def wall_text(wall: Sequence[Painting], width: int) -> str:
    """The letters of a wall in board order; counted where they are too many."""
    letters = [ARTIST_OF[painting].code for painting in sorted(wall)]
    if len(letters) <= width:
        return "".join(letters) or "-"
    counted = "".join(f"{code}{len(list(run))}" for code, run in groupby(letters))
    return counted if width_of(counted) <= width else str(len(letters))


def doing_of(view: View, seat: Seat) -> Fragment:
    """What a seat said in this auction, else what keeps it from saying it."""
    if not view.is_here(seat):
        return "class:player.away", _absence(view, seat)
    said = said_by(view, seat)
    if said is not None:
        return said
    if seat in view.position.awaited:
        return "class:player.awaited", _("asked")
    return _idle(view, seat)


def _idle(view: View, seat: Seat) -> Fragment:
    """What stands beside a seat that has said nothing, and is not asked."""
    return ("class:head", _("bot")) if view.position.bots[seat] else ("", "")


def _absence(view: View, seat: Seat) -> str:
    """That a bot plays for who is away, or how long the table still waits."""
    if view.position.bots[seat]:
        return _("bot")
    left = grace_left_s(view.participant, seat)
    return _("away {time}").format(time=minutes(left)) if left else _("away")


def said_by(view: View, seat: Seat) -> Fragment | None:
    """What a seat said aloud or sealed in the present auction."""
    phase = view.position.phase
    if isinstance(phase, SealedPhase):
        if phase.commitments[seat] is None:
            return None
        return "class:bid.spoken", _("sealed")
    if isinstance(phase, OpenAuction) and phase.passed >> seat & 1:
        return "class:bid.passed", _("pass")
    if not isinstance(phase, OpenAuction | OnceAround | Asking | Doubling):
        return None
    words = [word for word in view.story.words if word.seat == seat]
    if not words:
        return None
    amount = words[-1].amount
    if amount is not None:
        is_highest = seat == view.leader
        return f"class:bid.{'highest' if is_highest else 'spoken'}", money(amount)
    if isinstance(phase, OpenAuction):
        return None
    return "class:bid.passed", _("no") if isinstance(phase, Doubling) else _("pass")
