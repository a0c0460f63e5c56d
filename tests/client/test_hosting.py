"""What a player who starts a host is told before anything else."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from vendue_client import child, evening
from vendue_client.evening import host_evening
from vendue_client.exits import Exit, Stop
from vendue_client.hosting import HostWish
from vendue_protocol.address import Address

CODE = "GHZW-CX7G-AVTM-MW2M"


class StartedHost:
    """A host that listens, as far as its player can see."""

    port, code = 4000, CODE
    address = Address(host="127.0.0.1", port=4000, code=CODE)

    def revive(self) -> None:
        """It has not ended."""

    def stop(self) -> None:
        """It ends with its player."""


@pytest.fixture
def wish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostWish:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(child, "start_child", lambda *_, **__: StartedHost())

    def left(*_: object, **__: object) -> NoReturn:
        raise Stop(Exit.WELL, "")

    monkeypatch.setattr(evening, "introduced", left)
    return HostWish(
        bind="0.0.0.0",  # noqa: S104 - as a host for the LAN listens
        port=4000,
        seats=4,
        bots=0,
        level="standard",
        rules="classic",
        pace=1.0,
        starts_alone=False,
    )


def test_who_hosts_in_plain_lines_is_told_what_the_others_type(
    wish: HostWish, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Stop):
        host_evening(wish, name="Ada", is_plain=True, is_ready=False)

    assert f":4000#{CODE}" in capsys.readouterr().out
