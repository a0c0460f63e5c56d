"""The lot: its painting, its auction, and what was said about it so far."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_client.language import _
from vendue_client.wording.reckoning import one_worth
from vendue_client.wording.rulebook import topic_text
from vendue_client.wording.words import (
    artist_name,
    auction_name,
    kind_name,
    painting_name,
)
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import SealedPhase
from vendue_shared.tabletop import FIFTH

from .asking import doubling_telling, price_telling
from .bidding import Telling, once_telling, open_telling, sealed_telling
from .cells import Fragment, Line, line_width, wrapped
from .clock import with_clock
from .fitting import best_beside
from .frames import Pane
from .results import results_pane
from .state import Size
from .view import View, artist_chip

_TITLE_ENDS = 2
"""Cells of the frame's line beside a title."""
_LEAST_RULES = 4
"""Rows from which on the rules of the auction are told: air, a title, two rows."""


def lot_pane(view: View, width: int, rows: int, *, tells_sales: bool) -> Pane:
    """The lot, or how the last one ended.

    Args:
        view: A game that has begun.
        width: Of the pane, in cells.
        rows: Exactly so many.
        tells_sales: Whether sales are told here while there is no lot.
    """
    if not view.position.lot:
        return results_pane(view, width, rows, tells_sales=tells_sales)
    size = Size(width, rows)
    _version, lines = best_beside(view, view.position.lot, size, _versions)
    title = _title(view, is_short=False)
    if line_width(title) > width - _TITLE_ENDS:
        title = _title(view, is_short=True)
    return Pane(title, lines)


def _title(view: View, *, is_short: bool) -> Line:
    """The auction, the lot and the auctioneer; short, a pair has one chip."""
    kind = KIND_OF[view.position.lot[-1]]
    title: list[Fragment] = [("class:title", auction_name(kind).upper() + "  ")]
    for painting in view.position.lot:
        if is_short and painting is not view.position.lot[0]:
            title.insert(-1, ("class:title", f", {painting_name(painting)}"))
            continue
        artist = ARTIST_OF[painting]
        title += [artist_chip(artist), ("class:title", f" {painting_name(painting)}")]
        is_double = KIND_OF[painting] is Kind.DOUBLE and len(view.position.lot) > 1
        if is_double and not is_short:
            title.append(("", f" ({kind_name(Kind.DOUBLE)})"))
        title.append(("", "  "))
    auctioneer = view.position.auctioneer
    text = _("auctioneer {name}").format(name=view.name(auctioneer))
    if auctioneer == view.me:
        text = _("you are the auctioneer")
    title.append(("", text))
    return tuple(title)


def _versions(view: View, width: int, rows: int) -> Iterator[list[Line]]:
    """What to know about this lot, the most wanted first; the clock at the top.

    First all of it, then without what stands elsewhere, too: who has said what, and
    last what the painting is worth, which the artists' rows tell.
    """
    (first, *others), then, more = _telling(view, width)
    top = [*with_clock(view, first, width), *others]
    told = [(("", one_worth(view.position)),), *_warning(view), *then]
    for words in ([*top, *told, *more], [*top, *told], [*top, *told[1:]]):
        lines = [row for word in words for row in _folded(word, width)]
        yield [*lines, *_rules(view, width, rows - len(lines))]


def _folded(line: Line, width: int) -> list[Line]:
    """A sentence in as many rows as it needs; what has several styles stays one."""
    if len(line) != 1 or line_width(line) <= width:
        return [line]
    style, text = line[0]
    return [((style, row),) for row in wrapped(text, width, indent=2)]


def _telling(view: View, width: int) -> Telling:
    phase = view.position.phase
    if isinstance(phase, OpenAuction):
        return open_telling(view, phase, width)
    if isinstance(phase, OnceAround):
        return once_telling(view, phase, width)
    if isinstance(phase, SealedPhase):
        return sealed_telling(view, phase, width)
    if isinstance(phase, Pricing | Asking):
        return price_telling(view, phase, width)
    if isinstance(phase, Doubling):
        return doubling_telling(view, phase, width)
    return Telling([()], [])


def _warning(view: View) -> list[Line]:
    """That the next ends the round; a double says so by itself."""
    artist = ARTIST_OF[view.position.lot[0]]
    is_told = isinstance(view.position.phase, Doubling)
    if is_told or view.position.shown[artist] != FIFTH - 1:
        return []
    text = _("4 of 5 {artist} are shown: the next ends the round")
    return [(("class:clock.soon", text.format(artist=artist_name(artist))),)]


def _rules(view: View, width: int, rows: int) -> list[Line]:
    """How this kind of auction goes, in the rows that are left; whole sentences."""
    if rows < _LEAST_RULES:
        return []
    title, _empty, *sentences = topic_text(topic_of(view)).splitlines()
    lines: list[Line] = [(), (("class:head", f"{title}:"),)]
    for sentence in sentences:
        pieces = wrapped(sentence.strip(), width - 1, indent=2)
        if len(lines) + len(pieces) > rows:
            break
        lines += [(("class:head", piece),) for piece in pieces]
    return lines


def topic_of(view: View) -> str:
    """The topic of the rules that tells about the auction now on."""
    return {
        Kind.OPEN: "open",
        Kind.ONCE: "once",
        Kind.SEALED: "sealed",
        Kind.FIXED: "fixed",
        Kind.DOUBLE: "double",
    }[KIND_OF[view.position.lot[-1]]]
