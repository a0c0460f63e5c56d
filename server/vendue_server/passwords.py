"""Passwords of tables: kept as hashes, tried one at a time, and not too often."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import trio

from vendue_protocol.errors import Code
from vendue_protocol.limits import Limits
from vendue_protocol.password import BadPassword, password_of
from vendue_shared.moves import Hash

from .refusal import Refusal
from .settings import BadSettings

_T = TypeVar("_T")

MINUTE: Final = 60.0

WRONG_S: Final = 1.0
"""How long a wrong password waits for its answer."""

_COST: Final = 2**14
_BLOCKS: Final = 8
"""16 MiB and about 50 ms a try."""

_SALT_BYTES: Final = 16


def given_password(file: Path | None) -> bytes | None:
    """The password that a host was started with.

    Args:
        file: Its first line is the password; `None`: `VENDUE_PASSWORD` of the
            environment is, or there is none.

    Returns:
        The password; empty where the variable is, so that a table loses the one it
        had; `None` where nothing is said.

    Raises:
        BadSettings: It cannot be read, or be one.
    """
    name = "VENDUE_PASSWORD" if file is None else str(file)
    try:
        if file is not None:
            with file.open(encoding="utf-8") as lines:
                return password_of(lines.readline())
        typed = os.environ.get(name)
        return password_of(typed) if typed else None if typed is None else b""
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadSettings(f"{name}: {why}") from None
    except BadPassword as error:
        raise BadSettings(f"{name}: {error}") from None


class TablePassword(msgspec.Struct, frozen=True, kw_only=True,
                    forbid_unknown_fields=True):  # fmt: skip
    """What a table keeps of its password.

    Whoever reads it can try passwords at home, so its repr shows nothing.
    """

    salt: bytes
    """16 bytes, drawn for this table."""
    digest: Hash
    """Of the password with it."""

    def __repr__(self) -> str:
        return "TablePassword(...)"

    @classmethod
    def of(cls, password: bytes) -> TablePassword:
        """Hash a new password; takes as long as a try."""
        salt = os.urandom(_SALT_BYTES)
        return cls(salt=salt, digest=_hashed(password, salt))

    def fits(self, password: bytes) -> bool:
        """Try a password; takes long, so not where anybody waits."""
        return hmac.compare_digest(_hashed(password, self.salt), self.digest)


def _hashed(password: bytes, salt: bytes) -> bytes:
    return hashlib.scrypt(password, salt=salt, n=_COST, r=_BLOCKS, p=1, dklen=32)


class Passwords:
    """Tries passwords for a host, beside its tables, and counts wrong and new ones.

    Args:
        limits: How many an address has in a minute.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._one_at_a_time = trio.Lock()
        self._counted: defaultdict[str, list[float]] = defaultdict(list)
        """When wrong and new ones came, by address, in the last minute."""

    async def verdict(
        self, kept: TablePassword | None, password: bytes, address: str
    ) -> TablePassword | Refusal:
        """Try a password, or hash one.

        Args:
            kept: The table's; `None`: it is to be made of this password.
            password: What was typed, not empty.
            address: Of who typed it.

        Returns:
            The table's, or why not.
        """
        async with self._one_at_a_time:
            if len(self._recent(address)) >= self._limits.tries:
                return Refusal(Code.TRIES, "too many passwords")
            if kept is not None and await _apart(kept.fits, password):
                return kept
            self._counted[address].append(trio.current_time())
            if kept is None:
                return await _apart(TablePassword.of, password)
        await trio.sleep(WRONG_S)
        return Refusal(Code.PASSWORD, "a wrong password")

    def _recent(self, address: str) -> list[float]:
        """What counts of an address; all that is a minute old is forgotten."""
        since = trio.current_time() - MINUTE
        for other, times in tuple(self._counted.items()):
            self._counted[other] = [t for t in times if t > since]
            if not self._counted[other]:
                del self._counted[other]
        return self._counted.get(address, [])


async def _apart(do: Callable[[bytes], _T], password: bytes) -> _T:
    """Hash in a thread, so that no table waits for it."""
    return await trio.to_thread.run_sync(do, password)
