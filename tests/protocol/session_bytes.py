"""A short session, made of fixed keys and seeds, and printed byte for byte.

The host's own session, table and game play it in this process; three guests say
what their clients would. `docs/PROTOCOL.md` prints what the first one sends and
gets; a test compares the two. After a change of the protocol, write it anew:

    python -m tests.protocol.session_bytes --write
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import trio
from tests.protocol.guests import (
    GAME,
    HOST_KEY,
    NAMES,
    SEED,
    Guest,
    Sitting,
    fixed,
    follow_all,
    hold_all,
)
from tests.protocol.notation import Noted, annotate

from vendue_protocol.client_messages import ListTables, Sit
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.message import Bye
from vendue_shared.choices import Decision
from vendue_shared.paintings import Kind

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "PROTOCOL.md"
TITLE: Final = "## A session, byte by byte"


def play_session() -> Guest:
    """Play the story; Ada, who has the transcript."""
    return trio.run(_play_session)


async def _play_session() -> Guest:
    sitting = Sitting()
    ada, bruno, chie = everybody = [Guest(sitting, name) for name in NAMES]
    _sit_down(ada, bruno, chie)
    for guest in everybody:
        guest.agree()
        follow_all(everybody)
    for guest in everybody:
        guest.share()
        follow_all(everybody)
    hold_all(everybody)
    _sell_openly(everybody)
    _sell_sealed(everybody)
    ada.say(Bye(why="bye"))
    for guest in everybody:
        guest.line.put_away()
    return ada


def _sit_down(ada: Guest, bruno: Guest, chie: Guest) -> None:
    """Bruno and Chie are here and ready when Ada comes; she takes chair 0."""
    for chair, guest in ((1, bruno), (2, chie)):
        guest.greet()
        guest.say(Sit(table=1, name=guest.name, key=guest.key.public, chair=chair))
        guest.ready()
    ada.greet()
    ada.say(ListTables())
    ada.sit()
    ada.ready()
    follow_all([bruno, chie])


def _sell_openly(everybody: list[Guest]) -> None:
    ada, bruno, chie = everybody
    ada.offer(Kind.OPEN)
    follow_all(everybody)
    bruno.bid(7)
    follow_all(everybody)
    chie.pass_on(7)
    follow_all(everybody)
    ada.pass_on(7)
    follow_all(everybody)


def _sell_sealed(everybody: list[Guest]) -> None:
    ada, bruno, chie = everybody
    bruno.offer(Kind.SEALED)
    follow_all(everybody)
    for guest, amount in ((bruno, 5), (chie, 0), (ada, 12)):
        guest.seal(amount)
        follow_all(everybody)
    hold_all(everybody)
    for guest in (ada, bruno, chie):
        guest.reveal()
        follow_all(everybody)


def fixed_values() -> Iterator[tuple[str, bytes]]:
    """What would be random, by name, as the page tells it."""
    yield "host's private key", fixed("host key")
    yield "game", GAME
    yield "seed", SEED
    for name in NAMES:
        yield f"{name}'s private key", fixed(f"key of {name}")
        yield f"{name}'s share e", fixed(f"share of {name}")
        yield f"{name}'s seat secret", fixed(f"secret of {name}")
    yield "challenge to Ada", fixed("challenge of Ada")


def printed() -> str:
    """The section of the page: the fixed values, then every frame."""
    values = "\n".join(f"| {name} | `{raw.hex()}` |" for name, raw in fixed_values())
    frames = "\n\n".join(
        annotate(number, noted) for number, noted in enumerate(transcript(), start=1)
    )
    code = join_code(host_id_of(HOST_KEY.public))
    return (
        f"| fixed | value |\n|---|---|\n{values}\n\n"
        f"So the host's join code is `{code}`.\n\n```text\n{frames}\n```\n"
    )


def transcript() -> list[Noted]:
    ada = play_session()
    due = ada.due
    if due is None or due.decision is not Decision.OFFER:
        raise AssertionError("the story did not come to its end")
    return ada.transcript


def write_page() -> None:
    """Replace what follows the introduction of the section, up to the page's end."""
    page = PAGE.read_text(encoding="utf-8")
    head, _, _ = page.partition("| fixed | value |")
    if TITLE not in head:
        raise AssertionError(f"no {TITLE!r} before the values")
    PAGE.write_text(head + printed(), encoding="utf-8")


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write_page()
    else:
        print(printed())
