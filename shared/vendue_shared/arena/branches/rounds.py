"""The branches that turns and the ends of rounds take."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_shared.events import Added, Flipped, Offered
from vendue_shared.happened import (
    FlipAsked,
    GameWon,
    LotSold,
    LotUnsold,
    RoundBegan,
    RoundEnded,
    TurnCame,
)
from vendue_shared.options import UnrankedValue
from vendue_shared.paintings import ARTIST_OF, ARTISTS, Painting, is_double
from vendue_shared.scoring import chips_of, rank_artists
from vendue_shared.shares import ROUNDS

from .branch import Branch
from .step import Step


def of_turn(step: Step, fact: TurnCame) -> Iterator[Branch]:
    """How the turn came to a seat."""
    if not any(isinstance(other, RoundBegan) for other in step.facts):
        yield Branch.AUCTIONEER_SKIPPED if fact.skipped else Branch.TURN_TO_LEFT
        if step.is_taken_over:
            yield Branch.TAKEOVER_TURN
        return
    if fact.skipped:
        yield Branch.STARTER_SKIPPED
    if isinstance(step.event, Flipped):
        yield Branch.STARTER_AFTER_FLIP
    elif isinstance(step.event, Added) and step.event.seat != step.before.opener:
        yield Branch.STARTER_LEFT_OF_ADDER
    elif step.before.round:
        yield Branch.STARTER_LEFT


def of_flip_asked(step: Step, fact: FlipAsked) -> Iterator[Branch]:
    """Who is asked to flip after which sale."""
    sale = next(other for other in step.facts if isinstance(other, LotSold))
    if fact.seat != sale.auctioneer:
        yield Branch.FLIP_BY_BUYER
    if not sale.price:
        yield Branch.FLIP_AFTER_FREE
    if step.is_taken_over and fact.seat == sale.auctioneer:
        yield Branch.FLIP_AFTER_TAKEOVER


def of_unsold(step: Step, fact: LotUnsold) -> Iterator[Branch]:
    """How a lot that belongs to nobody ended the round."""
    if not step.before.options.count_unsold:
        yield Branch.UNSOLD_LEFT_OUT
    is_last = sum(step.before.hand_sizes) == 1
    if fact.is_fifth and is_last:
        yield Branch.RUN_OUT_IS_FIFTH
    if is_last and not fact.is_fifth:
        if step.before.round < ROUNDS:
            yield Branch.RUN_OUT_EARLY
        if step.before.mystery:
            yield Branch.FLIP_PILE_LEFT
    yield _unsold(step, is_fifth=fact.is_fifth)


def _unsold(step: Step, *, is_fifth: bool) -> Branch:
    event = step.event
    if isinstance(event, Added):
        if event.seat == step.before.opener:
            return Branch.FIFTH_IS_OWN_SECOND if is_fifth else Branch.RUN_OUT_PAIR
        return Branch.FIFTH_IS_ADDED if is_fifth else Branch.RUN_OUT_ADDED
    if isinstance(event, Offered) and is_double(Painting(event.painting)):
        return Branch.FIFTH_IS_DOUBLE if is_fifth else Branch.RUN_OUT_DOUBLE
    return Branch.FIFTH if is_fifth else Branch.RUN_OUT_ONE


def of_round(step: Step, fact: RoundBegan) -> Iterator[Branch]:
    """What goes on into a round."""
    if fact.number > 1:
        if sum(step.before.hand_sizes) > 1:
            yield Branch.HANDS_KEPT
        if step.before.mystery > isinstance(step.event, Flipped):
            yield Branch.FLIP_PILE_KEPT


def of_end(step: Step, fact: RoundEnded) -> Iterator[Branch]:
    """What the end of a round took."""
    if not any(fact.shown):
        yield Branch.ROUND_EMPTY
    elif isinstance(step.event, Flipped):
        yield Branch.FLIP_FIFTH
    if sum(fact.earned):
        yield Branch.BANK_BUYS
    yield from _of_ranking(step, fact)
    yield from _of_values(step, fact)


def _of_ranking(step: Step, fact: RoundEnded) -> Iterator[Branch]:
    counted = list(fact.shown)
    if not step.before.options.count_unsold:
        for lot in (f.lot for f in step.facts if isinstance(f, LotUnsold)):
            for painting in lot if any(fact.shown) else ():
                counted[ARTIST_OF[painting]] -= 1
    ranking = fact.ranking
    if ranking != rank_artists(fact.shown):
        yield Branch.UNSOLD_MATTERS
    fewer = len(ranking) < len(rank_artists((1,) * len(ARTISTS)))
    yield Branch.RANKED_FEWER if fewer else Branch.RANKED_THREE
    counts = [counted[artist] for artist in ranking]
    if len(set(counts)) < len(counts):
        yield Branch.RANKED_TIE
    left_out = [counted[a] for a in ARTISTS if a not in ranking]
    if counts and max(left_out) == counts[-1]:
        yield Branch.RANKED_TIE_OUT


def _of_values(step: Step, fact: RoundEnded) -> Iterator[Branch]:
    chips = chips_of(fact.ranking)
    if any(fact.values[artist] > chips[artist] for artist in fact.ranking):
        yield Branch.CHIPS_ADD_UP
    owned = {ARTIST_OF[p] for wall in step.before.walls for p in wall}
    for artist in owned if any(fact.shown) else ():
        if not fact.values[artist]:
            yield Branch.BANK_BUYS_FOR_NOTHING
        elif artist not in fact.ranking:
            keeps = step.before.options.unranked_value is UnrankedValue.ACCUMULATED
            if keeps:
                yield Branch.ACCUMULATED


def of_win(fact: GameWon) -> Iterator[Branch]:
    """How many won."""
    yield Branch.ONE_WINNER if len(fact.winners) == 1 else Branch.SHARED_WIN
