"""The end of a game: ranking, money over the rounds, walls, deals, what was checked."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_client.language import _
from vendue_client.wording.proof_words import checked_lines
from vendue_client.wording.reckoning import ranking_lines
from vendue_client.wording.words import Teller, lot_name, money
from vendue_shared.events import Ending
from vendue_shared.money import START_PURSE
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

from .cells import Fragment, Line, fit, padded, right_in, wrapped
from .frames import Band, Pane
from .history import Sale
from .players import wall_text
from .sales import value_of
from .view import View

_NAME = 12
_MONEY = 10
_WALL = 11


def is_over(view: View) -> bool:
    """Whether the game is paid out or was ended."""
    return view.position.is_over


def ending_band(view: View, width: int, rows: int) -> Band:
    """The whole end of a game in one column, as many rows as asked, titles too."""
    checked = Pane((("class:title", _("CHECKED")),), _checked_rows(view, width))
    left = rows - 1 - len(checked.rows)
    panes: list[Pane] = []
    for pane in (_ranking_pane(view), *_middle_panes(view, width)):
        if not panes or left > len(pane.rows):  # else the pane is left out
            panes.append(pane)
            left -= 1 + len(pane.rows)
    air: list[Line] = [()] * max(0, left)
    last = Pane(checked.title, [*checked.rows, *air])
    return Band(((width, _within([*panes, last], rows)),))


def ending_lines(view: View, width: int) -> list[Line]:
    """The ranking and what was checked, for a small screen."""
    checked = _proof_rows(view, width)
    if not view.position.winners:
        return [(("", " " + reason_of(view)),), *checked]
    teller = Teller(view.participant.names, view.me)
    ranking = ranking_lines(teller, view.position.purses)
    return [*((("class:title", " " + line),) for line in ranking), *checked]


def _within(panes: Sequence[Pane], rows: int) -> list[Pane]:
    """As many rows of the panes as there is room for, from the top."""
    kept: list[Pane] = []
    for pane in panes:
        if rows <= 0:
            break
        kept.append(Pane(pane.title, pane.rows[: rows - 1]))
        rows -= 1 + len(kept[-1].rows)
    return kept


def _ranking_pane(view: View) -> Pane:
    title = ("class:title", _("THE GAME IS OVER"))
    if not view.position.winners:
        return Pane((title,), [(("", " " + reason_of(view)),)])
    bank = ("class:head", "  " + _("with what the bank paid in each round"))
    columns = _head(view)
    return Pane((title, bank), [columns, *(_row(view, seat) for seat in _order(view))])


def _order(view: View) -> list[Seat]:
    purses = view.position.purses
    return sorted(view.seats, key=lambda seat: -purses[seat])


def _head(view: View) -> Line:
    glyphs = view.glyphs
    names = padded(_("name"), _NAME, glyphs) + right_in(_("purse"), _MONEY, glyphs)
    bank = "".join(
        right_in(f"R{fact.number}", _MONEY - 1) for fact in view.participant.rounds
    )
    return (("class:head", f"    {names} {bank}  {_('over time')}"),)


def _row(view: View, seat: Seat) -> Line:
    purses = view.position.purses
    place = 1 + sum(purse > purses[seat] for purse in purses)
    is_winner = seat in view.position.winners
    style = "class:winner" if is_winner else ""
    earned = "".join(
        right_in("+" + money(f.earned[seat]), _MONEY - 1)
        for f in view.participant.rounds
    )
    return (
        ("class:title", f" {place}{'*' if seat == view.me else ' '} "),
        (style, padded(view.name(seat), _NAME, view.glyphs)),
        ("class:money", right_in(money(purses[seat]), _MONEY)),
        ("", f" {earned}  "),
        ("class:checked", plot(view, seat)),
    )


def plot(view: View, seat: Seat) -> str:
    """The money of a seat after each round, as heights."""
    heights = view.glyphs.plot
    rounds = view.participant.rounds
    most = max((max(fact.purses) for fact in rounds), default=START_PURSE)
    course = [START_PURSE, *(fact.purses[seat] for fact in rounds)]
    return "".join(heights[(len(heights) - 1) * p // max(1, most)] for p in course)


def reason_of(view: View) -> str:
    """Why a game ended before its time."""
    over = view.participant.over
    reason = over.reason if over is not None else Ending.HOST
    return {
        Ending.FINISHED: _("It was played to its end."),
        Ending.OWNER: _("The owner of the table ended it."),
        Ending.ABANDONED: _("It was abandoned: nobody was left to play."),
        Ending.HOST: _("The host stopped."),
    }[reason]


def _middle_panes(view: View, width: int) -> list[Pane]:
    walls = Pane(
        (("class:title", _("WALLS")), ("class:head", "  " + _("by round"))),
        [_walls_row(view, seat, width) for seat in view.seats],
    )
    deals = _deals(view)
    if not deals:
        return [walls]
    title = (("class:title", _("DEALS")),)
    best, worst = deals[0], deals[-1]
    rows = [
        _deal_row(view, _("best"), best, width),
        _deal_row(view, _("worst"), worst, width),
    ]
    return [walls, Pane(title, rows)]


def _walls_row(view: View, seat: Seat, width: int) -> Line:
    row: list[Fragment] = [("", f" {padded(view.name(seat), _NAME, view.glyphs)}")]
    for number in range(1, view.story.round + 1):
        wall: list[Painting] = []
        for sale in view.story.sales_of(number):
            if sale.fact.buyer == seat:
                wall.extend(sale.fact.lot)
        row.append(("class:head", f" R{number} "))
        row.append(("", wall_text(wall, _WALL).ljust(_WALL)))
    return fit(row, width, view.glyphs)


def _deals(view: View) -> list[tuple[int, Sale]]:
    """What buyers gained by what the bank bought of them, the best first."""
    ended = {fact.number for fact in view.participant.rounds}
    gains = [
        (value_of(view, sale) - sale.fact.price, sale)
        for sale in view.story.sales
        if sale.round in ended
    ]
    return sorted(gains, key=lambda gain: -gain[0])


def _deal_row(view: View, rank: str, deal: tuple[int, Sale], width: int) -> Line:
    _gain, sale = deal
    text = _("{rank}: {name}, {lot}: paid {price}, brought {value}").format(
        rank=rank,
        name=view.who(sale.fact.buyer),
        lot=lot_name(sale.fact.lot),
        price=money(sale.fact.price),
        value=money(value_of(view, sale)),
    )
    return fit((("", " " + text),), width, view.glyphs)


def _checked_rows(view: View, width: int) -> list[Line]:
    """What the own machine checked of this game."""
    story = view.story
    text = _(
        "{events} events in one chain, {paintings} paintings of the deal, {bids} "
        "sealed bids"
    ).format(
        events=view.participant.follower.s,
        paintings=story.checked_paintings,
        bids=story.checked_bids,
    )
    return [*_marked(view, text, width, is_good=True), *_proof_rows(view, width)]


def _proof_rows(view: View, width: int) -> list[Line]:
    """Who holds the history, and whether the deck is proven."""
    return [
        row
        for is_good, text in checked_lines(view.participant)
        for row in _marked(view, text, width, is_good=is_good)
    ]


def _marked(view: View, text: str, width: int, *, is_good: bool) -> list[Line]:
    """A sentence with a tick before its first row, or with an exclamation mark."""
    mark = f" {view.glyphs.tick} " if is_good else " ! "
    first, *others = wrapped(text, width - 4)
    style = "class:checked" if is_good else "class:refused"
    return [((style, mark), ("", first)), *((("", "   " + row),) for row in others)]
