"""What a machine does of itself for its seat, and what it refuses to do."""

from __future__ import annotations

import msgspec
import pytest
from tests.protocol.whole_game import GAME, WholeGame, made

from vendue_protocol.chain import HOST
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import Dealt, Proposal
from vendue_protocol.keys import NO_KEY, SigningKey
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed
from vendue_protocol.seals import opens
from vendue_shared.events import Player, Plays, Sealed
from vendue_shared.money import Money
from vendue_shared.options import Options
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.seats import Seat


@pytest.fixture
def game() -> WholeGame:
    """Three persons who have agreed and shared; event 1 is not out yet."""
    return WholeGame()


@pytest.fixture
def locked() -> WholeGame:
    """Three persons who have sealed; nobody has revealed."""
    return WholeGame().begin().seal_all()


def checked(failed: pytest.ExceptionInfo[ProofFailed]) -> Check:
    return failed.value.check


# Whole games.


@pytest.mark.parametrize(
    ("seats", "bots", "options"),
    [
        (3, 0, Options()),
        (3, 1, Options(mystery_hand=True)),
        (4, 3, Options(count_unsold=False)),
        (5, 2, Options()),
    ],
    ids=["three persons", "mystery hand", "one person", "five seats"],
)
def test_an_honest_game_fails_no_check(seats: int, bots: int, options: Options) -> None:
    game = WholeGame(seats, bots=bots, options=options, chance=seats).begin()

    game.run().end()

    assert game.position.winners
    for client in game.clients:
        assert client.follower.head == game.host.head
        assert client.own.hand == game.hands[client.own.seat]


def test_an_honest_game_has_sealed_auctions_and_four_rounds() -> None:
    game = WholeGame(chance=3).begin().run()

    assert game.position.round == 4
    assert any(b"\xa6sealed" in payload for payload in game.log)
    assert any(b"\xa6opened" in payload for payload in game.log)


# Before the set-up.


def proposal_with(game: WholeGame, **changes: object) -> Proposal:
    terms = msgspec.structs.replace(game.terms, **changes)
    return Proposal(terms=terms, hs=game.proposal.hs, attempt=1)


def test_a_seat_needs_the_key_of_the_terms(game: WholeGame) -> None:
    with pytest.raises(ValueError, match="another key"):
        OwnSeat(
            SigningKey(made("other")),
            Seat(0),
            game.proposal,
            entropy=bytes(32),
            secret=bytes(32),
        )


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_share_and_a_secret_have_32_bytes(game: WholeGame, size: int) -> None:
    key = game.keys[0]

    with pytest.raises(ValueError, match="entropy"):
        OwnSeat(key, Seat(0), game.proposal, entropy=bytes(size), secret=bytes(32))
    with pytest.raises(ValueError, match="secret"):
        OwnSeat(key, Seat(0), game.proposal, entropy=bytes(32), secret=bytes(size))


def test_terms_that_fit_no_game_are_the_hosts_fault(game: WholeGame) -> None:
    own, *others = game.terms.chairs
    weak = tuple(msgspec.structs.replace(chair, key=NO_KEY) for chair in others)
    bent = [
        proposal_with(game, chairs=(own, *weak)),
        proposal_with(
            game, chairs=(own, *others, *others), options=Options(mystery_hand=True)
        ),
        proposal_with(game, first=3),
    ]

    for proposal in bent:
        with pytest.raises(ProofFailed) as failed:
            OwnSeat(
                game.keys[0], Seat(0), proposal, entropy=bytes(32), secret=bytes(32)
            )
        assert checked(failed) is Check.TERMS


def test_a_seat_shows_no_secret(game: WholeGame) -> None:
    own = game.clients[0].own

    assert repr(own) == "OwnSeat(seat=0)"


# Sharing.


def test_a_seat_commits_to_its_share(game: WholeGame) -> None:
    own = game.clients[1].own

    assert own.agree().k == entropy_commitment(
        GAME, Seat(1), game.proposal.hs, made("e 1")
    )


def test_a_share_is_given_again_for_the_same_commitments(game: WholeGame) -> None:
    own = game.clients[0].own

    assert own.share(GAME, game.ks) == own.share(GAME, game.ks)


def test_no_share_is_given_for_another_game(game: WholeGame) -> None:
    own = game.clients[0].own

    for other, ks in ((made("x")[:16], game.ks), (GAME, game.ks[:2]), (GAME, ())):
        with pytest.raises(ProofFailed) as failed:
            own.share(other, ks)
        assert checked(failed) is Check.ENTROPY


def test_no_share_is_given_where_the_own_commitment_was_changed(
    game: WholeGame,
) -> None:
    own = game.clients[1].own

    with pytest.raises(ProofFailed, match="own commitment") as failed:
        own.share(GAME, (game.ks[0], made("other"), game.ks[2]))

    assert checked(failed) is Check.ENTROPY


def test_no_second_share_is_given_for_other_commitments(game: WholeGame) -> None:
    own = game.clients[0].own
    own.share(GAME, game.ks)

    with pytest.raises(ProofFailed, match="asked twice"):
        own.share(GAME, (*game.ks[:2], made("the host would like another deck")))


# Event 1.


def begun_seat(game: WholeGame) -> OwnSeat:
    own = game.clients[0].own
    own.share(GAME, game.ks)
    return own


def test_event_1_as_agreed_is_taken(game: WholeGame) -> None:
    begun_seat(game).check_begun(game.begun)


def test_event_1_with_other_terms_is_refused(game: WholeGame) -> None:
    clocks = msgspec.structs.replace(game.terms.clocks, seal=1)
    terms = msgspec.structs.replace(game.terms, clocks=clocks)

    with pytest.raises(ProofFailed) as failed:
        begun_seat(game).check_begun(msgspec.structs.replace(game.begun, terms=terms))

    assert checked(failed) is Check.TERMS


@pytest.mark.parametrize("changed", ["hs", "ks", "es"])
def test_event_1_with_other_chance_is_refused(game: WholeGame, changed: str) -> None:
    other = made("other")
    value = other if changed == "hs" else (other, *getattr(game.begun, changed)[1:])

    with pytest.raises(ProofFailed) as failed:
        begun_seat(game).check_begun(
            msgspec.structs.replace(game.begun, **{changed: value})
        )

    assert checked(failed) is Check.ENTROPY


def test_event_1_without_a_share_asked_for_is_refused(game: WholeGame) -> None:
    with pytest.raises(ProofFailed):
        game.clients[0].own.check_begun(game.begun)


# Dealing.


def refused_cards(game: WholeGame, dealt: Dealt) -> Check:
    client = game.clients[0]
    before = dict(client.own.hand)
    with pytest.raises(ProofFailed) as failed:
        client.own.take_dealt(client.follower, dealt)
    assert client.own.hand == before
    return failed.value.check


def test_what_is_dealt_again_changes_nothing() -> None:
    game = WholeGame().begin()
    client = game.clients[0]
    before = dict(client.own.hand)

    client.own.take_dealt(client.follower, game.dealt(0, 1))

    assert client.own.hand == before


def test_a_painting_from_outside_the_own_list_is_refused() -> None:
    game = WholeGame().begin()
    dealt = game.dealt(0, 1)
    one, *others = dealt.cards
    bent = [
        msgspec.structs.replace(one, slot=made("other")),
        msgspec.structs.replace(one, painting=(one.painting + 1) % 70),
    ]

    for card in bent:
        cards = msgspec.structs.replace(dealt, cards=(card, *others))
        assert refused_cards(game, cards) is Check.LEAF


def test_a_place_that_is_not_of_this_round_is_refused() -> None:
    game = WholeGame().begin()
    dealt = game.dealt(0, 1)
    bent = [
        game.dealt(1, 1),
        game.dealt(0, 2),
        msgspec.structs.replace(dealt, cards=dealt.cards[::-1]),
        msgspec.structs.replace(dealt, cards=dealt.cards[:-1]),
        msgspec.structs.replace(dealt, cards=dealt.cards[:1] * len(dealt.cards)),
        msgspec.structs.replace(dealt, cards=()),
    ]

    assert {refused_cards(game, cards) for cards in bent} == {Check.LEAF}


def test_nothing_is_dealt_before_the_game(game: WholeGame) -> None:
    with pytest.raises(ProofFailed) as failed:
        game.clients[0].own.take_dealt(Follower(), game.dealt(0, 1))

    assert checked(failed) is Check.ORDER


def another_game() -> WholeGame:
    """A game of five seats, with another id, in which all is revealed but nothing."""
    game = WholeGame(5)
    game.terms = msgspec.structs.replace(game.terms, game=made("x")[:16])
    game.proposal = Proposal(terms=game.terms, hs=game.proposal.hs, attempt=1)
    return game


def test_a_seat_does_nothing_in_the_log_of_another_game(locked: WholeGame) -> None:
    own, follower = another_game().own_seat(4), locked.clients[0].follower

    assert own.reveal(follower) is None
    for act in (
        lambda: own.take_dealt(follower, locked.dealt(0, 1)),
        lambda: own.hold(follower, 1),
    ):
        with pytest.raises(ProofFailed) as failed:
            act()
        assert checked(failed) is Check.ORDER


# Sealing and revealing.


def test_the_same_bid_is_sealed_with_the_same_bytes() -> None:
    game = WholeGame().begin().run(lambda p: isinstance(p.phase, Sealing))
    client = game.clients[0]

    first = client.own.seal(client.follower, Money(7))

    assert client.own.seal(client.follower, Money(7)) == first
    assert client.own.seal(client.follower, Money(8)) != first
    assert game.own_seat(0).seal(client.follower, Money(7)) == first


def test_there_is_nothing_to_seal_outside_a_sealed_auction() -> None:
    game = WholeGame().begin()
    client = game.clients[0]

    with pytest.raises(ValueError, match="no sealed auction"):
        client.own.seal(client.follower, Money(7))


def test_nothing_is_revealed_before_all_are_locked() -> None:
    game = (
        WholeGame()
        .begin()
        .run(lambda p: isinstance(p.phase, Sealing) and len(p.awaited) == 1)
    )

    assert all(client.own.reveal(client.follower) is None for client in game.clients)


def test_nothing_is_revealed_before_the_host_has_signed_the_lock(
    locked: WholeGame,
) -> None:
    client = locked.clients[0]
    hold = client.follower.holds.pop((client.follower.s_of_lock, HOST))

    before = client.own.reveal(client.follower)
    client.follower.take_hold(client.follower.s_of_lock, HOST, hold)

    assert before is None
    assert client.own.reveal(client.follower) is not None


def test_a_reveal_opens_what_was_sealed_and_signs_the_lock(locked: WholeGame) -> None:
    client, phase = locked.clients[1], locked.position.phase
    assert isinstance(phase, Revealing)
    sealed_phase, commitment = client.follower.sealed_phase, phase.commitments[1]
    assert sealed_phase is not None
    assert commitment is not None

    move = client.own.reveal(client.follower)

    assert move is not None
    assert opens(sealed_phase, Seat(1), commitment, bid=move.bid, nonce=move.nonce)
    assert locked.host.take_hold(locked.host.s_of_lock, 1, move.hold)


def test_a_machine_that_was_restarted_finds_its_bid_again(locked: WholeGame) -> None:
    client = locked.clients[1]

    again = locked.own_seat(1).reveal(client.follower)

    assert again == client.own.reveal(client.follower)


def test_nothing_is_revealed_twice(locked: WholeGame) -> None:
    locked.reveal_all()

    assert all(client.own.reveal(client.follower) is None for client in locked.clients)


def test_a_bid_of_the_hosts_bot_is_not_the_persons_to_reveal() -> None:
    game = WholeGame().begin().run(lambda p: isinstance(p.phase, Sealing))
    game.publish(Plays(seat=0, by=Player.BOT))
    game.publish(Sealed(seat=0, commitment=made("sealed by the host")))
    game.seal_all()

    assert game.clients[0].own.reveal(game.clients[0].follower) is None


def test_a_bid_that_the_seat_never_sealed_is_the_hosts_fault() -> None:
    game = WholeGame().begin().run(lambda p: isinstance(p.phase, Sealing))
    game.publish(Sealed(seat=0, commitment=made("invented by the host")))
    game.seal_all()

    with pytest.raises(ProofFailed) as failed:
        game.clients[0].own.reveal(game.clients[0].follower)

    assert checked(failed) is Check.OPENING


# Holds.


def test_a_seat_signs_hold_points_alone() -> None:
    client = WholeGame().begin().clients[0]

    hold = client.own.hold(client.follower, 1)

    assert client.follower.holds[1, 0] == hold.hold
    with pytest.raises(ValueError, match="no hold point"):
        client.own.hold(client.follower, 2)
