"""From settings to a running host, and to its orderly end."""

from __future__ import annotations

import gc
import ipaddress
import os
import secrets
import signal
import socket
import sys
from typing import Final

import msgspec
import trio

from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.limits import DEFAULT, Limits
from vendue_shared.options import PRESETS

from .admin import Admin
from .admin_socket import AdminDoor, open_admin_socket
from .certificate import certificate_file, server_context
from .data_directory import data_directory, host_key
from .dealer import Dealer
from .descriptors import allow
from .diagnostics import log
from .encryption import Lines
from .hall import Hall
from .host import Host
from .listening import listen
from .log_files import LogFiles
from .new_game import Manners
from .notify import notify
from .passwords import TablePassword, given_password
from .record_files import RecordFiles
from .settings import Settings
from .study import Study
from .study_process import run_study

FAREWELL_S: Final = 1.0
"""How long a goodbye may take to reach everybody."""
UNFINISHED_IDLE_S: Final = 24 * 3600.0
"""How long a host without connections waits with an unfinished game."""


def run(settings: Settings) -> None:
    """Serve until SIGTERM, SIGINT, or nobody is left.

    Raises:
        BadDataDirectory: The data directory or the records' folder is unusable.
        BadAddress: The address cannot be listened at.
        BadSettings: The system has no room for so many connections.
    """
    directory = data_directory(settings.data)
    key = host_key(directory)
    if settings.records is not None:
        data_directory(settings.records)
    study = Study()
    dealer = Dealer(
        key=key,
        randomness=secrets.token_bytes,
        chance=secrets.randbelow,
        manners=Manners(pace=settings.pace),
        study=study,
        logs=LogFiles(directory / "games"),
        keep=RecordFiles(settings.records).keep,
    )
    limits = _limits(settings)
    hall = Hall(dealer, limits)
    _open_standing_table(hall, settings)
    allow(settings.connections)
    certificate = certificate_file(directory)
    listener = listen(settings.bind, settings.port)
    lines = Lines(
        context=lambda: server_context(certificate),
        takes_plain=settings.insecure or _is_for_this_machine(listener),
    )
    host = Host(hall, limits, key.public, secrets.token_bytes, lines)
    admin = open_admin_socket(directory)
    code = join_code(host_id_of(key.public))
    trio.run(_serve, host, study, listener, admin, settings, code)


def _limits(settings: Settings) -> Limits:
    return Limits(
        connections=settings.connections,
        connections_per_address=max(
            DEFAULT.connections_per_address,
            settings.connections if settings.connections > DEFAULT.connections else 0,
        ),
        strangers=max(DEFAULT.strangers, settings.connections // 4),
        strangers_per_address=max(
            DEFAULT.strangers_per_address, settings.connections // 8
        ),
        tables=settings.tables,
        messages_per_s=settings.messages_per_s,
        burst_messages=max(DEFAULT.burst_messages, int(2 * settings.messages_per_s)),
        bytes_per_s=max(DEFAULT.bytes_per_s, 1600 * settings.messages_per_s),
    )


def _is_for_this_machine(listening: socket.socket) -> bool:
    """Whether nobody else can reach a socket."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def _open_standing_table(hall: Hall, settings: Settings) -> None:
    table = hall.open(
        settings.table, settings.seats, kept=True, starts_alone=settings.starts_alone
    )
    password = given_password(settings.password_file)
    if password:
        table.password = TablePassword.of(password)
    table.lobby.options = PRESETS[settings.rules]
    table.lobby.after = settings.after_grace
    for chair in range(settings.seats - 1, settings.seats - 1 - settings.bots, -1):
        if chair >= 0:
            table.lobby.seat_bot(chair, settings.level)


async def _serve(
    host: Host,
    study: Study,
    listening: socket.socket,
    admin: socket.socket | None,
    settings: Settings,
    code: str,
) -> None:
    address, port = listening.getsockname()[:2]
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.run, listening)
            nursery.start_soon(run_study, study, host.wake_tables)
            nursery.start_soon(_end_when_alone, host, settings, nursery.cancel_scope)
            if admin is not None:
                door = AdminDoor(admin, _admin_of(host, code).answer)
                nursery.start_soon(door.run)
            _freeze_garbage()
            _say_ready(address, port, code)
            notify("READY=1")
            async for number in signals:
                log.info("stopping", signal=signal.Signals(number).name)
                break
            notify("STOPPING=1")
            host.say_goodbye()
            with trio.move_on_after(FAREWELL_S):
                await host.wait_empty()
            nursery.cancel_scope.cancel()


def _admin_of(host: Host, code: str) -> Admin:
    return Admin(
        host.hall,
        code=code,
        connections=lambda: host.connections,
        wake=host.wake,
        stop=lambda: os.kill(os.getpid(), signal.SIGTERM),
        now=trio.current_time,
    )


async def _end_when_alone(
    host: Host, settings: Settings, scope: trio.CancelScope
) -> None:
    while settings.idle_s:
        await trio.sleep(min(settings.idle_s, 5.0))
        patience = UNFINISHED_IDLE_S if host.is_playing else settings.idle_s
        alone_s = trio.current_time() - host.last_busy
        if not host.is_busy and alone_s >= patience:
            log.info("nobody is here", alone_s=int(alone_s))
            notify("STOPPING=1")
            scope.cancel()


def _say_ready(address: str, port: int, code: str) -> None:
    ready = {"ready": True, "address": address, "port": port, "code": code}
    sys.stdout.write(msgspec.json.encode(ready).decode() + "\n")
    sys.stdout.flush()


def _freeze_garbage() -> None:
    """What lives as long as the host is never looked at again: shorter pauses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
