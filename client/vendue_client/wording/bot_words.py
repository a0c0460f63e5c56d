"""What a bot that was sent to a host says: that it sits down, and how a game ended."""

from __future__ import annotations

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.text import clean_line
from vendue_shared.bots.levels import Level

from .reckoning import ranking_lines
from .words import Teller, listed, seat_name


def joined_line(participant: Participant, level: Level, address: str) -> str:
    """Who plays how well at which table; one line."""
    text = _("{name} plays at table {table} of {address}, level {level}.")
    return text.format(
        name=_name(participant),
        table=participant.table,
        address=clean_line(address),
        level=level.value,
    )


def over_line(participant: Participant) -> str:
    """The ranking of the game that has just ended; one line."""
    position = participant.position
    places = listed(ranking_lines(Teller(participant.names, None), position.purses))
    if position.winners:
        return _("The game is over: {places}").format(places=places)
    return _("The game was ended early: {places}").format(places=places)


def _name(participant: Participant) -> str:
    """The own name; a bot that comes back to a game is told its lobby later."""
    chair, lobby = participant.chair, participant.lobby
    if lobby is not None and chair is not None:
        return clean_line(lobby.chairs[chair].name)
    return seat_name(participant.names, chair if chair is not None else 0, None)
