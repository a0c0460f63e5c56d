"""Set-ups that are given up in an honest evening raise no alarm; hidden ones do."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace
from tests.server.game_by_hand import HOST_KEY, KEYS, terms_for

from vendue_client.setting_up import SettingUp
from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import Ready
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.host_messages import (
    ChairLine,
    Commitments,
    GivenUp,
    Lobby,
    Proposal,
)
from vendue_protocol.keys import NO_HEAD
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed

SEED = b"\x11" * 32
OTHERS = (b"\x21" * 32, b"\x22" * 32)
"""What seats 1 and 2 commit to."""


def lobby() -> Lobby:
    terms = terms_for(3)
    lines = tuple(
        ChairLine(name=chair.name, level="", key=chair.key, ready=True, here=True)
        for chair in terms.chairs
    )
    return Lobby(
        table=1, name="Vendue", revision=1, options=terms.options,
        clocks=terms.clocks, first=terms.first, owner=0, starts_alone=True,
        watchers=0, chairs=lines,
    )  # fmt: skip


class Sitting:
    """Seat 0's set-ups at a table, one after the other."""

    def __init__(self) -> None:
        chance = random.Random(1)
        self.setting_up = SettingUp(KEYS[0], chance.randbytes, lambda *_: None)
        self.own: OwnSeat

    def propose(self, number: int, prev: bytes = NO_HEAD) -> bytes:
        """Begin the set-up of a game of its own; the digest of its terms."""
        terms = replace(terms_for(3), game=bytes((number,)) * 16, prev=prev)
        digest = terms_digest(terms)
        hs = seed_commitment(terms.game, digest, SEED)
        proposal = Proposal(terms=terms, hs=hs, attempt=number)
        self.setting_up.says_ready(Ready(revision=1, ready=True), lobby())
        self.own = self.setting_up.agree(proposal, lobby(), HOST_KEY.public)
        return digest

    def commit(self) -> list[Message]:
        """Tell all commitments; what is answered."""
        ks = (self.own.commitment, *OTHERS)
        message = Commitments(game=self.own.game, ks=ks)
        return self.setting_up.commitments(self.own, message)

    def give_up(self, seed: bytes = SEED) -> None:
        message = GivenUp(game=self.own.game, missing=(2,), seed=seed)
        self.setting_up.given_up(self.own, message)


def test_a_set_up_that_the_player_was_asked_about_may_be_given_up() -> None:
    sitting = Sitting()
    first = sitting.propose(1)
    assert len(sitting.commit()) == 1
    sitting.give_up()
    second = sitting.propose(2, first)
    assert sitting.commit() == []  # the player is asked, and takes time
    sitting.give_up()

    sitting.propose(3, second)


def test_a_set_up_that_is_given_up_before_all_committed_is_not_named() -> None:
    sitting = Sitting()
    first = sitting.propose(1)
    sitting.commit()
    sitting.give_up()
    sitting.propose(2, first)
    sitting.give_up()

    sitting.propose(3, first)


def test_another_table_knows_nothing_of_what_was_given_up_here() -> None:
    sitting = Sitting()
    sitting.propose(1)
    sitting.commit()
    sitting.give_up()
    sitting.setting_up.seated(sits=True)

    sitting.propose(2)


def test_a_game_without_this_player_ends_what_was_given_up() -> None:
    sitting = Sitting()
    sitting.propose(1)
    sitting.commit()
    sitting.give_up()
    sitting.setting_up.begun(b"another game now")

    sitting.propose(2)


def test_a_share_goes_again_unasked_for_the_same_commitments() -> None:
    sitting = Sitting()
    sitting.propose(1)

    assert sitting.commit() == sitting.commit()


def test_a_set_up_that_is_hidden_is_noticed() -> None:
    sitting = Sitting()
    sitting.propose(1)
    sitting.commit()
    sitting.give_up()

    with pytest.raises(ProofFailed) as failed:
        sitting.propose(2)

    assert failed.value.check is Check.TERMS


def test_a_false_seed_of_what_was_given_up_is_noticed() -> None:
    sitting = Sitting()
    sitting.propose(1)
    sitting.commit()

    with pytest.raises(ProofFailed) as failed:
        sitting.give_up(b"\x12" * 32)

    assert failed.value.check is Check.SEED
