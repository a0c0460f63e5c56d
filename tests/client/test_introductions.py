"""What a player is asked before a host or a table is joined, and what then happens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from vendue_client.connecting import Cover, StrangeHost
from vendue_client.exits import Exit, Stop
from vendue_client.introductions import introduced
from vendue_client.known_hosts import KnownHosts
from vendue_client.playing import PasswordWanted, Wish
from vendue_protocol.address import Address

HOST_ID = bytes(range(32))
BARE = Address(host="192.0.2.5", port=4000)
FOUND = Address(host="192.0.2.5", port=4000, code="GHZW-CX7G-AVTM-MW2M")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("VENDUE_PASSWORD", raising=False)


class Table:
    """What is behind the host: an evening that needs a code, or a password.

    Args:
        password: The table's; `None`: none.
        is_known: Whether the host is.
    """

    def __init__(self, password: bytes | None = None, *, is_known: bool = True) -> None:
        self._password, self._is_known = password, is_known
        self.wishes: list[Wish] = []

    def play(self, wish: Wish) -> str:
        self.wishes.append(wish)
        if not self._is_known and wish.address.code is None:
            raise StrangeHost(FOUND, HOST_ID)
        if self._password not in {None, wish.password}:
            raise PasswordWanted(Exit.REFUSED, "it has a password")
        return "played"

    @property
    def tried(self) -> list[bytes]:
        return [wish.password for wish in self.wishes]


def asked(
    table: Table,
    typed: Sequence[str],
    *,
    given: Path | None = None,
    may_ask: bool = True,
    cover: Cover = Cover.TLS,
) -> Result:
    """Introduce a player who types these lines."""

    @click.command()
    def command() -> None:
        wish = Wish(address=BARE, name="Ada", cover=cover)
        click.echo(introduced(table.play, wish, given=given, may_ask=may_ask))

    return CliRunner().invoke(command, input="".join(f"{line}\n" for line in typed))


# The code.


def test_player_is_shown_the_code_to_compare() -> None:
    result = asked(Table(is_known=False), ["y"])

    assert "GHZW-CX7G-AVTM-MW2M" in result.output
    assert "192.0.2.5:4000" in result.output


def test_same_code_joins_pinned_to_it() -> None:
    table = Table(is_known=False)

    result = asked(table, ["y"])

    assert result.stdout.endswith("played\n")
    assert [wish.address for wish in table.wishes] == [BARE, FOUND]


def test_same_code_is_remembered_by_the_hosts_id() -> None:
    asked(Table(is_known=False), ["y"])

    assert KnownHosts().has(HOST_ID)


@pytest.mark.parametrize("typed", [["n"], [""]], ids=["no", "Enter"])
def test_another_code_joins_nothing_and_is_not_remembered(typed: list[str]) -> None:
    table = Table(is_known=False)

    result = asked(table, typed)

    assert isinstance(result.exception, Stop)
    assert result.exception.code is Exit.REFUSED
    assert len(table.wishes) == 1
    assert not KnownHosts().has(HOST_ID)


def test_end_of_the_input_is_no_yes() -> None:
    table = Table(is_known=False)

    result = asked(table, [])

    assert result.exit_code != 0
    assert len(table.wishes) == 1


def test_nobody_to_ask_is_a_no_that_says_how() -> None:
    table = Table(is_known=False)

    result = asked(table, ["y"], may_ask=False)

    assert isinstance(result.exception, StrangeHost)
    assert "vendue join '192.0.2.5:4000#GHZW-CX7G-AVTM-MW2M'" in str(result.exception)
    assert result.output == ""


# The password.


def test_password_is_not_sent_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENDUE_PASSWORD", "a rose")
    table = Table()

    asked(table, [])

    assert table.tried == [b""]


def test_password_that_is_typed_opens_the_table_and_does_not_show() -> None:
    table = Table(b"a rose")

    result = asked(table, ["a rose"])

    assert table.tried == [b"", b"a rose"]
    assert "rose" not in result.output


def test_wrong_password_is_asked_again() -> None:
    table = Table(b"a rose")

    result = asked(table, ["a tulip", "a rose"])

    assert table.tried == [b"", b"a tulip", b"a rose"]
    assert "not the password" in result.output


def test_what_cannot_be_a_password_is_asked_again_without_a_try() -> None:
    table = Table(b"a rose")

    asked(table, ["", "x" * 65, "a rose"])

    assert table.tried == [b"", b"a rose"]


@pytest.mark.parametrize("where", ["file", "environment"])
def test_password_that_was_given_asks_nobody(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = None
    if where == "file":
        given = tmp_path / "password"
        given.write_text("a rose\nis a rose\n")
    else:
        monkeypatch.setenv("VENDUE_PASSWORD", "a rose")
    table = Table(b"a rose")

    asked(table, [], given=given, may_ask=False)

    assert table.tried == [b"", b"a rose"]


def test_given_password_that_is_wrong_is_tried_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VENDUE_PASSWORD", "a tulip")
    table = Table(b"a rose")

    result = asked(table, [], may_ask=False)

    assert isinstance(result.exception, Stop)
    assert "not the password" in result.exception.sentence
    assert table.tried == [b"", b"a tulip"]


def test_password_that_nobody_can_give_is_told_how_to_give() -> None:
    result = asked(Table(b"a rose"), [], may_ask=False)

    assert isinstance(result.exception, PasswordWanted)


def test_password_file_that_is_missing_is_named() -> None:
    result = asked(Table(b"a rose"), [], given=Path("nowhere"), may_ask=False)

    assert isinstance(result.exception, Stop)
    assert result.exception.code is Exit.USAGE
    assert "nowhere" in result.exception.sentence


def test_no_password_goes_over_a_line_that_is_not_encrypted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VENDUE_PASSWORD", "a rose")
    table = Table(b"a rose")

    result = asked(table, ["a rose"], cover=Cover.NONE)

    assert isinstance(result.exception, Stop)
    assert "--insecure" in result.exception.sentence
    assert table.tried == [b""]


def test_wish_does_not_show_its_password() -> None:
    assert "rose" not in repr(Wish(address=BARE, name="Ada", password=b"a rose"))


# A file that is no file.


def test_password_file_that_cannot_be_read_is_told_also_where_none_is_wanted(
    tmp_path: Path,
) -> None:
    result = asked(Table(), [], given=tmp_path / "nowhere")

    assert isinstance(result.exception, Stop)
    assert result.exception.code is Exit.USAGE
    assert "nowhere" in result.exception.sentence


def test_code_to_compare_fits_a_small_terminal() -> None:
    result = asked(Table(is_known=False), ["y"])

    assert all(len(line) <= 60 for line in result.output.splitlines())
    assert FOUND.code is not None
    assert FOUND.code in result.output
