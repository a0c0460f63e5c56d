"""The host's data directory: the key that says who this host is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from vendue_protocol.keys import SigningKey

from . import failpoints
from .durable import make_folder, write_whole

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
        make_folder(path)
        _check_owner(path)
    except FileExistsError:
        raise BadDataDirectory(f"{path}: it is a file, not a folder") from None
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    return path


def _check_owner(path: Path) -> None:
    """Refuse what somebody else can look into: seeds and sealed bids lie there.

    Raises:
        BadDataDirectory: It is not this user's.
    """
    if sys.platform == "win32":
        return  # no such owner there
    owner, me = path.stat().st_uid, os.geteuid()
    if owner not in {me, 0}:
        raise BadDataDirectory(
            f"{path} belongs to another user ({owner}, this is {me}); choose another "
            "with --data, or give it to this one"
        )


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
        _write(path, secret)
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    if len(secret) != KEY_BYTES:
        raise BadDataDirectory(
            f"{path} has {len(secret)} bytes, not the {KEY_BYTES} of a key; "
            "move it away and a new one is made"
        )
    return SigningKey(secret)


def _write(path: Path, secret: bytes) -> None:
    try:
        failpoints.reach("key-write")
        write_whole(path, secret)
        failpoints.reach("key-written")
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
