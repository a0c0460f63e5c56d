"""One moment as a player may see it: what every region asks before it draws."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Final, Self

from vendue_client.attending import is_here
from vendue_client.participant import Participant
from vendue_client.wording.reckoning import present_values
from vendue_client.wording.situation import wanted
from vendue_client.wording.words import seat_name
from vendue_protocol.proof import ProofFailed
from vendue_protocol.text import clean_line
from vendue_shared.money import Money
from vendue_shared.paintings import Artist
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import NOBODY, OpenAuction
from vendue_shared.seats import Seat

from .cells import Fragment, short
from .history import Historian, Story
from .state import ScreenState

LEAST_NAME: Final = 4
"""Cells of a name that tell its player from the others, however little room is."""


class View:
    """A participant and a screen, with what is gathered from both for one drawing.

    Args:
        participant: Read, never changed.
        state: The screen's own.
        historian: Has told this participant's history before; `None`: nobody has.
    """

    def __init__(
        self,
        participant: Participant,
        state: ScreenState,
        historian: Historian | None = None,
    ) -> None:
        self.participant = participant
        self.state = state
        self.glyphs = state.glyphs
        self.position = participant.position
        self.me: Seat | None = participant.playing_seat
        self.names = participant.names
        self.story: Story = (historian or Historian()).story_of(participant.entries)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the game, in seat order."""
        return tuple(map(Seat, range(self.position.seats)))

    @property
    def alarm(self) -> ProofFailed | None:
        """The alarm that is shown in place of everything else; `None`: none."""
        return None if self.state.is_alarm_seen else self.participant.alarm

    @cached_property
    def values(self) -> tuple[Money, ...]:
        """What one painting of each artist would bring now, in board order."""
        return present_values(self.position)

    @property
    def is_asked(self) -> bool:
        """Whether the player may move now."""
        return bool(wanted(self.participant))

    @property
    def leader(self) -> Seat | None:
        """Who has the highest bid called aloud."""
        phase = self.position.phase
        if not isinstance(phase, OpenAuction | OnceAround) or phase.leader == NOBODY:
            return None
        return phase.leader

    def with_names(self, cells: int) -> Self:
        """The same moment, told with no name longer than so many cells."""
        shortened = copy(self)
        names = (clean_line(name) for name in self.names)
        shortened.names = tuple(short(name, cells, self.glyphs) for name in names)
        return shortened

    def name(self, seat: int) -> str:
        """A player's name, the own too."""
        return seat_name(self.names, seat, None)

    def who(self, seat: int) -> str:
        """A player's name, or "you"."""
        return seat_name(self.names, seat, self.me)

    def purse_of(self, seat: Seat) -> Money | None:
        """The money of a seat, where this screen may show it.

        Source:
            docs/RULES.md, "Setting up", "End of the game", and `open_money`.
        """
        is_shown = self.position.options.open_money or bool(self.position.winners)
        if seat == self.me or is_shown:
            return self.position.purses[seat]
        return None

    def is_here(self, seat: Seat) -> bool:
        """Whether the line to a seat is up, as far as is known."""
        return is_here(self.participant, seat)


def artist_chip(artist: Artist) -> Fragment:
    """The artist's letter on the artist's colour, three cells."""
    return (f"class:artist.{artist.name.lower()}", f" {artist.code} ")
