"""What host and player must know of each other first: the code, the password."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from msgspec.structs import replace

from vendue_protocol.address import Address
from vendue_protocol.password import BadPassword, password_of

from .connecting import Cover, StrangeHost
from .exits import Exit, Stop
from .known_hosts import KnownHosts
from .language import _
from .playing import PasswordWanted, Wish

_T = TypeVar("_T")


def introduced(
    play: Callable[[Wish], _T], wish: Wish, *, given: Path | None, may_ask: bool
) -> _T:
    """Play, once the player has said what only a person can know.

    Args:
        play: Connects, and raises `StrangeHost` or `PasswordWanted` where it may not
            go on; then it is called again.
        wish: As on the command line.
        given: A file with the password; `None`: it may be in the environment.
        may_ask: Whether a person sits at a terminal.

    Raises:
        Stop: The player says no, nobody can be asked, or the given password cannot
            be one.
    """
    offered = given_password(given)
    while True:
        try:
            return play(wish)
        except StrangeHost as stranger:
            if not may_ask:
                raise
            wish = replace(wish, address=_compared(stranger))
        except PasswordWanted as wanted:
            if wish.cover is Cover.NONE:
                raise Stop(Exit.REFUSED, _not_in_plain()) from None
            was_wrong = bool(wish.password)
            password = b"" if was_wrong else offered
            if not password and not may_ask:
                raise (Stop(Exit.REFUSED, _wrong()) if was_wrong else wanted) from None
            wish = replace(wish, password=password or _typed(was_wrong=was_wrong))


def may_ask() -> bool:
    """Whether a person can be asked something, and answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def given_password(file: Path | None) -> bytes:
    """The password in a file's first line, or else in `VENDUE_PASSWORD`.

    Returns:
        Empty where there is neither.

    Raises:
        Stop: It cannot be read, or be a password.
    """
    name = "VENDUE_PASSWORD" if file is None else str(file)
    try:
        if file is not None:
            with file.open(encoding="utf-8") as lines:
                return password_of(lines.readline())
        typed = os.environ.get(name)
        return password_of(typed) if typed else b""
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else _("it is not UTF-8")
        raise Stop(Exit.USAGE, f"{name}: {why}") from None
    except BadPassword as error:
        raise Stop(Exit.USAGE, f"{name}: {error}") from None


def _compared(stranger: StrangeHost) -> Address:
    """Let the player compare the code with the host's screen.

    Raises:
        Stop: It is another.
    """
    address = stranger.address
    click.echo(
        _(
            "You have not played at this host before: {place}\n"
            "Its code is {code}.\n"
            "The host's screen shows its code, or ask who runs it.\n"
            "If it is another, somebody in between poses as the host."
        ).format(place=address.place, code=address.code),
        err=True,
    )
    if not click.confirm(_("Is it the same?"), default=False, err=True):
        raise Stop(Exit.REFUSED, _("Not joined: nothing was told to that host."))
    KnownHosts().remember(stranger.host_id)
    return address


def _typed(*, was_wrong: bool) -> bytes:
    """Ask for the password; it does not show."""
    if was_wrong:
        click.echo(_wrong(), err=True)
    while True:
        text = _("Password of the table")
        typed = click.prompt(
            text, hide_input=True, err=True, default="", show_default=False
        )
        try:
            return password_of(str(typed))
        except BadPassword as error:
            click.echo(_("Not {why}.").format(why=error), err=True)


def _wrong() -> str:
    return _("That is not the password of this table.")


def _not_in_plain() -> str:
    return _(
        "This table has a password, and this line is not encrypted: join without "
        "--insecure."
    )
