"""Driving tables: one move at a time through all of them, or all of them at once."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Sequence

from bench.host_process import HostProcess
from bench.peer import MEMBERS, PATIENCE_S, Table

RECEIVE_BYTES = 65_536

MAX_FRUITLESS = 3
"""New games a table may need in a row before it has a move to make."""


class Stopwatch:
    """Adds up what moves took; new games in between do not count.

    Args:
        host: Whose CPU is counted.
    """

    def __init__(self, host: HostProcess) -> None:
        self._host = host
        self.cpu_s = 0.0
        self.latencies_s: list[float] = []
        """Move sent to last member reached, in the order of play."""

    def in_turn(self, tables: Sequence[Table], moves: int) -> None:
        """Let each table make one move after the other; each waits for the last."""
        start = self._host.cpu_s()
        for count in range(moves):
            table = tables[count % len(tables)]
            move = table.move()
            if move is None:
                self.cpu_s += self._host.cpu_s() - start
                move = renewed_move(table)
                start = self._host.cpu_s()
            self._play(table, *move)
        self.cpu_s += self._host.cpu_s() - start

    def _play(self, table: Table, mover: int, data: bytes) -> None:
        sockets, take = table.sockets, table.take
        start = time.perf_counter()
        sockets[mover].sendall(data)
        for member, sock in enumerate(sockets):
            while not take(member, received(sock)):
                pass
        self.latencies_s.append(time.perf_counter() - start)


def at_once(tables: Sequence[Table], limit_s: float) -> float:
    """Let all tables play at the same time, each as fast as it is answered.

    A table whose game is over sits out until the next call.

    Returns:
        Moves a second, those that reached everybody within the time.
    """
    run = _Run(tables)
    try:
        return run.play(limit_s)
    finally:
        run.close()


def renewed_move(table: Table) -> tuple[int, bytes]:
    """Begin another game and make its first move.

    Raises:
        RuntimeError: Game after game is over before it began.
    """
    for _ in range(MAX_FRUITLESS):
        table.renew()
        if (move := table.move()) is not None:
            return move
    raise RuntimeError(f"{MAX_FRUITLESS} games without a move")


def received(sock: socket.socket) -> bytes:
    """What a socket has, waiting for it.

    Raises:
        ConnectionError: The host closed it.
        TimeoutError: It was silent too long.
    """
    try:
        data = sock.recv(RECEIVE_BYTES)
    except BlockingIOError as error:
        raise TimeoutError(f"nothing from the host for {PATIENCE_S} s") from error
    if not data:
        raise ConnectionResetError("the host closed a connection")
    return data


class _Run:
    """Tables playing at once, waited for with one epoll."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._poll = select.epoll()
        self._places: dict[int, tuple[Table, int, list[bool]]] = {}
        """By file descriptor: table, member, who lacks the latest move.

        The last is one list a table, empty once it is to make no more moves.
        """
        self._starts = []
        for table in tables:
            lacking = [True] * MEMBERS
            for member, sock in enumerate(table.sockets):
                self._places[sock.fileno()] = (table, member, lacking)
                self._poll.register(sock, select.EPOLLIN)
            self._starts.append((table, table.move() or renewed_move(table)))

    def close(self) -> None:
        self._poll.close()

    def play(self, limit_s: float) -> float:
        start = time.perf_counter()
        for table, (mover, data) in self._starts:
            table.sockets[mover].sendall(data)
        under_way, moves, now = len(self._starts), 0, start
        while under_way:
            ready = self._poll.poll(PATIENCE_S)
            if not ready:
                raise TimeoutError(f"nothing from the host for {PATIENCE_S} s")
            now = time.perf_counter()
            in_time = now - start < limit_s
            for number, _ in ready:
                if self._reached_all(number):
                    moves += in_time
                    if not in_time or not self._moves_on(number):
                        self._places[number][2].clear()
                        under_way -= 1
        return moves / min(limit_s, now - start)

    def _reached_all(self, number: int) -> bool:
        table, member, lacking = self._places[number]
        has_it = table.take(member, received(table.sockets[member]))
        if not has_it or not lacking:
            return False
        lacking[member] = False
        if any(lacking):
            return False
        lacking[:] = [True] * MEMBERS
        return True

    def _moves_on(self, number: int) -> bool:
        table = self._places[number][0]
        move = table.move()
        if move is None:
            return False
        table.sockets[move[0]].sendall(move[1])
        return True
