"""Steps 2 to 4: what was agreed on, the host's seed, everybody's share."""

from __future__ import annotations

from vendue_protocol.agreement import terms_digest
from vendue_protocol.codec import decode_event
from vendue_protocol.entropy import NO_ENTROPY, entropy_commitment, seed_commitment
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Logged
from vendue_protocol.keys import NO_HEAD
from vendue_protocol.log_frames import HOST_READER, SPECTATOR
from vendue_protocol.tags import HASH_SIZE
from vendue_shared.events import AnyEvent, Begun, Ended
from vendue_shared.seats import Seat, seat_said
from vendue_shared.terms import Terms

from .reports import NotSound, SeedOpened, SharesOpened, TermsAgreed, VerifyStep


def first_event(file: GameFile) -> Begun:
    """The event that everything else is measured by.

    Raises:
        NotSound: There is none, or it is no `begun`.
    """
    expected = "`begun`, in its canonical form"
    if not file.events:
        raise NotSound(VerifyStep.TERMS, 1, expected, "no event at all")
    first = file.events[0]
    event = _read(first)
    if not isinstance(event, Begun) or first.s != 1:
        found = "no event in canonical form" if event is None else _named(event)
        raise NotSound(VerifyStep.TERMS, 1, expected, f"{found}, numbered {first.s}")
    return event


def check_terms(file: GameFile, begun: Begun) -> TermsAgreed:
    """Step 2: RULES, terms, R; and which set-up they follow.

    Raises:
        NotSound: Nobody can have agreed on such terms, or the file is of another
            game, or of nobody at this table.
    """
    terms = begun.terms
    digest = _digest(terms, 1)
    if file.header.game != terms.game:
        raise NotSound(
            VerifyStep.TERMS, 1, f"game {file.header.game.hex()}", terms.game.hex()
        )
    if file.header.reader not in {HOST_READER, SPECTATOR, *range(len(terms.chairs))}:
        readers = f"a reader from 0 to {len(terms.chairs) - 1}, 254 or 255"
        raise NotSound(VerifyStep.TERMS, None, readers, str(file.header.reader))
    if terms.first is not None and begun.first != terms.first:
        agreed = f"{seat_said(terms.first)} as the first auctioneer, as the terms name"
        raise NotSound(VerifyStep.TERMS, 1, agreed, seat_said(begun.first))
    _check_prev(file, terms)
    return TermsAgreed(
        digest=digest,
        names=tuple(chair.name for chair in terms.chairs),
        bots=tuple(Seat(i) for i, chair in enumerate(terms.chairs) if chair.bot),
        given_up=len(file.given_up),
        follows_another=terms.prev != NO_HEAD,
    )


def published_seed(file: GameFile) -> bytes | None:
    """The host's seed, if the last event tells it; it proves nothing yet."""
    event = _read(file.events[-1]) if file.events else None
    return event.seed or None if isinstance(event, Ended) else None


def check_seed(file: GameFile, begun: Begun, seed: bytes | None) -> SeedOpened:
    """Step 3: the host's commitment opens, here and in the set-ups given up.

    Raises:
        NotSound: Another seed, or other terms, were committed to.
    """
    for earlier in file.given_up:
        if earlier.seed:
            _open_seed(earlier.terms, earlier.hs, earlier.seed, None)
    if seed is not None:
        _open_seed(begun.terms, begun.hs, seed, file.events[-1].s)
    return SeedOpened(hs=begun.hs, is_known=seed is not None)


def check_shares(begun: Begun) -> SharesOpened:
    """Step 4: every k from its e.

    Raises:
        NotSound: A share does not open its commitment, one is missing, or the
            host gave something for a seat of its own.
    """
    chairs = begun.terms.chairs
    if not len(begun.ks) == len(begun.es) == len(chairs):
        found = f"{len(begun.ks)} and {len(begun.es)}"
        expected = f"{len(chairs)} commitments and as many shares"
        raise NotSound(VerifyStep.SHARES, 1, expected, found)
    for seat, (k, e) in enumerate(zip(begun.ks, begun.es, strict=True)):
        if chairs[seat].bot and e != NO_ENTROPY:
            raise NotSound(
                VerifyStep.SHARES,
                1,
                f"no share of the bot in {seat_said(seat)}",
                e.hex(),
            )
        right = entropy_commitment(begun.terms.game, Seat(seat), begun.hs, e)
        if right != k:
            raise NotSound(
                VerifyStep.SHARES, 1, f"{right.hex()} for {seat_said(seat)}", k.hex()
            )
    return SharesOpened(persons=sum(not chair.bot for chair in chairs))


def _read(logged: Logged) -> AnyEvent | None:
    try:
        return decode_event(logged.e)
    except RemoteProtocolError:
        return None


def _named(event: AnyEvent) -> str:
    return f"`{type(event).__struct_config__.tag}`"


def _digest(terms: Terms, s: int | None) -> bytes:
    try:
        return terms_digest(terms)
    except ValueError as error:
        expected = "terms that can be agreed on"
        raise NotSound(VerifyStep.TERMS, s, expected, str(error)) from None


def _check_prev(file: GameFile, terms: Terms) -> None:
    """The terms name the last set-up that was given up after all had committed."""
    digests = [_digest(earlier.terms, None) for earlier in file.given_up]
    committed = [i for i, earlier in enumerate(file.given_up) if earlier.ks]
    if committed and terms.prev not in digests[committed[-1] :]:
        due = digests[committed[-1]]
        raise NotSound(VerifyStep.TERMS, 1, f"prev {due.hex()}", terms.prev.hex())


def _open_seed(terms: Terms, hs: bytes, seed: bytes, s: int | None) -> None:
    if len(seed) != HASH_SIZE:
        expected = f"a seed of {HASH_SIZE} bytes, or none"
        raise NotSound(VerifyStep.SEED, s, expected, f"{len(seed)} bytes")
    right = seed_commitment(terms.game, terms_digest(terms), seed)
    if right != hs:
        expected = f"a seed and terms that give the commitment {hs.hex()}"
        raise NotSound(VerifyStep.SEED, s, expected, right.hex())
