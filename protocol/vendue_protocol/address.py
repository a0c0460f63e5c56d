"""Addresses: what a player types to find a host, and how it is written back."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from contextlib import suppress
from typing import Final

import msgspec

from .keys import read_join_code
from .text import clean_title

PORT: Final = 17092
"""Where a host listens unless told otherwise; nobody has registered it."""

_HIGHEST_PORT: Final = 65535
_TYPED_CHARACTERS: Final = 320
"""Room for the longest name of DNS, a port and a code; more is refused unread."""
_NAME_CHARACTERS: Final = 253
"""The longest name in DNS (RFC 1035, section 2.3.4, without the length bytes)."""
_LABEL: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)", re.ASCII)
"""One part of a name; letters of other alphabets reach DNS as `xn--` only."""
_ZONE: Final = re.compile(r"[\w.-]+", re.ASCII)
"""The network card of a link-local address, after the `%`."""
_SHAPE: Final = "type host, host:port or [IPv6]:port"


class BadAddress(Exception):
    """What a player typed is no address; the message says why, and what is one."""


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """Where a host is, and by what code it is known for the right one.

    Source:
        docs/PROTOCOL.md, "Addresses".
    """

    host: str
    """A name in small letters, or an IPv4 or IPv6 address without brackets."""
    port: int = PORT
    """1 to 65535."""
    code: str | None = None
    """The host's join code, `XXXX-XXXX-XXXX-XXXX`; `None` if it was not given."""

    def __str__(self) -> str:
        """Write it so that `parse_address` reads the same address again."""
        return self.place if self.code is None else f"{self.place}#{self.code}"

    @property
    def place(self) -> str:
        """The same without the code, which nobody has to compare or type now."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_address(typed: str) -> Address:
    """Read an address as a player types it.

    Args:
        typed: `host`, `host:port`, `1.2.3.4`, `::1` or `[::1]:port`, each perhaps
            with `#` and a join code; full-width characters count as plain ones.

    Returns:
        The address; IPv4 inside IPv6 (`::ffff:1.2.3.4`) comes out as IPv4.

    Raises:
        BadAddress: It is none.

    Source:
        docs/PROTOCOL.md, "Addresses".

    Example:
        >>> str(parse_address("Studio.local"))
        'studio.local:17092'
        >>> str(parse_address("[::1]:80 # ghzwcx7gavtmmw2m"))
        '[::1]:80#GHZW-CX7G-AVTM-MW2M'
    """
    if len(typed) > _TYPED_CHARACTERS:
        raise BadAddress(f"{len(typed)} characters are too many: {_SHAPE}")
    plain = unicodedata.normalize("NFKC", typed)
    place, has_code, code = plain.partition("#")
    host, port = _split(place.strip())
    return Address(
        host=_read_host(host),
        port=PORT if port is None else _read_port(port),
        code=_read_code(code) if has_code else None,
    )


def _split(place: str) -> tuple[str, str | None]:
    """Part a host from its port, which is `None` where there is no colon for it."""
    if any(map(str.isspace, place)):
        raise BadAddress(f"there is a space in {_quoted(place)}: {_SHAPE}")
    if "/" in place:
        raise BadAddress(f"{_quoted(place)} is a link or a path: {_SHAPE}")
    if place.startswith("["):
        host, closed, rest = place[1:].partition("]")
        if not closed:
            raise BadAddress(f"{_quoted(place)} lacks its ]: {_SHAPE}")
        if rest and not rest.startswith(":"):
            raise BadAddress(f"after ] comes :port, not {_quoted(rest)}")
        return host, rest[1:] if rest else None
    if place.count(":") > 1:
        return place, None
    host, colon, port = place.partition(":")
    return host, port if colon else None


def _read_host(host: str) -> str:
    if not host:
        raise BadAddress(f"the host is missing: {_SHAPE}")
    if ":" in host:
        return _read_ipv6(host)
    labels = host.removesuffix(".").split(".")
    if labels[-1].isdecimal():
        return _read_ipv4(host)
    if len(host) > _NAME_CHARACTERS or not all(map(_LABEL.fullmatch, labels)):
        raise BadAddress(
            f"{_quoted(host)} is no name of a host: "
            "it is made of letters a to z, digits, - and dots"
        )
    return host.lower()


def _read_ipv4(host: str) -> str:
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError:
        raise BadAddress(
            f"{_quoted(host)} is no IPv4 address: type four numbers from 0 to 255, "
            "as 192.168.1.5"
        ) from None


def _read_ipv6(host: str) -> str:
    _, has_zone, zone = host.partition("%")
    if not has_zone or _ZONE.fullmatch(zone):
        with suppress(ValueError):
            address = ipaddress.IPv6Address(host)
            return str(address.ipv4_mapped or address)
    raise BadAddress(
        f"{_quoted(host)} is no IPv6 address: type host:port, or [::1]:{PORT}"
    )


def _read_port(port: str) -> int:
    if not (port.isascii() and port.isdecimal()):
        raise BadAddress(
            f"the port {_quoted(port)} is no number: type one from 1 to {_HIGHEST_PORT}"
            f", or leave it out for {PORT}"
        )
    if not 1 <= int(port) <= _HIGHEST_PORT:
        raise BadAddress(f"the port {_quoted(port)} is not from 1 to {_HIGHEST_PORT}")
    return int(port)


def _read_code(typed: str) -> str:
    code = read_join_code(typed)
    if code is None:
        raise BadAddress(
            f"{_quoted(typed)} is no join code: after # come the 16 letters and digits "
            "the host shows, XXXX-XXXX-XXXX-XXXX, never a U"
        )
    return code


def _quoted(typed: str) -> str:
    """Quote what was typed, or pasted from who knows where, fit for a terminal."""
    return f"'{clean_title(typed)}'"
