from __future__ import annotations

import pytest

from vendue_protocol.limits import Limits
from vendue_server.throttle import Throttle


@pytest.fixture
def throttle() -> Throttle:
    """20 messages and 1000 bytes a second, 40 messages at once."""
    limits = Limits(messages_per_s=20.0, burst_messages=40, bytes_per_s=1000.0)
    return Throttle(limits, 0.0)


def test_burst_is_read_at_once(throttle: Throttle) -> None:
    assert throttle.wait_s(40, 100, 0.0) == 0.0


def test_message_above_the_burst_waits_for_its_share(throttle: Throttle) -> None:
    assert throttle.wait_s(41, 100, 0.0) == pytest.approx(1 / 20)


def test_bytes_above_the_rate_wait(throttle: Throttle) -> None:
    assert throttle.wait_s(1, 3000, 0.0) == pytest.approx(2.0)


def test_waiting_pays_for_what_was_read(throttle: Throttle) -> None:
    wait_s = throttle.wait_s(60, 100, 0.0)

    assert throttle.wait_s(0, 0, wait_s) == 0.0


def test_long_silence_saves_no_more_than_one_burst(throttle: Throttle) -> None:
    assert throttle.wait_s(41, 100, 3600.0) > 0.0


def test_sender_within_its_rate_never_waits(throttle: Throttle) -> None:
    waits = [throttle.wait_s(1, 40, now / 20) for now in range(1, 400)]

    assert waits == [0.0] * 399
