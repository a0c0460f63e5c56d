"""Orders that neither a screen nor plain lines need to do themselves."""

from __future__ import annotations

from vendue_protocol.client_messages import Leave, Sit

from . import language
from .desk import Desk
from .orders.order import Local, LocalKind
from .standing_pass import pass_lot


def run_errand(  # noqa: C901 - one a kind
    order: Local, desk: Desk, name: str
) -> bool:
    """Do what an order asks for, where that is no matter of showing anything.

    Args:
        order: Something that is neither a move nor a message.
        desk: Where the player sits.
        name: What the player is called when sitting down.

    Returns:
        Whether it was such an order; else nothing was done.
    """
    participant = desk.participant
    match order.kind:
        case LocalKind.BACK:
            participant.back_to_lobby()
        case LocalKind.LEAVE:
            desk.send(Leave())
        case LocalKind.LANG:
            language.use(order.argument)
        case LocalKind.SIT:
            if participant.table is not None:
                desk.send(Leave())  # a spectator's place, for a chair
            key = participant.key.public
            desk.send(Sit(table=int(order.argument), name=name, key=key))
        case LocalKind.GO_ON:
            for message in participant.go_on():
                desk.send(message)
        case LocalKind.STAY_OUT:
            for message in pass_lot(participant):
                desk.send(message)
        case LocalKind.SHARE:
            for message in participant.share_again():
                desk.send(message)
        case _:
            return False
    return True
