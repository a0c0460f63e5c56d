"""`python -m bench [ROW ...] [--json FILE] [--quick]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.measure import measure
from bench.report import HEAD, line, write_json
from bench.rows import ROWS, Row
from bench.sides import Effort


def chosen_rows(wanted: list[str]) -> tuple[Row, ...]:
    """The rows named, in the order of the table; all if none is.

    Args:
        wanted: Names such as `W1`, or a letter for all rows that begin with it.

    Raises:
        ValueError: A name that fits no row.
    """
    names = [name.casefold() for name in wanted]
    for name in names:
        if not any(_fits(row, name) for row in ROWS):
            raise ValueError(f"no row {name!r}; there are {_all_names()}")
    return tuple(
        row for row in ROWS if not names or any(_fits(row, name) for name in names)
    )


def main() -> None:
    """Measure, print each row as it is done, write the JSON last."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure Vendue beside its references.",
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help=_all_names())
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write JSON")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the work: a smoke test"
    )
    arguments = parser.parse_args()
    try:
        rows = chosen_rows(arguments.rows)
    except ValueError as error:
        parser.error(str(error))
    effort = Effort(repeats=2, share=0.1) if arguments.quick else Effort()
    print(HEAD)
    results = []
    for row in rows:
        results.append(measure(row, effort))
        print(line(results[-1]), flush=True)
    if arguments.json is not None:
        write_json(arguments.json, results)


def _fits(row: Row, name: str) -> bool:
    return name in (row.name.casefold(), row.name[0].casefold())


def _all_names() -> str:
    return ", ".join(row.name for row in ROWS)


if __name__ == "__main__":
    main()
