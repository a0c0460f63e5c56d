"""Asking the host of this machine for something, over the socket in its directory."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_state_path

from vendue_protocol.admin import SOCKET_NAME, AdminAnswer, AdminRequest, Errand
from vendue_protocol.errors import Code
from vendue_protocol.text import clean_line
from vendue_shared.refusals import Reason

from .exits import Exit, Stop
from .language import _

ANSWER_S: Final = 5.0
BACKUP_S: Final = 600.0
"""A disk may be slow, and the host goes on playing meanwhile."""
MOST_BYTES: Final = 1024 * 1024
"""No host has so much to tell."""


def host_directory(wanted: Path | None) -> Path:
    """The data directory that is meant, as `vendue serve` finds it.

    Args:
        wanted: As told; `None`: VENDUE_DATA, else the user's own.
    """
    named = os.environ.get("VENDUE_DATA")
    if wanted is not None:
        return wanted
    return Path(named) if named else user_state_path("vendue") / "host"


def ask(directory: Path, request: AdminRequest) -> AdminAnswer:
    """Ask for an errand, and wait for its answer.

    Raises:
        Stop: No host listens there, or it says no.
    """
    path = directory / SOCKET_NAME
    try:
        patience_s = BACKUP_S if request.do is Errand.BACKUP else ANSWER_S
        line = _exchange(path, msgspec.json.encode(request) + b"\n", patience_s)
        answer = msgspec.json.decode(line, type=AdminAnswer)
    except FileNotFoundError:
        raise Stop(Exit.CONNECTION, _no_host(directory)) from None
    except ConnectionRefusedError:
        raise Stop(Exit.CONNECTION, _no_host(directory)) from None
    except PermissionError:
        text = _("{path}: only who runs the host may use it.")
        raise Stop(Exit.DATA, text.format(path=path)) from None
    except (OSError, msgspec.DecodeError) as error:
        text = _("{path}: no answer ({why}).")
        why = clean_line(str(error)) or type(error).__name__
        raise Stop(Exit.CONNECTION, text.format(path=path, why=why)) from None
    if answer.error:
        raise Stop(Exit.REFUSED, refusal(answer.error, answer.why))
    return answer


def _exchange(path: Path, line: bytes, patience_s: float) -> bytes:
    found = b""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(patience_s)
        sock.connect(str(path))
        sock.sendall(line)
        with suppress(ConnectionResetError):
            while (data := sock.recv(65536)) and len(found) < MOST_BYTES:
                found += data
    return found


def _no_host(directory: Path) -> str:
    text = _("No host runs with the data directory {path}; --data names another.")
    return text.format(path=directory)


def refusal(code: str, why: str = "") -> str:
    """Why the host did not do it, in words for who runs it.

    Args:
        code: A refusal's.
        why: What the host's system said, if it did.
    """
    if why:
        return _("The host could not write it: {why}.").format(why=clean_line(why))
    sentences: dict[str, str] = {
        Code.SCHEMA: _("The host is of another version than this program."),
        Code.TABLE: _("Which table? `vendue admin tables` lists them; --table N."),
        Code.CHAIR: _(
            "No person has that seat: give its number from 1, or the name; "
            "`vendue admin tables` lists them."
        ),
        Code.LOBBY: _("No game is on at that table."),
        Code.PAUSED: _("The game is paused already."),
        Code.STALE: _("Nothing stands still: the game goes on."),
        Code.CHAT: _("There is nothing to say in that."),
        Code.HOLD: _(
            "The host has lost a part of this game: `vendue admin end` ends it."
        ),
        Code.STORAGE: _("The host cannot write to its disk: make room there."),
        Code.BROKEN: _("A bug has stopped that table; its log is kept."),
        Reason.HANDED_OVER: _("A bot plays that seat already."),
    }
    return sentences.get(code) or _("The host said no: {code}").format(
        code=clean_line(code)
    )
