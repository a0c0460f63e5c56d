"""The table and the JSON of a run."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.measure import Figures, Result
from bench.rows import Row

HEAD = (
    f"{'row':4} {'what':56} {'Vendue':>17} {'reference':>17} "
    f"{'beside':20} {'ratio':>7}  {'at least':13} aim"
)


def line(result: Result) -> str:
    """One row of the table, and below it why a side has no figure."""
    row = result.row
    ratio = result.ratio
    cells = (
        f"{row.name:4} {row.what:56} "
        f"{_figure(result.product, row):>17} {_figure(result.reference, row):>17} "
        f"{row.reference_what:20} {_ratio(ratio):>7}  "
        f"{_verdict(row, ratio, row.at_least):13} {_verdict(row, ratio, row.aim)}"
    )
    return "\n".join((cells, *_reasons(result)))


def write_json(path: Path, results: Iterable[Result]) -> None:
    """Write all samples, medians, ratios and verdicts, and the machine."""
    document = {
        "machine": {
            "python": platform.python_version(),
            "system": platform.platform(),
            "cores": os.cpu_count(),
            "load": os.getloadavg(),
        },
        "rows": [_document(result) for result in results],
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _document(result: Result) -> dict[str, object]:
    row, ratio = result.row, result.ratio
    return {
        "name": row.name,
        "what": row.what,
        "reference": row.reference_what,
        "unit": row.unit,
        "better": row.better.name.lower(),
        "vendue_side": _side(result.product),
        "reference_side": _side(result.reference),
        "ratio": ratio,
        "at_least": row.at_least,
        "at_least_met": None if ratio is None else row.is_met(ratio, row.at_least),
        "aim": row.aim,
        "aim_met": None if ratio is None else row.is_met(ratio, row.aim),
    }


def _side(figures: Figures) -> dict[str, object]:
    return {
        "median": figures.median,
        "samples": figures.samples,
        "not_measured": figures.why_not or None,
    }


def _reasons(result: Result) -> Iterator[str]:
    for name, figures in (
        ("Vendue", result.product),
        (result.row.reference_what, result.reference),
    ):
        if figures.why_not:
            yield f"     {name} not measured: {figures.why_not}"


def _figure(figures: Figures, row: Row) -> str:
    value = figures.median
    if value is None:
        return "not measured"
    return f"{value:,.{0 if value >= 1000 else 2}f} {row.unit}"


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3g}x"


def _verdict(row: Row, ratio: float | None, threshold: float) -> str:
    wanted = f"{row.better.value} {threshold:.3g}x"
    if ratio is None:
        return wanted
    return f"{wanted} {'yes' if row.is_met(ratio, threshold) else 'NO'}"
