"""What the arena tells: how far it is, and then who won, for people and programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wcwidth import wcswidth

from vendue_client.arena_games import WHOLE_WIN, Plan, Tally, interval
from vendue_client.language import _
from vendue_client.wording.words import money
from vendue_shared.arena.branches.branch import Branch
from vendue_shared.bots.sparring import Contender


def progress(done: int, games: int, taken_s: float) -> str:
    """Tell how far it is after a time in seconds, and how long it still takes."""
    minutes, seconds = divmod(round(taken_s * (games - done) / done), 60)
    text = _("{done} of {games} games, about {minutes}:{seconds:02} left")
    return text.format(done=done, games=games, minutes=minutes, seconds=seconds)


def summary(
    plan: Plan, rules: str, tally: Tally, *, branches: bool
) -> dict[str, object]:
    """The same for programs, with all that it takes to play it again.

    Args:
        plan: What was played.
        rules: As they were asked for.
        tally: What came of it.
        branches: Whether the branches of the rules are counted too.
    """
    found: dict[str, object] = {
        "games": tally.games,
        "rules": rules,
        "mystery": plan.mystery,
        "seed": plan.seed,
        "seats": [
            _summary_of(tally, entry, level) for entry, level in enumerate(plan.entries)
        ],
    }
    if branches:
        found["branches"] = [
            {"branch": b.code, "ruling": b.ruling, "count": tally.branches[b]}
            for b in Branch
        ]
    return found


def _summary_of(tally: Tally, entry: int, level: Contender) -> dict[str, object]:
    wins = tally.wins[entry] / WHOLE_WIN
    low, high = interval(wins / tally.games, tally.games)
    return {
        "level": level,
        "wins": round(wins, 3),
        "share": round(wins / tally.games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "money_mean": round(tally.money[entry] / tally.seats[entry], 3),
    }


def heading(plan: Plan, rules: str) -> str:
    """What was played, in one line."""
    text = _("{games} games, rules {rules}, seed {seed}")
    if plan.mystery:
        text = _("{games} games, rules {rules} with the mystery hand, seed {seed}")
    return text.format(games=plan.games, rules=rules, seed=plan.seed)


def result_rows(plan: Plan, tally: Tally) -> list[tuple[str, ...]]:
    """Who won how often, a row for each that was listed, and what is above them."""
    rows: list[tuple[str, ...]] = [
        (_("level"), _("wins"), _("95 % sure"), _("mean money"), _("seats"))
    ]
    for entry, level in enumerate(plan.entries):
        wins = tally.wins[entry] / WHOLE_WIN
        low, high = interval(wins / tally.games, tally.games)
        rows.append(
            (
                level.value,
                f"{wins / tally.games:.1%}",
                f"{low:.1%} - {high:.1%}",
                money(round(tally.money[entry] / tally.seats[entry], 1)),
                str(tally.seats[entry]),
            )
        )
    return rows


def branch_rows(branches: Counter[Branch]) -> list[tuple[str, ...]]:
    """How often each branch of the rules was taken, and what is above the rows."""
    counted = ((_(b.label), b.ruling, str(branches[b])) for b in Branch)
    return [(_("branch"), _("ruling"), _("count")), *counted]


def laid_out(rows: Sequence[Sequence[str]]) -> str:
    """Lay out columns, the first to the left, the others to the right."""
    widths = [max(map(wcswidth, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        gaps = [width - wcswidth(c) for width, c in zip(widths, row, strict=True)]
        cells = [row[0] + " " * gaps[0]]
        cells += [" " * gap + cell for gap, cell in zip(gaps[1:], row[1:], strict=True)]
        lines.append("  ".join(cells))
    return "\n".join(lines)
