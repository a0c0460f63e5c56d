"""A game as the journal has it, played again to the very same end."""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.codec import decode_event, encode_event
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.proof import ProofFailed
from vendue_server.game import Game
from vendue_server.new_game import NewGame
from vendue_server.refusal import Refusal
from vendue_server.setup import new_game
from vendue_shared.events import Begun
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

from .chain import Damaged
from .entries import Happening
from .story import GameStory


def revived(
    story: GameStory, made: Callable[[NewGame, float], Game], now: float
) -> Game:
    """Play a game again, with everything that proves it.

    Args:
        story: Of it.
        made: Makes a game that has not begun and is not journalled.
        now: Seconds on the host's clock.

    Raises:
        Damaged: It does not come to what it came to.
    """
    try:
        game = made(_deal_again(story), now)
        game.take_up(story.entries, now)
    except (ProofFailed, Refusal, IllegalMove, RemoteProtocolError) as fault:
        raise Damaged(f"its game: {fault}") from None
    except ValueError as fault:
        raise Damaged(f"a secret of its game: {fault}") from None
    return game


def _deal_again(story: GameStory) -> NewGame:
    """Make the same deal from the stored seed.

    Raises:
        Damaged: The seed is not that of the game.
        RemoteProtocolError: The first event is none.
        ValueError: There is no such deal.
    """
    first, set_up = story.entries[0], story.set_up
    begun = decode_event(first.payload) if isinstance(first, Happening) else None
    if not isinstance(first, Happening) or not isinstance(begun, Begun):
        raise Damaged("its game does not begin")
    levels = {
        Seat(seat): level
        for seat, level in enumerate(set_up.levels)
        if level is not None
    }
    new = new_game(set_up.terms, set_up.seed, begun.es, levels)
    if encode_event(new.begun) != first.payload:
        raise Damaged("its seed is not the one its game began with")
    return new
