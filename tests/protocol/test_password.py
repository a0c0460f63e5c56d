"""What a person types as a password, and what travels."""

from __future__ import annotations

import pytest

from vendue_protocol.client_messages import Create, Sit, Watch
from vendue_protocol.password import LONGEST_BYTES, BadPassword, password_of


def test_end_of_the_line_is_no_part_of_it() -> None:
    assert password_of("a rose\r\n") == b"a rose"


def test_spaces_are_part_of_it() -> None:
    assert password_of("  a rose ") == b"  a rose "


def test_it_is_the_same_however_its_letters_are_composed() -> None:
    assert password_of("Zo\u00eb") == password_of("Zoe\u0308")


def test_longest_is_taken_and_one_byte_more_is_not() -> None:
    assert len(password_of("x" * LONGEST_BYTES)) == LONGEST_BYTES
    with pytest.raises(BadPassword, match="65 bytes"):
        password_of("x" * (LONGEST_BYTES + 1))


@pytest.mark.parametrize("typed", ["", "\n", "\r\n"])
def test_nothing_is_none(typed: str) -> None:
    with pytest.raises(BadPassword, match="empty"):
        password_of(typed)


def test_half_a_character_is_none_and_is_not_told() -> None:
    with pytest.raises(BadPassword) as refused:
        password_of("rose\udc80")

    assert "rose" not in str(refused.value)


@pytest.mark.parametrize(
    "message",
    [
        Create(name="Friday", password=b"a rose"),
        Sit(table=1, name="Ada", key=bytes(32), password=b"a rose"),
        Watch(table=1, password=b"a rose"),
    ],
    ids=["create", "sit", "watch"],
)
def test_message_with_a_password_does_not_show_it(
    message: Create | Sit | Watch,
) -> None:
    assert "rose" not in f"{message!r} {message}"
