"""The seventy pictures: exact in size, true to the terminal's colours, always alike."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from wcwidth import wcswidth

from vendue_client.art.canvas import canvas
from vendue_client.art.depth import Depth
from vendue_client.art.palettes import CUBE, NAMED
from vendue_client.art.picture import picture
from vendue_shared.paintings import PAINTINGS

SIZES = ((10, 4), (14, 6), (40, 20), (13, 5))
SMALLEST = (10, 4)
SNAPSHOT = "f8ce1d280c10162f7184545c63608fb80af4682942ae87f950bb979693277a96"
"""All seventy at every depth, 10 x 4 cells: a picture that changes, changes this."""

ROOT = Path(__file__).parents[2]
EACH_DEPTH = pytest.mark.parametrize("depth", Depth, ids=lambda depth: depth.name)


def digest() -> str:
    pictures = [
        picture(painting, *SMALLEST, depth) for depth in Depth for painting in PAINTINGS
    ]
    return hashlib.sha256(repr(pictures).encode()).hexdigest()


def colours(depth: Depth) -> set[str]:
    return {
        part.partition(":")[2]
        for painting in PAINTINGS
        for line in picture(painting, *SMALLEST, depth)
        for style, _ in line
        for part in style.split()
    }


def test_the_seventy_pictures_are_those_of_the_snapshot() -> None:
    assert digest() == SNAPSHOT


def test_another_process_with_another_hash_seed_paints_the_same() -> None:
    code = f"import runpy; print(runpy.run_path({__file__!r})['digest']())"
    path = os.pathsep.join(str(ROOT / room) for room in ("client", "shared"))

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == digest()


@EACH_DEPTH
def test_no_two_pictures_are_alike(depth: Depth) -> None:
    pictures = {picture(painting, *SMALLEST, depth) for painting in PAINTINGS}

    assert len(pictures) == len(PAINTINGS) == 70


@EACH_DEPTH
@pytest.mark.parametrize(
    ("columns", "rows"), SIZES, ids=[f"{columns}x{rows}" for columns, rows in SIZES]
)
def test_a_picture_fills_its_cells_exactly(
    columns: int, rows: int, depth: Depth
) -> None:
    for painting in PAINTINGS[::7]:
        lines = picture(painting, columns, rows, depth)

        widths = [wcswidth("".join(text for _, text in line)) for line in lines]
        assert widths == [columns] * rows


@EACH_DEPTH
def test_neighbouring_fragments_differ_in_style(depth: Depth) -> None:
    for painting in PAINTINGS:
        for line in picture(painting, *SMALLEST, depth):
            assert all(left[0] != right[0] for left, right in pairwise(line))
            assert all(text for _, text in line)


def test_truecolour_names_colours_in_six_digits() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours(Depth.TRUE))


def test_256_colours_keep_to_the_fixed_240() -> None:
    cube = {f"#{r:02x}{g:02x}{b:02x}" for r in CUBE for g in CUBE for b in CUBE}
    grays = {f"#{gray:02x}" + f"{gray:02x}" * 2 for gray in range(8, 239, 10)}

    assert colours(Depth.INDEXED) <= cube | grays


def test_16_colours_keep_to_the_named_16() -> None:
    assert colours(Depth.BASIC) <= set(NAMED.values())


def test_a_picture_without_colour_is_braille_without_style() -> None:
    for painting in PAINTINGS:
        for line in picture(painting, *SMALLEST, Depth.MONO):
            ((style, text),) = line

            assert style == ""
            assert all(0x2800 <= ord(cell) <= 0x28FF for cell in text)


def test_a_picture_without_colour_is_neither_blank_nor_full() -> None:
    for painting in PAINTINGS:
        lines = picture(painting, *SMALLEST, Depth.MONO)
        dots = sum(
            (ord(cell) & 255).bit_count() for ((_, text),) in lines for cell in text
        )

        assert 0.15 < dots / (8 * 40) < 0.85


def test_a_canvas_has_the_pixels_asked_for_and_whole_colours() -> None:
    for painting in PAINTINGS[::5]:
        rows = canvas(painting, 9, 7)

        assert [len(row) for row in rows] == [9] * 7
        assert all(
            0 <= part <= 255 for row in rows for colour in row for part in colour
        )


def test_a_single_pixel_can_be_painted() -> None:
    assert all(len(canvas(painting, 1, 1)) == 1 for painting in PAINTINGS)


@pytest.mark.parametrize(("width_px", "height_px"), [(0, 4), (4, 0), (-1, 4)])
def test_a_canvas_without_pixels_is_refused(width_px: int, height_px: int) -> None:
    with pytest.raises(ValueError, match="no canvas"):
        canvas(PAINTINGS[0], width_px, height_px)


def test_a_picture_is_painted_once() -> None:
    first = picture(PAINTINGS[0], *SMALLEST, Depth.TRUE)

    assert picture(PAINTINGS[0], *SMALLEST, Depth.TRUE) is first
