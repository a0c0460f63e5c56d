"""The vectors of docs/FAIRPLAY.md, made by an independent program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vendue_protocol.deal import Deal, make_deal
from vendue_protocol.keys import NO_KEY
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.terms import Chair, Clocks, Terms

VECTORS: dict[str, Any] = json.loads(
    Path(__file__).with_name("fairplay-vectors.json").read_text(encoding="utf-8")
)

PRESET_OF_RULES = {
    "classic": Preset.CLASSIC,
    "italian with the mystery hand, the auctioneer flips, money hidden": Preset.ITALIAN,
}


class DealVector:
    """One deal of the vectors: its values, and the terms it was made under."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.game = bytes.fromhex(VECTORS["game"])
        self.host_key = bytes.fromhex(VECTORS["host_key"])
        self.terms = Terms(
            game=self.game,
            options=self._options(),
            prev=self.raw("prev"),
            host_key=self.host_key,
            clocks=Clocks(
                **dict(zip(Clocks.__struct_fields__, values["clocks"], strict=True))
            ),
            first=values["first_named"],
            chairs=tuple(map(chair, values["names"], values["keys"])),
        )
        self.seed = self.raw("seed")
        self.es = self.raws("entropies")

    def _options(self) -> Options:
        promised = PRESETS[PRESET_OF_RULES[self.values["rules"]]]
        return Options(
            double_proceeds=promised.double_proceeds,
            count_unsold=promised.count_unsold,
            unranked_value=promised.unranked_value,
            mystery_hand=self.values["mystery_hand"],
        )

    def raw(self, name: str) -> bytes:
        return bytes.fromhex(self.values[name])

    def raws(self, name: str) -> tuple[bytes, ...]:
        return tuple(map(bytes.fromhex, self.values[name]))

    def deal(self) -> Deal:
        return make_deal(self.terms, self.seed, self.es)


def chair(name: str, key: str) -> Chair:
    raw = bytes.fromhex(key)
    return Chair(name=name, bot=raw == NO_KEY, key=raw)


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    return VECTORS


@pytest.fixture(
    scope="session",
    params=VECTORS["deals"],
    ids=lambda values: f"{values['seats']} seats, {values['rules'][:7]}",
)
def vector(request: pytest.FixtureRequest) -> DealVector:
    return DealVector(request.param)


@pytest.fixture(scope="session")
def deal(vector: DealVector) -> Deal:
    return vector.deal()


@pytest.fixture
def mystery() -> DealVector:
    return DealVector(VECTORS["deals"][1])


@pytest.fixture
def table_of_five() -> DealVector:
    return DealVector(VECTORS["deals"][3])
