"""The socket in the data directory, over which who runs the host speaks to it.

It needs no place among the connections, and a descriptor is kept free for it: the
host's owner always gets in.
"""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio

from vendue_protocol.admin import MOST_BYTES, SOCKET_NAME

from .diagnostics import log

BACKLOG: Final = 4
ERRAND_S: Final = 5.0
"""How long one errand may take; they are done one after another."""
NO_ROOM: Final = frozenset({errno.EMFILE, errno.ENFILE})


def open_admin_socket(directory: Path) -> socket.socket | None:
    """Listen in the data directory, for the owner of the directory alone.

    A socket that nobody listens at is what a host left behind that was killed.

    Returns:
        Does not block; `None` where there can be none, which is said in the
        diagnostics: games go on without it.
    """
    path = directory / SOCKET_NAME
    if not hasattr(socket, "AF_UNIX"):
        log.warning("no admin socket", path=str(path), why="this system has none")
        return None
    try:
        if is_answered(path):
            log.warning("no admin socket", path=str(path), why="another host has it")
            return None
        return _listening(path)
    except OSError as error:
        too_long = "the path is too long: choose a shorter --data"
        why = too_long if "too long" in str(error) else error.strerror
        log.warning("no admin socket", path=str(path), why=why)
        return None


def is_answered(path: Path) -> bool:
    """Whether somebody listens at a socket.

    Raises:
        OSError: There is something else, or it cannot be told.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(1.0)
        try:
            sock.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        return True


def _listening(path: Path) -> socket.socket:
    if path.exists():
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(errno.EEXIST, "there is a file that is no socket")
        path.unlink()
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # From the first moment nobody else may connect.
    before = os.umask(0o177)
    try:
        sock.bind(str(path))
        path.chmod(0o600)
        sock.listen(BACKLOG)
        sock.settimeout(0)
    except OSError:
        sock.close()
        raise
    finally:
        os.umask(before)
    return sock


class AdminDoor:
    """Lets in who runs the host, even when no descriptor is left.

    Args:
        listening: Of `open_admin_socket`; closed, and its file removed, at the end.
        answer: Makes the answer to a request of one line; what takes long, in a
            thread that it returns the work for.
    """

    def __init__(
        self,
        listening: socket.socket,
        answer: Callable[[bytes], bytes | Callable[[], bytes]],
    ) -> None:
        self._listening, self._answer = listening, answer
        self._spare = os.open(os.devnull, os.O_RDONLY)
        """Given up for a moment when the system has no other descriptor left."""

    async def run(self) -> None:
        """Do errands; never returns."""
        try:
            while True:
                await trio.lowlevel.wait_readable(self._listening)
                with suppress(OSError, trio.BrokenResourceError):  # who came has gone
                    await self._serve(self._accepted())
                self._keep_spare()
        finally:
            self._close()

    def _close(self) -> None:
        with suppress(OSError):
            Path(self._listening.getsockname()).unlink()
        self._listening.close()
        self._give_up_spare()

    def _accepted(self) -> socket.socket:
        try:
            return self._listening.accept()[0]
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            self._give_up_spare()
            return self._listening.accept()[0]

    def _give_up_spare(self) -> None:
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1

    def _keep_spare(self) -> None:
        if self._spare < 0:
            with suppress(OSError):  # the next errand tries again
                self._spare = os.open(os.devnull, os.O_RDONLY)

    async def _serve(self, sock: socket.socket) -> None:
        sock.settimeout(0)
        stream = trio.SocketStream(trio.socket.from_stdlib_socket(sock))
        async with stream:
            line = b""
            with trio.move_on_after(ERRAND_S):
                while not line.endswith(b"\n") and len(line) <= MOST_BYTES:
                    data = await stream.receive_some(MOST_BYTES)
                    if not data:
                        return
                    line += data
            try:
                answer = self._answer(line)
                if not isinstance(answer, bytes):
                    answer = await trio.to_thread.run_sync(answer)
            except Exception as bug:  # noqa: BLE001 - it ends this errand alone
                log.error("an errand failed", bug)
                return
            with trio.move_on_after(ERRAND_S):
                await stream.send_all(answer)
