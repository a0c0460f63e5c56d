"""What a process costs the system: memory and descriptors, as Linux tells them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="needs Linux's /proc"
)


def _kib(pid: int, line: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(rf"^{line}:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None, f"no {line} of {pid}"
    return int(found[1])


def memory_kib(pid: int) -> int:
    """What is in memory now."""
    return _kib(pid, "VmRSS")


def peak_kib(pid: int) -> int:
    """The most that ever was."""
    return _kib(pid, "VmHWM")


def descriptors(pid: int) -> int:
    """How many files, sockets and pipes are open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
