"""What a connection may say, at every place it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import pytest
from tests.server.game_by_hand import HOST_KEY, KEYS, NAMES
from tests.server.table_by_hand import RecordedConnection, dealer_for_tests

from vendue_protocol.client_messages import (
    FROM_CLIENT,
    STRANGER_MAY,
    Agree,
    Arrange,
    Create,
    Finish,
    HandOver,
    Hold,
    Kick,
    Leave,
    ListTables,
    Pause,
    Play,
    Ready,
    Resume,
    Return,
    Say,
    SeatBot,
    Share,
    Sit,
    Start,
    TakeOver,
    Watch,
)
from vendue_protocol.codec import encode
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.errors import Code, Farewell, RemoteProtocolError
from vendue_protocol.frames import HEAD_BYTES
from vendue_protocol.host_messages import (
    Created,
    Lobby,
    Logged,
    Proposal,
    Refused,
    Seated,
    Tables,
    Welcome,
)
from vendue_protocol.keys import NO_HEAD, host_id_of, return_message
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Bye, Message, Ping, Pong
from vendue_server.hall import Hall
from vendue_server.session import Session
from vendue_shared.events import Player
from vendue_shared.moves import Bid
from vendue_shared.options import Options
from vendue_shared.refusals import Reason
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks

CHALLENGE: Final = b"\x44" * 32
NOTHING_SIGNED: Final = bytes(64)
STANDING: Final = 1
"""The number of the table that is always open."""


class Client:
    """One session of a test.

    Args:
        hall: The host's tables.
        limits: What the connection may cost.
        challenge: What a return must sign.
    """

    def __init__(
        self, hall: Hall, limits: Limits = DEFAULT, challenge: bytes = CHALLENGE
    ) -> None:
        self.line = RecordedConnection(limits)
        self.session = Session(self.line, hall, HOST_KEY.public, challenge)
        self.now = 0.0

    def says(self, *messages: Message) -> None:
        for message in messages:
            self.session.handle(message, self.now)

    @property
    def refusals(self) -> list[str]:
        return [refusal.code for refusal in self.line.heard_of(Refused)]


@pytest.fixture
def hall() -> Hall:
    """A host with one standing table of three chairs."""
    hall = Hall(dealer_for_tests([]), DEFAULT)
    hall.open("Vendue", 3, kept=True, starts_alone=True)
    return hall


@pytest.fixture
def stranger(hall: Hall) -> Client:
    return Client(hall)


def seated(hall: Hall, person: int) -> Client:
    client = Client(hall)
    key = KEYS[person].public
    client.says(Sit(table=STANDING, name=NAMES[person], key=key))
    return client


def begin_game(clients: list[Client]) -> None:
    """Let three persons set up and begin a game."""
    for client in clients:
        revision = client.line.newest(Lobby).revision
        client.says(Ready(revision=revision, ready=True))
    for seat, client in enumerate(clients):
        proposal = client.line.newest(Proposal)
        k = entropy_commitment(proposal.terms.game, Seat(seat), proposal.hs, bytes(32))
        client.says(Agree(game=proposal.terms.game, k=k))
    for client in clients:
        game = client.line.newest(Proposal).terms.game
        client.says(Share(game=game, e=bytes(32)))


# Who may say what, where.

SAMPLES: Final[Mapping[type[Message], Message]] = {
    ListTables: ListTables(),
    Create: Create(name="Another"),
    Sit: Sit(table=STANDING, name="Zoe", key=KEYS[4].public),
    Watch: Watch(table=STANDING),
    Leave: Leave(),
    Ready: Ready(revision=0, ready=True),
    Arrange: Arrange(options=Options(), clocks=Clocks(), first=None, chairs=3),
    SeatBot: SeatBot(chair=2, level="standard"),
    Start: Start(),
    Agree: Agree(game=bytes(16), k=bytes(32)),
    Share: Share(game=bytes(16), e=bytes(32)),
    Play: Play(n=1, move=Bid(auction=99, amount=1)),
    Hold: Hold(s=1, hold=NOTHING_SIGNED),
    HandOver: HandOver(to=Player.BOT),
    Pause: Pause(reason="tea"),
    Resume: Resume(),
    TakeOver: TakeOver(seat=1),
    Kick: Kick(seat=1),
    Finish: Finish(),
    Say: Say(text="hello"),
    Return: Return(
        table=STANDING, game=bytes(16), seat=0, s=0, h=NO_HEAD, signature=NOTHING_SIGNED
    ),
    Ping: Ping(),
    Pong: Pong(),
    Bye: Bye(why="bye"),
}

YES: Final = ""
"""It is done."""

STRANGER, SPECTATOR, GUEST, OWNER = "stranger", "spectator", "guest", "owner"
ROLES: Final = (STRANGER, SPECTATOR, GUEST, OWNER)

_A, _L, _P, _S = Code.AUTH, Code.LOBBY, Code.PLAYING, Code.STALE

IN_LOBBY: Final[Mapping[type[Message], tuple[str, str, str, str]]] = {
    ListTables: (YES, YES, YES, YES),
    Create: (YES, _A, _A, _A),
    Sit: (YES, _A, _A, _A),
    Watch: (YES, _A, _A, _A),
    Leave: (_A, YES, YES, YES),
    Ready: (_A, _A, YES, YES),
    Arrange: (_A, _A, _A, YES),
    SeatBot: (_A, _A, _A, YES),
    Start: (_A, _A, _A, Code.OPTIONS),
    Agree: (_A, _S, _S, _S),
    Share: (_A, _S, _S, _S),
    Play: (_A, _L, _L, _L),
    Hold: (_A, _L, _L, _L),
    HandOver: (_A, _L, _L, _L),
    Pause: (_A, _A, _A, _L),
    Resume: (_A, _A, _A, _L),
    TakeOver: (_A, _A, _A, _L),
    Kick: (_A, _A, _A, YES),
    Finish: (_A, _A, _A, _L),
    Say: (_A, YES, YES, YES),
    Return: (_A, _A, _A, _A),
    Ping: (YES, YES, YES, YES),
    Pong: (YES, YES, YES, YES),
    Bye: (YES, YES, YES, YES),
}
"""By role: done, or the refusal; two persons sit, so that nobody can start."""

IN_GAME: Final[Mapping[type[Message], tuple[str, str, str, str]]] = {
    **IN_LOBBY,
    Sit: (_P, _A, _A, _A),
    Ready: (_A, _P, _P, _P),
    Arrange: (_A, _P, _P, _P),
    SeatBot: (_A, _P, _P, _P),
    Start: (_A, _P, _P, _P),
    Play: (_A, _A, Reason.STALE, Reason.STALE),
    Hold: (_A, _A, Code.HOLD, Code.HOLD),
    HandOver: (_A, _A, YES, YES),
    Pause: (_A, _A, _A, YES),
    Resume: (_A, _A, _A, _S),
    TakeOver: (_A, _A, _A, YES),
    Finish: (_A, _A, _A, YES),
}


def every_case(
    table: Mapping[type[Message], tuple[str, str, str, str]],
) -> list[object]:
    return [
        pytest.param(role, kind, answers[number], id=f"{role}-{tag_of(kind)}")
        for kind, answers in table.items()
        for number, role in enumerate(ROLES)
    ]


def tag_of(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


def in_role(hall: Hall, role: str, persons: list[Client]) -> Client:
    match role:
        case "owner":
            return persons[0]
        case "guest":
            return persons[1]
        case "spectator":
            client = Client(hall)
            client.says(Watch(table=STANDING))
            return client
        case _:
            return Client(hall)


def answer_to(client: Client, message: Message) -> str:
    """The refusal of a message; empty if it was done."""
    client.line.forget()
    client.says(message)
    refusals = client.refusals
    return refusals[0] if refusals else YES


def test_tables_of_who_may_say_what_name_every_message() -> None:
    assert set(SAMPLES) == set(IN_LOBBY) == set(IN_GAME) == set(FROM_CLIENT)


def test_strangers_are_refused_what_the_protocol_says_they_may_not_say() -> None:
    never = {kind for kind in FROM_CLIENT if IN_LOBBY[kind][0] == Code.AUTH}

    assert never - {Return} == set(FROM_CLIENT) - set(STRANGER_MAY)


@pytest.mark.parametrize(("role", "kind", "answer"), every_case(IN_LOBBY))
def test_in_the_lobby(hall: Hall, role: str, kind: type[Message], answer: str) -> None:
    persons = [seated(hall, 0), seated(hall, 1)]
    client = in_role(hall, role, persons)

    assert answer_to(client, SAMPLES[kind]) == answer


@pytest.mark.parametrize(("role", "kind", "answer"), every_case(IN_GAME))
def test_in_a_game(hall: Hall, role: str, kind: type[Message], answer: str) -> None:
    persons = [seated(hall, person) for person in range(3)]
    begin_game(persons)
    client = in_role(hall, role, persons)

    assert answer_to(client, SAMPLES[kind]) == answer


@pytest.mark.parametrize("role", [STRANGER, SPECTATOR])
@pytest.mark.parametrize("kind", [Play, Hold, HandOver, Finish, Agree, Share])
def test_who_has_no_seat_changes_nothing_in_a_game(
    hall: Hall, role: str, kind: type[Message]
) -> None:
    persons = [seated(hall, person) for person in range(3)]
    begin_game(persons)
    client = in_role(hall, role, persons)
    game = hall.table(STANDING).course.game
    assert game is not None
    head = game.follower.head

    client.says(SAMPLES[kind])

    assert (game.follower.head, len(game.follower.holds)) == (head, 1)


# Answers.


def test_welcome_has_the_hosts_key_and_a_challenge(stranger: Client) -> None:
    stranger.session.welcome()

    assert stranger.line.told == [Welcome(key=HOST_KEY.public, challenge=CHALLENGE)]


def test_ping_is_answered(stranger: Client) -> None:
    stranger.says(Ping())

    assert stranger.line.told == [Pong()]


def test_goodbye_ends_the_connection(stranger: Client) -> None:
    stranger.says(Bye(why="bye"))

    assert stranger.line.farewell is Farewell.BYE


def test_list_shows_every_table(stranger: Client) -> None:
    stranger.says(Create(name="Another"), ListTables())

    names = [line.name for line in stranger.line.newest(Tables).tables]
    assert names == ["Vendue", "Another"]


def test_refused_move_is_told_by_its_number(hall: Hall) -> None:
    persons = [seated(hall, person) for person in range(3)]
    begin_game(persons)

    persons[0].says(Play(n=1, move=Bid(auction=99, amount=1)))

    refusal = persons[0].line.newest(Refused)
    assert (refusal.to, refusal.n) == ("move", 1)


def test_refusal_names_what_was_refused(stranger: Client) -> None:
    stranger.says(Finish())

    assert stranger.line.newest(Refused).to == "finish"


# Tables that come and go.


def test_table_is_found_by_the_number_it_was_given(stranger: Client) -> None:
    stranger.says(Create(name="Another"))
    number = stranger.line.newest(Created).table

    stranger.says(Sit(table=number, name="Anna", key=KEYS[0].public))

    assert stranger.line.newest(Seated).table == number


def test_table_that_does_not_exist_is_refused(stranger: Client) -> None:
    stranger.says(Watch(table=99))

    assert stranger.refusals == [Code.TABLE]


def test_table_without_a_name_is_refused(stranger: Client) -> None:
    stranger.says(Create(name="  "))

    assert stranger.refusals == [Code.NAME]


def test_table_closes_when_the_last_has_left(hall: Hall, stranger: Client) -> None:
    stranger.says(Create(name="Another"))
    stranger.says(Sit(table=2, name="Anna", key=KEYS[0].public))

    stranger.says(Leave())

    assert [table.number for table in hall] == [STANDING]


def test_standing_table_stays_when_the_last_has_left(hall: Hall) -> None:
    client = seated(hall, 0)

    client.says(Leave())

    assert [table.number for table in hall] == [STANDING]


def test_table_that_nobody_came_to_closes_with_the_line_of_who_opened_it(
    hall: Hall, stranger: Client
) -> None:
    stranger.says(Create(name="Another"))

    stranger.session.lost(0.0)

    assert [table.number for table in hall] == [STANDING]


def test_one_connection_cannot_fill_the_hall(hall: Hall, stranger: Client) -> None:
    stranger.says(*(Create(name=f"Table {i}") for i in range(100)))

    assert len(list(hall)) == 2


def test_table_that_somebody_came_to_stays_without_who_opened_it(
    hall: Hall, stranger: Client
) -> None:
    stranger.says(Create(name="Another"))
    Client(hall).says(Watch(table=2))

    stranger.session.lost(0.0)

    assert [table.number for table in hall] == [STANDING, 2]


def test_hall_is_full_at_its_limit() -> None:
    hall = Hall(dealer_for_tests([]), Limits(tables=2))
    clients = [Client(hall) for _ in range(3)]

    for client in clients:
        client.says(Create(name="Another"))

    assert [client.refusals for client in clients] == [[], [], [Code.FULL]]


def test_frozen_table_closes_when_the_last_has_gone(
    hall: Hall, stranger: Client
) -> None:
    stranger.says(Create(name="Another"))
    stranger.says(Sit(table=2, name="Anna", key=KEYS[0].public))
    hall.table(2).freeze()

    stranger.session.lost(0.0)

    assert [table.number for table in hall] == [STANDING]


def test_broken_game_does_not_keep_its_table_open(hall: Hall) -> None:
    opener, *others = [Client(hall) for _ in range(3)]
    opener.says(Create(name="Another", chairs=3))
    for person, client in enumerate((opener, *others)):
        client.says(Sit(table=2, name=NAMES[person], key=KEYS[person].public))
    for client in (opener, *others):
        revision = client.line.newest(Lobby).revision
        client.says(Ready(revision=revision, ready=True))
    opener.says(Start())
    hall.table(2).freeze()

    for client in (opener, *others):
        client.session.lost(0.0)

    assert [table.number for table in hall] == [STANDING]


def test_who_was_refused_a_chair_may_try_another_name(hall: Hall) -> None:
    seated(hall, 0)
    client = Client(hall)
    key = KEYS[1].public

    client.says(
        Sit(table=STANDING, name="anna", key=key),
        Sit(table=STANDING, name="Bert", key=key),
    )

    assert client.line.newest(Seated).chair == 1


# Too many refusals.


def test_as_many_refusals_as_the_limit_are_borne(stranger: Client) -> None:
    stranger.says(*[Finish()] * DEFAULT.refusals_per_minute)

    assert not stranger.line.is_closing


def test_one_refusal_more_ends_the_connection(stranger: Client) -> None:
    stranger.says(*[Finish()] * (DEFAULT.refusals_per_minute + 1))

    assert stranger.line.farewell is Farewell.REFUSALS


def test_refusals_are_forgotten_after_a_minute(stranger: Client) -> None:
    stranger.says(*[Finish()] * DEFAULT.refusals_per_minute)
    stranger.now = 60.0

    stranger.says(*[Finish()] * DEFAULT.refusals_per_minute)

    assert not stranger.line.is_closing


def test_lost_races_never_end_a_connection(hall: Hall) -> None:
    client = seated(hall, 0)

    client.says(*[Agree(game=bytes(16), k=bytes(32))] * 100)

    assert (len(client.refusals), client.line.is_closing) == (100, False)


# Frames.


def test_wrong_message_is_refused_and_the_connection_goes_on(
    stranger: Client,
) -> None:
    stranger.session.take(b"\x81\xa1t\xa3woo", 0.0)

    assert (stranger.refusals, stranger.line.is_closing) == ([Code.SCHEMA], False)


def test_wrong_messages_count_as_refusals(stranger: Client) -> None:
    for _ in range(DEFAULT.refusals_per_minute + 1):
        stranger.session.take(b"\x81\xa1t\xa3woo", 0.0)

    assert stranger.line.farewell is Farewell.REFUSALS


@pytest.mark.parametrize(
    "body", [b"\xc1", b"\x00", b"\x91\x01", b"\x81\xa1t"], ids=lambda b: b.hex()
)
def test_what_is_no_map_is_the_end(stranger: Client, body: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        stranger.session.take(body, 0.0)


def test_message_of_a_host_is_refused(stranger: Client) -> None:
    stranger.session.take(encode(Seated(table=1, chair=0))[HEAD_BYTES:], 0.0)

    assert stranger.refusals == [Code.SCHEMA]


# Coming back.


def signed_return(
    hall: Hall,
    person: int,
    *,
    s: int = 0,
    challenge: bytes = CHALLENGE,
    host: bytes = HOST_KEY.public,
    signer: int | None = None,
) -> Return:
    """A return of a person to the seat of the same number."""
    game = hall.table(STANDING).course.game
    number = game.follower.game if game is not None else bytes(16)
    head = game.follower.heads[s] if game is not None and s else NO_HEAD
    key = KEYS[person if signer is None else signer]
    signed = return_message(
        game=number, seat=Seat(person), s=s, head=head,
        host_id=host_id_of(host), challenge=challenge,
    )  # fmt: skip
    return Return(
        table=STANDING, game=number, seat=person, s=s, h=head,
        signature=key.sign(signed),
    )  # fmt: skip


@pytest.fixture
def persons(hall: Hall) -> list[Client]:
    """Three persons who play."""
    clients = [seated(hall, person) for person in range(3)]
    begin_game(clients)
    return clients


def test_who_signs_comes_back(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    persons[1].session.lost(0.0)

    stranger.says(signed_return(hall, 1))

    assert stranger.line.newest(Seated).chair == 1


def test_who_comes_back_with_nothing_is_told_the_whole_log(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    persons[1].session.lost(0.0)

    stranger.says(signed_return(hall, 1))

    assert [logged.s for logged in stranger.line.heard_of(Logged)] == [1]


def test_who_comes_back_is_told_the_log_from_there(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    persons[1].session.lost(0.0)
    persons[0].says(HandOver(to=Player.BOT))

    stranger.says(signed_return(hall, 1, s=1))

    told = [logged.s for logged in stranger.line.heard_of(Logged)]
    assert told[0] == 2


def test_who_comes_back_counts_as_there(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    persons[1].session.lost(0.0)

    stranger.says(signed_return(hall, 1))

    assert persons[0].line.newest(Lobby).chairs[1].here


def test_newest_line_of_a_seat_wins(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    stranger.says(signed_return(hall, 1))

    assert persons[1].line.farewell is Farewell.REPLACED


def test_end_of_the_replaced_line_changes_nothing(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    stranger.says(signed_return(hall, 1))

    persons[1].session.lost(0.0)

    assert hall.table(STANDING).lobby.chairs[1].is_here


def test_replaced_line_may_say_nothing_more(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    stranger.says(signed_return(hall, 1))
    game = hall.table(STANDING).course.game
    assert game is not None

    persons[1].says(HandOver(to=Player.BOT))

    assert not game.follower.position.bots[1]


def test_move_of_who_came_back_counts(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    assert persons
    stranger.says(signed_return(hall, 1))

    stranger.says(HandOver(to=Player.BOT))

    assert stranger.refusals == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"signer": 0},
        {"challenge": b"\x45" * 32},
        {"host": KEYS[4].public},
    ],
    ids=["another's key", "an old challenge", "another host"],
)
def test_return_that_was_signed_for_something_else_is_refused(
    hall: Hall, persons: list[Client], stranger: Client, wrong: dict[str, int]
) -> None:
    assert persons

    stranger.says(signed_return(hall, 1, **wrong))  # type: ignore[arg-type] # one of three

    assert stranger.refusals == [Code.AUTH]


@pytest.mark.parametrize("place", [0, 31, 63])
def test_return_with_one_bit_off_is_refused(
    hall: Hall, persons: list[Client], stranger: Client, place: int
) -> None:
    assert persons
    good = signed_return(hall, 1)
    signature = bytearray(good.signature)
    signature[place] ^= 1

    stranger.says(
        Return(
            table=good.table, game=good.game, seat=good.seat, s=good.s, h=good.h,
            signature=bytes(signature),
        )
    )  # fmt: skip

    assert stranger.refusals == [Code.AUTH]


def test_return_to_another_seat_is_refused(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    assert persons
    good = signed_return(hall, 1)

    stranger.says(
        Return(
            table=good.table, game=good.game, seat=2, s=0, h=NO_HEAD,
            signature=good.signature,
        )
    )  # fmt: skip

    assert stranger.refusals == [Code.AUTH]


def test_refused_return_leaves_the_old_line_alone(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    stranger.says(signed_return(hall, 1, signer=0))

    assert not persons[1].line.is_closing


@pytest.mark.parametrize("seat", [3, 4], ids=["free", "not there"])
def test_return_to_a_seat_without_a_person_is_refused(
    hall: Hall, persons: list[Client], stranger: Client, seat: int
) -> None:
    assert persons

    stranger.says(signed_return(hall, seat))

    assert stranger.refusals == [Code.AUTH]


def test_return_to_a_table_that_does_not_exist_is_refused(stranger: Client) -> None:
    stranger.says(
        Return(
            table=7, game=bytes(16), seat=0, s=0, h=NO_HEAD, signature=NOTHING_SIGNED
        )
    )

    assert stranger.refusals == [Code.TABLE]


def test_return_with_another_history_is_refused(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    assert persons
    game = hall.table(STANDING).course.game
    assert game is not None
    head = b"\x01" * 32
    signed = return_message(
        game=game.follower.game, seat=Seat(1), s=1, head=head,
        host_id=host_id_of(HOST_KEY.public), challenge=CHALLENGE,
    )  # fmt: skip

    stranger.says(
        Return(
            table=STANDING, game=game.follower.game, seat=1, s=1, h=head,
            signature=KEYS[1].sign(signed),
        )
    )  # fmt: skip

    assert stranger.refusals == [Code.HOLD]


def test_return_with_more_history_than_the_host_has_is_refused(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    game = hall.table(STANDING).course.game
    assert persons
    assert game is not None
    head = game.follower.head
    signed = return_message(
        game=game.follower.game, seat=Seat(1), s=2**40, head=head,
        host_id=host_id_of(HOST_KEY.public), challenge=CHALLENGE,
    )  # fmt: skip

    stranger.says(
        Return(
            table=STANDING, game=game.follower.game, seat=1, s=2**40, h=head,
            signature=KEYS[1].sign(signed),
        )
    )  # fmt: skip

    assert stranger.refusals == [Code.HOLD]


def test_return_that_holds_an_event_without_its_head_is_refused(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    assert persons
    good = signed_return(hall, 1)

    stranger.says(
        Return(
            table=STANDING, game=good.game, seat=1, s=1, h=NO_HEAD,
            signature=good.signature,
        )
    )  # fmt: skip

    assert stranger.refusals == [Code.AUTH]


def test_return_after_the_game_gives_the_chair_back_while_grace_is_left(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    back = signed_return(hall, 1)
    persons[1].session.lost(0.0)
    persons[0].says(Finish())

    stranger.says(back)

    assert stranger.line.newest(Seated).chair == 1


def test_return_after_the_game_is_refused_when_grace_is_used_up(
    hall: Hall, persons: list[Client], stranger: Client
) -> None:
    back = signed_return(hall, 1)
    persons[1].session.lost(0.0)
    persons[0].says(Finish())
    hall.table(STANDING).tick(120.0)

    stranger.says(back)

    assert stranger.refusals == [Code.AUTH]


@pytest.mark.parametrize("failed", [4, 5], ids=["N-1", "N"])
def test_address_of_five_bad_proofs_may_not_even_return_well(
    hall: Hall, persons: list[Client], failed: int
) -> None:
    assert persons
    back = signed_return(hall, 1)
    for _ in range(failed):
        Client(hall).says(SAMPLES[Return])
    honest = Client(hall)

    honest.says(back)

    assert honest.refusals == ([Code.OFTEN] if failed > 4 else [])


def test_address_may_try_again_after_a_minute(
    hall: Hall, persons: list[Client]
) -> None:
    assert persons
    back = signed_return(hall, 1)
    for _ in range(5):
        Client(hall).says(SAMPLES[Return])
    honest = Client(hall)
    honest.now = 60.0

    honest.says(back)

    assert honest.refusals == []


def test_bad_proofs_of_one_address_cost_no_other_address(
    hall: Hall, persons: list[Client]
) -> None:
    assert persons
    back = signed_return(hall, 1)
    for _ in range(5):
        crook = Client(hall)
        crook.line.peer = "192.0.2.66"
        crook.says(SAMPLES[Return])
    honest = Client(hall)

    honest.says(back)

    assert honest.refusals == []


def test_seat_comes_back_five_times_a_minute_and_not_a_sixth(
    hall: Hall, persons: list[Client]
) -> None:
    assert persons
    back = signed_return(hall, 1)
    clients = [Client(hall) for _ in range(6)]

    for client in clients:
        client.says(back)

    assert [client.refusals for client in clients] == [[]] * 5 + [[Code.OFTEN]]


def test_seat_that_came_back_too_often_stays_with_its_newest_line(
    hall: Hall, persons: list[Client]
) -> None:
    assert persons
    back = signed_return(hall, 1)
    clients = [Client(hall) for _ in range(6)]

    for client in clients:
        client.says(back)

    assert [client.line.farewell for client in clients[-2:]] == [None, None]


def flipped(back: Return, field: str) -> Return:
    """A return of which one bit of one field is another."""
    value = getattr(back, field)
    bent = value ^ 1 if isinstance(value, int) else bytes([value[0] ^ 1, *value[1:]])
    return msgspec.structs.replace(back, **{field: bent})


@pytest.mark.parametrize("field", ["game", "seat", "s", "h", "signature"])
def test_return_with_one_bit_off_is_refused_without_a_word_on_which(
    hall: Hall, persons: list[Client], stranger: Client, field: str
) -> None:
    assert persons
    game = hall.table(STANDING).course.game
    assert game is not None

    stranger.says(flipped(signed_return(hall, 1), field))

    refusal = stranger.line.newest(Refused)
    assert (refusal.code, refusal.to, refusal.n) == (Code.AUTH, "return", 0)


def test_after_a_bad_proof_nothing_is_read_for_a_second(
    persons: list[Client], stranger: Client
) -> None:
    assert persons

    stranger.says(SAMPLES[Return])

    assert stranger.session.delay_s == 1.0


def test_who_says_goodbye_in_the_lobby_keeps_no_chair(hall: Hall) -> None:
    client = seated(hall, 0)

    client.says(Bye(why="bye"))
    client.session.lost(0.0)

    assert hall.table(STANDING).lobby.chairs.taken == []


def test_who_says_goodbye_in_a_game_keeps_the_seat_for_the_grace(
    hall: Hall, persons: list[Client]
) -> None:
    persons[1].says(Bye(why="bye"))
    persons[1].session.lost(0.0)

    game = hall.table(STANDING).course.game
    assert game is not None
    assert game.patience.grace.left_s(Seat(1), 0.0) == 120.0


def test_name_of_who_is_away_in_the_lobby_may_sit_down_again(hall: Hall) -> None:
    seated(hall, 0).session.lost(0.0)
    again = Client(hall)

    again.says(Sit(table=STANDING, name=NAMES[0], key=KEYS[4].public))

    assert again.line.newest(Seated).chair == 0


def test_who_comes_back_in_the_lobby_replaces_the_own_old_line(
    hall: Hall, stranger: Client
) -> None:
    old = seated(hall, 0)

    stranger.says(signed_return(hall, 0))

    assert (old.line.farewell, stranger.line.newest(Seated).chair) == (
        Farewell.REPLACED,
        0,
    )


def test_same_key_does_not_sit_twice(hall: Hall, stranger: Client) -> None:
    seated(hall, 0)

    stranger.says(Sit(table=STANDING, name="Zoe", key=KEYS[0].public))

    assert stranger.refusals == [Code.AUTH]
