"""Every limit of the wire in one place; a host may raise those of its tables."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side takes from its peer before it says no.

    Source:
        docs/PROTOCOL.md, "Limits".
    """

    hello_bytes: int = 256
    """The longest first frame."""
    stranger_frame_bytes: int = 1024
    """The longest frame of who neither sits nor watches."""
    frame_bytes: int = 16 * 1024
    """The longest frame: a full `begun` packs to about 6 KiB."""
    stranger_queue_bytes: int = 16 * 1024
    """What may wait to be sent beside the log to who neither sits nor watches."""
    queue_bytes: int = 256 * 1024
    """What may wait to be sent beside the log to a member of a table."""
    hello_s: float = 5.0
    """From the connection to the whole hello, the handshake of TLS included."""
    frame_s: float = 10.0
    """From a frame's first byte to its last."""
    write_s: float = 10.0
    """How long a write may make no progress."""
    ping_s: float = 10.0
    """A peer that is silent this long is pinged."""
    dead_s: float = 30.0
    """A peer that is silent this long is gone."""
    messages_per_s: float = 20.0
    """Above this a host reads later; it neither drops nor refuses."""
    burst_messages: int = 40
    bytes_per_s: float = 32.0 * 1024
    connections: int = 64
    connections_per_address: int = 16
    strangers: int = 16
    """Connections without a seat that do not watch either."""
    strangers_per_address: int = 8
    """Half of them, so that no one address keeps everybody else out."""
    tables: int = 16
    watchers: int = 8
    """Spectators of one table."""
    refusals_per_minute: int = 20
    tries: int = 5
    """Wrong and new passwords of one address in a minute; after them none is tried."""
    chats: int = 8
    """Chat lines in `chats_s`."""
    chats_s: float = 10.0
    chats_before_end: int = 50
    """So many lines in `chats_s` end the connection; most of them were refused."""
    failed_returns_per_minute: int = 5
    """Of one address; then all its returns are refused for `returns_refused_s`."""
    returns_refused_s: float = 60.0
    returns_per_minute: int = 5
    """Of one seat that succeed."""
    lobby_tables_listed: int = 64
    """The most tables one answer lists."""


DEFAULT = Limits()
