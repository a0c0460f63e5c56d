"""Hosts that keep to no common deal, as the seed tells at the end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from tests.hostile.cases import Case, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import FALSE

from vendue_protocol.proof import Check
from vendue_server.new_game import NewGame
from vendue_server.setup import Setup
from vendue_shared.bots.levels import Level
from vendue_shared.seats import Seat


class _OtherDeal(Setup):
    """Deals from another seed than it has committed to, and keeps to the deal."""

    def new_game(self, levels: Mapping[Seat, Level]) -> NewGame:
        honest = super().new_game(levels)
        other = Setup(self.terms, FALSE, 1, 0.0)
        other._es = self._es
        dealt = other.new_game(levels)
        begun = replace(honest.begun, lists=dealt.begun.lists, first=dealt.begun.first)
        return replace(honest, deal=dealt.deal, begun=begun)


class ChoosesDeck(Cheat):
    """Deals a deck of its own choice."""

    setup = _OtherDeal
    lasts = 30


class _OtherFirst(Setup):
    """Lets another begin than was drawn."""

    def new_game(self, levels: Mapping[Seat, Level]) -> NewGame:
        honest = super().new_game(levels)
        first = (honest.begun.first + 1) % len(self.terms.chairs)
        return replace(honest, begun=replace(honest.begun, first=first))


class ChoosesFirst(Cheat):
    """Lets another begin than was drawn."""

    setup = _OtherFirst
    lasts = 30


class _OtherSeed(Setup):
    """Publishes another seed than it dealt from."""

    def new_game(self, levels: Mapping[Seat, Level]) -> NewGame:
        return replace(super().new_game(levels), seed=FALSE)


class _NoSeed(Setup):
    """Publishes no seed."""

    def new_game(self, levels: Mapping[Seat, Level]) -> NewGame:
        return replace(super().new_game(levels), seed=b"")


class KeepsSeed(Cheat):
    """Publishes no seed."""

    setup = _NoSeed
    lasts = 30


class LiesAtTheEnd(Cheat):
    """Publishes another seed than it dealt from."""

    setup = _OtherSeed
    lasts = 30


DECK_CASES: tuple[Case, ...] = (
    host_case(
        "the deck is one of the host's choice",
        ChoosesDeck, Who.ALL, "ended", Check.SEED,
    ),
    host_case(
        "another than was drawn is first auctioneer",
        ChoosesFirst, Who.ALL, "ended", Check.SEED,
    ),
    host_case(
        "another seed is published at the end",
        LiesAtTheEnd, Who.ALL, "ended", Check.SEED,
    ),
)  # fmt: skip
