"""Honest logs verify, whatever the rules, the seats and the reader."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vendue_protocol.chain import HOST
from vendue_protocol.comparing import compare
from vendue_protocol.log_frames import HOST_READER, SPECTATOR
from vendue_protocol.record_of_log import NotExportable, Why, record_of_log
from vendue_protocol.verify.reports import (
    DealMade,
    DefaultsProved,
    HoldsCounted,
    PaintingsProved,
    ResultTold,
    SealedProved,
    SeedOpened,
    TermsAgreed,
    Verdict,
    VerifyStep,
)
from vendue_protocol.verifying import code_of, read_whole, verify_file
from vendue_shared.events import Ending, Locked, Opened, Revealed, Sealed
from vendue_shared.options import PRESETS, FlipBy, Options, Preset
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.records.referee import check_record
from vendue_shared.seats import Seat

from .kept_games import (
    FILLER,
    begin,
    ended_early,
    file_of,
    finished,
    offer_default,
    reports_of,
    tampered,
    until,
)

KINDS = [
    pytest.param(seats, replace(options, mystery_hand=mystery), id=f"{name}-{kind}")
    for name, options in PRESETS.items()
    for kind, seats, mystery in (
        ("3", 3, False),
        ("3-mystery", 3, True),
        ("4", 4, False),
        ("5", 5, False),
    )
]


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_an_honest_game_verifies_from_every_readers_log(
    seats: int, options: Options
) -> None:
    game = finished(seats, seats, options)
    readers = (*game.readers[:1], *game.readers[-2:])

    files = [read_whole(game.file_of(reader)) for reader in readers]

    for file in files:
        reports = reports_of(file)
        assert [report.step for report in reports] == list(VerifyStep)
        assert isinstance(reports[-1], ResultTold)
        assert reports[-1].verdict is Verdict.SOUND
        assert reports[-1].purses == tuple(game.host.position.purses)
    assert compare(files).is_same


def test_a_buyer_may_flip_and_the_log_verifies() -> None:
    options = replace(
        PRESETS[Preset.ITALIAN], mystery_hand=True, mystery_flip_by=FlipBy.BUYER
    )

    assert reports_of(file_of(finished(8, 3, options)))


def test_it_names_the_keys_that_hold_the_history_and_the_bots_that_do_not() -> None:
    game = finished(11, 4, bots=(Seat(3),))

    holds = reports_of(file_of(game))[11]

    assert isinstance(holds, HoldsCounted)
    assert [(count.who, count.points) for count in holds.by_key] == [
        (who, holds.points) for who in (HOST, 0, 1, 2)
    ]
    assert holds.bots == (3,)


def test_a_missing_hold_is_counted_and_no_fault() -> None:
    file = file_of(finished(1))
    fewer = [held for held in file.holds if held.who != 2]

    holds = reports_of(tampered(file, holds=fewer))[11]

    assert isinstance(holds, HoldsCounted)
    in_openings = {count.who: count.points for count in holds.by_key}[2]
    assert 0 < in_openings < holds.points


def test_the_same_hold_twice_is_no_fault_and_counts_once() -> None:
    file = file_of(finished(1))

    assert (
        reports_of(tampered(file, holds=[*file.holds, *file.holds]))[11]
        == (reports_of(file)[11])
    )


def test_a_seat_that_changes_hands_verifies() -> None:
    game = finished(12, 4, changing=Seat(1))

    assert all(reports_of(read_whole(game.file_of(reader))) for reader in game.readers)


def test_set_ups_given_up_before_are_counted_and_their_seeds_opened() -> None:
    game = finished(4, given_up=2)

    mine, spectators = reports_of(file_of(game)), reports_of(file_of(game, SPECTATOR))

    assert isinstance(mine[1], TermsAgreed)
    assert isinstance(spectators[1], TermsAgreed)
    assert (mine[1].given_up, mine[1].follows_another) == (2, True)
    assert (spectators[1].given_up, spectators[1].follows_another) == (0, True)


def test_the_clocks_moves_are_counted_by_seat() -> None:
    game = begin(1, first=2)
    offer_default(game)
    game.end(Ending.OWNER)

    report = reports_of(file_of(game))[10]

    assert isinstance(report, DefaultsProved)
    assert report.auto == (0, 0, 1)


def test_void_bids_are_counted_by_seat() -> None:
    game = until(1, Sealing, seats=4)
    for seat, bid in enumerate((0, 5000, 0)):
        game.take(Sealed(seat=seat, commitment=FILLER), bid)
    game.play(Locked(absent=(3,)))
    for seat in (0, 1):
        game.take(Revealed(seat=seat))
    game.take(Opened(openings=()))
    game.end(Ending.OWNER)

    report = reports_of(file_of(game))[9]

    assert isinstance(report, SealedProved)
    assert report.auctions == 1
    assert report.opened == (1, 0, 0, 0)
    assert report.over_money == (0, 1, 0, 0)
    assert report.withheld == (0, 0, 1, 0)
    assert report.absent == (0, 0, 0, 1)


def test_a_game_ended_early_is_sound_ended_early() -> None:
    reports = reports_of(file_of(ended_early(1)))

    result = reports[-1]

    assert isinstance(result, ResultTold)
    assert (result.verdict, result.is_deck_proved) == (Verdict.ENDED_EARLY, True)
    assert result.winners == ()


def test_a_game_without_its_seed_is_sound_but_its_deck_is_not_proved() -> None:
    game = finished(1, tells_seed=False)

    reports = reports_of(file_of(game))

    result, seed, deal, played = reports[12], reports[2], reports[4], reports[8]
    assert isinstance(result, ResultTold)
    assert isinstance(seed, SeedOpened)
    assert isinstance(deal, DealMade)
    assert isinstance(played, PaintingsProved)
    assert (result.verdict, result.is_deck_proved) == (Verdict.SOUND, False)
    assert not seed.is_known
    assert deal.deck is None
    assert deal.own_paintings == 22
    assert not played.is_order_proved


def test_offers_of_the_clock_are_not_proved_without_the_seed() -> None:
    game = begin(1)
    offer_default(game)
    game.end(Ending.OWNER, tells_seed=False)

    report = reports_of(file_of(game))[10]

    assert isinstance(report, DefaultsProved)
    assert report.unproved_offers == 1


def test_a_log_that_was_never_closed_is_sound_so_far() -> None:
    game = begin(1)

    result = reports_of(file_of(game))[-1]

    assert isinstance(result, ResultTold)
    assert result.verdict is Verdict.OPEN


def test_the_codes_of_all_logs_are_equal_and_the_spoken_one_is_another() -> None:
    game = finished(1)
    holds = [reports_of(file_of(game, reader))[11] for reader in (0, 1, HOST_READER)]

    short = {code_of(one, None) for one in holds if isinstance(one, HoldsCounted)}
    spoken = {code_of(one, 17) for one in holds if isinstance(one, HoldsCounted)}

    assert len(short) == len(spoken) == 1
    assert short != spoken


def test_a_step_is_told_as_soon_as_it_passes() -> None:
    steps = verify_file(tampered(file_of(finished(1)), events=[]))

    assert next(steps).step is VerifyStep.FILE


# The record of it.


@pytest.mark.parametrize(("seats", "options"), KINDS[:4])
def test_the_record_of_a_log_is_refereed_well(seats: int, options: Options) -> None:
    game = finished(seats, seats, options)

    checked = check_record(record_of_log(file_of(game)).encode())

    assert checked.is_finished
    assert checked.purses == tuple(game.host.position.purses)


def test_the_record_of_a_game_ended_early_is_unfinished() -> None:
    record = record_of_log(file_of(ended_early(1))).encode()

    assert not check_record(record, unfinished=True).is_finished


def test_there_is_no_record_without_the_seed() -> None:
    with pytest.raises(NotExportable) as caught:
        record_of_log(file_of(finished(1, tells_seed=False)))

    assert caught.value.why is Why.NO_SEED


def test_there_is_no_record_of_an_open_game() -> None:
    with pytest.raises(NotExportable) as caught:
        record_of_log(file_of(begin(1)))

    assert caught.value.why is Why.OPEN
