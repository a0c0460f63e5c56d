"""A host started by this program: a process of its own that outlives the screen."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from vendue_protocol.address import Address
from vendue_protocol.keys import SigningKey, host_id_of, join_code

from .exits import Exit, Stop
from .language import _

READY_S: Final = 15.0
"""How long a host may take to listen; a cold disk is slow."""
STOP_S: Final = 5.0
PRIVATE: Final = "play-"
"""What the directories of hosts for one machine alone begin with."""
KEEP_S: Final = 7 * 24 * 3600.0
"""How long they are kept after a crash, which a player may come back from."""
IDLE_S: Final = 600.0
"""A host that nobody is connected to ends after ten minutes."""


class Child:
    """The host process.

    Args:
        process: Running, its ready line not read yet.
        diagnostics: Where its stderr goes.
        arguments: What it was started with.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        diagnostics: Path,
        arguments: list[str],
    ) -> None:
        self.process, self.diagnostics = process, diagnostics
        self._arguments = arguments
        self.own: Path | None = None
        """The directory made for it alone, gone when it has ended; `None`: it has the
        one that every host for the LAN has."""
        self.port, self.code = self._ready()

    @property
    def address(self) -> Address:
        """Where this machine joins it."""
        return Address(host="127.0.0.1", port=self.port, code=self.code)

    def revive(self) -> None:
        """Start it again at its port, if it has ended: its games are on disk.

        Raises:
            Stop: It did not start.
        """
        if self.process.poll() is None:
            return
        again = _start([*self._arguments, "--port", str(self.port)], self.own)
        self.process, self.diagnostics = again.process, again.diagnostics

    def stop(self) -> None:
        """End it in order; kill it if it does not end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.own is not None:
            shutil.rmtree(self.own, ignore_errors=True)

    def _ready(self) -> tuple[int, str]:
        """Its port and its code, from the one line it prints when it listens."""
        try:
            ready = json.loads(self._first_line())
            return int(ready["port"]), str(ready["code"])
        except (ValueError, KeyError, TypeError):
            raise self._failed() from None

    def _first_line(self) -> bytes:
        out = self.process.stdout
        deadline = time.monotonic() + READY_S
        line = b""
        while out is not None and not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([out], [], [], left)[0]:
                break
            piece = os.read(out.fileno(), 4096)
            if not piece:
                break
            line += piece
        return line

    def _failed(self) -> Stop:
        """What a host that did not get ready has said, and its own exit code."""
        self.stop()
        said = self.diagnostics.read_text(encoding="utf-8", errors="replace")
        last = (said.strip().splitlines() or [_("it said nothing")])[-1]
        last = last.removeprefix("Error: ").removeprefix("vendue-server: ")
        codes = {int(code) for code in Exit}
        found = self.process.returncode
        code = Exit(found) if found in codes and found else Exit.BUG
        return Stop(code, _("The host did not start: {why}").format(why=last[:300]))


def start_child(
    arguments: list[str], *, is_private: bool, left: Path | None = None
) -> Child:
    """Start a host in a session of its own, so that Ctrl-C here does not reach it.

    Args:
        arguments: Of `vendue-server`; where it keeps its key is added here.
        is_private: Whether it is for this machine alone: then it has a directory of
            its own, and never meets another host's lock or journal.
        left: The directory that such a host has left behind, to go on with its games;
            `None`: it begins with a new one.

    Raises:
        Stop: It did not start, or its directory cannot be used.
    """
    folder = _hosts()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _drop_old(folder)
        own = left if is_private else None
        if is_private and own is None:
            own = Path(tempfile.mkdtemp(prefix=PRIVATE, dir=folder))
    except OSError as error:
        raise Stop(Exit.DATA, f"{folder}: {error.strerror}") from None
    child = _start(arguments, own)
    child.own = own
    return child


def left_by(code: str) -> Path | None:
    """Where a host that this user had started left its games; `None`: they are gone.

    Args:
        code: The host's; its key lies in the directory.
    """
    folder = _hosts()
    for own in (folder, *folder.glob(f"{PRIVATE}*")):
        with suppress(OSError, ValueError):
            key = SigningKey((own / "host.key").read_bytes())
            if join_code(host_id_of(key.public)) == code:
                return own
    return None


def was_private(own: Path) -> bool:
    """Whether a directory is that of a host for this machine alone."""
    return own.name.startswith(PRIVATE)


def _hosts() -> Path:
    return user_state_path("vendue") / "hosts"


def _start(arguments: list[str], own: Path | None) -> Child:
    """Start it on its own directory, or on the one of all hosts for the LAN.

    Raises:
        Stop: It did not start; what lies in the directory stays there.
    """
    folder = _hosts()
    diagnostics = folder / f"host-{os.getpid()}.log"
    try:
        with diagnostics.open("wb") as stderr:
            process = subprocess.Popen(  # noqa: S603 - our own program
                [
                    sys.executable,
                    "-m",
                    "vendue_server",
                    "--data",
                    str(own or folder),
                    "--idle-s",
                    str(IDLE_S),
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,
            )
    except OSError as error:
        raise Stop(Exit.DATA, f"{folder}: {error.strerror}") from None
    return Child(process, diagnostics, arguments)


def _drop_old(folder: Path) -> None:
    """Keep the diagnostics of the last few hosts, and what ended hosts had alone."""
    logs = sorted(folder.glob("host-*.log"), key=lambda path: path.stat().st_mtime)
    for path in logs[:-10]:
        path.unlink(missing_ok=True)
    for own in folder.glob(f"{PRIVATE}*"):
        if not _is_in_use(own) and time.time() - own.stat().st_mtime > KEEP_S:
            shutil.rmtree(own, ignore_errors=True)


def _is_in_use(own: Path) -> bool:
    """Whether a host runs there: its lock names the process."""
    try:
        os.kill(int((own / "host.lock").read_text(encoding="ascii")), 0)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True
