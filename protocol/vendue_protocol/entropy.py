"""Where the deck's chance comes from: everybody gives a part, nobody can choose.

The host commits to its seed, each seat to 32 bytes of its own, then all open.
One honest machine makes the whole deck random.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Final

from vendue_shared.seats import FEWEST_SEATS, MOST_SEATS, Seat

from .tags import GAME_SIZE, sha256, sized, unsigned, versioned

NO_ENTROPY: Final = bytes(32)
"""What a seat that the host runs gives."""

_SEED: Final = versioned("seed")
_ENTROPY: Final = versioned("entropy")
_SALT: Final = versioned("salt")
_DECK: Final = versioned("deck")
_FIRST_BLOCK: Final = b"\x01"


def seed_commitment(game: bytes, terms_digest: bytes, seed: bytes) -> bytes:
    """Commit the host to its seed under these terms, HS.

    Args:
        game: The game's id.
        terms_digest: What `agreement.terms_digest` gives.
        seed: The host's 32 secret bytes.

    Returns:
        32 bytes, public.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal", step 1.
    """
    return sha256(
        b"".join(
            (
                _SEED,
                sized("a game id", game, GAME_SIZE),
                sized("a terms digest", terms_digest),
                sized("a seed", seed),
            )
        )
    )


def entropy_commitment(game: bytes, seat: Seat, hs: bytes, entropy: bytes) -> bytes:
    """Commit a seat to its entropy after the host's commitment is known, k_i.

    Args:
        game: The game's id.
        seat: Which seat, 0 to 4.
        hs: The host's commitment to its seed.
        entropy: The seat's 32 bytes; `NO_ENTROPY` where the host runs it.

    Returns:
        32 bytes, public.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal", step 2.
    """
    return sha256(
        b"".join(
            (
                _ENTROPY,
                sized("a game id", game, GAME_SIZE),
                unsigned(seat, 1),
                sized("a seed commitment", hs),
                sized("an entropy", entropy),
            )
        )
    )


def salt_of(game: bytes, hs: bytes, ks: Sequence[bytes]) -> bytes:
    """Hash all commitments, 32 bytes; public, and the log's first head needs it.

    Args:
        game: The game's id.
        hs: The host's commitment to its seed.
        ks: Every seat's commitment to its entropy, 3 to 5 in seat order.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    commitments = _joined("an entropy commitment", ks)
    return sha256(
        b"".join(
            (
                _SALT,
                sized("a game id", game, GAME_SIZE),
                unsigned(len(ks), 1),
                sized("a seed commitment", hs),
                commitments,
            )
        )
    )


def deck_key(game: bytes, salt: bytes, seed: bytes, es: Sequence[bytes]) -> bytes:
    """Extract the secret of the deal from what everybody gave, K.

    Args:
        game: The game's id.
        salt: What `salt_of` gives.
        seed: The host's 32 secret bytes.
        es: Every seat's entropy, 3 to 5 in seat order.

    Returns:
        32 bytes (HKDF-SHA256), as secret as the seed.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal"; RFC 5869.
    """
    material = sized("a seed", seed) + _joined("an entropy", es)
    info = _DECK + sized("a game id", game, GAME_SIZE)
    extracted = hmac.digest(sized("a salt", salt), material, "sha256")
    return hmac.digest(extracted, info + _FIRST_BLOCK, "sha256")


def _joined(what: str, parts: Sequence[bytes]) -> bytes:
    if not FEWEST_SEATS <= len(parts) <= MOST_SEATS:
        raise ValueError(f"{len(parts)} seats, not {FEWEST_SEATS} to {MOST_SEATS}")
    return b"".join(sized(what, part) for part in parts)
