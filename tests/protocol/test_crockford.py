"""Codes as people read and type them."""

from __future__ import annotations

import pytest

from vendue_protocol.crockford import read_code, spell


@pytest.mark.parametrize(
    "typed",
    [
        "BX8Q-8VCC",
        "bx8q-8vcc",
        "bx8q8vcc",
        " BX8Q 8VCC\n",
        "B-X-8-Q-8-V-C-C",
        "BX8Q\N{EN DASH}8VCC",
        "\N{FULLWIDTH LATIN SMALL LETTER B}X8Q-8VCC",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "BX8Q-8VCC"


def test_letters_that_look_like_digits_are_read_as_digits() -> None:
    assert read_code("oOiI-lL01") == "0011-1101"


@pytest.mark.parametrize(
    "typed",
    ["", "BX8Q", "BX8Q-8VCCC", "BX8Q-8VCU", "BX8Q-8VC!", "BX8Q_8VCC", "BX8Q-8VCß"],
)
def test_what_is_no_code_is_told_from_one(typed: str) -> None:
    assert read_code(typed) is None


def test_a_spelled_code_reads_as_itself() -> None:
    for first in range(256):
        code = spell(bytes((first, 255 - first, first, 0, 255)))

        assert read_code(code) == code


def test_bytes_that_leave_half_a_character_are_refused() -> None:
    with pytest.raises(ValueError, match="4 bytes"):
        spell(bytes(4))
