"""The table laid out in lines: the hand, the artists, the players, one each."""

from __future__ import annotations

from collections.abc import Iterable

from vendue_client.attending import is_here
from vendue_client.language import _, ngettext
from vendue_client.participant import Participant
from vendue_protocol.text import clean_line
from vendue_shared.choices import CanAdd, CanOffer
from vendue_shared.paintings import ARTISTS, KIND_OF, Artist, Painting
from vendue_shared.scoring import worth
from vendue_shared.seats import Seat
from vendue_shared.tabletop import FIFTH

from .pass_words import own_purse
from .reckoning import artist_worth, present_values
from .situation import (
    asked,
    lot_line,
    teller_of,
    wanted,
    worth_line,
)
from .unsold_words import ending
from .words import kind_name, listed, lower_first, money, painting_name


def hand_lines(participant: Participant) -> list[str]:
    """The hand, one painting a line after its place.

    Where a second painting is asked, only what may be added. What would end the
    round is marked where it could.
    """
    choices = wanted(participant)
    fitting = [c.paintings for c in choices if isinstance(c, CanAdd)]
    can_end = any(isinstance(c, CanAdd | CanOffer) for c in choices)
    return [
        _hand_line(participant, painting, can_end=can_end)
        for painting in (fitting[0] if fitting else participant.hand)
    ]


def _hand_line(participant: Participant, painting: Painting, *, can_end: bool) -> str:
    line = _("{place}. {painting}, {kind}").format(
        place=participant.hand.index(painting) + 1,
        painting=painting_name(painting),
        kind=kind_name(KIND_OF[painting]),
    )
    ends = ending(participant.position, painting) if can_end else ""
    return f"{line} ({ends})" if ends else line


def market_lines(participant: Participant) -> list[str]:
    """The artists in board order: how many are shown, and what each is worth now."""
    return [_artist_line(participant, artist) for artist in ARTISTS]


def _artist_line(participant: Participant, artist: Artist) -> str:
    position = participant.position
    return _("{worth}. {shown} of {fifth} shown").format(
        worth=artist_worth(position, artist),
        shown=position.shown[artist],
        fifth=FIFTH,
    )


def player_lines(participant: Participant) -> list[str]:
    """The players in seat order: how many paintings, what hangs on the wall."""
    return [
        _("{name}: {facts}").format(
            name=teller_of(participant).name(seat),
            facts=listed(_player(participant, Seat(seat))),
        )
        for seat in range(participant.position.seats)
    ]


def _player(participant: Participant, seat: Seat) -> Iterable[str]:
    position = participant.position
    count = position.hand_sizes[seat]
    yield ngettext("{count} painting", "{count} paintings", count).format(count=count)
    yield _wall(participant, position.walls[seat])
    if position.options.open_money or seat == participant.playing_seat:
        yield _("purse {purse}").format(purse=money(position.purses[seat]))
    if position.bots[seat]:
        yield _("bot")
    if not is_here(participant, seat):
        yield _("line lost")


def _wall(participant: Participant, wall: list[Painting]) -> str:
    if not wall:
        return _("an empty wall")
    value = worth(wall, present_values(participant.position))
    return _("wall {paintings} (worth {value} now)").format(
        paintings=", ".join(map(painting_name, wall)), value=money(value)
    )


def table_lines(participant: Participant) -> list[str]:
    """All of it: what is asked, the lot, the artists, the players."""
    if not participant.position.seats:
        return [asked(participant)]
    lot = lot_line(participant)
    return [
        asked(participant),
        *([lot] if lot else []),
        *market_lines(participant),
        *player_lines(participant),
    ]


def state_line(participant: Participant, seconds_left: float | None) -> str:
    """All one needs to answer, in one line: what is asked first, the time last.

    Args:
        participant: Who is asked.
        seconds_left: Of the clock; `None`: not known.
    """
    request = _("you: {request}").format(request=lower_first(asked(participant)))
    parts = [request, lot_line(participant)]
    if participant.position.lot:
        parts.append(_("{worth}.").format(worth=worth_line(participant)))
    parts.append(_("You have {purse}.").format(purse=money(own_purse(participant))))
    if seconds_left is not None:
        parts.append(_("{seconds} s left.").format(seconds=round(seconds_left)))
    return clean_line(" ".join(part for part in parts if part))
