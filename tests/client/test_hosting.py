"""What a player is told who starts a host, or wants to come back to one."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from vendue_client import child, evening
from vendue_client.evening import Evening, host_evening, join_evening
from vendue_client.exits import Exit, Stop
from vendue_client.hosting import HostWish
from vendue_protocol.address import Address
from vendue_protocol.keys import SigningKey, host_id_of, join_code

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


@pytest.mark.parametrize("name", ["", "play-x1"], ids=["for the LAN", "private"])
def test_directory_of_an_ended_host_is_found_by_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    other, own = (tmp_path / "vendue" / "hosts" / at for at in ("play-x0", name))
    for folder, secret in ((other, b"o" * 32), (own, b"k" * 32)):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "host.key").write_bytes(secret)
    code = join_code(host_id_of(SigningKey(b"k" * 32).public))

    left = child.left_by(code)

    assert left is not None
    assert (left, child.was_private(left)) == (own, bool(name))
    assert child.left_by(CODE) is None


def test_who_hosts_in_plain_lines_is_told_what_the_others_type(
    wish: HostWish, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Stop):
        host_evening(wish, name="Ada", is_plain=True, is_ready=False)

    assert f":4000#{CODE}" in capsys.readouterr().out


def test_who_has_nothing_to_come_back_to_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    with pytest.raises(Stop, match="No game that you left") as stopped:
        join_evening(
            Evening(
                address=None, returns=True, name="", table=None, watches=False,
                is_plain=True, is_json=False, bot=None, pace=1.0, stays=False,
            )
        )  # fmt: skip

    assert stopped.value.code is Exit.USAGE
