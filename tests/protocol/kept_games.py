"""Games with every proof, made for the tests, and ways to tamper with their logs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from vendue_protocol.codec import decode_event, encode_event
from vendue_protocol.game_file import GameFile, read_game_file
from vendue_protocol.game_file_writing import GameFileWriter
from vendue_protocol.host_messages import Dealt, Held, Logged
from vendue_protocol.log_frames import GaveUp, Kept, LogEnd, LogHeader
from vendue_protocol.proved_game import ProvedGame, bids_of
from vendue_protocol.proved_setup import Seating, agree
from vendue_protocol.verify.history import heads_of
from vendue_protocol.verify.reports import AnyReport, NotSound
from vendue_protocol.verifying import read_whole, verify_file
from vendue_shared.arena.one_game import play_game
from vendue_shared.bots.levels import Level
from vendue_shared.events import AnyEvent, Begun, Ended, Ending, Offered, Player, Plays
from vendue_shared.options import Options
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.turn import Offering
from vendue_shared.seats import Seat

FILLER = b"\1" * 32
NAMES = ("Ada", "Bruno", "千恵", "Dana", "Émile")


def begin(
    luck: int,
    seats: int = 3,
    options: Options | None = None,
    *,
    bots: tuple[Seat, ...] = (),
    given_up: int = 0,
    first: int | None = None,
) -> ProvedGame:
    """A game that has just begun; its luck decides all."""
    source = random.Random(luck)
    seating = Seating(
        options=options or Options(),
        names=NAMES[:seats],
        bots=bots,
        given_up=given_up,
        first=first,
    )
    return ProvedGame(agree(seating, source.randbytes))


@lru_cache(maxsize=64)
def finished(  # noqa: PLR0913 - each call names the few it needs
    luck: int,
    seats: int = 3,
    options: Options | None = None,
    *,
    bots: tuple[Seat, ...] = (),
    changing: Seat | None = None,
    given_up: int = 0,
    tells_seed: bool = True,
) -> ProvedGame:
    """A whole game, not to be played on; one seat may change hands, again and again."""
    game = begin(luck, seats, options, bots=bots, given_up=given_up)
    events = drawn_events(game, luck, (*bots, changing))
    bids = bids_of(events)
    source = random.Random(luck)
    for index, event in enumerate(events):
        is_offer = isinstance(event, Offered)
        if changing is not None and is_offer and source.random() < 0.3:
            hand_over(game, changing)
        game.take(event, bids.get(index, 0))
    game.end(Ending.FINISHED, tells_seed=tells_seed)
    return game


@lru_cache(maxsize=16)
def ended_early(luck: int, seats: int = 3, events: int = 60) -> ProvedGame:
    """A game that its owner ended between two auctions; not to be played on."""
    game = begin(luck, seats)
    moves = drawn_events(game, luck)
    bids = bids_of(moves)
    for index, event in enumerate(moves):
        is_between = isinstance(game.host.position.phase, Offering)
        if game.host.s > events and is_between:
            break
        game.take(event, bids.get(index, 0))
    game.end(Ending.OWNER)
    return game


def until(luck: int, phase: type[Phase], seats: int = 3) -> ProvedGame:
    """A game up to the first moment of a phase, to be played on by hand."""
    game = begin(luck, seats)
    events = drawn_events(game, luck)
    bids = bids_of(events)
    for index, event in enumerate(events):
        if isinstance(game.host.position.phase, phase):
            return game
        game.take(event, bids.get(index, 0))
    raise AssertionError(f"luck {luck} leads to no {phase.__name__}")


def offer_default(game: ProvedGame) -> None:
    """Let the clock offer for the auctioneer."""
    seat = game.host.position.auctioneer
    painting = game.default_offer(seat)
    game.take(Offered(seat=seat, painting=painting, blind=FILLER))


def drawn_events(
    game: ProvedGame, luck: int, steady: Sequence[Seat | None] = ()
) -> list[AnyEvent]:
    """How bots play this game's deck; steady seats are never slow."""
    terms = game.host.terms
    levels = [
        Level.STANDARD if seat in steady else Level.RANDOM
        for seat in range(len(terms.chairs))
    ]
    chance = random.Random(luck).randrange
    drawn = play_game(
        levels, terms.options, game.deal.deck, game.deal.first, chance, clock=True
    )
    return [event for event, _facts in drawn.steps]


def hand_over(game: ProvedGame, seat: Seat) -> None:
    """From person to bot, or back."""
    is_bot = game.host.position.bots[seat]
    game.play(Plays(seat=seat, by=Player.PERSON if is_bot else Player.BOT))


def file_of(game: ProvedGame, reader: int = 0) -> GameFile:
    """A reader's file of a game, read."""
    return read_game_file(game.file_of(reader))


def reports_of(file: GameFile) -> list[AnyReport]:
    """The reports of a file that is sound."""
    return list(verify_file(file))


def failure_of(file: GameFile) -> NotSound:
    """What a file fails first; also after a trip over the disk."""
    try:
        for _report in verify_file(read_whole(bytes_of(file))):
            pass
    except NotSound as failure:
        return failure
    raise AssertionError("the file is sound")


# Tampering: whoever does it makes the checksum fit again.


def bytes_of(file: GameFile) -> bytes:
    """A file as it would be written: whole, whatever is in it."""
    writer = GameFileWriter(file.header, file.given_up)
    parts: list[Kept] = [*file.events, *file.holds, *file.dealt]
    for kept in parts:
        writer.put(kept)
    writer._end = file.end
    return writer.patch()[1]


def tampered(
    file: GameFile,
    *,
    header: LogHeader | None = None,
    given_up: Sequence[GaveUp] | None = None,
    events: Sequence[Logged] | None = None,
    holds: Sequence[Held] | None = None,
    dealt: Sequence[Dealt] | None = None,
) -> GameFile:
    """The file with something else in it; its trailer fits its events."""
    changed = replace(
        file,
        header=header or file.header,
        given_up=file.given_up if given_up is None else tuple(given_up),
        events=file.events if events is None else tuple(events),
        holds=file.holds if holds is None else tuple(holds),
        dealt=file.dealt if dealt is None else tuple(dealt),
    )
    return replace(changed, end=_end_of(changed))


def _end_of(file: GameFile) -> LogEnd:
    events = [logged.e for logged in file.events]
    first = decode_event(events[0]) if events else None
    if not isinstance(first, Begun) or not first.lists:
        return file.end
    try:
        head = heads_of(first, events)[-1]
    except ValueError:
        return file.end
    return replace(file.end, s=len(events), h=head)


def event_of(file: GameFile, s: int) -> AnyEvent:
    """An event of a file."""
    return decode_event(file.events[s - 1].e)


def with_payload(file: GameFile, s: int, payload: bytes) -> GameFile:
    """The file with other bytes for an event."""
    events = list(file.events)
    events[s - 1] = Logged(s=s, e=payload)
    return tampered(file, events=events)


def with_event(file: GameFile, s: int, event: AnyEvent) -> GameFile:
    """The file with another event in the place of one."""
    return with_payload(file, s, encode_event(event))


def with_begun(file: GameFile, change: Callable[[Begun], Begun]) -> GameFile:
    """The file with another first event."""
    begun = event_of(file, 1)
    assert isinstance(begun, Begun)
    return with_event(file, 1, change(begun))


def with_seed(file: GameFile, seed: bytes) -> GameFile:
    """The file with another seed in its last event."""
    ended = event_of(file, len(file.events))
    assert isinstance(ended, Ended)
    return with_event(file, len(file.events), replace(ended, seed=seed))


def renumbered(events: Sequence[Logged]) -> list[Logged]:
    """Events numbered anew, without a gap."""
    return [Logged(s=s, e=logged.e) for s, logged in enumerate(events, start=1)]


def where(file: GameFile, kind: type[AnyEvent], nth: int = 0) -> int:
    """The number of an event of a kind."""
    found = [
        s for s in range(1, len(file.events) + 1) if isinstance(event_of(file, s), kind)
    ]
    return found[nth]
