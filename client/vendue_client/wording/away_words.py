"""A lost line in words: what happened, and what is being done about it."""

from __future__ import annotations

from math import ceil

from vendue_client.language import _
from vendue_client.participant import Participant


def away_sentence(participant: Participant) -> str:
    """What happened, and when it is tried again; empty where the line is up."""
    away = participant.away
    if away is None:
        return ""
    seconds = participant.away_s
    if seconds is None:
        return _("{why} Trying again now.").format(why=away.why)
    return _("{why} Trying again in {seconds} s.").format(
        why=away.why, seconds=ceil(seconds)
    )


def not_sent() -> str:
    """Why nothing can be done meanwhile."""
    return _("Nothing can be sent before the line is back.")


def away_keys() -> list[tuple[str, str]]:
    """What the player may do meanwhile: (key, what it does)."""
    return [("r", _("try now")), ("q", _("leave"))]
