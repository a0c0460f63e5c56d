"""Keys: who a host and a seat are, and what they sign to prove it."""

from __future__ import annotations

import hmac
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from vendue_shared.seats import Seat

from .crockford import read_code, spell
from .tags import GAME_SIZE, sha256, sized, tag, unsigned, versioned

NO_GAME: Final = bytes(GAME_SIZE)
"""What a return names where no game has begun."""

NO_HEAD: Final = bytes(32)
"""What a return shows that holds no event yet."""

NO_KEY: Final = bytes(32)
"""What stands for the key of a seat that the host runs."""

_CODE_BYTES: Final = 10
_CODE_CHARACTERS: Final = 16
_HOST_TAG: Final = tag("host")
_RETURN: Final = versioned("return")
_BOT: Final = versioned("bot")

_SIGN_BIT: Final = 0x80
_WEAK_KEYS: Final = frozenset(
    map(
        bytes.fromhex,
        (
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ),
    )
)
# Keys of small order, without their sign bit: one signature under such a key can
# fit many messages, so it would bind nobody. NO_KEY is one of them.


class SigningKey:
    """The secret half of an Ed25519 key; it never shows in a repr.

    Args:
        private: The 32 raw bytes of RFC 8032.

    Raises:
        ValueError: Not 32 bytes.
    """

    __slots__ = ("_private", "public")

    def __init__(self, private: bytes) -> None:
        key = Ed25519PrivateKey.from_private_bytes(sized("a private key", private))
        self._private = key
        self.public: Final = key.public_key().public_bytes_raw()
        """The public half, 32 raw bytes."""

    def sign(self, message: bytes) -> bytes:
        """Sign a message: 64 bytes, always the same for the same message."""
        return self._private.sign(message)

    def __repr__(self) -> str:
        return f"SigningKey(public={self.public.hex()})"


def is_weak(public_key: bytes) -> bool:
    """Tell whether a signature under this key would bind nobody.

    Args:
        public_key: 32 raw bytes.

    Returns:
        True for the points of small order, zeros among them, however written.
    """
    if not public_key:
        return False
    unsigned_y = public_key[:-1] + bytes((public_key[-1] & ~_SIGN_BIT,))
    return unsigned_y in _WEAK_KEYS


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether the owner of a key signed a message.

    Args:
        public_key: 32 raw bytes, as a peer sent them.
        message: What was signed.
        signature: 64 bytes, as a peer sent them.

    Returns:
        False also for a key or a signature that is malformed, and for a weak key;
        nothing a peer sends makes it raise.

    Source:
        docs/FAIRPLAY.md, "Keys".
    """
    if is_weak(public_key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def host_id_of(host_key: bytes) -> bytes:
    """Hash the host's public key, which is its TLS key too, to its 32-byte id.

    Raises:
        ValueError: The key is not 32 bytes.

    Source:
        docs/FAIRPLAY.md, "Keys".
    """
    return sha256(_HOST_TAG + sized("a host's key", host_key))


def join_code(host_id: bytes) -> str:
    """Spell the first 80 bits of a host's id for a person to type.

    Raises:
        ValueError: The id is not 32 bytes.

    Source:
        docs/FAIRPLAY.md, "Keys".

    Example:
        >>> join_code(bytes.fromhex("847fc674f056f54a7054") + bytes(22))
        'GHZW-CX7G-AVTM-MW2M'
    """
    return spell(sized("a host's id", host_id)[:_CODE_BYTES])


def read_join_code(typed: str) -> str | None:
    """Read a join code as a person typed it; `None` where it is none.

    Example:
        >>> read_join_code("ghzwcx7gavtmmw2m")
        'GHZW-CX7G-AVTM-MW2M'
    """
    return read_code(typed, characters=_CODE_CHARACTERS)


def return_message(
    *, game: bytes, seat: Seat, s: int, head: bytes, host_id: bytes, challenge: bytes
) -> bytes:
    """Lay out what a seat signs to come back.

    Args:
        game: The game's id; `NO_GAME` where none has begun.
        seat: Which seat comes back, 0 to 4.
        s: The number of the last event it holds; 0 where it holds none.
        head: The head after that event; `NO_HEAD` where it holds none.
        host_id: The host it means to come back to.
        challenge: The 32 random bytes that host has just sent.

    Returns:
        139 bytes.

    Raises:
        ValueError: Something is of the wrong size, or `s` and `head` disagree on
            whether an event is held.

    Source:
        docs/FAIRPLAY.md, "Keys".
    """
    if (s == 0) != (head == NO_HEAD):
        raise ValueError(f"event {s} does not go with the head {head.hex()}")
    return b"".join(
        (
            _RETURN,
            sized("a game id", game, GAME_SIZE),
            unsigned(seat, 1),
            unsigned(s, 8),
            sized("a head", head),
            sized("a host's id", host_id),
            sized("a challenge", challenge),
        )
    )


def bot_secret(seed: bytes, game: bytes, seat: Seat) -> bytes:
    """Derive the secret of a seat that the host runs.

    It comes from the host's seed, so that a crash is no excuse for not opening.

    Args:
        seed: The host's 32 secret bytes for this game.
        game: The game's id.
        seat: Which seat, 0 to 4.

    Returns:
        32 bytes, as secret as the seed.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Keys".
    """
    place = sized("a game id", game, GAME_SIZE) + unsigned(seat, 1)
    return hmac.digest(sized("a seed", seed), _BOT + place, "sha256")
