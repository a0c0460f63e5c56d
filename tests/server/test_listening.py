"""What a host says of an address that it cannot listen at: rows 83."""

from __future__ import annotations

import errno
import socket

import pytest

from vendue_server.listening import BadAddress, advice, listen


def test_taken_port_is_told_with_one_that_is_free() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]

        with pytest.raises(BadAddress) as refused:
            listen("127.0.0.1", port)

        words = str(refused.value).replace(",", "").split()
        advised = int(words[words.index("--port") + 1])
        with listen("127.0.0.1", advised) as second:
            assert second.getsockname()[1] == advised != port


def test_port_that_only_root_may_have_is_told_with_what_else_to_choose() -> None:
    error = PermissionError(errno.EACCES, "Permission denied")

    assert "above 1023" in advice(error, "127.0.0.1", 80)


def test_word_that_is_no_address_is_told_with_what_takes_all() -> None:
    error = socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    assert "--bind 0.0.0.0" in advice(error, "kitchen", 4000)


def test_last_port_that_is_taken_is_told_with_one_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []

    def bind(_: socket.socket, address: tuple[str, int]) -> None:
        tried.append(address[1])
        raise OSError(errno.EADDRINUSE, "taken")

    monkeypatch.setattr(socket.socket, "bind", bind)

    with pytest.raises(BadAddress):
        listen("127.0.0.1", 65535)

    assert tried == [65535, 65534]
