"""Hosts that play under other terms than were shown or agreed to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import altered, begun_in, with_item, with_terms

from vendue_protocol.client_messages import Ready
from vendue_protocol.entropy import NO_ENTROPY, entropy_commitment
from vendue_protocol.host_messages import Proposal
from vendue_protocol.keys import NO_KEY
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_shared.options import Options
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks, Terms


def _options(terms: Terms) -> Terms:
    return replace(terms, options=Options(count_unsold=not terms.options.count_unsold))


def _clocks(terms: Terms) -> Terms:
    return replace(terms, clocks=Clocks(reveal=1))


def _chair(terms: Terms, **changes: object) -> Terms:
    one, other, *rest = terms.chairs
    return replace(terms, chairs=(one, replace(other, **changes), *rest))


def _name(terms: Terms) -> Terms:
    return _chair(terms, name="Zoe")


def _key(terms: Terms) -> Terms:
    return _chair(terms, key=terms.host_key)


def _bot(terms: Terms) -> Terms:
    return _chair(terms, bot=True, key=NO_KEY)


def _first(terms: Terms) -> Terms:
    return replace(terms, first=2)


def _host_key(terms: Terms) -> Terms:
    return replace(terms, host_key=terms.chairs[1].key)


KINDS = {
    "the options": _options,
    "the clocks": _clocks,
    "a name": _name,
    "a key": _key,
    "a bot for a person": _bot,
    "who is first": _first,
    "the host's key": _host_key,
}


class ChangesTerms(Cheat):
    """Begins under other terms than were agreed to."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._change = KINDS[kind]

    def to_all(self, message: Message) -> Iterable[Message]:
        begun = begun_in(message)
        if begun is None:
            return (message,)
        terms = self._change(begun.terms)
        if not terms.chairs[1].bot:
            return (altered(message, terms=terms, first=terms.first or begun.first),)
        ks = with_item(
            begun.ks,
            1,
            entropy_commitment(terms.game, Seat(1), begun.hs, NO_ENTROPY),
        )
        es = with_item(begun.es, 1, NO_ENTROPY)
        return (altered(with_terms(message, terms), ks=ks, es=es),)


class ProposesOtherTerms(Cheat):
    """Proposes other terms than the lobby showed, to one player."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._change = KINDS[kind]

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Proposal):
            message = replace(message, terms=self._change(message.terms))
        yield message


class ChangesLobby(Cheat):
    """Changes the lobby when all but one are ready, and keeps them ready."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == self.persons - 1 and isinstance(message, Ready) and self.once():
            lobby = self.evening.table.lobby
            lobby.options = Options(count_unsold=not lobby.options.count_unsold)
        yield message


TERMS_CASES: tuple[Case, ...] = (
    *(
        host_case(
            f"terms changed after all have agreed: {kind}",
            partial(ChangesTerms, kind), Who.ALL, "begun", Check.TERMS,
        )
        for kind in KINDS
    ),
    *(
        host_case(
            f"terms that the lobby did not show: {kind}",
            partial(ProposesOtherTerms, kind),
            Who.LIED_TO, "terms", Check.TERMS, Others.LOBBY,
        )
        for kind in KINDS
    ),
    host_case(
        "the lobby is changed, and all are said to be ready for it",
        ChangesLobby, Who.ALL, "terms", Check.TERMS,
    ),
)  # fmt: skip
