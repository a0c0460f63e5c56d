"""From settings to a running host, and to its orderly end."""

from __future__ import annotations

import gc
import ipaddress
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import trio

from vendue_protocol.keys import SigningKey, host_id_of, join_code
from vendue_protocol.limits import DEFAULT, Limits
from vendue_shared.options import PRESETS

from .admin import Admin, Deeds
from .admin_socket import AdminDoor, open_admin_socket
from .backup import GAMES, back_up
from .certificate import certificate_file, server_context
from .data_directory import BadDataDirectory, data_directory, host_key
from .dealer import Dealer
from .descriptors import allow
from .diagnostics import log
from .encryption import Lines
from .hall import Hall
from .host import Host
from .journal.lock import DirectoryLock
from .journal.recovery import recover
from .journal.store import Journal, open_journal
from .listening import listen
from .log_files import LogFiles
from .new_game import Manners
from .notify import notify
from .passwords import TablePassword, given_password
from .record_files import RecordFiles
from .refusal import StorageFailed
from .settings import Settings
from .study import Study
from .study_process import run_study
from .table import Table

CHECKPOINT_S: Final = 1.0
"""How often the journal is looked at: whether a round has ended at a table."""
FAREWELL_S: Final = 1.0
"""How long a goodbye may take to reach everybody."""
UNFINISHED_IDLE_S: Final = 24 * 3600.0
"""How long a host without connections waits with an unfinished game."""


class Prepared(NamedTuple):
    """All that a host has when it begins to serve."""

    host: Host
    study: Study
    listening: socket.socket
    admin: socket.socket | None
    settings: Settings
    code: str
    journal: Journal


def run(settings: Settings) -> None:
    """Serve until SIGTERM, SIGINT, or nobody is left.

    Raises:
        BadDataDirectory: The data directory or the records' folder is unusable.
        BadAddress: The address cannot be listened at.
        BadSettings: The system has no room for so many connections.
    """
    directory = data_directory(settings.data)
    lock = DirectoryLock(directory)
    key = host_key(directory)
    if settings.records is not None:
        data_directory(settings.records)
    journal = open_journal(directory, settings.fsync)
    prepared = _prepared(settings, directory, key, journal)
    try:
        trio.run(_serve, prepared)
    finally:
        journal.close()
        lock.release()


def _prepared(
    settings: Settings, directory: Path, key: SigningKey, journal: Journal
) -> Prepared:
    """Put together what serves, and open what it listens at.

    Raises:
        BadDataDirectory: There is no room for its sockets or its certificate.
        BadAddress: The address cannot be listened at.
        BadSettings: The system has no room for so many connections.
    """
    study = Study()
    dealer = Dealer(
        key=key,
        randomness=secrets.token_bytes,
        chance=secrets.randbelow,
        manners=Manners(pace=settings.pace),
        study=study,
        logs=LogFiles(directory / GAMES),
        journal=journal,
        keep=RecordFiles(settings.records).keep,
    )
    limits = _limits(settings)
    allow(settings.connections)
    certificate = certificate_file(directory)
    listener = listen(settings.bind, settings.port)
    lines = Lines(
        context=lambda: server_context(certificate),
        takes_plain=settings.insecure or _is_for_this_machine(listener),
    )
    return Prepared(
        host=Host(Hall(dealer, limits), limits, key.public, secrets.token_bytes, lines),
        study=study,
        listening=listener,
        admin=open_admin_socket(directory),
        settings=settings,
        code=join_code(host_id_of(key.public)),
        journal=journal,
    )


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
    table.lobby.options = PRESETS[settings.rules]
    table.lobby.after = settings.after_grace
    for chair in range(settings.seats - 1, settings.seats - 1 - settings.bots, -1):
        if chair >= 0:
            table.lobby.seat_bot(chair, settings.level)
    table.store()


def _open_tables(hall: Hall, journal: Journal, settings: Settings) -> None:
    """Open all tables of before, and one that is always open.

    Raises:
        BadDataDirectory: The journal cannot be written.
    """
    try:
        recover(hall, journal, journal.chains(), trio.current_time())
        if hall.standing is None:
            _open_standing_table(hall, settings)
        if hall.standing is not None:
            _set_password(hall.standing, given_password(settings.password_file))
    except StorageFailed as fault:
        raise BadDataDirectory(f"{journal.path}: {fault}") from None


def _set_password(table: Table, given: bytes | None) -> None:
    """Let a table have the password that the host was started with.

    Args:
        table: The one that is always open.
        given: Empty: none; `None`: nothing was said, so it keeps what it had.
    """
    kept = table.lobby.password
    if given is None or (given and kept is not None and kept.fits(given)):
        return
    table.lobby.password = TablePassword.of(given) if given else None
    table.store()


async def _serve(prepared: Prepared) -> None:
    host, settings, code = prepared.host, prepared.settings, prepared.code
    _open_tables(host.hall, prepared.journal, settings)
    address, port = prepared.listening.getsockname()[:2]
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.run, prepared.listening)
            nursery.start_soon(_checkpoint, prepared.journal)
            nursery.start_soon(run_study, prepared.study)
            nursery.start_soon(_end_when_alone, host, settings, nursery.cancel_scope)
            if prepared.admin is not None:
                door = AdminDoor(prepared.admin, _admin_of(prepared).answer)
                nursery.start_soon(door.run)
            _freeze_garbage()
            _say_ready(address, port, code)
            notify("READY=1")
            async for number in signals:
                log.info("stopping", signal=signal.Signals(number).name)
                break
            notify("STOPPING=1")
            nursery.start_soon(_hurry, signals, prepared.journal)
            host.hall.rest(trio.current_time())
            host.say_goodbye()
            with trio.move_on_after(FAREWELL_S):
                await host.wait_empty()
            nursery.cancel_scope.cancel()


async def _hurry(signals: AsyncIterator[int], journal: Journal) -> None:
    """A second Ctrl-C ends the host at once: all that anybody saw is stored."""
    async for number in signals:
        if number == signal.SIGINT:
            journal.close()
            os._exit(128 + number)


async def _checkpoint(journal: Journal) -> None:
    """Keep the journal in one file, in a thread; never returns."""
    while True:
        await trio.sleep(CHECKPOINT_S)
        if journal.is_unsettled:
            try:
                await trio.to_thread.run_sync(journal.checkpoint)
            except StorageFailed as error:
                log.warning("no checkpoint", error=str(error))


def _admin_of(prepared: Prepared) -> Admin:
    host, journal = prepared.host, prepared.journal
    return Admin(
        host.hall,
        code=prepared.code,
        deeds=Deeds(
            connections=lambda: host.connections,
            wake=host.wake,
            stop=lambda: os.kill(os.getpid(), signal.SIGTERM),
            back_up=lambda folder: back_up(journal.path.parent, journal, folder),
        ),
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
