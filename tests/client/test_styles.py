"""Colours: readable on light and dark, and none where none are wanted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from prompt_toolkit.output import ColorDepth

from vendue_client.art.depth import Depth
from vendue_client.screen.screen_settings import depth_of
from vendue_client.screen.styles import LOOKS, color_depth, style_for

CLIENT: Final = Path(__file__).parents[2] / "client" / "vendue_client"
DEPTHS: Final = pytest.mark.parametrize("depth", Depth, ids=lambda depth: depth.value)


def light_of(colour: str) -> float:
    """The relative luminance of a colour as WCAG counts it, 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lights = sorted((light_of(one), light_of(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def parts_of(style: str) -> dict[str, str]:
    return dict(part.split(":") for part in style.split() if ":" in part)


@pytest.mark.parametrize("name", LOOKS)
def test_every_look_reads_on_light_and_dark(name: str) -> None:
    parts = parts_of(LOOKS[name].true)

    if "bg" in parts:
        assert contrast(parts["fg"], parts["bg"]) >= 4.5
    elif "fg" in parts:
        assert contrast(parts["fg"], "#000000") >= 3.5
        assert contrast(parts["fg"], "#ffffff") >= 3.5


@pytest.mark.parametrize("name", LOOKS)
def test_without_colour_no_look_has_one(name: str) -> None:
    assert not parts_of(LOOKS[name].none)


@pytest.mark.parametrize("name", LOOKS)
def test_sixteen_colours_are_named_ones(name: str) -> None:
    assert all(
        value.startswith("ansi") for value in parts_of(LOOKS[name].basic).values()
    )


def test_what_is_asked_stands_out_without_colour() -> None:
    for name in ("asked", "banner", "market.danger", "question", "hand.chosen"):
        assert "reverse" in LOOKS[name].none, name


@DEPTHS
def test_every_depth_makes_a_style(depth: Depth) -> None:
    assert style_for(depth).style_rules


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, Depth.TRUE),
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "screen-256color", "COLORTERM": ""}, Depth.INDEXED),
        ({"TERM": "xterm"}, Depth.BASIC),
        ({"TERM": "linux"}, Depth.BASIC),
        ({}, Depth.BASIC),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.MONO),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.MONO),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""}, Depth.TRUE),
    ],
)
def test_the_environment_says_how_many_colours(
    environment: dict[str, str], depth: Depth
) -> None:
    assert depth_of(environment) is depth


def test_no_colour_is_prompt_toolkits_one_bit() -> None:
    assert color_depth(Depth.MONO) is ColorDepth.DEPTH_1_BIT
    assert color_depth(Depth.TRUE) is ColorDepth.DEPTH_24_BIT


def test_no_text_is_ever_read_as_markup() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in CLIENT.rglob("*.py")}

    marked = [
        p.name for p, text in sources.items() if re.search(r"\b(HTML|ANSI)\(", text)
    ]

    assert not marked


def test_the_presenter_knows_no_terminal() -> None:
    known = re.compile(r"^(from|import) (trio|asyncio|prompt_toolkit)\b", re.MULTILINE)
    sources = (CLIENT / "presenter").glob("*.py")

    assert not [p.name for p in sources if known.search(p.read_text(encoding="utf-8"))]


def test_trio_and_asyncio_meet_in_one_module() -> None:
    known = re.compile(r"^import asyncio\b", re.MULTILINE)
    sources = CLIENT.rglob("*.py")

    meeting = [p.name for p in sources if known.search(p.read_text(encoding="utf-8"))]

    assert meeting == ["bridge.py"]
