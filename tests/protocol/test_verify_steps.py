"""Each of the thirteen steps refuses what it is there for, and names itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from vendue_protocol.codec import encode_event
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import DealtCard, Held
from vendue_protocol.keys import NO_KEY
from vendue_protocol.log_frames import HOST_READER, SPECTATOR, How
from vendue_protocol.proved_game import ProvedGame
from vendue_protocol.verify.reports import NotSound, VerifyStep
from vendue_protocol.verifying import read_whole
from vendue_shared.events import (
    Begun,
    Called,
    Ended,
    Ending,
    Flipped,
    Offered,
    Opened,
    Opening,
    Passed,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.options import Options
from vendue_shared.phases.fixed_price import Pricing
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.seats import Seat

from .kept_games import (
    FILLER,
    begin,
    bytes_of,
    drawn_events,
    event_of,
    failure_of,
    file_of,
    finished,
    renumbered,
    tampered,
    until,
    where,
    with_begun,
    with_event,
    with_payload,
    with_seed,
)


@pytest.fixture(scope="module")
def file() -> GameFile:
    """The log that seat 0 kept of a game of three."""
    return file_of(finished(1))


def swapped(items: tuple[bytes, ...], one: int, other: int) -> tuple[bytes, ...]:
    found = list(items)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


# 1. The file.


def test_step_1_finds_a_changed_byte(file: GameFile) -> None:
    data = bytearray(bytes_of(file))
    data[data.index(b"begun") + 400] ^= 1

    with pytest.raises(NotSound) as caught:
        read_whole(bytes(data))

    assert (caught.value.step, caught.value.s) == (VerifyStep.FILE, None)


# 2. The terms.


def test_step_2_wants_a_first_event(file: GameFile) -> None:
    failure = failure_of(tampered(file, events=[]))

    assert (failure.step, failure.s) == (VerifyStep.TERMS, 1)
    assert failure.found == "no event at all"


def test_step_2_wants_begun_first(file: GameFile) -> None:
    failure = failure_of(tampered(file, events=renumbered(file.events[1:])))

    assert (failure.step, failure.s) == (VerifyStep.TERMS, 1)
    assert failure.found.startswith("`offered`")


def test_step_2_wants_the_game_of_the_header(file: GameFile) -> None:
    header = replace(file.header, game=bytes(16))

    failure = failure_of(tampered(file, header=header))

    assert failure.step is VerifyStep.TERMS
    assert failure.expected == f"game {bytes(16).hex()}"


@pytest.mark.parametrize("reader", [3, 4, 5, 253])
def test_step_2_wants_a_reader_who_was_there(file: GameFile, reader: int) -> None:
    header = replace(file.header, reader=reader)

    assert failure_of(tampered(file, header=header)).step is VerifyStep.TERMS


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: replace(t, first=3), id="a first who is not there"),
        pytest.param(
            lambda t: replace(
                t, chairs=(*t.chairs[:2], replace(t.chairs[2], key=NO_KEY))
            ),
            id="a weak key",
        ),
        pytest.param(
            lambda t: replace(
                t, chairs=(*t.chairs[:2], replace(t.chairs[2], bot=True))
            ),
            id="a bot with a key",
        ),
        pytest.param(
            lambda t: replace(
                t,
                chairs=(*t.chairs, t.chairs[0]),
                options=Options(mystery_hand=True),
            ),
            id="a mystery hand for four",
        ),
    ],
)
def test_step_2_wants_terms_that_can_be_agreed_on(
    file: GameFile, change: Callable[[object], object]
) -> None:
    tampering = with_begun(
        file, lambda begun: replace(begun, terms=change(begun.terms))
    )

    failure = failure_of(tampering)

    assert (failure.step, failure.s) == (VerifyStep.TERMS, 1)
    assert failure.expected == "terms that can be agreed on"


def test_step_2_wants_the_first_auctioneer_whom_the_terms_name() -> None:
    file = file_of(begin(1, first=1))

    failure = failure_of(with_begun(file, lambda begun: replace(begun, first=2)))

    assert (failure.step, failure.found) == (VerifyStep.TERMS, "seat 3")


def test_step_2_wants_the_set_up_that_was_given_up_to_be_named() -> None:
    file = file_of(begin(1, given_up=2))
    earlier = file.given_up[::-1]

    failure = failure_of(tampered(file, given_up=earlier))

    assert failure.step is VerifyStep.TERMS
    assert failure.expected.startswith("prev ")


# 3. The seed.


def test_step_3_refuses_another_seed(file: GameFile) -> None:
    failure = failure_of(with_seed(file, bytes(32)))

    assert (failure.step, failure.s) == (VerifyStep.SEED, len(file.events))


@pytest.mark.parametrize("size", [1, 31])
def test_step_3_refuses_a_seed_of_another_size(file: GameFile, size: int) -> None:
    failure = failure_of(with_seed(file, bytes(size)))

    assert (failure.step, failure.found) == (VerifyStep.SEED, f"{size} bytes")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: replace(t, prev=FILLER), id="prev"),
        pytest.param(
            lambda t: replace(t, clocks=replace(t.clocks, open=21)), id="clock"
        ),
        pytest.param(
            lambda t: replace(t, options=Options(open_money=True)), id="option"
        ),
        pytest.param(
            lambda t: replace(
                t, chairs=(replace(t.chairs[0], name="Eva"), *t.chairs[1:])
            ),
            id="a name",
        ),
    ],
)
def test_step_3_refuses_other_terms_than_were_committed_to(
    file: GameFile, change: Callable[[object], object]
) -> None:
    tampering = with_begun(
        file, lambda begun: replace(begun, terms=change(begun.terms))
    )

    assert failure_of(tampering).step is VerifyStep.SEED


def test_step_3_refuses_another_commitment(file: GameFile) -> None:
    tampering = with_begun(file, lambda begun: replace(begun, hs=FILLER))

    assert failure_of(tampering).step is VerifyStep.SEED


def test_step_3_opens_the_seed_of_a_set_up_given_up() -> None:
    file = file_of(begin(1, given_up=1))
    earlier = replace(file.given_up[0], seed=FILLER)

    failure = failure_of(tampered(file, given_up=[earlier]))

    assert (failure.step, failure.s) == (VerifyStep.SEED, None)


# 4. The shares.


def test_step_4_refuses_a_share_that_does_not_open(file: GameFile) -> None:
    tampering = with_begun(
        file, lambda begun: replace(begun, es=(begun.es[0], FILLER, begun.es[2]))
    )

    failure = failure_of(tampering)

    assert (failure.step, failure.s) == (VerifyStep.SHARES, 1)
    assert "seat 2" in failure.expected


def test_step_4_refuses_another_commitment_of_a_seat(file: GameFile) -> None:
    tampering = with_begun(
        file, lambda begun: replace(begun, ks=(*begun.ks[:2], FILLER))
    )

    assert failure_of(tampering).step is VerifyStep.SHARES


def test_step_4_wants_a_share_of_each(file: GameFile) -> None:
    tampering = with_begun(file, lambda begun: replace(begun, es=begun.es[:2]))

    failure = failure_of(tampering)

    assert (failure.step, failure.found) == (VerifyStep.SHARES, "3 and 2")


def test_step_4_wants_zeros_of_a_bot() -> None:
    file = file_of(begin(1, bots=(Seat(2),)))
    tampering = with_begun(
        file, lambda begun: replace(begun, es=(*begun.es[:2], FILLER))
    )

    failure = failure_of(tampering)

    assert failure.step is VerifyStep.SHARES
    assert "the bot in seat 3" in failure.expected


# 5. The deal.


def with_lists(
    file: GameFile, change: Callable[[list[tuple[bytes, ...]]], None]
) -> GameFile:
    """The log with other lists."""

    def changed(begun: Begun) -> Begun:
        lists = list(begun.lists)
        change(lists)
        return replace(begun, lists=tuple(lists))

    return with_begun(file, changed)


def exchange(lists: list[tuple[bytes, ...]]) -> None:
    """Two hands exchange a painting, and sort what they have."""
    one, other = lists[0], lists[1]
    lists[0] = tuple(sorted((other[0], *one[1:])))
    lists[1] = tuple(sorted((one[0], *other[1:])))


def unsort(lists: list[tuple[bytes, ...]]) -> None:
    lists[0] = swapped(lists[0], 0, 1)


def drop_one(lists: list[tuple[bytes, ...]]) -> None:
    lists[-1] = lists[-1][1:]


@pytest.mark.parametrize("change", [exchange, unsort, drop_one, list.pop])
def test_step_5_refuses_other_lists_than_the_seed_gives(
    file: GameFile, change: Callable[[list[tuple[bytes, ...]]], None]
) -> None:
    failure = failure_of(with_lists(file, change))

    assert (failure.step, failure.s) == (VerifyStep.DEAL, 1)


@pytest.mark.parametrize("change", [unsort, drop_one, list.pop, list.clear])
def test_step_5_refuses_lists_of_another_form_even_without_the_seed(
    change: Callable[[list[tuple[bytes, ...]]], None],
) -> None:
    file = file_of(finished(1, tells_seed=False))

    assert failure_of(with_lists(file, change)).step is VerifyStep.DEAL


def test_step_5_refuses_another_first_auctioneer_than_was_drawn(
    file: GameFile,
) -> None:
    tampering = with_begun(
        file, lambda begun: replace(begun, first=(begun.first + 1) % 3)
    )

    failure = failure_of(tampering)

    assert failure.step is VerifyStep.DEAL
    assert "first auctioneer" in failure.expected


def with_card(file: GameFile, **change: object) -> GameFile:
    """The log with another first card in the reader's first deal."""
    cards = file.dealt[0].cards
    card = DealtCard(
        **{
            "place": cards[0].place,
            "painting": cards[0].painting,
            "slot": cards[0].slot,
        }
        | change  # type: ignore[arg-type]  # one of the three fields
    )
    first = replace(file.dealt[0], cards=(card, *cards[1:]))
    return tampered(file, dealt=(first, *file.dealt[1:]))


@pytest.mark.parametrize(
    "change", [{"place": 1}, {"painting": 0}, {"slot": FILLER}], ids=str
)
@pytest.mark.parametrize("tells_seed", [True, False], ids=["a seed", "no seed"])
def test_step_5_refuses_what_was_dealt_from_elsewhere(
    change: dict[str, object], *, tells_seed: bool
) -> None:
    file = file_of(finished(1, tells_seed=tells_seed))
    if file.dealt[0].cards[0].painting == change.get("painting"):
        change = {"painting": 1}

    failure = failure_of(with_card(file, **change))

    assert (failure.step, failure.s) == (VerifyStep.DEAL, 1)


def test_step_5_refuses_deals_to_a_spectator(file: GameFile) -> None:
    header = replace(file.header, reader=SPECTATOR)

    assert failure_of(tampered(file, header=header)).step is VerifyStep.DEAL


def test_step_5_refuses_deals_of_another_seat(file: GameFile) -> None:
    header = replace(file.header, reader=1)

    assert failure_of(tampered(file, header=header)).step is VerifyStep.DEAL


def test_step_5_refuses_a_fifth_deal(file: GameFile) -> None:
    tampering = tampered(file, dealt=[*file.dealt, file.dealt[-1]])

    assert failure_of(tampering).step is VerifyStep.DEAL


# 6. The chain.


def test_step_6_misses_an_event(file: GameFile) -> None:
    failure = failure_of(tampered(file, events=[*file.events[:9], *file.events[10:]]))

    assert (failure.step, failure.s) == (VerifyStep.CHAIN, 10)
    assert (failure.expected, failure.found) == ("event 10", "event 11")


def test_step_6_wants_the_trailer_of_the_last_event(file: GameFile) -> None:
    end = replace(file.end, s=file.end.s + 1)

    assert failure_of(replace(file, end=end)).step is VerifyStep.CHAIN


def test_step_6_wants_the_head_of_the_last_event(file: GameFile) -> None:
    failure = failure_of(replace(file, end=replace(file.end, h=FILLER)))

    assert (failure.step, failure.found) == (VerifyStep.CHAIN, FILLER.hex())


def test_step_6_wants_the_end_too(file: GameFile) -> None:
    cut = replace(file, events=file.events[:-1])

    assert failure_of(cut).step is VerifyStep.CHAIN


# 7. The form.


def test_step_7_refuses_an_event_with_a_longer_integer(file: GameFile) -> None:
    s = where(file, Passed)
    payload = file.events[s - 1].e
    at = payload.index(b"\xa4seat") + 5
    longer = payload[:at] + b"\xcc" + payload[at:]

    failure = failure_of(with_payload(file, s, longer))

    assert (failure.step, failure.s) == (VerifyStep.FORM, s)


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x80", b"\x81\xa1t\xa7unknown", b"\x82\xa4seat\x01\xa1t\xa6passed"],
    ids=["nothing", "an empty map", "an unknown event", "another order of keys"],
)
def test_step_7_refuses_what_is_no_event(file: GameFile, payload: bytes) -> None:
    failure = failure_of(with_payload(file, 5, payload))

    assert (failure.step, failure.s) == (VerifyStep.FORM, 5)


# 8. The rules.


def test_step_8_refuses_an_event_out_of_turn(file: GameFile) -> None:
    offered = event_of(file, 2)
    assert isinstance(offered, Offered)

    failure = failure_of(
        with_event(file, 2, replace(offered, seat=(offered.seat + 1) % 3))
    )

    assert (failure.step, failure.s) == (VerifyStep.RULES, 2)
    asked, other = (f"seat {(offered.seat + i) % 3 + 1}" for i in (0, 1))
    assert failure.found == f"Offered: E_TURN: {other}, asked is {asked}"


def test_step_8_refuses_what_follows_the_end(file: GameFile) -> None:
    events = renumbered([*file.events, file.events[-1]])

    failure = failure_of(tampered(file, events=events))

    assert (failure.step, failure.s) == (VerifyStep.RULES, len(events))


# 9. The paintings.


def first_offer(file: GameFile) -> Offered:
    offered = event_of(file, 2)
    assert isinstance(offered, Offered)
    return offered


def test_step_9_refuses_another_blind(file: GameFile) -> None:
    offered = replace(first_offer(file), blind=FILLER)

    failure = failure_of(with_event(file, 2, offered))

    assert (failure.step, failure.s) == (VerifyStep.PAINTINGS, 2)


def test_step_9_refuses_a_blind_of_another_size(file: GameFile) -> None:
    offered = replace(first_offer(file), blind=b"short")

    failure = failure_of(with_event(file, 2, offered))

    assert (failure.step, failure.found) == (VerifyStep.PAINTINGS, "5 bytes")


def test_step_9_refuses_a_painting_of_another_hand() -> None:
    game = begin(1)
    game.end(Ending.OWNER)
    seat = game.deal.first
    theirs = game.deal.dealt(Seat((seat + 1) % 3), 1)[0].painting
    offered = Offered(seat=seat, painting=theirs, blind=game.deal.blind(theirs))
    file = file_of(game)
    events = renumbered(
        [
            file.events[0],
            replace(file.events[0], e=encode_event(offered)),
            file.events[1],
        ]
    )

    failure = failure_of(tampered(file, events=events))

    assert (failure.step, failure.s) == (VerifyStep.PAINTINGS, 2)
    assert failure.expected == f"an unplayed leaf of the list of seat {seat + 1}"


def test_step_9_refuses_a_painting_that_was_dealt_in_a_later_round() -> None:
    game = begin(1)
    seat = game.deal.first
    later = game.deal.dealt(seat, 2)[0].painting
    game.play(Offered(seat=seat, painting=later, blind=game.deal.blind(later)))
    game.end(Ending.OWNER)

    failure = failure_of(file_of(game))

    assert (failure.step, failure.s) == (VerifyStep.PAINTINGS, 2)
    assert failure.expected == f"a painting dealt to seat {seat + 1} by round 1"


def test_step_9_refuses_a_mystery_painting_out_of_its_order() -> None:
    options = Options(mystery_hand=True)
    file = file_of(finished(3, 3, options))
    game = finished(3, 3, options)
    s = where(file, Flipped)
    flipped = event_of(file, s)
    assert isinstance(flipped, Flipped)
    pile = game.deal.mystery_pile()
    other = next(p for p in reversed(pile) if p != flipped.painting)

    failure = failure_of(
        with_event(
            file, s, replace(flipped, painting=other, blind=game.deal.blind(other))
        )
    )

    assert failure.step in {VerifyStep.PAINTINGS, VerifyStep.RULES}


def test_step_9_wants_every_deal_of_a_seat(file: GameFile) -> None:
    failure = failure_of(tampered(file, dealt=file.dealt[:2]))

    assert failure.step is VerifyStep.PAINTINGS
    assert failure.expected == "4 deals to seat 1"


def test_step_9_wants_the_deals_as_the_rounds_began(file: GameFile) -> None:
    late = replace(file.dealt[1], s=file.dealt[1].s + 1)

    failure = failure_of(tampered(file, dealt=[file.dealt[0], late, *file.dealt[2:]]))

    assert failure.step is VerifyStep.PAINTINGS


# 10. The sealed auctions.


def with_opening(
    file: GameFile, change: Callable[[Opening], Opening | None]
) -> GameFile:
    """A log with another opening of a bid that did not buy."""
    s = where(file, Opened)
    opened = event_of(file, s)
    assert isinstance(opened, Opened)
    present = [i for i, opening in enumerate(opened.openings) if opening is not None]
    seat = min(present, key=lambda i: opened.openings[i].bid)  # type: ignore[union-attr]  # present
    openings = [
        change(opening) if i == seat and opening is not None else opening
        for i, opening in enumerate(opened.openings)
    ]
    return with_event(file, s, replace(opened, openings=tuple(openings)))


@pytest.fixture(scope="module")
def sealed() -> GameFile:
    """A game that was ended after its first sealed auction."""
    game = until(1, Sealing)
    for seat, bid in enumerate((3, 5, 7)):
        game.take(Sealed(seat=seat, commitment=FILLER), bid)
    for seat in range(3):
        game.take(Revealed(seat=seat))
    game.take(Opened(openings=()))
    game.end(Ending.OWNER)
    return file_of(game)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda o: replace(o, bid=o.bid - 1), id="another bid"),
        pytest.param(lambda o: replace(o, nonce=FILLER), id="another nonce"),
        pytest.param(lambda o: replace(o, hold=b""), id="no hold"),
        pytest.param(lambda o: replace(o, hold=bytes(64)), id="another hold"),
        pytest.param(lambda o: replace(o, hold=o.hold[:63]), id="a short hold"),
    ],
)
def test_step_10_refuses_an_opening_that_was_altered(
    sealed: GameFile, change: Callable[[Opening], Opening]
) -> None:
    failure = failure_of(with_opening(sealed, change))

    assert (failure.step, failure.s) == (VerifyStep.SEALED, where(sealed, Opened))


def test_step_10_refuses_another_commitment(sealed: GameFile) -> None:
    s = where(sealed, Sealed)
    event = event_of(sealed, s)
    assert isinstance(event, Sealed)

    failure = failure_of(with_event(sealed, s, replace(event, commitment=FILLER)))

    assert failure.step is VerifyStep.SEALED


def bots_game() -> ProvedGame:
    """A game of two persons and a bot in which all are to seal."""
    for luck in range(20):
        game = begin(luck, bots=(Seat(2),))
        for event in drawn_events(game, luck, (Seat(2),)):
            if isinstance(game.host.position.phase, Sealing):
                return game
            game.take(event)
    raise AssertionError("no luck leads to a sealed auction")


def test_step_10_refuses_a_host_that_keeps_back_what_its_bot_sealed() -> None:
    game = bots_game()
    for seat, bid in enumerate((3, 5, 7)):
        game.take(Sealed(seat=seat, commitment=FILLER), bid)
    for seat in (0, 1):
        game.take(Revealed(seat=seat))
    game.take(Opened(openings=()))
    game.end(Ending.OWNER)

    failure = failure_of(file_of(game))

    assert failure.step is VerifyStep.SEALED
    assert failure.expected == "the opening of the bot in seat 3"


def test_step_10_refuses_a_bots_nonce_that_is_not_from_the_seed() -> None:
    game = bots_game()
    game._secrets[Seat(2)] = FILLER
    for seat, bid in enumerate((3, 5, 7)):
        game.take(Sealed(seat=seat, commitment=FILLER), bid)
    for seat in range(3):
        game.take(Revealed(seat=seat))
    game.take(Opened(openings=()))
    game.end(Ending.OWNER)

    failure = failure_of(file_of(game))

    assert failure.step is VerifyStep.SEALED
    assert "nonce of the bot in seat 3" in failure.expected


# 11. The clock's moves.


def test_step_11_refuses_an_offer_of_the_clock_that_was_not_drawn() -> None:
    game = begin(1)
    seat = game.deal.first
    other = next(
        card.painting
        for card in game.deal.dealt(seat, 1)
        if card.painting != game.default_offer(seat)
    )
    blind = game.deal.blind(other)
    game.play(Offered(seat=seat, painting=other, blind=blind, auto=True))
    game.end(Ending.OWNER)

    failure = failure_of(file_of(game))

    assert (failure.step, failure.s) == (VerifyStep.DEFAULTS, 2)
    assert failure.found == f"painting {other}"


def test_step_11_refuses_a_price_of_the_clock_above_0() -> None:
    game = until(1, Pricing)
    seat = game.host.position.auctioneer
    game.play(Priced(seat=seat, amount=1, auto=True))
    game.end(Ending.OWNER)

    failure = failure_of(file_of(game))

    assert (failure.step, failure.s) == (VerifyStep.DEFAULTS, game.host.s - 1)


def test_step_11_refuses_a_bid_and_a_pass_of_the_clock_in_an_open_auction() -> None:
    for event in (Called(seat=0, amount=1, auto=True), Passed(seat=0, auto=True)):
        game = until(1, OpenAuction)
        game.play(event)
        game.end(Ending.OWNER)

        failure = failure_of(file_of(game))

        assert (failure.step, failure.s) == (VerifyStep.DEFAULTS, game.host.s - 1)


# 12. The signatures.


def test_step_12_refuses_a_hold_that_was_altered(file: GameFile) -> None:
    hold = file.holds[-1].hold
    altered = replace(file.holds[-1], hold=bytes([hold[0] ^ 1]) + hold[1:])

    failure = failure_of(tampered(file, holds=[*file.holds[:-1], altered]))

    assert (failure.step, failure.s) == (VerifyStep.HOLDS, altered.s)


@pytest.mark.parametrize("who", [1, 3, 254])
def test_step_12_refuses_the_hold_of_one_under_the_name_of_another(
    file: GameFile, who: int
) -> None:
    hold = next(held for held in file.holds if held.who == 0)

    failure = failure_of(tampered(file, holds=[replace(hold, who=who)]))

    assert failure.step is VerifyStep.HOLDS


def test_step_12_refuses_a_hold_where_nobody_signs(file: GameFile) -> None:
    failure = failure_of(tampered(file, holds=[Held(s=2, who=255, hold=bytes(64))]))

    assert (failure.step, failure.s) == (VerifyStep.HOLDS, 2)


def test_step_12_refuses_a_hold_of_a_bot() -> None:
    file = file_of(begin(1, bots=(Seat(2),)))

    failure = failure_of(tampered(file, holds=[replace(file.holds[0], who=2)]))

    assert (failure.step, failure.found) == (VerifyStep.HOLDS, "one of seat 3")


def test_step_12_refuses_a_history_that_nobody_signed(file: GameFile) -> None:
    """Whoever rewrites the end, and all that follows from it, cannot sign it."""
    ended = event_of(file, len(file.events))
    assert isinstance(ended, Ended)
    rewritten = with_event(file, len(file.events), replace(ended, seed=b""))

    failure = failure_of(rewritten)

    assert (failure.step, failure.s) == (VerifyStep.HOLDS, len(file.events))


# 13. The result.


@pytest.mark.parametrize("how", [How.OWNER, How.HOST, How.OPEN])
def test_step_13_wants_the_ending_that_the_log_tells(file: GameFile, how: How) -> None:
    failure = failure_of(replace(file, end=replace(file.end, how=how)))

    assert failure.step is VerifyStep.RESULT
    assert (failure.expected, failure.found) == ("`finished`", f"`{how}`")


def test_step_13_refuses_finished_before_the_last_round() -> None:
    game = begin(1)
    game.end(Ending.FINISHED)

    failure = failure_of(file_of(game, HOST_READER))

    assert (failure.step, failure.found) == (VerifyStep.RESULT, "it in round 1")


def test_a_failure_tells_step_event_expected_and_found(file: GameFile) -> None:
    failure = failure_of(with_seed(file, bytes(3)))

    assert str(failure) == (
        f"step 3, event {len(file.events)}: expected a seed of 32 bytes, or none;"
        " found 3 bytes"
    )
