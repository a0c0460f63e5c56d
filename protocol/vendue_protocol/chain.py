"""The chain of the public log: heads, holds on them, and codes to compare them."""

from __future__ import annotations

from typing import Final

from .crockford import spell
from .keys import SigningKey, verify
from .tags import GAME_SIZE, HASH_SIZE, sha256, sized, tag, unsigned, versioned

HOST: Final = 255
"""Who holds, where it is the host; else a seat, 0 to 4."""

_START: Final = versioned("start")
_LOG: Final = tag("log")
_HOLD: Final = versioned("hold")
_CODE: Final = versioned("code")
_CODE_BYTES: Final = 5
_NUMBER_BITS: Final = 64
_SIZE_BITS: Final = 32


def first_head(game: bytes, salt: bytes, root: bytes) -> bytes:
    """Make the head before any event, h_0: 32 bytes.

    Args:
        game: The game's id.
        salt: The hash of all commitments to the deal.
        root: The hash of all lists of leaves.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The public log".
    """
    return sha256(
        b"".join(
            (
                _START,
                sized("a game id", game, GAME_SIZE),
                sized("a salt", salt),
                sized("a root", root),
            )
        )
    )


def next_head(head: bytes, s: int, payload: bytes) -> bytes:
    """Make the head after an event, 32 bytes.

    Args:
        head: The head before it.
        s: The event's number; `begun` is 1.
        payload: The event's bytes, exactly as they travel.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The public log".
    """
    if len(head) != HASH_SIZE or s < 0 or s >> _NUMBER_BITS:
        raise ValueError(f"{s} does not fit, or a head of {len(head)} bytes")
    place = (s << _SIZE_BITS | len(payload)).to_bytes(12, "big")  # 8 bytes, then 4
    return sha256(b"".join((_LOG, head, place, payload)))


def hold_message(game: bytes, who: int, s: int, head: bytes) -> bytes:
    """Lay out what says "this is the history I hold".

    Args:
        game: The game's id.
        who: A seat, or `HOST`.
        s: The number of the last event held.
        head: The head after it.

    Returns:
        75 bytes, to be signed.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The public log".
    """
    return b"".join(
        (
            _HOLD,
            sized("a game id", game, GAME_SIZE),
            unsigned(who, 1),
            unsigned(s, 8),
            sized("a head", head),
        )
    )


def sign_hold(key: SigningKey, game: bytes, who: int, s: int, head: bytes) -> bytes:
    """Sign a hold, 64 bytes; see `hold_message`."""
    return key.sign(hold_message(game, who, s, head))


def is_hold(
    hold: bytes, public_key: bytes, *, game: bytes, who: int, s: int, head: bytes
) -> bool:
    """Tell whether a hold fits this history.

    Args:
        hold: The signature as a peer sent it, of whatever length.
        public_key: The key of the seat or of the host that is to have signed.
        game: The game's id.
        who: A seat, or `HOST`.
        s: The number of the hold point's event.
        head: The head after it, as this machine knows it.

    Returns:
        False for anything that does not fit, and for a seat without a key.

    Raises:
        ValueError: The game's id, `who`, `s` or `head` is of the wrong size; these
            are our own.

    Source:
        docs/FAIRPLAY.md, "The public log".
    """
    return verify(public_key, hold_message(game, who, s, head), hold)


def head_code(head: bytes) -> str:
    """Spell the first 40 bits of a head; it finds accidents, not cheats.

    Raises:
        ValueError: The head is not 32 bytes.

    Source:
        docs/FAIRPLAY.md, "The public log".

    Example:
        >>> head_code(bytes.fromhex("5f51746d8c") + bytes(27))
        'BX8Q-8VCC'
    """
    return spell(sized("a head", head)[:_CODE_BYTES])


def spoken_code(head: bytes, number: int) -> str:
    """Make the code that all read aloud after somebody said a number.

    Args:
        head: The head at the last hold point.
        number: What was said after that point, 0 to 2**32 - 1.

    Raises:
        ValueError: The head is not 32 bytes, or the number out of range.

    Source:
        docs/FAIRPLAY.md, "The public log".
    """
    question = _CODE + sized("a head", head) + unsigned(number, 4)
    return spell(sha256(question)[:_CODE_BYTES])
