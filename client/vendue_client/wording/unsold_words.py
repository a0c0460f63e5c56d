"""What would end the round unsold: the fifth of an artist, the last of all hands."""

from __future__ import annotations

from vendue_client.language import _
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind, Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.position import Position
from vendue_shared.tabletop import FIFTH

from .words import artist_name, auction_name, painting_name


def is_fifth(position: Position, painting: Painting) -> bool:
    """Whether a painting would be the fifth of its artist in this round.

    Source:
        docs/RULES.md, rulings 23 to 25.
    """
    return position.shown[ARTIST_OF[painting]] == FIFTH - 1


def is_last(position: Position) -> bool:
    """Whether the next painting shown is the last of all hands.

    Source:
        docs/RULES.md, ruling 31.
    """
    return sum(position.hand_sizes) == 1


def ending(position: Position, painting: Painting) -> str:
    """How a painting would end the round, offered or added now; empty: it would not."""
    if is_fifth(position, painting):
        if position.lot:
            return _("the fifth: both unsold, round over")
        return _("the fifth: unsold, round over")
    return _("the last of all hands: unsold, round over") if is_last(position) else ""


def offered_as(position: Position, painting: Painting) -> str:
    """A painting, and what it would bring to offer it, or to add it to a double.

    Example:
        "Sora 4, sealed auction", or "Sora 4, the fifth: unsold, round over".
    """
    name, kind = painting_name(painting), KIND_OF[painting]
    if ends := ending(position, painting):
        return _("{painting}, {how}").format(painting=name, how=ends)
    text = _("{painting}, {kind}")
    if kind is Kind.DOUBLE and position.shown[ARTIST_OF[painting]] == FIFTH - 2:
        text = _("{painting}, {kind}; a second would be the fifth, unsold")
    return text.format(painting=name, kind=auction_name(kind))


def second_ends(position: Position) -> str:
    """That a second painting would end the round; empty: it would not, or cannot be.

    No full stop at the end.
    """
    if not isinstance(position.phase, Doubling):
        return ""
    artist = artist_name(ARTIST_OF[position.lot[0]])
    if is_fifth(position, position.lot[0]):
        text = _("a second {artist} would be the fifth: neither sold, the round ends")
        return text.format(artist=artist)
    if is_last(position):
        text = _("a second {artist} would be the last: neither sold, the round ends")
        return text.format(artist=artist)
    return ""
