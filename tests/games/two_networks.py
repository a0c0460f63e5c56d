"""Two network namespaces with one cable between them, and whoever listens at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = "10.99.0.1"
"""The host's end."""
THERE: Final = "10.99.0.2"

LISTENER: Final = """
import socket, sys
ear = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
ear.bind((sys.argv[1], 0))
ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**25)
print("listening", flush=True)
with open(sys.argv[2], "wb", buffering=0) as heard:
    while True:
        packet = ear.recv(2**17)
        heard.write(len(packet).to_bytes(4, "big") + packet)
"""


def may_make_networks() -> bool:
    """Whether this process may: it takes root, Linux and iproute2."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return False
    name = f"vendue-try-{os.getpid()}"
    if shutil.which("ip") is None or _ip("netns", "add", name).returncode:
        return False
    return _ip("netns", "del", name).returncode == 0


class TwoNetworks:
    """Both ends, by the names of their namespaces."""

    def __init__(self) -> None:
        self.here, self.there = (f"vendue-{end}-{os.getpid()}" for end in "ab")
        self.card = f"v{os.getpid()}a"

    def command(self, where: str, words: Sequence[str]) -> list[str]:
        """The command line that runs another one at an end."""
        return ["ip", "netns", "exec", where, *words]

    @contextmanager
    def heard(self, path: Path) -> Iterator[None]:
        """Write all that goes over the cable to a file, while the block lasts."""
        words = [sys.executable, "-c", LISTENER, self.card, str(path)]
        with subprocess.Popen(
            self.command(self.here, words), stdout=subprocess.PIPE
        ) as ear:
            assert ear.stdout is not None
            assert ear.stdout.readline()
            try:
                yield
            finally:
                ear.terminate()


@contextmanager
def two_networks() -> Iterator[TwoNetworks]:
    """Lay the cable, and take it away again."""
    both = TwoNetworks()
    far = both.card[:-1] + "b"
    try:
        for name in (both.here, both.there):
            _do("netns", "add", name)
        _do("-n", both.here, "link", "add", both.card, "type", "veth",
            "peer", "name", far, "netns", both.there)  # fmt: skip
        for name, card, address in (
            (both.here, both.card, HERE),
            (both.there, far, THERE),
        ):
            _do("-n", name, "addr", "add", f"{address}/24", "dev", card)
            _do("-n", name, "link", "set", card, "up")
            _do("-n", name, "link", "set", "lo", "up")
        yield both
    finally:
        for name in (both.here, both.there):
            _ip("netns", "del", name)


def _do(*words: str) -> None:
    done = _ip(*words)
    assert done.returncode == 0, done.stderr


def _ip(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)


def streams(path: Path) -> dict[tuple[str, int, str, int], bytes]:
    """What each side of each connection said, by its address and the other's."""
    found: dict[tuple[str, int, str, int], dict[int, bytes]] = {}
    heard, at = path.read_bytes(), 0
    while at + 4 <= len(heard):
        size = int.from_bytes(heard[at : at + 4], "big")
        packet = heard[at + 18 : at + 4 + size]  # without the Ethernet header
        at += 4 + size
        if packet[:1] == b"" or packet[0] >> 4 != 4 or packet[9] != 6:
            continue
        ip_size, length = (packet[0] & 15) * 4, int.from_bytes(packet[2:4], "big")
        tcp = packet[ip_size:length]
        ports = int.from_bytes(tcp[:2], "big"), int.from_bytes(tcp[2:4], "big")
        ends = [".".join(map(str, packet[a : a + 4])) for a in (12, 16)]
        said = tcp[(tcp[12] >> 4) * 4 :]
        flow = (ends[0], ports[0], ends[1], ports[1])
        if said:
            found.setdefault(flow, {})[int.from_bytes(tcp[4:8], "big")] = said
    return {
        flow: b"".join(said for _, said in sorted(pieces.items()))
        for flow, pieces in found.items()
    }
