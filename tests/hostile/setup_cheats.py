"""Hosts that cheat before the first painting is seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import FALSE, altered, begun_in, with_item

from vendue_protocol.client_messages import Share
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.host_messages import Commitments, GivenUp, Proposal
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_shared.events import Begun
from vendue_shared.seats import Seat

OTHER_GAME = b"another set-up!!"


class AfterShare(Cheat):
    """Has the share of seat 0, and then says something else to it."""

    proposal: Proposal
    commitments: Commitments

    def then(self) -> Iterable[Message]:
        raise NotImplementedError

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Proposal):
            self.proposal = message
        if seat == 0 and isinstance(message, Commitments):
            self.commitments = message
        return (message,)

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Share):
            self.tell(0, *self.then())
        return (message,)


class AsksTwice(AfterShare):
    """Asks again, with another commitment of its own making."""

    def then(self) -> Iterable[Message]:
        ks = with_item(self.commitments.ks, 1, FALSE)
        yield replace(self.commitments, ks=ks)


class ProposesTwice(AfterShare):
    """Begins the set-up of the same game again, with another seed."""

    def then(self) -> Iterable[Message]:
        yield replace(self.proposal, hs=FALSE)


class HidesGivenUp(AfterShare):
    """Gives a set-up up when it knows the deck, and begins one that does not say so."""

    def then(self) -> Iterable[Message]:
        yield GivenUp(game=self.commitments.game, missing=(2,), seed=b"")
        terms = replace(self.proposal.terms, game=OTHER_GAME)
        yield replace(self.proposal, terms=terms, attempt=2)


class LiesAboutSeed(AfterShare):
    """Gives a set-up up, and tells a seed that it had not committed to."""

    def then(self) -> Iterable[Message]:
        yield GivenUp(game=self.commitments.game, missing=(2,), seed=FALSE)


class ReplacesShare(Cheat):
    """Gives a share of its own in the name of seat 1."""

    def to_all(self, message: Message) -> Iterable[Message]:
        if isinstance(message, Commitments):
            message = replace(message, ks=with_item(message.ks, 1, FALSE))
        yield message


class AltersCommitment(Cheat):
    """Tells one player another commitment of seat 1."""

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Commitments):
            message = replace(message, ks=with_item(message.ks, 1, FALSE))
        yield message


class AltersBegun(Cheat):
    """Writes something else into event 1."""

    def change(self, begun: Begun) -> dict[str, Any]:
        raise NotImplementedError

    def to_all(self, message: Message) -> Iterable[Message]:
        begun = begun_in(message)
        yield altered(message, **self.change(begun)) if begun else message


class ChoosesSeedLast(AltersBegun):
    """Puts another commitment to its seed into event 1: it knows all shares now."""

    def change(self, begun: Begun) -> dict[str, Any]:
        del begun
        return {"hs": FALSE}


class AltersShare(AltersBegun):
    """Changes what a player gave."""

    def change(self, begun: Begun) -> dict[str, Any]:
        return {"es": with_item(begun.es, 1, FALSE)}


class ChangesNamedFirst(AltersBegun):
    """Lets another begin than the terms name."""

    first = 1

    def change(self, begun: Begun) -> dict[str, Any]:
        del begun
        return {"first": 2}


class SwapsLists(AltersBegun):
    """Deals one hand a leaf of another."""

    def change(self, begun: Begun) -> dict[str, Any]:
        one, other, *rest = begun.lists
        return {"lists": ((*one[:-1], other[0]), other, *rest)}


class BeginsUnagreed(AltersBegun):
    """Begins another game with the players' keys than the one they agreed to."""

    def change(self, begun: Begun) -> dict[str, Any]:
        terms = replace(begun.terms, game=OTHER_GAME)
        ks = tuple(
            entropy_commitment(OTHER_GAME, Seat(seat), begun.hs, e)
            for seat, e in enumerate(begun.es)
        )
        return {"terms": terms, "ks": ks}


SETUP_CASES: tuple[Case, ...] = (
    host_case(
        "the deck is stacked: shares are asked for twice, with other commitments",
        AsksTwice, Who.LIED_TO, "ks", Check.ENTROPY, Others.PLAY,
    ),
    host_case(
        "the set-up of one game is begun twice, with another seed",
        ProposesTwice, Who.LIED_TO, "terms", Check.TERMS, Others.PLAY,
    ),
    host_case(
        "a set-up that was given up is not named in the next terms",
        HidesGivenUp, Who.LIED_TO, "terms", Check.TERMS, Others.PLAY,
    ),
    host_case(
        "a set-up is given up with another seed than was committed to",
        LiesAboutSeed, Who.LIED_TO, "given-up", Check.SEED, Others.PLAY,
    ),
    host_case(
        "a share is given in a player's name",
        ReplacesShare, Who.OWNER, "ks", Check.ENTROPY, Others.LOBBY,
    ),
    host_case(
        "one player is told another commitment of somebody",
        AltersCommitment, Who.LIED_TO, "begun", Check.ENTROPY, Others.PLAY,
    ),
    host_case(
        "the host chooses its seed when it knows all shares",
        ChoosesSeedLast, Who.ALL, "begun", Check.ENTROPY,
    ),
    host_case("a share is changed", AltersShare, Who.ALL, "begun", Check.ENTROPY),
    host_case(
        "another than the terms name is first auctioneer",
        ChangesNamedFirst, Who.ALL, "begun", Check.RULES,
    ),
    host_case(
        "a hand is dealt a leaf of another", SwapsLists, Who.ALL, "begun", Check.LISTS
    ),
    host_case(
        "another game is begun with the players' keys",
        BeginsUnagreed, Who.ALL, "begun", Check.TERMS,
    ),
)  # fmt: skip
