"""The client's side of a set-up: what it agrees to, and what it gives away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import Ready
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.host_messages import Commitments, GivenUp, Lobby, Proposal
from vendue_protocol.keys import NO_HEAD, SigningKey
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .sitting_notes import Agreed, AnyNote, Shared

TakeNote = Callable[[AnyNote], None]
"""Writes a note to disk before what follows it leaves."""

GIVES_UNASKED: Final = 1
"""So many shares of one sitting's set-ups go by themselves; then it is asked."""

AGREES: Final = 2
"""How often who cannot be asked, a bot, gives another share after that."""

MOST_KNOWN: Final = 1000
"""So many proposed games are remembered, so that no host can fill the memory."""


class SettingUp:
    """The set-ups of one sitting.

    A host that knows the deck first gains by drawing again, so a player is asked
    before a second share is given, and the given-up terms must be named.

    Args:
        key: The key of this sitting.
        randomness: Gives that many fresh random bytes.
        note: Keeps the own part, and what was answered to, before they leave.
    """

    def __init__(
        self, key: SigningKey, randomness: Callable[[int], bytes], note: TakeNote
    ) -> None:
        self._key, self._randomness, self._note = key, randomness, note
        self._known: dict[bytes, bytes] = {}
        """The digest of the terms of each game proposed so far."""
        self._begun: set[bytes] = set()
        """The games that have begun."""
        self._given_up = NO_HEAD
        """The digest of the terms that all had committed to, without a game."""
        self._ready_for: Lobby | None = None
        """The lobby that the player was ready for; `None`: not ready."""
        self.sits = False
        """Whether it came to the table to play."""
        self.shares_given = 0
        """How many shares were given since the last game began."""
        self.asks: Commitments | None = None
        """What waits for the player's word before another share is given."""

    @property
    def agrees_alone(self) -> bool:
        """Whether who cannot be asked still gives another share."""
        return self.shares_given < GIVES_UNASKED + AGREES

    def says_ready(self, ready: Ready, lobby: Lobby | None) -> None:
        """The player says to be ready for a lobby, or no longer.

        A refusal changes nothing here: it may be of what was said before, for a lobby
        that has changed meanwhile.
        """
        is_this = lobby is not None and lobby.revision == ready.revision
        self._ready_for = lobby if ready.ready and is_this else None

    def shown(self, lobby: Lobby) -> None:
        """A lobby of another revision clears what was said."""
        if self._ready_for and self._ready_for.revision != lobby.revision:
            self._ready_for = None

    def agree(
        self,
        proposal: Proposal,
        lobby: Lobby | None,
        host_key: bytes,
        own: OwnSeat | None = None,
    ) -> OwnSeat:
        """Compare the terms with what the player was shown, and make the own part.

        Asked again after a return, it is the same part.

        Raises:
            ProofFailed: They differ, or the game is one that is known already.
        """
        terms = proposal.terms
        if own is not None and (own.terms, own.hs) == (terms, proposal.hs):
            return own
        seat = _seat_shown(terms, lobby, host_key, self._key.public)
        digest = terms_digest_of(terms)
        self.check_new(terms.game, 0)
        if self._known.setdefault(terms.game, digest) != digest:
            raise ProofFailed(Check.AGAIN, 0, "a known game with other terms")
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        if self._given_up not in {NO_HEAD, terms.prev}:
            raise ProofFailed(Check.TERMS, 0, "they hide a set-up that was given up")
        self._check_ready(lobby)
        self.asks = None
        agreed = Agreed(
            terms=terms,
            hs=proposal.hs,
            attempt=proposal.attempt,
            seat=seat,
            entropy=self._randomness(32),
            secret=self._randomness(32),
        )
        self._note(agreed)
        return self._own_part(agreed)

    def _own_part(self, agreed: Agreed, ks: tuple[bytes, ...] | None = None) -> OwnSeat:
        proposal = Proposal(terms=agreed.terms, hs=agreed.hs, attempt=agreed.attempt)
        return OwnSeat(
            self._key,
            Seat(agreed.seat),
            proposal,
            entropy=agreed.entropy,
            secret=agreed.secret,
            ks=ks,
        )

    def _check_ready(self, lobby: Lobby | None) -> None:
        """Look whether the player was ready, for just this lobby."""
        ready_for, self._ready_for = self._ready_for, None
        if lobby is None or ready_for is None:
            raise ProofFailed(Check.TERMS, 0, "the player was not ready for them")
        if _arranged(ready_for) != _arranged(lobby):
            raise ProofFailed(Check.TERMS, 0, "the player was ready for other terms")

    def restore(self, agreed: Agreed, ks: tuple[bytes, ...] | None) -> OwnSeat:
        """The own part of a set-up that was agreed to before a restart.

        Args:
            agreed: The note of it.
            ks: What the share was given in answer to; `None`: it was not given.

        Raises:
            ProofFailed: The terms fit no game.
        """
        own = self._own_part(agreed, ks)
        self._known[own.game] = own.digest
        self.sits = True
        if ks is not None:
            self._given_up, self.shares_given = own.digest, 1
        return own

    def commitments(self, own: OwnSeat, message: Commitments) -> list[Message]:
        """Give the share, or wait for the player's word.

        Raises:
            ProofFailed: They are not those of the terms agreed to.
        """
        own.check_commitments(message.game, message.ks)
        self._given_up = own.digest
        if own.has_shared:
            return [own.share(message.game, message.ks)]
        if self.shares_given >= GIVES_UNASKED and self.asks != message:
            self.asks = message
            return []
        self.asks = None
        share = own.share(message.game, message.ks)
        self._note(Shared(game=message.game, ks=message.ks))
        self.shares_given += 1
        return [share]

    def given_up(self, own: OwnSeat | None, message: GivenUp) -> None:
        """A set-up failed; its seed is out.

        Raises:
            ProofFailed: It is not the one that the host had committed to.
        """
        self.asks = None
        if own is None or own.game != message.game or not message.seed:
            return
        if (
            len(message.seed) != len(own.hs)
            or seed_commitment(own.game, own.digest, message.seed) != own.hs
        ):
            raise ProofFailed(Check.SEED, 0, "of the set-up that was given up")

    def check_new(self, game: bytes, s: int) -> None:
        """Look whether a game is one that has not begun before.

        Raises:
            ProofFailed: It has.
        """
        if game in self._begun:
            raise ProofFailed(Check.AGAIN, s, "a game that has begun before")

    def begun(self, game: bytes) -> None:
        """A game has begun at this table."""
        self._begun.add(game)
        self.shares_given, self._given_up, self.asks = 0, NO_HEAD, None

    def seated(self, *, sits: bool) -> None:
        """Come to a table: what was given up there before is not known.

        Args:
            sits: Whether to play, not to watch.
        """
        self._given_up, self.sits = NO_HEAD, sits
        self._ready_for = None


def terms_digest_of(terms: Terms) -> bytes:
    """The digest of a host's terms.

    Raises:
        ProofFailed: They fit no game.
    """
    try:
        return terms_digest(terms)
    except ValueError as error:
        raise ProofFailed(Check.TERMS, 0, str(error)) from None


def _arranged(lobby: Lobby) -> tuple[object, ...]:
    """What is agreed to in a lobby; persons may still come and go."""
    bots = tuple(bool(line.level) for line in lobby.chairs)
    return lobby.options, lobby.clocks, lobby.first, bots


def _seat_shown(terms: Terms, lobby: Lobby | None, host_key: bytes, own: bytes) -> Seat:
    """The own seat in terms that are what the lobby showed."""
    if lobby is None:
        raise ProofFailed(Check.TERMS, 0, "terms before a lobby")
    taken = [i for i, line in enumerate(lobby.chairs) if line.name]
    lines = [lobby.chairs[i] for i in taken]
    shown = [(line.name, bool(line.level), line.key) for line in lines]
    agreed = [(c.name, c.bot, b"" if c.bot else c.key) for c in terms.chairs]
    first = taken.index(lobby.first) if lobby.first in taken else None
    if (
        shown != agreed
        or first != terms.first
        or lobby.options != terms.options
        or lobby.clocks != terms.clocks
        or terms.host_key != host_key
    ):
        raise ProofFailed(Check.TERMS, 0, "other terms than the lobby showed")
    keys = [chair.key for chair in terms.chairs]
    if own not in keys:
        raise ProofFailed(Check.TERMS, 0, "terms without the own seat")
    return Seat(keys.index(own))
