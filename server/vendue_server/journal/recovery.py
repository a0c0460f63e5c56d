"""From the journal to the tables of a host that has just started."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from vendue_server.diagnostics import log
from vendue_server.hall import Hall

from .chain import Chain, Damaged, Row, Store
from .story import Story


def recover(
    hall: Hall,
    store: Store,
    chains: Iterable[tuple[int, Sequence[Row]]],
    now: float,
) -> None:
    """Open every table again that has people or an unfinished game.

    A damaged one stays in the journal as it is, and is named; the others open.

    Args:
        hall: Without tables yet.
        store: Where they go on.
        chains: All there is: tables by number, with their entries in order.
        now: Seconds on the host's clock.

    Raises:
        StorageFailed: The journal cannot be written.
    """
    for number, rows in chains:
        if number < 1:
            _report(number, Damaged("no table has such a number"))
            continue
        try:
            chain = Chain(store, number)
            story = Story(chain.take_up(rows))
            if story.is_wanted:
                hall.take_up(number, story, chain, now)
            else:
                chain.begin_again(())
        except Damaged as damage:
            hall.pass_over(number)
            _report(number, damage)


def _report(number: int, damage: Damaged) -> None:
    log.warning("table damaged", table=number, damage=str(damage))
    sys.stderr.write(
        f"vendue-server: table {number} is damaged in the journal ({damage}); it stays "
        "there, closed, and the other tables open\n"
    )
