"""How long this machine has slept: a laptop that was closed, not one that waited."""

from __future__ import annotations

import time


def slept_s() -> float:
    """Seconds asleep since the machine was started; 0 where no clock tells.

    One of the system's clocks goes on while the machine sleeps, the other does not.
    """
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    if boottime is None:
        return 0.0
    return time.clock_gettime(boottime) - time.clock_gettime(time.CLOCK_MONOTONIC)
