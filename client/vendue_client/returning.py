"""Whether a player comes back to a game that was left, and how that goes."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from typing import Final

import click

from vendue_protocol.address import Address
from vendue_protocol.text import clean_line

from .language import _
from .sittings import Kept, kept_sittings

CONNECT_S: Final = 1.0
"""How long a host on this machine may take to answer."""


def warn(sentence: str) -> None:
    """Said on stderr, where a screen does not stand in its way for long."""
    sys.stderr.write(f"vendue: {sentence}\n")


def newest_kept(fits: Callable[[Kept], bool] = lambda _kept: True) -> Kept | None:
    """The newest sitting to come back to that fits; the others stay as they are."""
    for kept in kept_sittings(warn):
        if fits(kept):
            return kept
        kept.file.close()
    return None


def kept_at(address: Address | None) -> Kept | None:
    """The newest sitting at an address; `None` as the address: anywhere."""
    if address is None:
        return newest_kept()
    return newest_kept(lambda kept: _is_at(kept.address, address))


def _is_at(kept: Address, address: Address) -> bool:
    is_there = (kept.host, kept.port) == (address.host, address.port)
    return is_there and address.code in {None, kept.code}


def accepted(kept: Kept | None) -> Kept | None:
    """Ask the player whether to come back; a sitting that is not wanted stays.

    Where nobody can be asked, the answer is no.
    """
    if kept is None:
        return None
    is_wanted = False
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            is_wanted = click.confirm(offer(kept), default=True)
        except click.Abort:
            kept.file.close()
            raise
    if not is_wanted:
        kept.file.close()
    return kept if is_wanted else None


def offer(kept: Kept) -> str:
    """What is asked."""
    return _("You left a game at {address} as {name}. Return to it?").format(
        address=place_of(kept), name=clean_line(kept.name)
    )


def place_of(kept: Kept) -> str:
    """Where a sitting is, without the code, which nobody has to type now."""
    return kept.address.place


def is_listening(address: Address) -> bool:
    """Whether anybody listens at an address of this machine."""
    try:
        socket.create_connection((address.host, address.port), CONNECT_S).close()
    except OSError:
        return False
    return True
