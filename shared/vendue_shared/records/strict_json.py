"""The JSON of a record, strictly: one object a line, bounded, no key twice.

What an object says is not looked into here; `record_reading` does that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Never, TypeVar

from vendue_shared.money import Money
from vendue_shared.phases.phase import LARGEST_AMOUNT

from .writing import VERSION

LARGEST_RECORD: Final = 2**20
"""Bytes; a long game takes some 30 KiB, this is thirty times that."""

LONGEST_LINE: Final = 4096
"""Bytes without the line feed; a header takes less than 1000, other lines less."""

MOST_LINES: Final = 5000
"""A game takes some 500; only an open auction that goes on and on takes more."""

_SHOWN_CHARACTERS: Final = 40
# How much of a wrong value a message repeats.

_Choice = TypeVar("_Choice", bound=StrEnum)


class NotARecord(Exception):
    """The bytes are no record at all, or one of another version."""


class BadRecord(Exception):
    """A record breaks the format or the rules.

    Args:
        line: The line that does, counted from 1; the one after the last where
            something is missing.
        reason: What is wrong and what was expected, for a person.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def rows_of(data: bytes) -> list[bytes]:
    """Cut a file into its lines, at least one.

    Raises:
        NotARecord: It is empty, too large, or no text.
    """
    if not data:
        raise NotARecord("the file is empty")
    if len(data) > LARGEST_RECORD:
        raise NotARecord(
            f"the file has {len(data)} bytes, a record at most {LARGEST_RECORD}"
        )
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise NotARecord(f"the file is not UTF-8 text: byte {error.start}") from None
    rows = data.split(b"\n")
    if not rows[-1]:
        rows.pop()
    return rows


def check_version(row: bytes) -> None:
    """Refuse a first line that is no header of this version.

    Raises:
        NotARecord: With what it is instead.
    """
    if len(row) > LONGEST_LINE:
        raise NotARecord(f"the first line is longer than {LONGEST_LINE} bytes")
    try:
        found = json.loads(row.decode())
    except (ValueError, RecursionError):
        raise NotARecord("the first line is not JSON") from None
    if not isinstance(found, dict) or "record" not in found:
        raise NotARecord("the first line is no header with the key `record`")
    if found["record"] != VERSION:
        raise NotARecord(
            f"the record is {shown(found['record'])}; this program reads {VERSION}"
        )


class _NotStrict(ValueError):
    """JSON that the strict form does not allow."""


def object_of(number: int, row: bytes) -> dict[str, object]:
    """Read the one JSON object of a line.

    Raises:
        BadRecord: The line is no such object, or not of the strict form.
    """
    if len(row) > LONGEST_LINE:
        raise BadRecord(number, f"the line is longer than {LONGEST_LINE} bytes")
    if not row.strip():
        raise BadRecord(number, "the line is blank")
    try:
        found = json.loads(
            row.decode(),
            object_pairs_hook=_pairs,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except _NotStrict as error:
        raise BadRecord(number, str(error)) from None
    except json.JSONDecodeError as error:
        reason = f"the line is not one JSON object: {error.msg}, column {error.colno}"
        raise BadRecord(number, reason) from None
    except RecursionError:
        raise BadRecord(number, "the line is nested too deeply") from None
    if not isinstance(found, dict):
        raise BadRecord(number, f"the line is {shown(found)}, not a JSON object")
    return found


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotStrict(f"the key {shown(twice)} stands there twice")
    return found


def _no_number(text: str) -> Never:
    short = text[:_SHOWN_CHARACTERS]
    raise _NotStrict(f"{short} is not a whole number written as such")


def shown(value: object) -> str:
    """Tell a value in a message: cut short, and no deeper than its surface."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."


class Fields:
    """The members of one JSON object, handed out checked.

    Every question but `found` raises `BadRecord` where the answer is not what
    was expected.
    """

    def __init__(self, line: int, found: dict[str, object]) -> None:
        self.line = line
        self.found = found

    def wrong(self, reason: str) -> BadRecord:
        """Make the refusal of the line."""
        return BadRecord(self.line, reason)

    def check_keys(self, what: str, keys: Sequence[str]) -> None:
        """Exactly these keys; `what` has them."""
        for key in keys:
            if key not in self.found:
                raise self.wrong(f"{what} needs the key `{key}`, which is missing")
        for key in self.found:
            if key not in keys:
                raise self.wrong(f"{what} has no key {shown(key)}")

    def unfit(self, key: str, expected: str) -> BadRecord:
        """Make the refusal of the value of a key."""
        return self.wrong(f"`{key}` is {shown(self.found[key])}, expected {expected}")

    def text(self, key: str, expected: str) -> str:
        """A text; `expected` says of what form."""
        value = self.found[key]
        if not isinstance(value, str):
            raise self.unfit(key, expected)
        return value

    def whole(self, key: str, top: int, least: int = 0) -> int:
        """A whole number from `least` to `top`."""
        value = self.found[key]
        if type(value) is not int or not least <= value <= top:
            raise self.unfit(key, f"a whole number from {least} to {top}")
        return value

    def truth(self, key: str) -> bool:
        """True or false."""
        value = self.found[key]
        if not isinstance(value, bool):
            raise self.unfit(key, "true or false")
        return value

    def choice(self, key: str, choices: type[_Choice]) -> _Choice:
        """One of a closed set."""
        value = self.found[key]
        for choice in choices:
            if choice == value:
                return choice
        raise self.unfit(key, "one of " + ", ".join(choices))

    def wholes(self, key: str, length: int, top: int = LARGEST_AMOUNT) -> list[int]:
        """A list of exactly so many whole numbers from 0 to `top`."""
        values = self.found[key]
        if not isinstance(values, list) or len(values) != length:
            raise self.unfit(key, f"a list of {length}")
        for value in values:
            if type(value) is not int or not 0 <= value <= top:
                what = f"`{key}` holds {shown(value)}"
                raise self.wrong(f"{what}, expected whole numbers from 0 to {top}")
        return values

    def moneys(self, key: str, length: int) -> tuple[Money, ...]:
        """A list of exactly so many amounts."""
        return tuple(map(Money, self.wholes(key, length)))

    def inner(self, key: str) -> Fields:
        """The members of an object inside."""
        value = self.found[key]
        if not isinstance(value, dict):
            raise self.unfit(key, "an object")
        return Fields(self.line, value)
