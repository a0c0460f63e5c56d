"""Before a game: what one may type in the hall and in the lobby."""

from __future__ import annotations

import msgspec
import pytest

from vendue_client.orders.order import (
    Local,
    LocalKind,
    Send,
)
from vendue_client.orders.prompting import (
    completions,
)
from vendue_client.orders.reading import parse
from vendue_client.wording.situation import asked
from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import (
    Arrange,
    Create,
    Ready,
    SeatBot,
    Start,
    Watch,
)
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Proposal, Refused
from vendue_shared.options import PRESETS, Options, Preset

from .conftest import GameAtHome, why_not
from .lobby_at_home import GAME, SEED, terms_of


def test_enter_is_ready_and_then_not(home: GameAtHome) -> None:
    first = parse("", home.participant)
    assert first == Send(Ready(revision=1, ready=True))
    home.take(Ready(revision=1, ready=True))

    assert parse("r", home.participant) == Send(Ready(revision=2, ready=False))
    assert parse("s", home.participant) == Send(Start())


def test_a_late_refusal_of_an_earlier_ready_takes_nothing_back(
    home: GameAtHome,
) -> None:
    home.be_ready()
    home.arrange(first=1)  # while that is on its way
    home.be_ready()
    home.tell(Refused(code=Code.STALE, to="ready"))
    terms = terms_of(home.lobby)
    hs = seed_commitment(GAME, terms_digest(terms), SEED)

    home.tell(Proposal(terms=terms, hs=hs, attempt=1))

    assert home.participant.alarms == []


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("/chairs 5", {"chairs": 5}),
        ("/first 3", {"first": 2}),
        ("/first drawn", {"first": None}),
        ("/preset italian", {"options": PRESETS[Preset.ITALIAN]}),
        ("/option open_money yes", {"options": Options(open_money=True)}),
        ("/option mystery_flip_by buyer", None),
        ("/clock offer 90", None),
    ],
)
def test_the_owner_arranges_the_table(
    home: GameAtHome, typed: str, changes: dict[str, object] | None
) -> None:
    order = parse(typed, home.participant)

    assert isinstance(order, Send)
    assert isinstance(order.message, Arrange)
    for name, value in (changes or {}).items():
        assert getattr(order.message, name) == value
    if "clock" in typed:
        assert order.message.clocks.offer == 90
        assert order.message.clocks.add == home.lobby.clocks.add


def test_the_owner_seats_and_removes_bots(home: GameAtHome) -> None:
    chairs = list(home.lobby.chairs)
    chairs[2] = msgspec.structs.replace(chairs[2], name="", level="")
    home.arrange(chairs=tuple(chairs))

    free = parse("/bot random", home.participant)
    named = parse("/bot 4 random", home.participant)
    away = parse("/nobot 2", home.participant)

    assert free == Send(SeatBot(chair=2, level="random"))
    assert named == Send(SeatBot(chair=3, level="random"))
    assert away == Send(SeatBot(chair=1, level=""))


@pytest.mark.parametrize(
    "typed",
    [
        "/chairs 2", "/chairs x", "/first 9", "/preset mine", "/option", "/option a b",
        "/option open_money maybe", "/clock offer 0", "/clock tea 4", "/bot genius",
        "/nobot 1", "/tables", "/sit 1",
    ],
)  # fmt: skip
def test_a_wrong_order_in_the_lobby_says_what_would_do(
    home: GameAtHome, typed: str
) -> None:
    assert len(why_not(typed, home)) > 10


def test_the_hall_lists_sits_watches_and_creates(home: GameAtHome) -> None:
    hall = type(home.participant)(
        home.participant.key,
        randomness=bytes,
        now=lambda: 0.0,
        note=lambda _note: None,
    )

    assert parse("/sit 3", hall) == Local(LocalKind.SIT, "3")
    assert parse("/watch 3", hall) == Send(Watch(table=3))
    assert parse("/create Blu", hall) == Send(Create(name="Blu"))
    assert completions("/cr", hall) == ["/create "]


def test_a_spectator_may_take_a_free_chair_of_the_lobby(home: GameAtHome) -> None:
    lobby = home.participant.lobby
    assert lobby is not None
    free = msgspec.structs.replace(lobby.chairs[0], name="", key=b"", level="")
    chairs = (free, *lobby.chairs[1:])
    home.participant.chair = None
    home.participant.lobby = msgspec.structs.replace(lobby, chairs=chairs)

    order = parse("/sit", home.participant)

    assert order == Local(LocalKind.SIT, str(home.participant.table))
    assert asked(home.participant) == "A chair is free: /sit takes it."
