"""Bytes to messages and events, and back; a peer's bytes are never trusted.

What is written just as we would write it is read by the schema alone: encoding it
again gives the same bytes. All else goes through msgpack, which takes a limit for
everything it allocates, and then through the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar, Union, get_args

import msgpack
import msgspec

from vendue_shared.events import AnyEvent
from vendue_shared.moves import AnyMove

from .client_messages import FROM_CLIENT, Play
from .errors import Code, LocalProtocolError, RemoteProtocolError
from .frames import HEAD_BYTES, frame
from .hello import Hello
from .host_messages import FROM_HOST
from .message import Message
from .text import clean_line, clean_title

DEEPEST: Final = 6
"""Levels of arrays and maps in a message; the deepest, `terms`, has 4."""

_T = TypeVar("_T")
_encoder = msgspec.msgpack.Encoder()


def _by_tag(types: Iterable[Any]) -> dict[str, Any]:
    return {one.__struct_config__.tag: one for one in types}


CLIENT_MESSAGES: Final[Mapping[str, type[Message]]] = _by_tag(FROM_CLIENT)
"""What a host takes, by tag."""

HOST_MESSAGES: Final[Mapping[str, type[Message]]] = _by_tag(FROM_HOST)
"""What a client takes, by tag."""

_MOVES: Final = _by_tag(get_args(AnyMove))
_EVENTS: Final = _by_tag(get_args(AnyEvent))

_message_decoder = msgspec.msgpack.Decoder(Union[FROM_CLIENT + FROM_HOST])  # noqa: UP007
_event_decoder = msgspec.msgpack.Decoder(AnyEvent)


def encode(message: Message) -> bytes:
    """A message as the frame that carries it.

    Raises:
        LocalProtocolError: A value that msgpack cannot write, such as half a
            surrogate pair, which a terminal can hand in.
    """
    body = _encode(message)
    return len(body).to_bytes(HEAD_BYTES, "big") + body


def encode_hello(message: Hello) -> bytes:
    """A hello as the frame that carries it."""
    return frame(_encode(message))


def encode_event(event: AnyEvent) -> bytes:
    """An event's payload: one msgpack map, keys in order, shortest forms.

    Raises:
        LocalProtocolError: A value that msgpack cannot write.
    """
    return _encode(event)


def decode_hello(body: bytes) -> Hello:
    """The peer's first frame; its program's version comes out fit to be printed.

    Raises:
        RemoteProtocolError: It is not the hello of this protocol.
    """
    raw = _unpack(body)
    found = _convert(
        {k: raw[k] for k in ("p", "lo", "hi", "v", "use") if k in raw}, Hello
    )
    if found.p != "vendue":
        raise RemoteProtocolError(Code.SCHEMA, f"a hello of {found.p[:32]!r}")
    return msgspec.structs.replace(found, v=clean_title(found.v))


def decode(body: bytes, types: Mapping[str, type[Message]]) -> Message:
    """A body as one of these messages.

    Args:
        body: What a frame carried.
        types: `CLIENT_MESSAGES` at a host, `HOST_MESSAGES` at a client.

    Raises:
        RemoteProtocolError: E_FRAME where it is not strict msgpack, E_SCHEMA where
            it is no such message.
    """
    message: Message | None = _as_we_write_it(body, _message_decoder)
    if message is not None and type(message).__struct_config__.tag in types:
        return message
    return _decoded_strictly(body, types)


def _decoded_strictly(body: bytes, types: Mapping[str, type[Message]]) -> Message:
    raw = _unpack(body)
    kind = _find(raw, "t", types)
    if kind is Play and isinstance(raw.get("move"), dict):
        move = _convert(raw["move"], _find(raw["move"], "m", _MOVES))
        envelope = _convert({**raw, "move": _NO_MOVE}, Play)
        return Play(n=envelope.n, move=move)
    message: Message = _convert(raw, kind)
    return message


def decode_event(payload: bytes) -> AnyEvent:
    """A payload as the event it is, if it is written the one canonical way.

    Raises:
        RemoteProtocolError: It is no event, or not in canonical form.
    """
    event: AnyEvent | None = _as_we_write_it(payload, _event_decoder)
    if event is not None:
        return event
    raw = _unpack(payload)
    _convert(raw, _find(raw, "t", _EVENTS))
    raise RemoteProtocolError(Code.SCHEMA, "an event that is not in canonical form")


def _as_we_write_it(body: bytes, decoder: msgspec.msgpack.Decoder[_T]) -> _T | None:
    """What a body says, if our own encoder would have written it just so.

    So no key comes twice and no form is longer than needed; what the schema takes
    is bounded by its types.
    """
    try:
        value = decoder.decode(body)
        return value if _encoder.encode(value) == body else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def _encode(value: Message | Hello | AnyEvent) -> bytes:
    try:
        return _encoder.encode(value)
    except (UnicodeEncodeError, OverflowError) as error:
        raise LocalProtocolError(f"a {type(value).__name__}: {error}") from None


_NO_MOVE: Final = {"m": "buy", "auction": 0}


def _find(raw: Mapping[str, Any], key: str, types: Mapping[str, Any]) -> Any:
    tag = raw.get(key)
    kind = types.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise RemoteProtocolError(Code.SCHEMA, f"unknown {key!r}: {str(tag)[:32]!r}")
    return kind


def _convert(raw: Any, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(raw, kind, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        detail = clean_line(str(error)[:200])  # it quotes keys of the peer
        raise RemoteProtocolError(Code.SCHEMA, detail) from None


def _unpack(body: bytes) -> dict[str, Any]:
    try:
        raw = msgpack.unpackb(
            body,
            object_pairs_hook=_unique,
            ext_hook=_no_extension,
            use_list=False,
            max_str_len=len(body),
            max_bin_len=len(body),
            max_array_len=min(len(body), 128),
            max_map_len=min(len(body), 64),
            max_ext_len=0,
        )
    except (
        ValueError,
        RecursionError,
        TypeError,
        msgpack.exceptions.StackError,
    ) as error:
        raise RemoteProtocolError(Code.FRAME, f"{type(error).__name__}"[:80]) from None
    if not isinstance(raw, dict):
        raise RemoteProtocolError(Code.FRAME, f"a {type(raw).__name__}, not a map")
    _check_depth(raw, DEEPEST)
    return raw


def _unique(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _no_extension(code: int, data: bytes) -> None:
    del data
    raise ValueError(f"extension type {code}")


def _check_depth(raw: Any, left: int) -> None:
    if not left:
        raise RemoteProtocolError(Code.FRAME, f"deeper than {DEEPEST}")
    for value in raw.values() if isinstance(raw, dict) else raw:
        if isinstance(value, dict | tuple):
            _check_depth(value, left - 1)
