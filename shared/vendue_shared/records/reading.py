"""Reading a record, strictly: exactly the keys, the types and the bounds of the page.

What a line says is not judged here; `referee` does that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from vendue_shared.events import (
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
from vendue_shared.happened import GameWon, Void
from vendue_shared.money import Money
from vendue_shared.options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    Preset,
    UnrankedValue,
    check_options,
)
from vendue_shared.paintings import ARTISTS, PAINTINGS, Artist, Painting
from vendue_shared.phases.phase import LARGEST_AMOUNT
from vendue_shared.scoring import CHIPS
from vendue_shared.seats import FEWEST_SEATS, MOST_SEATS, Seat
from vendue_shared.shares import ROUNDS

from .strict_json import (
    MOST_LINES,
    BadRecord,
    Fields,
    check_version,
    object_of,
    rows_of,
    shown,
)
from .writing import (
    BidOpened,
    BidVoid,
    Header,
    Line,
    MoveLine,
    Record,
    RoundLine,
)

FILLER: Final = b"\x01" * 32
"""Stands where a record leaves out a commitment, a nonce or a key."""

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
    rows = rows_of(data)
    check_version(rows[0])
    header = _header(Fields(1, object_of(1, rows[0])))
    return header, _lines(rows, len(header.names))


def _lines(rows: Sequence[bytes], seats: int) -> Iterator[tuple[int, Line]]:
    for number, row in enumerate(rows[1:], 2):
        if number > MOST_LINES:
            raise BadRecord(number, f"a record has at most {MOST_LINES} lines")
        yield number, _line(Fields(number, object_of(number, row)), seats)


def _header(fields: Fields) -> Header:
    fields.check_keys(
        "the header", ("record", "game", "rules", "seats", "deck", "first")
    )
    game = fields.text("game", "32 lower-case hex digits")
    if not re.fullmatch("[0-9a-f]{32}", game):
        raise fields.unfit("game", "32 lower-case hex digits")
    names = _names(fields)
    preset, options = _rules(fields.inner("rules"))
    try:
        check_options(options, len(names))
    except ValueError as error:
        raise fields.wrong(str(error)) from None
    return Header(
        game=bytes.fromhex(game),
        preset=preset,
        options=options,
        names=names,
        deck=_deck(fields),
        first=Seat(fields.whole("first", len(names) - 1)),
    )


def _names(fields: Fields) -> tuple[str, ...]:
    names = fields.found["seats"]
    expected = f"a list of {FEWEST_SEATS} to {MOST_SEATS} names"
    if not isinstance(names, list) or not FEWEST_SEATS <= len(names) <= MOST_SEATS:
        raise fields.unfit("seats", expected)
    for name in names:
        # Half a surrogate pair can be written in JSON, but is no text.
        if not isinstance(name, str) or re.search("[\ud800-\udfff]", name):
            raise fields.wrong(f"the name {shown(name)} is no text")
    return tuple(names)


def _rules(rules: Fields) -> tuple[Preset, Options]:
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
            promise = shown(getattr(promised, key))
            raise rules.unfit(key, f"{promise}, as the preset {preset} promises")
    return preset, options


def _deck(fields: Fields) -> tuple[Painting, ...] | None:
    if fields.found["deck"] is None:
        return None
    deck = fields.wholes("deck", len(PAINTINGS), len(PAINTINGS) - 1)
    for painting in PAINTINGS:
        if painting not in deck:
            raise fields.wrong(
                f"`deck` lacks the painting {painting}, another is there twice"
            )
    return tuple(map(Painting, deck))


def _line(fields: Fields, seats: int) -> Line:
    if "move" in fields.found:
        return _move(fields, seats)
    if "round" in fields.found:
        return _round(fields, seats)
    if "result" in fields.found:
        fields.check_keys("the result line", ("result",))
        return _result(fields.inner("result"), seats)
    raise fields.wrong("the line has none of the keys `move`, `round`, `result`")


def _move(  # noqa: C901, PLR0912 - one line a move
    fields: Fields, seats: int
) -> MoveLine:
    name = _name(fields)
    if name == "hammer":
        if fields.found["seat"] is not None:
            raise fields.unfit("seat", "null: the host's clock moves the hammer")
        return Hammer()
    seat = fields.whole("seat", seats - 1)
    auto = "auto" in fields.found
    match name:
        case "offer":
            return Offered(seat=seat, painting=_painting(fields), blind=b"", auto=auto)
        case "add":
            return Added(seat=seat, painting=_painting(fields), blind=b"", auto=auto)
        case "flip":
            return Flipped(seat=seat, painting=_painting(fields), blind=b"", auto=auto)
        case "bid":
            return Called(seat=seat, amount=_amount(fields), auto=auto)
        case "price":
            return Priced(seat=seat, amount=_amount(fields), auto=auto)
        case "open":
            return BidOpened(seat=Seat(seat), amount=_amount(fields))
        case "void":
            return BidVoid(seat=Seat(seat), reason=fields.choice("reason", Void))
        case "seal":
            return Sealed(seat=seat, commitment=FILLER, auto=auto)
        case "decline":
            return Declined(seat=seat, auto=auto)
        case "pass":
            return Passed(seat=seat, auto=auto)
        case _:
            return Bought(seat=seat, auto=auto)


def _name(fields: Fields) -> str:
    """The name of a move; its line has exactly the keys that go with it."""
    name = fields.text("move", "the name of a move")
    if name not in _EXTRA_KEY:
        raise fields.unfit("move", "one of " + ", ".join(_EXTRA_KEY))
    keys = ["seat", "move"]
    extra = _EXTRA_KEY[name]
    if extra is not None:
        keys.append(extra)
    if "auto" in fields.found:
        keys.append("auto")
        if fields.found["auto"] is not True:
            raise fields.unfit("auto", "true, or no such key")
    fields.check_keys(f"the move {name}", keys)
    return name


def _painting(fields: Fields) -> int:
    return fields.whole("painting", len(PAINTINGS) - 1)


def _amount(fields: Fields) -> Money:
    return Money(fields.whole("amount", LARGEST_AMOUNT))


def _round(fields: Fields, seats: int) -> RoundLine:
    fields.check_keys(
        "the round line", ("round", "shown", "ranking", "values", "purses")
    )
    return RoundLine(
        round=fields.whole("round", ROUNDS, 1),
        shown=tuple(fields.wholes("shown", len(ARTISTS))),
        ranking=_ranking(fields),
        values=fields.moneys("values", len(ARTISTS)),
        purses=fields.moneys("purses", seats),
    )


def _ranking(fields: Fields) -> tuple[Artist, ...]:
    codes = fields.found["ranking"]
    artists = {artist.code: artist for artist in ARTISTS}
    if not isinstance(codes, list) or len(codes) > len(CHIPS):
        raise fields.unfit("ranking", f"a list of at most {len(CHIPS)} artists")
    for code in codes:
        if not isinstance(code, str) or code not in artists:
            raise fields.wrong(f"the ranking names {shown(code)}, which is no artist")
    return tuple(artists[code] for code in codes)


def _result(fields: Fields, seats: int) -> GameWon:
    fields.check_keys("`result`", ("purses", "winners"))
    winners = fields.found["winners"]
    expected = f"a list of seats from 0 to {seats - 1}"
    if not isinstance(winners, list) or len(winners) > seats:
        raise fields.unfit("winners", expected)
    if any(type(seat) is not int or not 0 <= seat < seats for seat in winners):
        raise fields.unfit("winners", expected)
    return GameWon(fields.moneys("purses", seats), tuple(map(Seat, winners)))
