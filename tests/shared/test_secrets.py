"""Two games that differ only in what a seat cannot see are the same to that seat."""

from __future__ import annotations

import pytest
from tests.shared.random_play import Game, all_options, kind_id
from tests.shared.table import FILLER, slots

from vendue_shared.choices import AnyChoice
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import (
    Added,
    AnyEvent,
    Flipped,
    Offered,
)
from vendue_shared.moves import Reveal
from vendue_shared.options import Options
from vendue_shared.paintings import Painting
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of

KINDS_OF_GAME = [kind for number, kind in enumerate(all_options()) if number % 3 == 0]


def seen_by(seat: Seat, game: Game) -> list[Painting]:
    """The own hand of all rounds dealt so far, and what was played."""
    seen = [p for p in game.deck if game.position.played >> p & 1]
    for number in range(1, game.position.round + 1):
        places = places_of(
            seat,
            number,
            game.position.seats,
            mystery_hand=game.options.mystery_hand,
        )
        seen.extend(game.deck[place] for place in places)
    return list(dict.fromkeys(seen))


def another_deck(game: Game, seat: Seat) -> list[Painting]:
    """A deck that this seat cannot tell from the game's, as far as it was played."""
    seen = set(seen_by(seat, game))
    hidden = [place for place, p in enumerate(game.deck) if p not in seen]
    moved = [game.deck[place] for place in hidden]
    game.chance.shuffle(moved)
    deck = list(game.deck)
    for place, painting in zip(hidden, moved, strict=True):
        deck[place] = painting
    return deck


class Twin:
    """Another game with the same public log, and another deck."""

    def __init__(self, game: Game, deck: list[Painting]) -> None:
        self.game = Game(0, len(game.hands), game.options)
        self.game.deck = deck
        self.game.position = Position()
        self.game.hands = [{} for _ in game.hands]
        self.game.pile = {}
        self.game.played = []

    def follow(self, event: AnyEvent) -> None:
        """Play an event, having checked that this game's host would have sent it."""
        if isinstance(event, Offered | Added):
            assert event.painting in self.game.hands[event.seat]
        elif isinstance(event, Flipped):
            assert event.painting == next(iter(self.game.pile))
        self.game.play(event)


def view(game: Game, seat: Seat) -> tuple[object, tuple[AnyChoice, ...], object]:
    """All that the rules tell a seat."""
    choices = legal_moves(game.position, seat, game.hands[seat])
    return game.position.awaited, choices, slots(game.position)


@pytest.mark.parametrize("kind", KINDS_OF_GAME, ids=kind_id)
@pytest.mark.parametrize("moves", [3, 40, 150])
def test_other_hands_piles_and_decks_change_nothing_a_seat_is_told(
    kind: tuple[int, Options], moves: int
) -> None:
    game = Game(moves, *kind)
    for _ in range(moves):
        if not game.position.is_over:
            game.step()
    seat = Seat(moves % kind[0])
    deck = another_deck(game, seat)
    twin, again = Twin(game, deck), Twin(game, game.deck)

    for event, facts in game.played:
        twin.follow(event)
        again.follow(event)
        assert twin.game.played[-1][1] == facts
        assert view(twin.game, seat) == view(again.game, seat)

    assert deck != game.deck or game.position.is_over


def test_sealed_amounts_change_nothing_before_they_are_opened() -> None:
    game = Game(8, 3, Options())
    while (game.position.phase.decision, len(game.position.awaited)) != ("reveal", 3):
        game.step()

    stories = []
    for bid in (0, 50, 101):
        position = game.position.copy()
        story = []
        for seat in position.awaited:
            move = Reveal(auction=position.auction, bid=bid, nonce=FILLER, hold=b"")
            event = decide(position, seat, {}, move)
            story.append((event, position.play(event), slots(position)))
        stories.append(story)

    assert stories[0] == stories[1] == stories[2]


def test_a_move_that_only_a_hand_refuses_is_refused_without_a_trace() -> None:
    game = Game(2, 3, Options())
    seat = game.position.awaited[0]
    before = slots(game.position)
    offer = game.move_for(seat, game.legal(seat)[0])

    with pytest.raises(IllegalMove, match="E_NOT_HELD"):
        decide(game.position, seat, {}, offer)

    assert slots(game.position) == before
