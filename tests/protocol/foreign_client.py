"""A client as somebody else would write it: from the pages, without our code.

It imports nothing of Vendue. It knows no rules; it plays from `due`, `dealt` and
what its own seat shows, as docs/PROTOCOL.md, "A client without rules", says, and
does every hash of docs/FAIRPLAY.md by itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from tests.protocol.foreign_hashes import (
    SHARES,
    VER,
    ZEROS,
    Fields,
    digest_of,
    hashed,
    tag,
    u,
)


def packed(message: Fields) -> bytes:
    body: bytes = msgpack.packb(message)
    return u(len(body), 4) + body


FILLER = bytes((1, 0, 0))


def filled(data: bytes) -> bytes:
    """Bytes for TLS: a multiple of 256, by a filler behind them."""
    lacking = -len(data) % 256
    if 0 < lacking < 4:
        lacking += 256
    zeros = bytes(lacking - 4) if lacking else b""
    return data + (FILLER + u(len(zeros), 1) + zeros if lacking else b"")


def key_of(der: bytes) -> bytes:
    """The host's key out of its certificate, as TLS hands it over."""
    inside = inner(inner(der))
    parts = []
    while inside:
        size = len(whole(inside))
        parts.append(inside[:size])
        inside = inside[size:]
    if parts[0][0] == 0xA0:
        parts.pop(0)
    check(parts[5].startswith(bytes.fromhex("302a300506032b6570032100")), "a key")
    return parts[5][12:]


def whole(der: bytes) -> bytes:
    """The first element, head and all."""
    if der[1] < 128:
        return der[: 2 + der[1]]
    size = 2 + der[1] - 128
    return der[: size + int.from_bytes(der[2:size], "big")]


def inner(der: bytes) -> bytes:
    """What an element holds."""
    return whole(der)[2 if der[1] < 128 else 2 + der[1] - 128 :]


class Cheated(Exception):
    """The host did what no honest host does."""


def check(claim: object, what: str) -> None:
    if not claim:
        raise Cheated(what)


class ForeignClient:
    """Sits at table 1, is ready, plays each game that begins.

    Args:
        name: What it is called.
        chance: Gives that many bytes, and never the same.
    """

    def __init__(self, name: str, chance: Callable[[int], bytes]) -> None:
        self.name, self._chance = name, chance
        self._key = Ed25519PrivateKey.from_private_bytes(chance(32))
        self.public = self._key.public_key().public_bytes_raw()
        self.hand: list[int] = []
        self.purse = 100
        self.refusals: list[tuple[str, str]] = []
        self.over: str | None = None
        self.head, self.s, self.n = ZEROS, 0, 0
        self.withheld = self.seals = 0
        self._buffer = b""
        self._answered: tuple[object, ...] = ()
        self._in_flight = False
        self._bids: dict[int, int] = {}

    # Frames.

    def hello(self) -> bytes:
        return packed({"p": "vendue", "lo": 1, "hi": 1, "v": "foreign 0"})

    def feed(self, data: bytes) -> bytes:
        """Take bytes of the host; the bytes to answer at once."""
        self._buffer += data
        out = b""
        while len(self._buffer) >= 4:
            is_filler = self._buffer[:3] == FILLER
            end = 4 + int.from_bytes(self._buffer[3 * is_filler : 4], "big")
            if len(self._buffer) < end:
                break
            body, self._buffer = self._buffer[4:end], self._buffer[end:]
            if is_filler:
                continue
            out += b"".join(map(packed, self._take(msgpack.unpackb(body))))
        return out

    def _take(self, message: Fields) -> list[Fields]:
        if "t" not in message:
            check(message["use"] == 1, "no common version")
            return []
        name = message["t"].replace("-", "_")
        handler = getattr(self, f"_on_{name}", None)
        return handler(message) if handler else []

    # The lobby.

    def _on_welcome(self, message: Fields) -> list[Fields]:
        self._host_key = message["key"]
        return [{"t": "sit", "table": 1, "name": self.name, "key": self.public}]

    def _on_lobby(self, message: Fields) -> list[Fields]:
        self._lobby = message
        mine = [c for c in message["chairs"] if c["key"] == self.public]
        if self.over or not mine or mine[0]["ready"]:
            return []
        return [{"t": "ready", "revision": message["revision"], "ready": True}]

    def _on_ping(self, _: Fields) -> list[Fields]:
        return [{"t": "pong"}]

    # The set-up.

    def _on_terms(self, message: Fields) -> list[Fields]:
        terms = self._terms = message["terms"]
        for name in ("options", "clocks"):
            check(terms[name] == self._lobby[name], f"other {name}")
        check(terms["host_key"] == self._host_key, "another host")
        self.seat = [c["key"] for c in terms["chairs"]].index(self.public)
        self._e, self._secret = self._chance(32), self._chance(32)
        self._hs = message["hs"]
        self._digest = digest_of(terms)
        self._k = self._commitment(self.seat, self._e)
        return [{"t": "agree", "game": terms["game"], "k": self._k}]

    def _commitment(self, seat: int, e: bytes) -> bytes:
        game = self._terms["game"]
        return hashed(tag("entropy"), VER, game, u(seat, 1), self._hs, e)

    def _on_ks(self, message: Fields) -> list[Fields]:
        check(message["ks"][self.seat] == self._k, "own commitment changed")
        self._ks = message["ks"]
        return [{"t": "share", "game": message["game"], "e": self._e}]

    # The log.

    def _on_event(self, message: Fields) -> list[Fields]:
        payload, s = message["e"], message["s"]
        check(s == self.s + 1, "events out of order")
        event = msgpack.unpackb(payload)
        check(msgpack.packb(event) == payload, "not canonical")
        if s == 1:
            self._begin(event)
        self.s = s
        self.head = hashed(tag("log"), self.head, u(s, 8), u(len(payload), 4), payload)
        self._follow(event)
        return self._reveal()

    def _begin(self, event: Fields) -> None:
        check(digest_of(event["terms"]) == self._digest, "other terms")
        check(event["hs"] == self._hs and event["ks"] == self._ks, "other commitments")
        check(event["es"][self.seat] == self._e, "another share")
        for seat, (k, e) in enumerate(zip(event["ks"], event["es"], strict=True)):
            check(self._commitment(seat, e) == k, f"the share of seat {seat}")
        game, n = event["terms"]["game"], len(event["ks"])
        salt = hashed(tag("salt"), VER, game, u(n, 1), self._hs, *event["ks"])
        lists = [u(len(leaves), 1) + b"".join(leaves) for leaves in event["lists"]]
        root = hashed(tag("root"), VER, game, u(len(lists) - 1, 1), *lists)
        self.head = hashed(tag("start"), VER, game, salt, root)
        self._game, self._lists = game, [set(leaves) for leaves in event["lists"]]
        self._round = self._points = 0
        self.n = 0

    def _leaf(self, painting: int, blind: bytes) -> bytes:
        return hashed(tag("leaf"), VER, self._game, u(painting, 1), blind)

    def _follow(self, event: Fields) -> None:
        kind = event["t"]
        if kind in {"offered", "added"}:
            leaf = self._leaf(event["painting"], event["blind"])
            check(leaf in self._lists[event["seat"]], "a painting not dealt")
            self._lists[event["seat"]].remove(leaf)
            self._sealed_head = self.head
            if event["seat"] == self.seat:
                self.hand.remove(event["painting"])
        elif kind == "opened":
            mine = event["openings"][self.seat]
            self.withheld += mine is None
        elif kind == "sealed" and event["seat"] == self.seat:
            self.seals += 1

    def _on_dealt(self, message: Fields) -> list[Fields]:
        shares, n = SHARES[len(self._ks)], len(self._ks)
        start = n * sum(shares[: self._round]) + self.seat * shares[self._round]
        places = list(range(start, start + shares[self._round]))
        check([card[0] for card in message["cards"]] == places, "places")
        for place, painting, slot in message["cards"]:
            blind = hashed(tag("blind"), VER, self._game, u(place, 1), slot)
            leaf = self._leaf(painting, blind)
            check(leaf in self._lists[self.seat], "dealt from outside the list")
            self.hand.append(painting)
        self._round += 1
        return []

    def _hold(self, who: int, s: int) -> bytes:
        return b"".join((tag("hold"), VER, self._game, u(who, 1), u(s, 8), self.head))

    def _on_held(self, message: Fields) -> list[Fields]:
        if message["who"] != 255:
            return []
        check(message["s"] == self.s, "a hold that is not of the newest event")
        key = Ed25519PublicKey.from_public_bytes(self._host_key)
        try:
            key.verify(message["hold"], self._hold(255, self.s))
        except InvalidSignature:
            raise Cheated("a hold that does not fit") from None
        self._points += 1
        self._signed = self._key.sign(self._hold(self.seat, self.s))
        self._held_at = self.s
        return [{"t": "hold", "s": self.s, "hold": self._signed}]

    # Deciding.

    def _on_due(self, message: Fields) -> list[Fields]:
        self._due = message
        return self._decide()

    def _on_accepted(self, message: Fields) -> list[Fields]:
        self.n, self._in_flight = message["n"], False
        return self._reveal() or self._decide()

    def _on_refused(self, message: Fields) -> list[Fields]:
        self.refusals.append((message["to"], message["code"]))
        self._in_flight = self._in_flight and not message["n"]
        return []

    def _on_over(self, message: Fields) -> list[Fields]:
        self.over = message["reason"]
        return []

    def _move(self, **move: object) -> list[Fields]:
        self._in_flight = True
        named = {**move, "auction": self._due["auction"]}
        return [{"t": "move", "n": self.n + 1, "move": named}]

    def _decide(self) -> list[Fields]:
        due = self._due
        question = (due["auction"], due["decision"], due["price"], due["s"])
        if self.seat not in due["seats"] or self._in_flight:
            return []
        if due["s"] != self.s or question == self._answered:
            return []
        self._answered = question
        self.purse = due["purse"]
        answers = {
            "offer": self._offer, "add": self._decline, "flip": self._decline,
            "open": self._bid, "once": self._bid, "seal": self._seal,
            "price": self._price, "buy": self._buy, "reveal": self._reveal,
        }  # fmt: skip
        return answers[due["decision"]]()

    def _offer(self) -> list[Fields]:
        return self._move(m="offer", painting=self.hand[-1])

    def _decline(self) -> list[Fields]:
        return self._move(m="decline")

    def _bid(self) -> list[Fields]:
        price = self._due["price"]
        if price < min(self.purse, 12):
            return self._move(m="bid", amount=price + 1)
        return self._move(m="pass", on=price)

    def _price(self) -> list[Fields]:
        return self._move(m="price", amount=self.purse // 9)

    def _buy(self) -> list[Fields]:
        is_cheap = self._due["price"] <= min(self.purse, 15)
        return self._move(m="buy" if is_cheap else "pass")

    def _context(self, name: str, auction: int) -> bytes:
        where = (tag(name), VER, self._game, u(auction, 4), u(self.seat, 1))
        return b"".join((*where, self._sealed_head))

    def _nonce(self, auction: int, bid: int) -> bytes:
        layout = self._context("nonce", auction) + u(bid, 4)
        return hmac.digest(self._secret, layout, "sha256")

    def _seal(self) -> list[Fields]:
        auction, bid = self._due["auction"], min(self.purse, 9)
        self._bids[auction] = bid
        nonce = self._nonce(auction, bid)
        commitment = hashed(self._context("bid", auction), u(bid, 4), nonce)
        return self._move(m="seal", commitment=commitment)

    def _reveal(self) -> list[Fields]:
        due = getattr(self, "_due", None)
        if not due or due["decision"] != "reveal" or self._in_flight:
            return []
        auction = due["auction"]
        if self.seat not in due["seats"] or auction not in self._bids:
            return []
        bid = self._bids.pop(auction)
        return self._move(
            m="reveal",
            bid=bid,
            nonce=self._nonce(auction, bid),
            hold=self._signed,
        )
