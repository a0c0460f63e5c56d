"""A player at home whose line is cut, or whose program is started anew."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_client.participant import Participant
from vendue_client.restoring import remembered, restore
from vendue_client.sitting_notes import AnyNote, SatDown
from vendue_protocol.client_messages import Return, Watch
from vendue_protocol.follower import Follower
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Dealt, Held, Logged, Presence, Seated, Welcome
from vendue_protocol.log_frames import How, LogEnd, LogHeader
from vendue_protocol.message import Message

from .at_home import GameAtHome
from .lobby_at_home import GAME, HOST_KEY, NAMES, OWN_KEY, TABLE, due_after

SAT = SatDown(host_key=HOST_KEY.public, table=TABLE, name=NAMES[0])


def cut(game: GameAtHome) -> None:
    """Cut the line; the host's side goes on unheard."""
    game.is_cut = True
    game.participant.lose_line()


def come_back(game: GameAtHome) -> list[Message]:
    """Bring the line back, as a host answers a return; what was sent on it."""
    asked = game.participant.return_on(
        Welcome(key=HOST_KEY.public, challenge=bytes(range(32)))
    )
    assert isinstance(asked[0], Return | Watch)
    s = asked[0].s if isinstance(asked[0], Return) else 0
    before = len(game.sent)
    missed = [m for m in game.told if isinstance(m, Logged | Dealt | Held)]
    game.is_cut, told = False, list(game.told)
    game.tell(Seated(table=TABLE, chair=game.me, n=game.accepted), game.lobby)
    game.tell(*[m for m in missed if _belongs_after(m, s)])
    here = (True,) * game.seats
    game.tell(Presence(s=game.host.s, here=here, watchers=0), due_after(game.host))
    game.told = told
    game._open_bids()
    return [*asked, *game.sent[before:]]


def _belongs_after(message: Logged | Dealt | Held, s: int) -> bool:
    """What is sent to who holds `s`; what lies beside that event comes again."""
    return message.s > s or (message.s == s > 0 and not isinstance(message, Logged))


def start_anew(
    game: GameAtHome, notes: Sequence[AnyNote] | None = None, *, has_log: bool = True
) -> None:
    """Kill the player's program and start it again with what it had on disk."""
    old = game.participant
    log = kept_log(game, old.follower) if has_log and old.follower.s else None
    cut(game)
    game.participant = Participant(
        OWN_KEY,
        randomness=lambda size: b"\x04" * size,
        now=lambda: game.now,
        note=game.notes.append,
    )
    kept = [SAT, *(game.notes if notes is None else notes)]
    restore(game.participant, remembered(kept), log)


def kept_log(game: GameAtHome, follower: Follower) -> GameFile:
    """The player's own log, as far as it was followed."""
    held = [m for m in game.told if getattr(m, "s", 0) <= follower.s]
    return GameFile(
        header=LogHeader(game=GAME, reader=game.me or 0),
        given_up=(),
        events=tuple(m for m in held if isinstance(m, Logged)),
        holds=tuple(m for m in held if isinstance(m, Held)),
        dealt=tuple(m for m in held if isinstance(m, Dealt)),
        end=LogEnd(s=follower.s, h=follower.head, how=How.OPEN),
        size=0,
        frames=0,
    )
