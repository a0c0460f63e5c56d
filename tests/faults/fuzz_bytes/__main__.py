"""A fuzzer that looks where its bytes lead: `python -m tests.faults.fuzz_bytes`.

It needs atheris (`pip install atheris`) and takes libFuzzer's flags, as
`-max_total_time=60`. What it finds ends it with the bytes that did it. A `__main__`
is what pytest does not import when it looks for examples, since few have atheris.
"""

from __future__ import annotations

import sys
from contextlib import suppress

import atheris

with atheris.instrument_imports(include=["vendue_protocol", "vendue_server"]):
    from tests.faults.sessions_in_memory import SessionInMemory
    from tests.protocol.samples import EVENTS, MESSAGES, body_of

    from vendue_protocol.codec import (
        CLIENT_MESSAGES,
        HOST_MESSAGES,
        decode,
        decode_event,
        decode_hello,
        encode_event,
    )
    from vendue_protocol.errors import RemoteProtocolError
    from vendue_protocol.game_file import BadFile, read_game_file


def one_input(data: bytes) -> None:
    """Hand some bytes to all that takes bytes of others."""
    for types in (CLIENT_MESSAGES, HOST_MESSAGES):
        with suppress(RemoteProtocolError):
            decode(data, types)
    with suppress(RemoteProtocolError):
        decode_event(data)
    with suppress(RemoteProtocolError):
        decode_hello(data)
    with suppress(BadFile):
        read_game_file(data)
    SessionInMemory().hear(data)


def main() -> None:
    """Fuzz until told to stop."""
    for message in MESSAGES:
        one_input(body_of(message))
    for event in EVENTS:
        one_input(encode_event(event))
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
