"""The host's data directory: the key that says who this host is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from vendue_protocol.keys import SigningKey

KEY_BYTES: Final = 32
KEY_FILE: Final = "host.key"


class BadDataDirectory(Exception):
    """The directory cannot be used; the message names it and says why."""


def data_directory(wanted: Path | None) -> Path:
    """The directory to use, made if it is not there, for its owner alone.

    Args:
        wanted: As told; `None`: the user's own.

    Raises:
        BadDataDirectory: It cannot be made or is no directory.
    """
    path = wanted or _own()
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    return path


def _own() -> Path:
    from platformdirs import user_state_path  # noqa: PLC0415 - slow, seldom wanted

    return user_state_path("vendue") / "host"


def host_key(directory: Path) -> SigningKey:
    """The host's key, made at the first start.

    Raises:
        BadDataDirectory: It cannot be read or written, or is not a key.
    """
    path = directory / KEY_FILE
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        secret = os.urandom(KEY_BYTES)
        _write_new(path, secret)
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    if len(secret) != KEY_BYTES:
        raise BadDataDirectory(
            f"{path} has {len(secret)} bytes, not the {KEY_BYTES} of a key; "
            "move it away and a new one is made"
        )
    return SigningKey(secret)


def _write_new(path: Path, secret: bytes) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(descriptor)
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
