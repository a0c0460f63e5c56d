"""Messages written for people: bytes with comments, and values on one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgpack

WIDE: Final = 32
"""Bytes of data on a line of their own."""
SHORT: Final = 8
"""Data up to this long stands beside its key."""
FIXED_ARRAY: Final = 16
"""An array of fewer has its length in its first byte."""


class Noted(NamedTuple):
    """One frame of a session."""

    sender: str
    """`client` or `host`."""
    body: bytes
    note: str
    """What a reader is to know besides; may be empty."""


def annotate(number: int, noted: Noted) -> str:
    """A frame as lines of hex, each with a comment after `#`."""
    raw = msgpack.unpackb(noted.body, use_list=False)
    tag = raw.get("t", "hello")
    other = "host" if noted.sender == "client" else "client"
    lines = [f"# {number}. {noted.sender} to {other}: {tag}"]
    if noted.note:
        lines.append(f"# {noted.note}")
    size = len(noted.body)
    lines.append(_line(0, size.to_bytes(4, "big"), f"{size} bytes follow"))
    lines.extend(_map_lines(raw, 0))
    return "\n".join(lines)


def _map_lines(raw: Mapping[str, Any], depth: int) -> Iterator[str]:
    yield _line(depth, bytes((0x80 | len(raw),)), f"map of {len(raw)}")
    for key, value in raw.items():
        yield from _item_lines(msgpack.packb(key), value, depth + 1, f'"{key}": ')


def _item_lines(prefix: bytes, value: object, depth: int, said: str) -> Iterator[str]:
    packed = msgpack.packb(value)
    if isinstance(value, dict):
        yield _line(depth, prefix, said.rstrip(": "))
        yield from _map_lines(value, depth)
    elif isinstance(value, tuple):
        head = packed[:1] if len(value) < FIXED_ARRAY else packed[:3]
        yield _line(depth, prefix, f"{said}array of {len(value)}", head)
        for index, item in enumerate(value):
            yield from _item_lines(b"", item, depth + 1, f"[{index}] ")
    elif isinstance(value, bytes) and len(value) > SHORT:
        head = packed[: len(packed) - len(value)]
        yield _line(depth, prefix, f"{said}{len(value)} bytes", head)
        yield from _data_lines(value, depth + 1)
    else:
        yield _line(depth, prefix, f"{said}{diagnostic(value)}", packed)


def _data_lines(data: bytes, depth: int) -> Iterator[str]:
    inner = _event_in(data)
    if inner is not None:
        yield from _map_lines(inner, depth)
        return
    for start in range(0, len(data), WIDE):
        yield f"{'  ' * depth}{data[start : start + WIDE].hex()}"


def _event_in(data: bytes) -> Mapping[str, Any] | None:
    """The event that these bytes are, if they are one."""
    try:
        raw = msgpack.unpackb(data, use_list=False)
    except (ValueError, msgpack.exceptions.ExtraData):
        return None
    return raw if isinstance(raw, dict) and "t" in raw else None


def _line(depth: int, key: bytes, comment: str, value: bytes = b"") -> str:
    shown = "  ".join(filter(None, (key.hex(), value.hex(), f"# {comment}")))
    return f"{'  ' * depth}{shown}"


def bytes_of(text: str) -> bytes:
    """The bytes of annotated lines, without their comments."""
    return b"".join(bytes.fromhex(line.partition("#")[0]) for line in text.splitlines())


def diagnostic(value: object) -> str:
    """A value on one line: as JSON, with data as `h'hex'`, its middle left out."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case bytes():
            return f"h'{_shortened(value.hex())}'"
        case str():
            return f'"{value}"'
        case dict():
            inside = (f'"{key}": {diagnostic(item)}' for key, item in value.items())
            return "{" + ", ".join(inside) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(diagnostic, value)) + "]"
        case _:
            return str(value)


def _shortened(digits: str) -> str:
    if len(digits) <= 4 * SHORT:
        return digits
    return f"{digits[:SHORT]}..{digits[-SHORT:]}"
