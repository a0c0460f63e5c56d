"""The rules that players read, on the page and in the terminal, say what is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict
from wcwidth import wcswidth

from vendue_client.wording import rulebook
from vendue_client.wording.rulebook import TOPICS, WIDTH, UnknownTopicError
from vendue_client.wording.words import money
from vendue_shared.money import START_PURSE
from vendue_shared.options import PRESETS, Options
from vendue_shared.paintings import ARTISTS, COUNTS, PAINTINGS, Kind
from vendue_shared.scoring import CHIPS
from vendue_shared.shares import ROUNDS, share_of
from vendue_shared.terms import Clocks

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
ALL_TOPICS = pytest.mark.parametrize("topic", TOPICS)
FOREIGN_WORDS = (
    "seller", "vendor", "cards?", "cash", "coins?", "pictures?", "artworks?",
    "opener", "gains?", "manche", "turned up", "seeds?", "issues?", "source",
)  # fmt: skip
"""What the glossary calls by another name, and what tells how a page was made."""


def section(title: str) -> str:
    """The text of the page below one heading, up to the next of any level."""
    match = re.search(rf"^#+ {title}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, title
    return match[1]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def shares(seats: int, *, mystery_hand: bool = False) -> list[int]:
    """What one hand is dealt, round by round."""
    numbers = range(1, ROUNDS + 1)
    return [share_of(number, seats, mystery_hand=mystery_hand) for number in numbers]


def numbered(title: str) -> list[int]:
    """The numbers of a list that runs through a part of the page."""
    part = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [int(number) for number in re.findall(r"^(\d+)\. ", part, re.MULTILINE)]


# The terminal.


@ALL_TOPICS
def test_a_topic_fits_76_columns_and_20_lines(topic: str) -> None:
    lines = rulebook.topic_text(topic).splitlines()

    assert len(lines) <= 20
    assert max(map(wcswidth, lines)) <= WIDTH == 76


@ALL_TOPICS
def test_a_topic_in_a_language_40_percent_longer_still_fits_80x24(
    topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stretched(sentence: str) -> str:
        words = sentence.split()
        return " ".join([*words, *words[: (2 * len(words) + 4) // 5]])

    monkeypatch.setattr(rulebook, "_", stretched)

    lines = rulebook.topic_text(topic).splitlines()

    assert max(map(wcswidth, lines)) <= WIDTH
    assert len(lines) <= 23


def test_a_sentence_without_spaces_is_broken_by_cells_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentence = "競売人は手札から絵を1枚出品します。「５枚目」なら、" * 4
    monkeypatch.setattr(rulebook, "_", lambda _: sentence)

    title, empty, *lines = rulebook.topic_text("once").splitlines()

    assert title == sentence
    assert empty == ""
    assert max(map(wcswidth, lines)) <= WIDTH
    assert not any(line.strip()[0] in "、。」" for line in lines)
    assert "".join(map(str.strip, lines)) == sentence * 5


def test_topics_are_translated_when_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english = rulebook.topic_text("once").splitlines()

    monkeypatch.setattr(rulebook, "_", str.upper)

    assert rulebook.topic_text("once").splitlines() == [*map(str.upper, english)]


@ALL_TOPICS
@pytest.mark.parametrize("word", FOREIGN_WORDS)
def test_a_topic_uses_the_words_of_the_glossary(topic: str, word: str) -> None:
    assert not re.search(rf"\b{word}\b", rulebook.topic_text(topic), re.IGNORECASE)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_auction_has_a_topic(kind: Kind) -> None:
    text = rulebook.topic_text(kind.name.lower())

    assert text.lower().startswith(kind.name.lower())
    assert "auctioneer" in text


def test_a_topic_is_found_in_any_case() -> None:
    assert rulebook.topic_text(" Double ") == rulebook.topic_text("double")


def test_the_overview_lists_every_topic_on_one_screen() -> None:
    lines = rulebook.overview().splitlines()

    assert len(lines) <= 20
    assert [line.split()[0] for line in lines if "  " in line] == list(TOPICS)


@pytest.mark.parametrize(
    ("asked", "near"),
    [("doubel", "double"), ("fixed price", "fixed"), ("CLOCK", "clocks")],
)
def test_an_unknown_topic_suggests_the_near_ones(asked: str, near: str) -> None:
    with pytest.raises(UnknownTopicError, match=f"Did you mean: {near}") as caught:
        rulebook.topic_text(asked)

    assert caught.value.near[0] == near
    assert not isinstance(caught.value, KeyError)


def test_an_unknown_topic_like_no_other_is_answered_with_all_of_them() -> None:
    with pytest.raises(UnknownTopicError) as caught:
        rulebook.topic_text("{zzz}")

    assert caught.value.near == ()
    assert all(topic in str(caught.value) for topic in ("{zzz}", *TOPICS))


def test_the_terminal_tells_the_purse_the_shares_and_the_paintings() -> None:
    text = rulebook.topic_text("game")

    assert f"starts with {money(START_PURSE)} dollars" in text
    assert f"{len(PAINTINGS)} paintings" in text
    for seats in (3, 4, 5):
        dealt = ", ".join(map(str, shares(seats)))
        assert f"{seats} players is dealt, round by round: {dealt}." in text


def test_the_terminal_tells_the_shares_with_a_mystery_hand() -> None:
    dealt = ", ".join(map(str, shares(3, mystery_hand=True)))

    assert f"round by round: {dealt}." in rulebook.topic_text("mystery")


@pytest.mark.parametrize("topic", TOPICS)
def test_the_terminal_writes_amounts_out_in_dollars(topic: str) -> None:
    assert not re.search(r"\dk\b", rulebook.topic_text(topic))


def test_the_terminal_tells_the_chips() -> None:
    first, second, third = map(money, CHIPS)

    assert f"{first}, {second} and {third}" in rulebook.topic_text("round")


def test_the_terminal_tells_the_board_order() -> None:
    order = ", ".join(artist.name.title() for artist in ARTISTS)

    assert order in rulebook.topic_text("game")
    assert order in rulebook.topic_text("round")


def test_the_terminal_tells_every_option_and_preset() -> None:
    text = rulebook.topic_text("options")

    assert all(option in text for option in asdict(Options()))
    for preset, promised in PRESETS.items():
        counts = str(promised.count_unsold).lower()
        values = f"{promised.double_proceeds}, {counts}, {promised.unranked_value}"
        assert f"\n{preset}: {values}" in text


@pytest.mark.parametrize(("clock", "seconds"), asdict(Clocks()).items())
def test_the_terminal_tells_every_clock(clock: str, seconds: int) -> None:
    lines = rulebook.topic_text("clocks").splitlines()

    assert any(line.startswith(clock) and f" {seconds} s" in line for line in lines)


# The page.


def test_the_page_numbers_32_rulings_and_19_worked_cases() -> None:
    assert numbered("Rulings on open points") == list(range(1, 33))
    assert numbered("Worked cases") == list(range(1, 20))


@pytest.mark.parametrize("word", FOREIGN_WORDS)
def test_the_page_uses_the_words_of_its_glossary(word: str) -> None:
    assert not re.search(rf"\b{word}\b", PAGE, re.IGNORECASE)


def test_the_page_has_the_paintings_that_are_played() -> None:
    table = rows("Setting up")[: len(ARTISTS)]

    assert table == [
        [artist.name.title(), artist.code, *map(str, counts), str(sum(counts))]
        for artist, counts in zip(ARTISTS, COUNTS, strict=True)
    ]


def test_the_page_has_the_shares_that_are_dealt() -> None:
    table = rows("Setting up")[-3:]

    assert table == [[str(n), *map(str, shares(n))] for n in (3, 4, 5)]


def test_the_page_has_the_purse_and_the_chips_that_are_played() -> None:
    first, second, third = CHIPS

    assert f"a purse of {START_PURSE}k." in section("Setting up")
    assert (
        f"a chip of {first}k, the second one of {second}k, the third one of {third}k"
        in section("End of a round")
    )


def test_the_page_has_the_presets_that_are_played() -> None:
    table = rows("Options")[:3]

    for column, promised in enumerate(PRESETS.values(), start=2):
        assert [row[column].strip("`") for row in table] == [
            str(promised.double_proceeds),
            str(promised.count_unsold).lower(),
            str(promised.unranked_value),
        ]
    assert [row[0].split("`")[1] for row in rows("Options")] == list(asdict(Options()))


def test_the_page_has_the_clocks_in_the_order_of_the_terms() -> None:
    table = [(row[0].strip("`"), int(row[1])) for row in rows("Clocks")]

    assert table == list(asdict(Clocks()).items())


def test_the_glossary_is_in_order_and_names_each_word_once() -> None:
    words = re.findall(r"^\*\*(.+?)\*\*: ", section("Glossary"), re.MULTILINE)

    assert words == sorted(set(words))


def test_what_the_code_cites_stands_on_the_page() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for room in ("shared", "protocol", "server", "client")
        for path in (ROOT / room).rglob("*.py")
    ]
    titles = set(re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE))

    cited = {
        title
        for source in sources
        for title in re.findall(r'docs/RULES\.md, "([^"]+)"', source)
    }

    assert cited <= titles
