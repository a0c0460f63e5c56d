"""One game of bots against each other, with the host's clock played as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from vendue_shared.arena.branches.branch import Branch
from vendue_shared.bots.sparring import Contender
from vendue_shared.bots.view import Chance
from vendue_shared.events import AnyEvent, Begun
from vendue_shared.happened import Happened
from vendue_shared.options import Options
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

from .host import FILLER, Host


class ArenaGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played to its end."""

    begun: Begun
    """Its first event: the terms, with options and seats, and who began."""
    deck: tuple[Painting, ...]
    """All seventy, top first."""
    steps: tuple[tuple[AnyEvent, tuple[Happened, ...]], ...]
    """Each event with what followed from it, `begun` first."""
    position: Position
    """As the game ended."""
    branches: Counter[Branch]
    """How often each branch of the rules was taken."""


def play_game(
    levels: Sequence[Contender],
    options: Options,
    deck: Sequence[Painting],
    first: Seat,
    chance: Chance,
    *,
    clock: bool,
) -> ArenaGame:
    """Play one game to its end.

    Args:
        levels: One a seat, 3 to 5; sparring partners may be among them.
        options: Must fit the number of seats.
        deck: All seventy paintings, top first; dealt as docs/RULES.md says.
        first: The first auctioneer.
        chance: Everything that is not the deck is drawn from here: the game's
            id, the bots' draws, who speaks first.
        clock: Whether random seats are sometimes too slow for the host's clock,
            open sealed bids that they cannot pay, and try what is refused. A
            seat of another level is always in time, and the hammer waits for it.

    Raises:
        ValueError: The deck is not the seventy paintings.
    """
    if sorted(deck) != list(PAINTINGS):
        raise ValueError(f"{len(deck)} paintings are not the deck")
    table = Host(levels, deck, chance, clock=clock)
    begun = _begun(levels, options, first, chance)
    table.play(begun)
    while not table.position.is_over:
        table.go_on()
    return ArenaGame(
        begun=begun,
        deck=tuple(deck),
        steps=tuple(table.steps),
        position=table.position,
        branches=table.branches,
    )


def _begun(
    levels: Sequence[Contender], options: Options, first: Seat, chance: Chance
) -> Begun:
    chairs = tuple(
        Chair(name=f"{level}-{seat + 1}", bot=True, key=FILLER)
        for seat, level in enumerate(levels)
    )
    terms = Terms(
        game=bytes(chance(256) for _ in range(16)),
        options=options,
        prev=bytes(32),
        host_key=FILLER,
        clocks=Clocks(),
        first=None,
        chairs=chairs,
    )
    proofs = (FILLER,) * len(chairs)
    return Begun(terms=terms, hs=FILLER, ks=proofs, es=proofs, lists=(), first=first)
