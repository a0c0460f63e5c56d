"""Two tun devices, and a forwarder between them that is as bad as radio can be.

What the kernels of both ends do about lost, late, doubled and reordered packets is
their own; nothing of it is imitated here. Needs root, `ip` and /dev/net/tun.
"""

from __future__ import annotations

import fcntl
import os
import random
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import msgspec
import pytest
import trio

from .namespaces import Namespace, TwoNamespaces, two_namespaces

TUNSETIFF: Final = 0x400454CA
IFF_TUN: Final = 0x0001
IFF_NO_PI: Final = 0x1000
PACKET_BYTES: Final = 2048

needs_tun = pytest.mark.skipif(
    not Path("/dev/net/tun").exists(), reason="needs /dev/net/tun"
)


class Air(msgspec.Struct, frozen=True, kw_only=True):
    """How bad it is, the same both ways."""

    loss: float = 0.0
    """The share of packets that never arrive."""
    doubled: float = 0.0
    """The share that arrives twice."""
    delay_s: float = 0.0
    """How long a packet takes."""
    jitter_s: float = 0.0
    """By how much more or less; packets overtake each other."""


class Counts(msgspec.Struct):
    """What became of the packets."""

    carried: int = 0
    lost: int = 0
    doubled: int = 0


class Forwarder:
    """Carries packets from one tun device to the other.

    Args:
        ends: Open tun devices; whoever opened them closes them.
        air: How bad it is; may be changed meanwhile.
        seed: Of all chance in it.
    """

    def __init__(self, ends: tuple[int, int], air: Air, seed: int) -> None:
        self._ends, self.air = ends, air
        self._chance = random.Random(seed)
        self.counts = Counts()

    async def run(self) -> None:
        """Carry until cancelled."""
        first, second = self._ends
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._carry, first, second, nursery)
            nursery.start_soon(self._carry, second, first, nursery)

    async def _carry(self, source: int, sink: int, nursery: trio.Nursery) -> None:
        while True:
            await trio.lowlevel.wait_readable(source)
            packet = os.read(source, PACKET_BYTES)
            air, chance = self.air, self._chance
            if chance.random() < air.loss:
                self.counts.lost += 1
                continue
            copies = 2 if chance.random() < air.doubled else 1
            self.counts.carried += 1
            self.counts.doubled += copies - 1
            for _ in range(copies):
                late_s = air.delay_s + chance.uniform(-air.jitter_s, air.jitter_s)
                nursery.start_soon(_arrive, sink, packet, late_s)


async def _arrive(sink: int, packet: bytes, late_s: float) -> None:
    await trio.sleep(max(0.0, late_s))
    os.write(sink, packet)


def _open_tun(namespace: Namespace) -> int:
    with namespace.entered():
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        name = namespace.device.encode()
        fcntl.ioctl(
            device, TUNSETIFF, struct.pack("16sH14x", name, IFF_TUN | IFF_NO_PI)
        )
    return device


@contextmanager
def joined_by_air(
    air: Air, seed: int, number: int = 0
) -> Iterator[tuple[TwoNamespaces, Forwarder]]:
    """Two namespaces, a tun device in each, and what carries between them."""
    with two_namespaces(number) as pair, ExitStack() as closing:
        ends = []
        for one in pair.both:
            ends.append(_open_tun(one))
            closing.callback(os.close, ends[-1])
        pair.configure()
        yield pair, Forwarder((ends[0], ends[1]), air, seed)
