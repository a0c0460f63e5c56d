"""Telling systemd how far the host is, where it wants to know (`Type=notify`)."""

from __future__ import annotations

import os
import socket

from .diagnostics import log


def notify(state: str) -> None:
    """Send one state, such as `READY=1`; nothing where nobody asked for it.

    Source:
        sd_notify(3): a datagram to the socket that NOTIFY_SOCKET names; a name that
        begins with `@` is one of the abstract namespace.
    """
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name:
        return
    path = "\0" + name[1:] if name.startswith("@") else name
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.sendto(state.encode(), path)
    except OSError as error:
        log.warning("systemd was not told", state=state, why=error.strerror)
