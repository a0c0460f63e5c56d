from __future__ import annotations

from math import inf

import pytest
from tests.server.game_by_hand import agreed, commitment_of, done, terms_for

from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import Agree, Share
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Commitments, Proposal
from vendue_protocol.proof import prove_begun
from vendue_server.refusal import Refusal
from vendue_server.setup import ASKED_AGAIN_S, STEP_S, Setup
from vendue_shared.seats import Seat

SEED = b"\x09" * 32
ENTROPY = b"\x05" * 32
A, B, BOT = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def setup() -> Setup:
    """The first attempt of two persons and a bot."""
    return Setup(terms_for(3, bots=(2,)), SEED, 1, 0.0)


def agree(setup: Setup, seat: Seat, now: float = 0.0, *, e: bytes = ENTROPY) -> None:
    message = Agree(game=setup.terms.game, k=commitment_of(setup, seat, e))
    setup.agree(seat, message, now)


def share(setup: Setup, seat: Seat, e: bytes = ENTROPY) -> None:
    setup.share(seat, Share(game=setup.terms.game, e=e))


def test_host_commits_to_its_seed_before_anybody_else(setup: Setup) -> None:
    game, digest = setup.terms.game, terms_digest(setup.terms)

    assert setup.proposal.hs == seed_commitment(game, digest, SEED)


def test_bots_agree_by_themselves(setup: Setup) -> None:
    agree(setup, A)
    agree(setup, B)

    assert setup.is_agreed


def test_one_commitment_is_not_enough(setup: Setup) -> None:
    agree(setup, A)

    assert not setup.is_agreed


def test_commitments_are_told_in_seat_order(setup: Setup) -> None:
    agree(setup, B)
    agree(setup, A)

    ks = setup.commitments.ks
    assert ks[:2] == tuple(commitment_of(setup, s, ENTROPY) for s in (A, B))


def test_agreeing_again_with_the_same_bytes_is_agreeing_once(setup: Setup) -> None:
    agree(setup, A)

    agree(setup, A)

    assert setup.missing() == (B,)


def test_agreeing_again_with_other_bytes_is_refused(setup: Setup) -> None:
    agree(setup, A)

    with pytest.raises(Refusal) as refused:
        agree(setup, A, e=b"\x06" * 32)

    assert refused.value.code is Code.AUTH


def test_agreeing_to_another_game_is_refused(setup: Setup) -> None:
    with pytest.raises(Refusal) as refused:
        setup.agree(A, Agree(game=bytes(16), k=bytes(32)), 0.0)

    assert refused.value.code is Code.STALE


def test_share_before_all_commitments_is_refused(setup: Setup) -> None:
    agree(setup, A)

    with pytest.raises(Refusal) as refused:
        share(setup, A)

    assert refused.value.code is Code.STALE


def test_share_that_does_not_open_its_commitment_is_refused(setup: Setup) -> None:
    agreed(setup)

    with pytest.raises(Refusal) as refused:
        share(setup, A, b"\x06" * 32)

    assert refused.value.code is Code.OPENING


def test_wrong_share_may_be_put_right(setup: Setup) -> None:
    agreed(setup)
    with pytest.raises(Refusal):
        share(setup, A, b"\x06" * 32)

    share(setup, A)

    assert setup.missing() == (B,)


def test_share_of_another_game_is_refused(setup: Setup) -> None:
    agreed(setup)

    with pytest.raises(Refusal) as refused:
        setup.share(A, Share(game=bytes(16), e=ENTROPY))

    assert refused.value.code is Code.STALE


def test_set_up_is_done_with_the_last_share(setup: Setup) -> None:
    agreed(setup)
    share(setup, A)

    share(setup, B)

    assert setup.is_done


def test_who_has_not_agreed_is_missing(setup: Setup) -> None:
    agree(setup, B)

    assert setup.missing() == (A,)


def test_who_has_not_shared_is_missing(setup: Setup) -> None:
    agreed(setup)
    share(setup, A)

    assert setup.missing() == (B,)


def test_second_step_has_a_deadline_of_its_own(setup: Setup) -> None:
    agree(setup, A, 6.0)

    agree(setup, B, 8.0)

    assert setup.deadline == 8.0 + STEP_S


def test_agreeing_again_and_again_does_not_put_off_the_deadline(setup: Setup) -> None:
    agreed(setup, now=1.0)

    agree(setup, A, 9.0)

    assert setup.deadline == 1.0 + STEP_S


def test_persons_are_asked_before_they_give_a_second_share() -> None:
    setup = Setup(terms_for(3), SEED, 2, 0.0)

    agreed(setup, now=1.0)

    assert setup.deadline == 1.0 + ASKED_AGAIN_S


def test_set_up_that_was_given_up_publishes_its_seed(setup: Setup) -> None:
    assert setup.given_up((1,)).seed == SEED


def test_event_one_proves_itself(setup: Setup) -> None:
    new = done(setup).new_game({})

    prove_begun(new.begun, 1)


def test_set_up_that_is_done_waits_for_nothing(setup: Setup) -> None:
    done(setup).new_game({})

    assert setup.deadline == inf


def test_who_comes_back_before_agreeing_is_shown_the_terms_again(
    setup: Setup,
) -> None:
    assert isinstance(setup.asked_of(A), Proposal)


def test_who_comes_back_before_sharing_is_shown_the_commitments_again(
    setup: Setup,
) -> None:
    agreed(setup)

    assert isinstance(setup.asked_of(A), Commitments)


def test_who_comes_back_with_nothing_to_answer_is_asked_nothing(
    setup: Setup,
) -> None:
    agree(setup, A)

    assert setup.asked_of(A) is None


def test_seed_is_in_no_repr_and_no_message_before_the_end(setup: Setup) -> None:
    agreed(setup)

    shown = repr(setup) + repr(setup.proposal) + repr(setup.commitments)
    shown += repr(done(setup).new_game({}))
    assert repr(SEED) not in shown
