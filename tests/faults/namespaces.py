"""Two network namespaces of the test's own, joined by a pair of veth or of tun devices.

Sockets belong to the namespace of the thread that makes them, so host and client run
in this process and yet meet over a link that can be taken down. Needs root and `ip`.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import trio

CLONE_NEWNET: Final = 0x40000000
HOST_ADDRESS: Final = "10.71.92.1"
CLIENT_ADDRESS: Final = "10.71.92.2"

needs_namespaces = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("ip") is None,
    reason="network namespaces need root and iproute2",
)


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, timeout=10)


def ip(*words: str) -> None:
    run("ip", *words)


class Namespace:
    """One namespace.

    Args:
        name: As `ip netns` has it.
        address: Of this end of the link.
        peer_address: Of the other end.
        device: This end's name.
    """

    def __init__(self, name: str, address: str, peer_address: str, device: str) -> None:
        self.name, self.device = name, device
        self.address, self.peer_address = address, peer_address

    def ip(self, *words: str) -> None:
        ip("-n", self.name, *words)

    def plug_in(self) -> None:
        """Bring this end up; lost packets are sent again soon, not after 200 ms."""
        self.ip("link", "set", self.device, "up")
        self.ip(
            "route", "add", f"{self.peer_address}/32", "dev", self.device,
            "src", self.address, "rto_min", "20ms",
        )  # fmt: skip

    def pull(self) -> None:
        """Take this end down, as a pulled cable does; the route goes with it."""
        self.ip("link", "set", self.device, "down")

    def slow_down(self, rate: str) -> None:
        """Let what leaves this end be no faster, as `8kbit`; needs `tc`."""
        made = ("qdisc", "add", "dev", self.device, "root", "tbf")
        slow = ("rate", rate, "burst", "2kb", "latency", "100ms")
        run("tc", "-n", self.name, *made, *slow)

    def configure(self) -> None:
        """Give this end its address, and plug it in."""
        self.ip("link", "set", "lo", "up")
        self.ip("address", "add", f"{self.address}/32", "dev", self.device)
        self.plug_in()

    @contextmanager
    def entered(self) -> Iterator[None]:
        """What this thread makes meanwhile belongs to the namespace; never wait."""
        libc = ctypes.CDLL(None, use_errno=True)
        here = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        there = os.open(f"/run/netns/{self.name}", os.O_RDONLY)
        try:
            if libc.setns(there, CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
            try:
                yield
            finally:
                if libc.setns(here, CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns back")
        finally:
            os.close(here)
            os.close(there)


class SocketsInside(trio.abc.SocketFactory):
    """Lets every trio socket of this run belong to a namespace."""

    def __init__(self, namespace: Namespace) -> None:
        self._namespace = namespace

    def socket(
        self,
        family: socket.AddressFamily | int = socket.AF_INET,
        type: socket.SocketKind | int = socket.SOCK_STREAM,  # noqa: A002 - trio's word
        proto: int = 0,
    ) -> trio.socket.SocketType:
        with self._namespace.entered():
            made = socket.socket(family, type, proto)
        return trio.socket.from_stdlib_socket(made)


class TwoNamespaces:
    """The host's namespace and the client's."""

    def __init__(self, number: int) -> None:
        name = f"vendue-{os.getpid()}-{number}"
        here, there = HOST_ADDRESS, CLIENT_ADDRESS
        self.host = Namespace(f"{name}-h", here, there, f"vh{number}")
        self.client = Namespace(f"{name}-c", there, here, f"vc{number}")
        self.both = (self.host, self.client)

    def listening(self) -> socket.socket:
        """A socket that listens in the host's namespace."""
        with self.host.entered():
            return socket.create_server((HOST_ADDRESS, 0))

    def configure(self) -> None:
        """Bring both ends up, once their devices are there."""
        for one in self.both:
            one.configure()


@contextmanager
def two_namespaces(number: int) -> Iterator[TwoNamespaces]:
    """Two namespaces without a device yet; removed at the end, whatever happens."""
    pair = TwoNamespaces(number)
    try:
        for one in pair.both:
            ip("netns", "add", one.name)
        yield pair
    finally:
        for one in pair.both:
            if Path(f"/run/netns/{one.name}").exists():
                ip("netns", "delete", one.name)


@contextmanager
def joined_by_cable(number: int = 0) -> Iterator[TwoNamespaces]:
    """Two namespaces and a veth pair between them."""
    with two_namespaces(number) as pair:
        host, client = pair.both
        host.ip(
            "link", "add", host.device, "type", "veth",
            "peer", "name", client.device, "netns", client.name,
        )  # fmt: skip
        pair.configure()
        yield pair
