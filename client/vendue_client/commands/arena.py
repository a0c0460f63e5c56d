"""`vendue arena`: bots against bots, to see which is stronger and what is reached."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from vendue_client.arena_games import (
    ALL_RULES,
    Plan,
    RecordNotWritten,
    Tally,
    play_all,
    reached,
)
from vendue_client.exits import Exit, Stop
from vendue_client.language import _
from vendue_client.proved_games import NotProved
from vendue_client.wording.arena_words import (
    branch_rows,
    heading,
    laid_out,
    progress,
    result_rows,
    summary,
)
from vendue_shared.arena.branches.branch import Branch
from vendue_shared.bots.levels import Level
from vendue_shared.bots.sparring import Contender, Sparring, contender_named
from vendue_shared.options import PRESETS, Preset
from vendue_shared.seats import FEWEST_SEATS, MOST_SEATS

ALL: Final = "all"
"""The rules that mean all presets in turn and drawn options."""


@click.command()
@click.option(
    "--games",
    type=int,
    default=100,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
@click.option(
    "--seats",
    required=True,
    metavar="LEVEL,...",
    help="The levels that play, 3 to 5; or one level with --players.",
)
@click.option(
    "--players",
    metavar="N,...",
    help="Numbers of players, in turn, all of the one level of --seats.",
)
@click.option(
    "--rules",
    default=Preset.CLASSIC.value,
    show_default=True,
    metavar="PRESET",
    help="classic, italian, classic-split, or all.",
)
@click.option(
    "--mystery", is_flag=True, help="Play with the mystery hand; for 3 players."
)
@click.option(
    "--seed", default="1", show_default=True, help="The same seed gives the same games."
)
@click.option(
    "--jobs",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that play; the result does not change.",
)
@click.option(
    "--records",
    type=click.Path(),
    metavar="DIR",
    help="Leave one record a game in this folder.",
)
@click.option(
    "--branches",
    is_flag=True,
    help="Count how often each branch of the rules was taken.",
)
@click.option(
    "--proof", is_flag=True, help="Play with every proof, and verify each log."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def arena(  # noqa: PLR0913 - one argument an option
    *,
    games: int,
    seats: str,
    players: str | None,
    rules: str,
    mystery: bool,
    seed: str,
    jobs: int,
    records: str | None,
    branches: bool,
    proof: bool,
    as_json: bool,
) -> None:
    """Let bots play each other and tell who wins.

    The levels change places from game to game, so that no place counts; all sit
    in every place of a deck, and another list of levels gets the same decks.
    """  # fmt: skip
    entries = _levels(seats)
    counts = _players(players, entries)
    plan = Plan(
        games=_at_least_one(games, "--games"),
        seed=seed,
        entries=entries,
        players=counts,
        rules=_rules(rules),
        mystery=_mystery(counts) if mystery else False,
        records=records,
        proof=proof,
    )
    tally = _play(plan, _at_least_one(jobs, "--jobs"))
    if as_json:
        click.echo(json.dumps(summary(plan, rules, tally, branches=branches)))
        return
    click.echo(heading(plan, rules))
    click.echo(laid_out(result_rows(plan, tally)))
    if branches:
        _show_branches(tally)


def _show_branches(tally: Tally) -> None:
    """Below an empty line, how often each was taken, and how many were."""
    click.echo()
    click.echo(laid_out(branch_rows(tally.branches)))
    found = _("{reached} of {all} branches reached")
    count = len(reached(tally.branches))
    click.echo(found.format(reached=count, all=len(Branch)))


def _play(plan: Plan, jobs: int) -> Tally:
    total, began_s = Tally(), time.monotonic()
    try:
        if plan.records is not None:
            Path(plan.records).mkdir(parents=True, exist_ok=True)
        for tally in play_all(plan, jobs):
            total.add(tally)
            _show_progress(total.games, plan.games, time.monotonic() - began_s)
    except OSError as error:
        # Only the folder is touched here; the games tell of their files themselves.
        raise _unusable(f"{plan.records}: {error.strerror}") from None
    except RecordNotWritten as error:
        raise _unusable(str(error)) from None
    except NotProved as error:
        raise Stop(Exit.BAD, _("An honest game: {why}").format(why=error)) from None
    return total


def _unusable(where: str) -> Stop:
    text = _("The records cannot be written: {where}. Name another --records folder.")
    return Stop(Exit.DATA, text.format(where=where))


def _show_progress(done: int, games: int, taken_s: float) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{progress(done, games, taken_s)}", err=True, nl=done == games)


# What was asked for.


def _bad(text: str, option: str) -> click.BadParameter:
    return click.BadParameter(text, param_hint=f"'{option}'")


def _at_least_one(number: int, option: str) -> int:
    if number < 1:
        text = _("{number} is too few; write a whole number from 1.")
        raise _bad(text.format(number=number), option)
    return number


def _levels(text: str) -> tuple[Contender, ...]:
    levels = []
    for name in text.split(","):
        try:
            levels.append(contender_named(name.strip()))
        except ValueError:
            sentence = _(
                "There is no level {name!r}; write {levels}, with commas. To measure"
                " against there are also {others}."
            )
            told = sentence.format(
                name=name, levels=", ".join(Level), others=", ".join(Sparring)
            )
            raise _bad(told, "--seats") from None
    return tuple(levels)


def _players(text: str | None, entries: Sequence[Contender]) -> tuple[int, ...]:
    if text is None:
        if not FEWEST_SEATS <= len(entries) <= MOST_SEATS:
            sentence = _(
                "A table seats 3 to 5, not {count}; write so many levels, or one with"
                " --players 3,4,5."
            )
            raise _bad(sentence.format(count=len(entries)), "--seats")
        return (len(entries),)
    if len(entries) != 1:
        sentence = _(
            "It goes with one level only; leave --players out, or write"
            " --seats {level}."
        )
        raise _bad(sentence.format(level=entries[0]), "--players")
    return tuple(_player_count(part) for part in text.split(","))


def _player_count(text: str) -> int:
    fitting = {str(n): n for n in range(FEWEST_SEATS, MOST_SEATS + 1)}
    if text.strip() not in fitting:
        sentence = _("{text!r} players make no table; write 3, 4 or 5, with commas.")
        raise _bad(sentence.format(text=text), "--players")
    return fitting[text.strip()]


def _mystery(players: Sequence[int]) -> bool:
    wrong = next((count for count in players if count != FEWEST_SEATS), None)
    if wrong is not None:
        sentence = _("The mystery hand is for {fewest} players, not {count}.")
        told = sentence.format(fewest=FEWEST_SEATS, count=wrong)
        raise _bad(told, "--mystery")
    return True


def _rules(text: str) -> tuple[Preset, ...]:
    if text == ALL:
        return ALL_RULES
    for preset in PRESETS:
        if preset.value == text:
            return (preset,)
    names = ", ".join([*PRESETS, ALL])
    sentence = _("There are no rules {name!r}; write one of {names}.")
    raise _bad(sentence.format(name=text, names=names), "--rules")
