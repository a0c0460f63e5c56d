"""Nothing secret leaves the host: canaries looked for in every byte it sends."""

from __future__ import annotations

import random

import pytest
from tests.server.game_by_hand import SECRET, GameByHand, terms_for

from vendue_protocol.host_messages import Dealt
from vendue_protocol.keys import bot_secret
from vendue_shared.paintings import Kind, Painting
from vendue_shared.seats import Seat

SPECTATOR = None
SEED_BYTE = 16


def deal_of(game: GameByHand) -> list[tuple[Painting, bytes, bytes]]:
    """Every painting of the deck with its slot and its blind."""
    deal = game.game._new.deal
    return [
        (painting, deal.slots[place], deal.blinds[place])
        for place, painting in enumerate(deal.deck)
    ]


def some_of_a_game(seed: int) -> GameByHand:
    """A game of bots, stopped somewhere in the middle."""
    game = GameByHand(terms_for(4, bots=(0, 1, 2, 3), first=None), seed=seed)
    for _ in range(random.Random(seed).randrange(20, 200)):
        game.game.tick(0.0)
    return game


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_no_slot_is_sent_but_to_its_owner(
    three_persons: GameByHand, seat: int | None
) -> None:
    own = {
        card.slot
        for message in three_persons.told(seat)
        if isinstance(message, Dealt)
        for card in message.cards
    }
    sent = three_persons.frames(seat)

    found = {slot for _, slot, _ in deal_of(three_persons) if slot in sent}
    assert found == own


@pytest.mark.parametrize("seed", range(1, 6))
def test_only_the_blinds_of_played_paintings_are_sent(seed: int) -> None:
    game = some_of_a_game(seed)
    sent = game.frames(SPECTATOR)

    found = {painting for painting, _, blind in deal_of(game) if blind in sent}
    played = {p for p, _, _ in deal_of(game) if game.position.played >> p & 1}
    assert found == played


@pytest.mark.parametrize("seed", range(1, 6))
def test_seat_is_dealt_no_painting_of_a_round_to_come(seed: int) -> None:
    game = some_of_a_game(seed)

    dealt = [m for m in game.told(2) if isinstance(m, Dealt)]
    assert len(dealt) == game.position.round


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_seed_is_not_sent_before_the_end(
    three_persons: GameByHand, seat: int | None
) -> None:
    three_persons.offer(0, Kind.OPEN)

    assert bytes((SEED_BYTE,)) * 32 not in three_persons.frames(seat)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_secret_of_the_deal_is_never_sent(
    three_persons: GameByHand, seat: int | None
) -> None:
    three_persons.wait(3600.0)

    assert three_persons.game._new.deal.key not in three_persons.frames(seat)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 2])
def test_revealed_bid_is_sent_to_nobody_before_all_are_opened(
    three_persons: GameByHand, seat: int | None
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))

    three_persons.reveal(1)

    assert three_persons.nonce(1) not in three_persons.frames(seat)


def test_opened_bid_is_sent_to_all(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))

    for seat in range(3):
        three_persons.reveal(seat)

    assert three_persons.nonce(1) in three_persons.frames(SPECTATOR)


def test_secrets_of_bots_are_never_sent(person_and_bots: GameByHand) -> None:
    person_and_bots.offer(0, Kind.SEALED)
    person_and_bots.wait(60.0)

    seed, game = bytes((SEED_BYTE,)) * 32, person_and_bots.game.follower.game
    secrets = [bot_secret(seed, game, Seat(seat)) for seat in (1, 2)]
    assert not [s for s in secrets if s in person_and_bots.frames(0)]


def test_feeds_of_two_seats_differ_in_what_is_dealt_alone(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.ONCE)
    three_persons.say_pass(1, 2, 0)

    public = [
        [message for message in three_persons.told(seat) if type(message) is not Dealt]
        for seat in (0, 1, 2, SPECTATOR)
    ]
    assert public[0] == public[1] == public[2] == public[3]


def test_due_of_others_does_not_tell_what_the_hand_allows() -> None:
    games = [GameByHand(terms_for(3), seed=seed) for seed in (16, 17, 18)]

    told = {repr(game.game.due(Seat(1), 0.0)) for game in games}
    assert len(told) == 1


@pytest.mark.parametrize("what", ["_new", "hands", "_openings", "_bots", "answers"])
def test_repr_of_what_is_secret_shows_no_secret(
    three_persons: GameByHand, what: str
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    three_persons.reveal(1)

    shown = repr(getattr(three_persons.game, what))
    secrets = [bytes((SEED_BYTE,)) * 32, SECRET, three_persons.nonce(1)]
    secrets += [slot for _, slot, _ in deal_of(three_persons)]
    assert not [s for s in secrets if repr(s) in shown or s.hex() in shown]
