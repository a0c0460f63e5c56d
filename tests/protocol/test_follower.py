"""The follower: an honest log passes, and each proof has a log that fails it."""

from __future__ import annotations

from collections.abc import Callable

import msgpack
import msgspec
import pytest
from tests.protocol.whole_game import GAME, HOST_KEY, Client, WholeGame, made

from vendue_protocol.chain import HOST, next_head, sign_hold
from vendue_protocol.codec import encode_event
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.follower import Follower
from vendue_protocol.keys import NO_KEY
from vendue_protocol.leaves import leaf_of
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Called,
    Flipped,
    Hammer,
    Offered,
    Opened,
)
from vendue_shared.options import Options
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.phases.turn import Flipping, Offering
from vendue_shared.seats import Seat

MYSTERY = Options(mystery_hand=True)


def failure(follower: Follower, event: AnyEvent, *, s: int | None = None) -> Check:
    """Which check refuses an event; nothing of it is taken."""
    before = follower.s, follower.head, list(follower.hold_points)
    with pytest.raises(ProofFailed) as failed:
        follower.receive(follower.s + 1 if s is None else s, encode_event(event))
    assert (follower.s, follower.head, list(follower.hold_points)) == before
    return failed.value.check


@pytest.fixture
def begun() -> WholeGame:
    """A game of three persons whose first event is known to all."""
    return WholeGame().begin()


@pytest.fixture
def locked() -> WholeGame:
    """Two persons and a bot; all have sealed, nobody has revealed."""
    return WholeGame(bots=1).begin().seal_all()


def a_client(game: WholeGame) -> Client:
    return game.clients[0]


def offer_of(game: WholeGame) -> Offered:
    """An honest offer of the auctioneer."""
    game.run(lambda position: isinstance(position.phase, Offering))
    seat = game.position.auctioneer
    painting, blind = next(iter(game.hands[seat].items()))
    return Offered(seat=seat, painting=painting, blind=blind)


# Following.


def test_host_and_clients_end_with_the_same_head(begun: WholeGame) -> None:
    begun.run().end()

    heads = {client.follower.head for client in begun.clients}

    assert heads == {begun.host.head}


def test_the_head_is_the_chain_over_the_bytes_that_travelled(begun: WholeGame) -> None:
    offer = offer_of(begun)
    before, s = begun.host.head, begun.host.s

    begun.publish(offer)

    assert begun.host.head == next_head(before, s + 1, begun.log[-1])


def test_before_the_first_event_there_is_no_game() -> None:
    follower = Follower()

    assert (follower.s, follower.game, follower.head) == (0, bytes(16), bytes(32))
    assert not follower.take_hold(0, HOST, bytes(64))
    assert follower.s_of_lock == 0


def test_everybody_signs_at_the_beginning_each_lock_each_round_and_the_end() -> None:
    game = WholeGame().begin()
    locks = 0
    while not game.position.is_over:
        was = game.position.phase
        game.step()
        phase = game.position.phase
        locks += isinstance(phase, Revealing) and not isinstance(was, Revealing)
    game.end()

    points = game.host.hold_points

    assert [points[0].s, points[-1].s] == [1, len(game.log)]
    assert len(points) == 1 + locks + 4 + 1
    assert len({point.s for point in points}) == len(points)


# Order and form.


@pytest.mark.parametrize("step", [-1, 2, 100])
def test_an_event_out_of_order_is_not_taken(begun: WholeGame, step: int) -> None:
    offer, follower = offer_of(begun), a_client(begun).follower

    assert failure(follower, offer, s=follower.s + step) is Check.ORDER


def test_other_bytes_for_an_event_already_held_are_history_rewritten(
    begun: WholeGame,
) -> None:
    offer, follower = offer_of(begun), a_client(begun).follower

    assert failure(follower, offer, s=follower.s) is Check.REWRITTEN


def test_the_same_event_again_is_out_of_order(begun: WholeGame) -> None:
    follower = a_client(begun).follower

    assert failure(follower, begun.begun, s=1) is Check.ORDER


def test_an_event_in_another_form_is_not_taken(begun: WholeGame) -> None:
    offer, follower = offer_of(begun), a_client(begun).follower
    raw = msgpack.unpackb(encode_event(offer))

    with pytest.raises(ProofFailed) as failed:
        follower.receive(follower.s + 1, msgpack.packb({**raw, "auto": False}))

    assert failed.value.check is Check.FORM


@pytest.mark.parametrize("payload", [b"", b"\xc1", b"\x80", b"\x81\xa1t\xa3bid"])
def test_bytes_that_are_no_event_are_not_taken(
    begun: WholeGame, payload: bytes
) -> None:
    follower = a_client(begun).follower

    with pytest.raises(ProofFailed) as failed:
        follower.receive(follower.s + 1, payload)

    assert failed.value.check is Check.FORM


def test_what_the_rules_forbid_is_not_taken(begun: WholeGame) -> None:
    follower = a_client(begun).follower

    assert failure(follower, Hammer()) is Check.RULES
    assert failure(follower, Called(seat=0, amount=1)) is Check.RULES
    assert failure(follower, begun.begun) is Check.RULES


def test_after_what_was_not_taken_the_honest_event_still_fits(begun: WholeGame) -> None:
    offer, follower = offer_of(begun), a_client(begun).follower
    failure(follower, Hammer())
    failure(follower, msgspec.structs.replace(offer, blind=bytes(32)))

    assert follower.receive(follower.s + 1, encode_event(offer)).event == offer


# Event 1.


def bent(**changes: object) -> Callable[[Begun], Begun]:
    return lambda event: msgspec.structs.replace(event, **changes)


def bent_terms(**changes: object) -> Callable[[Begun], Begun]:
    return lambda event: msgspec.structs.replace(
        event, terms=msgspec.structs.replace(event.terms, **changes)
    )


def bent_chair(event: Begun, **changes: object) -> Begun:
    first, *others = event.terms.chairs
    chairs = (msgspec.structs.replace(first, **changes), *others)
    return bent_terms(chairs=chairs)(event)


def swapped(event: Begun) -> Begun:
    one, *others = event.lists
    return bent(lists=((one[1], one[0], *one[2:]), *others))(event)


def doubled(event: Begun) -> Begun:
    one, *others = event.lists
    return bent(lists=((one[0], one[0], *one[2:]), *others))(event)


def moved_leaf(event: Begun) -> Begun:
    one, two, *others = event.lists
    return bent(lists=(one[:-1], tuple(sorted((*two, one[-1]))), *others))(event)


def other_share(event: Begun) -> Begun:
    return bent(es=(made("other"), *event.es[1:]))(event)


FAULTS_OF_EVENT_1: dict[str, tuple[Check, Callable[[Begun], Begun]]] = {
    "a share that does not open its commitment": (Check.ENTROPY, other_share),
    "another commitment of the host": (Check.ENTROPY, bent(hs=made("other"))),
    "another game": (Check.ENTROPY, bent_terms(game=made("other")[:16])),
    "a commitment too few": (Check.ENTROPY, lambda e: bent(ks=e.ks[:-1])(e)),
    "a share too many": (Check.ENTROPY, lambda e: bent(es=(*e.es, bytes(32)))(e)),
    "no lists": (Check.LISTS, bent(lists=())),
    "a list out of order": (Check.LISTS, swapped),
    "a leaf twice": (Check.LISTS, doubled),
    "a leaf in another hand": (Check.LISTS, moved_leaf),
    "a weak key": (Check.RULES, lambda e: bent_chair(e, key=NO_KEY)),
    "a bot with a key": (Check.RULES, lambda e: bent_chair(e, bot=True)),
    "options that do not fit": (
        Check.RULES,
        lambda e: bent_terms(options=MYSTERY, chairs=e.terms.chairs[:1] * 4)(e),
    ),
    "a first auctioneer who is not there": (Check.RULES, bent_terms(first=3)),
    "a first who is not the one agreed on": (
        Check.RULES,
        lambda e: bent_terms(first=(e.first + 1) % 3)(e),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS_OF_EVENT_1)
def test_event_1_is_not_taken_with(fault: str) -> None:
    check, bend = FAULTS_OF_EVENT_1[fault]

    assert failure(Follower(), bend(WholeGame().begun)) is check


def test_a_seat_of_the_host_gives_no_share() -> None:
    honest = WholeGame(bots=1).begun
    chosen = made("a share that the host chose")

    k = entropy_commitment(GAME, Seat(2), honest.hs, chosen)
    event = bent(ks=(*honest.ks[:2], k), es=(*honest.es[:2], chosen))(honest)

    assert failure(Follower(), event) is Check.ENTROPY


# Leaves.


def test_a_painting_before_the_game_is_not_taken() -> None:
    offer = Offered(seat=0, painting=0, blind=bytes(32))

    assert failure(Follower(), offer) is Check.LEAF


@pytest.mark.parametrize("blind", [b"", bytes(31), bytes(32), made("other")], ids=len)
def test_a_painting_with_a_wrong_blind_is_not_taken(
    begun: WholeGame, blind: bytes
) -> None:
    bent_offer = msgspec.structs.replace(offer_of(begun), blind=blind)

    assert failure(a_client(begun).follower, bent_offer) is Check.LEAF


def test_a_painting_with_the_leaf_of_another_is_not_taken(begun: WholeGame) -> None:
    offer = offer_of(begun)
    hand = begun.hands[offer.seat]
    other = next(painting for painting in hand if painting != offer.painting)

    bent_offer = msgspec.structs.replace(offer, painting=other)

    assert failure(a_client(begun).follower, bent_offer) is Check.LEAF


def test_a_painting_of_another_hand_is_not_taken(begun: WholeGame) -> None:
    offer = offer_of(begun)
    neighbour = (offer.seat + 1) % 3
    painting, blind = next(iter(begun.hands[neighbour].items()))

    stolen = Offered(seat=offer.seat, painting=painting, blind=blind)

    assert failure(a_client(begun).follower, stolen) is Check.LEAF


def test_a_painting_that_was_never_dealt_is_not_taken() -> None:
    game = WholeGame(4).begin()
    offer = offer_of(game)
    painting = game.deal.deck[-1]

    undealt = Offered(
        seat=offer.seat, painting=painting, blind=game.deal.blind(painting)
    )

    assert failure(a_client(game).follower, undealt) is Check.LEAF


def test_a_leaf_that_lies_across_two_others_is_not_taken(begun: WholeGame) -> None:
    offer, seat = offer_of(begun), begun.position.auctioneer
    leaf = leaf_of(GAME, Painting(offer.painting), offer.blind)
    others = len(begun.begun.lists[seat]) - 2
    across = (bytes(16) + leaf[:16], leaf[16:] + bytes(16))
    filled = tuple(b"\xff" * 31 + bytes([i]) for i in range(others))
    lists = list(begun.begun.lists)
    lists[seat] = (*across, *filled)
    follower = Follower()
    follower.receive(1, encode_event(bent(lists=tuple(lists))(begun.begun)))

    assert failure(follower, offer) is Check.LEAF


def test_a_painting_played_before_is_not_taken(begun: WholeGame) -> None:
    offer = offer_of(begun)
    begun.publish(offer)
    begun.run(
        lambda p: (
            isinstance(p.phase, Offering)
            and p.auctioneer == offer.seat
            and p.auction > 1
        )
    )

    assert failure(a_client(begun).follower, offer) is Check.LEAF


def test_the_mystery_hand_is_turned_up_from_the_oldest_on() -> None:
    game = WholeGame(options=MYSTERY).begin()
    game.run(lambda position: isinstance(position.phase, Flipping))
    phase = game.position.phase
    assert isinstance(phase, Flipping)
    oldest, second = list(game.pile.items())[:2]

    def flip(card: tuple[Painting, bytes]) -> Flipped:
        return Flipped(seat=phase.asked, painting=card[0], blind=card[1])

    assert failure(a_client(game).follower, flip(second)) is Check.LEAF
    game.publish(flip(oldest))
    assert game.host.s == a_client(game).follower.s


def test_without_a_mystery_hand_nothing_is_turned_up(begun: WholeGame) -> None:
    never_dealt = begun.deal.deck[-1]
    flip = Flipped(seat=0, painting=never_dealt, blind=begun.deal.blind(never_dealt))

    assert failure(a_client(begun).follower, flip) is Check.LEAF


# Openings and holds.


def with_opening(opened: Opened, seat: int, **changes: object) -> Opened:
    openings = list(opened.openings)
    opening = openings[seat]
    assert opening is not None
    openings[seat] = msgspec.structs.replace(opening, **changes)
    return Opened(openings=tuple(openings))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_bid_that_is_not_the_one_sealed_is_not_taken(
    locked: WholeGame, seat: int
) -> None:
    opened, follower = locked.reveal_all(), a_client(locked).follower
    opening = opened.openings[seat]
    assert opening is not None

    for changes in ({"bid": opening.bid + 1}, {"nonce": made("other")}):
        bent_opened = with_opening(opened, seat, **changes)
        assert failure(follower, bent_opened) is Check.OPENING


def test_two_seats_cannot_change_their_openings(locked: WholeGame) -> None:
    opened = locked.reveal_all()
    one, two, *others = opened.openings

    crossed = Opened(openings=(two, one, *others))

    assert failure(a_client(locked).follower, crossed) is Check.OPENING


@pytest.mark.parametrize(
    "hold", [b"", bytes(64), b"x" * 63], ids=["none", "zeros", "short"]
)
def test_an_opening_without_its_owners_hold_is_not_taken(
    locked: WholeGame, hold: bytes
) -> None:
    bent_opened = with_opening(locked.reveal_all(), 1, hold=hold)
    follower = a_client(locked).follower

    assert failure(follower, bent_opened) is Check.HOLD


def test_an_opening_with_a_hold_on_another_head_is_not_taken(
    locked: WholeGame,
) -> None:
    opened, lock = locked.reveal_all(), locked.host.s_of_lock
    hold = sign_hold(locked.keys[1], GAME, 1, lock, made("another head"))

    bent_opened = with_opening(opened, 1, hold=hold)

    assert failure(a_client(locked).follower, bent_opened) is Check.HOLD


def test_a_bot_cannot_bring_a_hold(locked: WholeGame) -> None:
    bent_opened = with_opening(locked.reveal_all(), 2, hold=bytes(64))

    assert failure(a_client(locked).follower, bent_opened) is Check.HOLD


def test_a_bid_that_was_revealed_cannot_be_kept_back(locked: WholeGame) -> None:
    opened = locked.reveal_all()

    kept = Opened(openings=(None, *opened.openings[1:]))

    assert failure(a_client(locked).follower, kept) is Check.RULES


def test_a_bid_that_was_not_revealed_cannot_be_opened(locked: WholeGame) -> None:
    locked.run(lambda p: isinstance(p.phase, Revealing) and p.phase.revealed == 0)
    openings = tuple(locked.opening(seat) for seat in range(3))

    assert failure(a_client(locked).follower, Opened(openings=openings)) is Check.RULES


def test_openings_of_the_right_seats_are_taken(locked: WholeGame) -> None:
    opened, follower = locked.reveal_all(), a_client(locked).follower

    step = follower.receive(follower.s + 1, encode_event(opened))

    assert step.event == opened


def test_a_hold_is_kept_only_where_it_fits(begun: WholeGame) -> None:
    follower, head = a_client(begun).follower, begun.host.head
    follower.holds.clear()

    wrong = [
        (1, 1, sign_hold(begun.keys[0], GAME, 0, 1, head)),
        (1, 0, sign_hold(begun.keys[0], GAME, 0, 1, made("another head"))),
        (1, HOST, sign_hold(begun.keys[0], GAME, HOST, 1, head)),
        (2, 0, sign_hold(begun.keys[0], GAME, 0, 2, head)),
        (1, 3, bytes(64)),
        (1, 254, bytes(64)),
        (1, 0, b""),
    ]

    assert not any(follower.take_hold(*one) for one in wrong)
    assert follower.holds == {}
    assert follower.take_hold(1, HOST, sign_hold(HOST_KEY, GAME, HOST, 1, head))
    assert list(follower.holds) == [(1, HOST)]


def test_a_seat_of_the_host_holds_nothing() -> None:
    game = WholeGame(bots=1).begin()

    assert not a_client(game).follower.take_hold(1, 2, bytes(64))
