"""The hashes of docs/FAIRPLAY.md, written by somebody without our code."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

VER: Final = b"\x00\x01"
ZEROS: Final = bytes(32)
CLOCKS: Final = (
    "offer", "add", "once", "seal", "reveal", "price", "buy", "flip", "open",
    "raised", "cap", "grace",
)  # fmt: skip
SHARES: Final = {3: (10, 6, 6, 0), 4: (9, 4, 4, 0), 5: (8, 3, 3, 0)}
PAINTINGS: Final = (
    *(3, 3, 2, 2, 2), *(3, 2, 3, 3, 2), *(3, 3, 3, 3, 2), *(3, 3, 3, 3, 3),
    *(4, 3, 3, 3, 3),
)  # fmt: skip

Fields = dict[str, Any]


def tag(name: str) -> bytes:
    return f"vendue/{name}".encode().ljust(16, b"\0")


def hashed(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def u(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")


def digest_of(terms: Fields) -> bytes:
    """R."""
    options, chairs = terms["options"], terms["chairs"]
    shares = SHARES[4 if options["mystery_hand"] else len(chairs)]
    rules = hashed(
        tag("rules"),
        VER,
        u(("second_all", "split").index(options["double_proceeds"]), 1),
        u(options["count_unsold"], 1),
        u(("zero", "accumulated").index(options["unranked_value"]), 1),
        u(options["mystery_hand"], 1),
        u(("auctioneer", "buyer").index(options["mystery_flip_by"]), 1),
        u(options["open_money"], 1),
        u(100, 2),
        bytes((4, 5, 30, 20, 10, *shares, *PAINTINGS)),
    )
    parts = [tag("terms"), VER, terms["game"], rules, terms["prev"], terms["host_key"]]
    parts += [u(terms["clocks"][clock], 2) for clock in CLOCKS]
    parts += [u(255 if terms["first"] is None else terms["first"], 1)]
    parts += [u(len(chairs), 1)]
    for chair in chairs:
        name = chair["name"].encode()
        parts += [u(chair["bot"], 1), chair["key"], u(len(name), 1), name]
    return hashed(*parts)
