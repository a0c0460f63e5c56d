"""What things are worth: now, at the end of a round, and at the end of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vendue_client.language import _
from vendue_shared.bots.hints import hint
from vendue_shared.happened import GameWon, RoundEnded
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, ARTISTS, Artist, Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.position import Position
from vendue_shared.scoring import chips_of, rank_artists, values_of, worth
from vendue_shared.seats import Seat

from .unsold_words import second_ends
from .words import Teller, artist_name, listed, money, rank_name, upper_first


def present_ranking(position: Position) -> tuple[Artist, ...]:
    """The artists as they would be ranked if the round ended now, best first."""
    return rank_artists(position.shown)


def present_values(position: Position) -> tuple[Money, ...]:
    """What one painting of each artist would bring now, in board order."""
    ranking = present_ranking(position)
    pairs = zip(position.sums(), chips_of(ranking), strict=True)
    sums = tuple(Money(before + chip) for before, chip in pairs)
    return values_of(ranking, sums, position.options.unranked_value)


def lot_worth(position: Position) -> Money:
    """What the lot now for sale would bring if the round ended now; 0 without one."""
    return worth(position.lot, present_values(position))


def artist_worth(position: Position, artist: Artist) -> str:
    """The artist's rank now, and what one painting would be worth, as a sum.

    Example:
        "Vetro is 1st now: worth 30,000 + 30,000 = 60,000"; the first is a chip of an
        earlier round, the last the one of this round.
    """
    ranking, value = present_ranking(position), present_values(position)[artist]
    name = artist_name(artist)
    if artist not in ranking:
        return _("{artist} is not ranked now: worth {value}").format(
            artist=name, value=money(value)
        )
    chips = [rounds[artist] for rounds in position.board if rounds[artist]]
    chips.append(chips_of(ranking)[artist])
    total = money(value)
    if len(chips) > 1:
        total = f"{' + '.join(map(money, chips))} = {total}"
    return _("{artist} is {rank} now: worth {value}").format(
        artist=name, rank=rank_name(ranking.index(artist)), value=total
    )


def one_worth(position: Position) -> str:
    """The same of the lot's artist; of a pair, that it is what each would be worth.

    Example:
        "Sora is 1st now: worth 30,000 each"
    """
    line = artist_worth(position, ARTIST_OF[position.lot[0]])
    return _("{worth} each").format(worth=line) if len(position.lot) > 1 else line


def round_ended(teller: Teller, fact: RoundEnded) -> list[str]:
    """The end of a round: what was shown, what it was worth, what the bank paid."""
    earned = listed(f"{teller.name(i)} {money(e)}" for i, e in enumerate(fact.earned))
    lines = [
        _("Round {number} ends. Shown: {counts}").format(
            number=fact.number, counts=_shown(fact.shown)
        ),
        _("Worth now: {values}").format(values=_values(fact)),
        _("The bank pays: {earned}").format(earned=earned),
    ]
    if teller.me is not None:
        own = money(fact.purses[teller.me])
        lines.append(_("You have {purse}").format(purse=own))
    return lines


def _shown(shown: Sequence[int]) -> str:
    order = sorted(ARTISTS, key=lambda artist: -shown[artist])
    counts = [f"{artist_name(a)} {shown[a]}" for a in order if shown[a]]
    return listed(counts or ["0"])


def _values(fact: RoundEnded) -> str:
    ranked = [
        _("{artist} {value} ({rank})").format(
            artist=artist_name(artist),
            value=money(fact.values[artist]),
            rank=rank_name(rank),
        )
        for rank, artist in enumerate(fact.ranking)
    ]
    others = [
        f"{artist_name(artist)} {money(fact.values[artist])}"
        for artist in ARTISTS
        if artist not in fact.ranking and fact.values[artist]
    ]
    return listed([*ranked, *others] or ["0"])


def game_won(teller: Teller, fact: GameWon) -> list[str]:
    """The end of the game: who wins, then everybody's money."""
    purse = money(max(fact.purses))
    if len(fact.winners) > 1:
        names = listed(map(teller.name, fact.winners))
        won = _("Won together, with {purse}: {names}").format(purse=purse, names=names)
    else:
        won = teller.says(
            fact.winners[0],
            _("You win with {purse}"),
            _("{name} wins with {purse}"),
            purse=purse,
        )
    return [won, *ranking_lines(teller, fact.purses)]


def ranking_lines(teller: Teller, purses: Sequence[Money]) -> list[str]:
    """One player a line, the richest first; who ties has the same place."""
    return [
        _("{place}. {name} {purse}").format(
            place=place, name=teller.name(seat), purse=money(purse)
        )
        for place, seat, purse in _places(purses)
    ]


def _places(purses: Sequence[Money]) -> Iterator[tuple[int, Seat, Money]]:
    for seat in sorted(range(len(purses)), key=lambda seat: -purses[seat]):
        richer = sum(purse > purses[seat] for purse in purses)
        yield richer + 1, Seat(seat), purses[seat]


def hint_lines(
    position: Position, seat: Seat | None, hand: Collection[Painting]
) -> list[str]:
    """What the lot may be worth, and up to which price it pays to buy it.

    Empty without a lot. The numbers are those that the bots reckon with. A double
    that waits for its second is not for sale, so no price is told.

    Args:
        position: The present one.
        seat: Whose hint; `None`: a spectator's.
        hand: The seat's own.
    """
    found = hint(position, position.auctioneer if seat is None else seat, hand)
    if found is None:
        return []
    lines = [
        one_worth(position),
        _("The lot: worth {now} now, {best} at best, {least} at worst").format(
            now=money(found.now), best=money(found.best), least=money(found.worst)
        ),
    ]
    if isinstance(position.phase, Doubling):
        return [*lines, *_hint_of_double(position)]
    return [
        *lines,
        _("The bank pays {likely} on average").format(likely=money(found.likely)),
        _("Pays off: for a buyer up to {buyer}, for the auctioneer up to {own}").format(
            buyer=money(found.buyer), own=money(found.auctioneer)
        ),
    ]


def _hint_of_double(position: Position) -> list[str]:
    ends = second_ends(position)
    return [
        _("It is not sold alone: without a second it is free to who offered it"),
        upper_first(ends) if ends else _("With a second, both are sold as one lot"),
    ]
