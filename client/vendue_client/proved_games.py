"""Arena games with every proof: played, then proved from every log they leave."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from vendue_protocol.comparing import compare
from vendue_protocol.proof import ProofFailed
from vendue_protocol.proved_game import ProvedGame, bids_of
from vendue_protocol.proved_setup import Seating, agree
from vendue_protocol.verify.reports import NotSound
from vendue_protocol.verifying import read_whole, verify_file
from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots.sparring import Contender
from vendue_shared.events import Ending
from vendue_shared.options import Options

GIVEN_UP_EVERY: Final = 4
"""In one of so many games, a set-up is given up before."""


class NotProved(Exception):
    """An honest game raised an alarm or did not verify: a bug; the message tells it."""


def play_proved(
    levels: Sequence[Contender], options: Options, source: random.Random
) -> ArenaGame:
    """Play one game of bots with the whole set-up and every check.

    Each seat is a person with keys of its own; every person, a spectator and the
    host keep a log, and each log is verified and compared with the others.

    Args:
        levels: One a seat, 3 to 5.
        options: Must fit the number of seats.
        source: Everything is drawn from here, keys and secrets too.

    Returns:
        The game, its deck made by everybody's shares.

    Raises:
        NotProved: Somebody's machine would have raised an alarm.
    """
    seating = Seating(
        options=options,
        names=tuple(f"{level}-{seat + 1}" for seat, level in enumerate(levels)),
        given_up=int(source.randrange(GIVEN_UP_EVERY) == 0),
    )
    try:
        proved = ProvedGame(agree(seating, source.randbytes))
        deal = proved.deal
        game = play_game(
            levels, options, deal.deck, deal.first, source.randrange, clock=True
        )
        _play_again(game, proved)
        _verify(proved)
    except (ProofFailed, NotSound) as failure:
        raise NotProved(str(failure)) from failure
    return game


def _play_again(game: ArenaGame, proved: ProvedGame) -> None:
    events = [event for event, _facts in game.steps]
    bids = bids_of(events)
    for index, event in enumerate(events):
        proved.take(event, bids.get(index, 0))
    proved.end(Ending.FINISHED)
    found, right = proved.host.position.purses, game.position.purses
    if found != right:
        raise NotProved(f"purses {found} instead of {right}")


def _verify(proved: ProvedGame) -> None:
    files = [read_whole(proved.file_of(reader)) for reader in proved.readers]
    for file in files:
        for _report in verify_file(file):
            pass
    if not compare(files).is_same:
        raise NotProved("the logs of one game differ")
