"""Reading a file that somebody named: whatever it is, in bounded time and memory."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .language import _


class Unreadable(Exception):
    """The file cannot be read; the message says why, in the player's language."""


def read_given(path: Path, most: int) -> bytes:
    """Read a file.

    Args:
        path: What was named; it may be anything.
        most: Bytes that may count; of a larger file one more is read.

    Raises:
        Unreadable: It is not there, no regular file (a folder, a pipe, a device:
            none of them is opened to wait or to read on for ever), or not to be read.
    """
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        _check_kind(path.stat().st_mode)
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            _check_kind(os.fstat(descriptor).st_mode)
            return file.read(most + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unreadable(_("cannot be read: {why}").format(why=why)) from None
    except ValueError:
        # A path with a zero byte, which no command line can hand in by itself.
        raise Unreadable(_("cannot be read: no such name")) from None


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Unreadable(_("is a folder, not a file"))
    if not stat.S_ISREG(mode):
        raise Unreadable(_("is a pipe or a device, not a file"))
