"""What plain mode has not told yet: events, chat, refusals, the lobby, the hall."""

from __future__ import annotations

from vendue_client.entries import Entry, Notice
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.alarm_words import plain_block
from vendue_client.wording.consequences import round_title
from vendue_client.wording.hold_words import late_holds, newest_point, sealed_line
from vendue_client.wording.lobby_sentences import lobby_changes, tables_lines
from vendue_client.wording.sentences import happened, told
from vendue_client.wording.situation import asked
from vendue_client.wording.words import lower_first, money
from vendue_protocol.follower import Step
from vendue_protocol.host_messages import Lobby, Tables
from vendue_shared.events import Called, Moved
from vendue_shared.happened import BidsShown, RoundBegan


class News:
    """Tells everything once.

    Args:
        participant: Whose history it is.
    """

    def __init__(self, participant: Participant) -> None:
        self._participant = participant
        self._entry: Entry | None = None
        self._lobby: Lobby | None = None
        self._tables: Tables | None = None
        self._stage: Stage | None = None
        self._late_at = b""
        """The head of the hold point at which a hold was told to be missing."""
        self.awaits_move = False
        """Whether the player sent a move that neither came nor was refused yet."""

    def lines(self) -> list[str]:
        """What came since the last time; an empty line goes before each round."""
        lines = [line for entry in self._fresh() for line in self._of_entry(entry)]
        return [*lines, *self._of_stage(), *self._of_holds()]

    def forget_lobby(self) -> None:
        """Tell the whole lobby anew the next time."""
        self._lobby = None

    def _fresh(self) -> list[Entry]:
        fresh: list[Entry] = []
        for entry in reversed(self._participant.entries):
            if entry is self._entry:
                break
            fresh.append(entry)
        if fresh:
            self._entry = fresh[0]
        return fresh[::-1]

    def _of_entry(self, entry: Entry) -> list[str]:
        if isinstance(entry, Notice):
            self.awaits_move = False
            if entry.code == "alarm":
                return plain_block(self._participant)
        if not isinstance(entry, Step):
            return told(entry, self._participant)
        lines = happened(entry, self._participant)
        if lines and self._answers(entry):
            self.awaits_move = False
            lines[0] = _accepted(entry, lines[0])
        lines += self._of_bids(entry)
        titles = {round_title(f) for f in entry.facts if isinstance(f, RoundBegan)}
        return [
            out for line in lines for out in (["", line] if line in titles else [line])
        ]

    def _of_bids(self, step: Step) -> list[str]:
        """What a sealed auction proves, right after its bids were opened."""
        lines = [
            sealed_line(self._participant, step.s, fact)
            for fact in step.facts
            if isinstance(fact, BidsShown)
        ]
        return [line for line in lines if line]

    def _of_holds(self) -> list[str]:
        """Whose signature is missing, once a hold point."""
        late = late_holds(self._participant)
        point = newest_point(self._participant)
        if not late or point is None or point.head == self._late_at:
            return []
        self._late_at = point.head
        return [_("Event {s}: {what}").format(s=point.s, what=late)]

    def _answers(self, step: Step) -> bool:
        """Whether the step is the move that the player sent."""
        event = step.event
        is_own = isinstance(event, Moved) and (
            event.seat == self._participant.playing_seat
        )
        return self.awaits_move and is_own and not getattr(event, "auto", False)

    def _of_stage(self) -> list[str]:
        participant, lines = self._participant, []
        tables = participant.tables
        if tables is not self._tables and participant.stage is Stage.HALL:
            lines += tables_lines(tables.tables if tables else ())
        self._tables = tables
        if participant.stage is Stage.LOBBY:
            lines += lobby_changes(self._lobby, participant)
            self._lobby = participant.lobby
        is_setup = participant.stage is Stage.SETUP
        if is_setup and self._stage is not Stage.SETUP:
            lines.append(asked(participant))
        self._stage = participant.stage
        return lines


def _accepted(step: Step, line: str) -> str:
    if isinstance(step.event, Called):
        return _("ok: you lead with {amount}.").format(amount=money(step.event.amount))
    return _("ok: {what}.").format(what=lower_first(line))
