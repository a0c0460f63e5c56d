"""Where a player is: in the hall, in a lobby, in a set-up, in a game."""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """Where the player is."""

    HALL = "hall"
    """Connected, at no table."""
    LOBBY = "lobby"
    """At a table between games."""
    SETUP = "setup"
    """The common deal is being made."""
    GAME = "game"
    """A game is on, or just over and still shown."""
