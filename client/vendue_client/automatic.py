"""Who sits at a line instead of a person: a bot, or a listener that only prints."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable

import click
import msgspec

from vendue_client.wording.bot_words import joined_line, over_line
from vendue_protocol.codec import decode_event
from vendue_protocol.host_messages import Logged, Over
from vendue_protocol.message import Message
from vendue_shared.bots.levels import Level

from .bot_player import BotPlayer
from .desk import Leaving
from .line import Line
from .playing import Player


def automatic(bot: Level | None, *, is_json: bool, pace: float, stays: bool) -> Player:
    """A bot, or a listener.

    Args:
        bot: How well it plays; `None`: it only listens.
        is_json: Whether each event is printed, and in the end the head of the log;
            else a bot prints that it sits down, and how each game ended.
        pace: How slowly a bot plays: 0 at once, 1 as people like it.
        stays: Whether a bot stays for more games.
    """

    async def play(line: Line) -> Leaving:
        if is_json:
            line.tap = _print_event
        elif bot is not None:
            click.echo(joined_line(line.participant, bot, line.shown_address))
            line.tap = _printing_results(line)
        if bot is None:
            leaving = await _listen(line)
        else:
            chance = secrets.randbelow
            player = BotPlayer(line, bot, chance=chance, pace=pace, stays=stays)
            leaving = await player.run()
        if is_json:
            follower = line.participant.follower
            _print_json({"s": follower.s, "h": follower.head})
        return leaving

    return play


async def _listen(line: Line) -> Leaving:
    participant = line.participant
    while participant.over is None and not line.is_lost:
        await line.wait_changed()
    return Leaving.FINISHED if participant.over else Leaving.LOST


def _printing_results(line: Line) -> Callable[[Message], None]:
    def print_result(message: Message) -> None:
        if isinstance(message, Over):
            click.echo(over_line(line.participant))

    return print_result


def _print_event(message: Message) -> None:
    if isinstance(message, Logged):
        event = msgspec.to_builtins(decode_event(message.e), builtin_types=(bytes,))
        _print_json({"s": message.s, "event": event})


def _print_json(line: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(line, default=bytes.hex) + "\n")
    sys.stdout.flush()
