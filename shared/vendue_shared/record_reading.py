"""Reading a record, strictly: exactly the keys, the types and the bounds of the page.

What a line says is not judged here; `referee` does that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, Never, TypeVar

from .events import (
    Added,
    Bought,
    Called,
    Declined,
    Flipped,
    Hammer,
    Offered,
    Passed,
    Priced,
    Sealed,
)
from .happened import GameWon, Void
from .money import Money
from .options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    Preset,
    UnrankedValue,
    check_options,
)
from .paintings import ARTISTS, PAINTINGS, Artist, Painting
from .phase import LARGEST_AMOUNT
from .records import (
    VERSION,
    BidOpened,
    BidVoid,
    Header,
    Line,
    MoveLine,
    Record,
    RoundLine,
)
from .scoring import CHIPS
from .seats import FEWEST_SEATS, MOST_SEATS, Seat
from .shares import ROUNDS

LARGEST_RECORD: Final = 2**20
"""Bytes; a long game of five takes about 60 KiB."""

LONGEST_LINE: Final = 4096
"""Bytes without the line feed; a header takes about 700, all other lines less."""

MOST_LINES: Final = 5000
"""A game takes some 500; only an open auction that goes on and on takes more."""

FILLER: Final = b"\x01" * 32
"""Stands where a record leaves out a commitment, a nonce or a key."""

_SHOWN_LETTERS: Final = 40
# How much of a wrong value a message repeats.

_EXTRA_KEY: Final[dict[str, str | None]] = {
    "offer": "painting",
    "add": "painting",
    "decline": None,
    "bid": "amount",
    "pass": None,
    "hammer": None,
    "seal": None,
    "open": "amount",
    "void": "reason",
    "price": "amount",
    "buy": None,
    "flip": "painting",
}

_PROMISED: Final = ("double_proceeds", "count_unsold", "unranked_value")

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


def parse_record(data: bytes) -> Record:
    """Read a record without refereeing it.

    Args:
        data: The whole file.

    Raises:
        NotARecord: There is no header of this version.
        BadRecord: A line is not of the strict form.

    Source:
        docs/RECORD.md, "Strict form".
    """
    header, lines = read_lines(data)
    return Record(header=header, lines=tuple(line for _, line in lines))


def read_lines(data: bytes) -> tuple[Header, Iterator[tuple[int, Line]]]:
    """Read the header at once and the other lines one by one.

    Returns:
        The header, and each later line with its number, from 2 on.

    Raises:
        NotARecord: There is no header of this version.
        BadRecord: The header is not of the strict form; the iterator raises it
            when it comes to another line that is not.
    """
    rows = _rows(data)
    _check_version(rows[0])
    header = _header(_Fields(1, _object(1, rows[0])))
    return header, _lines(rows, len(header.names))


def _rows(data: bytes) -> list[bytes]:
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


def _check_version(row: bytes) -> None:
    if len(row) > LONGEST_LINE:
        raise NotARecord(f"the first line is longer than {LONGEST_LINE} bytes")
    try:
        found = json.loads(row)
    except (ValueError, RecursionError):
        raise NotARecord("the first line is not JSON") from None
    if not isinstance(found, dict) or "record" not in found:
        raise NotARecord("the first line is no header with the key `record`")
    if found["record"] != VERSION:
        raise NotARecord(
            f"the record is {_shown(found['record'])}; this program reads {VERSION}"
        )


def _lines(rows: Sequence[bytes], seats: int) -> Iterator[tuple[int, Line]]:
    for number, row in enumerate(rows[1:], 2):
        if number > MOST_LINES:
            raise BadRecord(number, f"a record has at most {MOST_LINES} lines")
        yield number, _line(_Fields(number, _object(number, row)), seats)


class _NotStrict(ValueError):
    """JSON that the strict form does not allow."""


def _object(number: int, row: bytes) -> dict[str, object]:
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
        raise BadRecord(number, f"the line is {_shown(found)}, not a JSON object")
    return found


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotStrict(f"the key {_shown(twice)} stands there twice")
    return found


def _no_number(text: str) -> Never:
    short = text[:_SHOWN_LETTERS]
    raise _NotStrict(f"{short} is not a whole number written as such")


def _shown(value: object) -> str:
    """A value in a message, as JSON and cut short."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN_LETTERS else f"{text[:_SHOWN_LETTERS]}..."


class _Fields:
    """The members of one JSON object, handed out checked."""

    def __init__(self, line: int, found: dict[str, object]) -> None:
        self.line = line
        self.found = found

    def wrong(self, reason: str) -> Never:
        raise BadRecord(self.line, reason)

    def check_keys(self, what: str, keys: Sequence[str]) -> None:
        for key in keys:
            if key not in self.found:
                self.wrong(f"{what} needs the key `{key}`, which is missing")
        for key in self.found:
            if key not in keys:
                self.wrong(f"{what} has no key {_shown(key)}")

    def unfit(self, key: str, expected: str) -> Never:
        self.wrong(f"`{key}` is {_shown(self.found[key])}, expected {expected}")

    def text(self, key: str, expected: str) -> str:
        value = self.found[key]
        return value if isinstance(value, str) else self.unfit(key, expected)

    def whole(self, key: str, top: int) -> int:
        value = self.found[key]
        if type(value) is not int or not 0 <= value <= top:
            self.unfit(key, f"a whole number from 0 to {top}")
        return value

    def truth(self, key: str) -> bool:
        value = self.found[key]
        return value if isinstance(value, bool) else self.unfit(key, "true or false")

    def choice(self, key: str, choices: type[_Choice]) -> _Choice:
        value = self.found[key]
        for choice in choices:
            if choice == value:
                return choice
        self.unfit(key, "one of " + ", ".join(choices))

    def wholes(self, key: str, length: int, top: int = LARGEST_AMOUNT) -> list[int]:
        expected = f"a list of {length} whole numbers from 0 to {top}"
        values = self.found[key]
        if not isinstance(values, list) or len(values) != length:
            self.unfit(key, expected)
        if any(type(value) is not int or not 0 <= value <= top for value in values):
            self.unfit(key, expected)
        return values

    def moneys(self, key: str, length: int) -> tuple[Money, ...]:
        return tuple(map(Money, self.wholes(key, length)))

    def inner(self, key: str) -> _Fields:
        value = self.found[key]
        if not isinstance(value, dict):
            self.unfit(key, "an object")
        return _Fields(self.line, value)


def _header(fields: _Fields) -> Header:
    fields.check_keys(
        "the header", ("record", "game", "rules", "seats", "deck", "first")
    )
    game = fields.text("game", "32 lower-case hex digits")
    if not re.fullmatch("[0-9a-f]{32}", game):
        fields.unfit("game", "32 lower-case hex digits")
    names = _names(fields)
    preset, options = _rules(fields.inner("rules"))
    try:
        check_options(options, len(names))
    except ValueError as error:
        fields.wrong(str(error))
    return Header(
        game=bytes.fromhex(game),
        preset=preset,
        options=options,
        names=names,
        deck=_deck(fields),
        first=Seat(fields.whole("first", len(names) - 1)),
    )


def _names(fields: _Fields) -> tuple[str, ...]:
    names = fields.found["seats"]
    expected = f"a list of {FEWEST_SEATS} to {MOST_SEATS} names"
    if not isinstance(names, list) or not FEWEST_SEATS <= len(names) <= MOST_SEATS:
        fields.unfit("seats", expected)
    for name in names:
        # Half a surrogate pair can be written in JSON, but is no text.
        if not isinstance(name, str) or re.search("[\ud800-\udfff]", name):
            fields.wrong(f"the name {_shown(name)} is no text")
    return tuple(names)


def _rules(rules: _Fields) -> tuple[Preset, Options]:
    rules.check_keys("`rules`", ("preset", *Options.__struct_fields__))
    preset = rules.choice("preset", Preset)
    options = Options(
        double_proceeds=rules.choice("double_proceeds", DoubleProceeds),
        count_unsold=rules.truth("count_unsold"),
        unranked_value=rules.choice("unranked_value", UnrankedValue),
        mystery_hand=rules.truth("mystery_hand"),
        mystery_flip_by=rules.choice("mystery_flip_by", FlipBy),
        open_money=rules.truth("open_money"),
    )
    promised = PRESETS.get(preset, options)
    for key in _PROMISED:
        if getattr(options, key) != getattr(promised, key):
            promise = _shown(getattr(promised, key))
            rules.unfit(key, f"{promise}, as the preset {preset} promises")
    return preset, options


def _deck(fields: _Fields) -> tuple[Painting, ...] | None:
    if fields.found["deck"] is None:
        return None
    deck = fields.wholes("deck", len(PAINTINGS), len(PAINTINGS) - 1)
    for painting in PAINTINGS:
        if painting not in deck:
            fields.wrong(f"`deck` lacks the painting {painting}, another is there twice")
    return tuple(map(Painting, deck))


def _line(fields: _Fields, seats: int) -> Line:
    if "move" in fields.found:
        return _move(fields, seats)
    if "round" in fields.found:
        return _round(fields, seats)
    if "result" in fields.found:
        fields.check_keys("the result line", ("result",))
        return _result(fields.inner("result"), seats)
    fields.wrong("the line has none of the keys `move`, `round`, `result`")


def _move(fields: _Fields, seats: int) -> MoveLine:
    name = fields.text("move", "the name of a move")
    if name not in _EXTRA_KEY:
        fields.unfit("move", "one of " + ", ".join(_EXTRA_KEY))
    extra = _EXTRA_KEY[name]
    if "auto" in fields.found and fields.found["auto"] is not True:
        fields.unfit("auto", "true, or no such key")
    auto = "auto" in fields.found
    keys = ["seat", "move", *([extra] if extra else []), *(["auto"] if auto else [])]
    fields.check_keys(f"the move {name}", keys)
    if name == "hammer":
        if fields.found["seat"] is not None:
            fields.unfit("seat", "null: nobody moves the hammer")
        return Hammer()
    seat = Seat(fields.whole("seat", seats - 1))
    if extra == "painting":
        return _of_painting(name, seat, fields.whole(extra, len(PAINTINGS) - 1), auto)
    if extra == "amount":
        return _of_amount(name, seat, fields.whole(extra, LARGEST_AMOUNT), auto)
    if extra == "reason":
        return BidVoid(seat=seat, reason=fields.choice(extra, Void))
    return _of_seat(name, seat, auto)


def _of_painting(name: str, seat: Seat, painting: int, auto: bool) -> MoveLine:  # noqa: FBT001 - the field of an event
    if name == "offer":
        return Offered(seat=seat, painting=painting, blind=b"", auto=auto)
    if name == "add":
        return Added(seat=seat, painting=painting, blind=b"", auto=auto)
    return Flipped(seat=seat, painting=painting, blind=b"", auto=auto)


def _of_amount(name: str, seat: Seat, amount: int, auto: bool) -> MoveLine:  # noqa: FBT001 - the field of an event
    if name == "bid":
        return Called(seat=seat, amount=amount, auto=auto)
    if name == "price":
        return Priced(seat=seat, amount=amount, auto=auto)
    return BidOpened(seat=seat, amount=Money(amount))


def _of_seat(name: str, seat: Seat, auto: bool) -> MoveLine:  # noqa: FBT001 - the field of an event
    if name == "decline":
        return Declined(seat=seat, auto=auto)
    if name == "pass":
        return Passed(seat=seat, auto=auto)
    if name == "seal":
        return Sealed(seat=seat, commitment=FILLER, auto=auto)
    return Bought(seat=seat, auto=auto)


def _round(fields: _Fields, seats: int) -> RoundLine:
    fields.check_keys(
        "the round line", ("round", "shown", "ranking", "values", "purses")
    )
    return RoundLine(
        round=fields.whole("round", ROUNDS),
        shown=tuple(fields.wholes("shown", len(ARTISTS))),
        ranking=_ranking(fields),
        values=fields.moneys("values", len(ARTISTS)),
        purses=fields.moneys("purses", seats),
    )


def _ranking(fields: _Fields) -> tuple[Artist, ...]:
    codes = fields.found["ranking"]
    artists = {artist.code: artist for artist in ARTISTS}
    if not isinstance(codes, list) or len(codes) > len(CHIPS):
        fields.unfit("ranking", f"a list of at most {len(CHIPS)} artists")
    for code in codes:
        if not isinstance(code, str) or code not in artists:
            fields.wrong(f"the ranking names {_shown(code)}, which is no artist")
    return tuple(artists[code] for code in codes)


def _result(fields: _Fields, seats: int) -> GameWon:
    fields.check_keys("`result`", ("purses", "winners"))
    winners = fields.found["winners"]
    expected = f"a list of seats from 0 to {seats - 1}"
    if not isinstance(winners, list) or len(winners) > seats:
        fields.unfit("winners", expected)
    if any(type(seat) is not int or not 0 <= seat < seats for seat in winners):
        fields.unfit("winners", expected)
    return GameWon(fields.moneys("purses", seats), tuple(map(Seat, winners)))
