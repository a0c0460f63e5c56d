"""Text of peers: what is refused, what is made fit, which names look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import groupby

import pytest
from hypothesis import given, settings, strategies as st
from wcwidth import wcwidth

from vendue_protocol.text import (
    CHAT_BYTES,
    CHAT_CHARACTERS,
    MARKS_IN_A_ROW,
    NAME_BYTES,
    NAME_CELLS,
    NAME_CHARACTERS,
    REPLACEMENT,
    TITLE_CHARACTERS,
    BadText,
    NameFault,
    clean_chat,
    clean_line,
    clean_name,
    clean_title,
    name_key,
)

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FILLERS = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", "\U0001d159"}
ACUTE = "\u0301"
same_each_time = settings(derandomize=True, database=None, deadline=None)
CLEANERS = pytest.mark.parametrize("clean", [clean_chat, clean_title, clean_line])

HOSTILE = {
    "escape": "a\x1bb",
    "colour": "a\x1b[31mb",
    "clear the screen": "a\x1b[2J\x1b[Hb",
    "window title": "a\x1b]0;owned\x07b",
    "link": "a\x1b]8;;http://x\x1b\\b",
    "clipboard": "a\x1b]52;c;cm0gLXJm\x07b",
    "device control string": "a\x1bP$q\x1b\\b",
    "8-bit CSI": "a\x9b31mb",
    "8-bit OSC": "a\x9d52;c;eA==\x9cb",
    "bell": "a\ab",
    "backspaces": "a\b\bb",
    "carriage return": "a\rb",
    "line feed": "a\nb",
    "tab": "a\tb",
    "next line": "a\x85b",
    "line separator": "a\u2028b",
    "paragraph separator": "a\u2029b",
    "null": "a\0b",
    "delete": "a\x7fb",
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b\u2069",
    "right-to-left mark": "a\u200fb",
    "zero-width space": "a\u200bb",
    "zero-width joiner": "a\u200db",
    "soft hyphen": "a\u00adb",
    "byte order mark": "a\ufeffb",
    "tags": "a\U000e0001\U000e0062b",
    "interlinear": "a\ufff9b",
    "braille blank": "a\u2800b",
    "jamo filler": "a\u1160b",
    "leading jamo filler": "a\u115fb",
    "hangul filler": "a\u3164b",
    "halfwidth filler": "a\uffa0b",
    "grapheme joiner": "a\u034fb",
    "null notehead": "a\U0001d159b",
    "lone high surrogate": "a\ud83db",
    "lone low surrogate": "a\ude00b",
    "private use": "a\ue0b0b",
    "unassigned": "a\U0003ffffb",
    "non-character": "a\uffffb",
}
hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())

NASTY = "".join(HOSTILE.values()) + (
    "aZ 0-_.|\u0301\u0336\u0323\ufe0f\U000e0100\u1161\u093f\u3000\u00a8\ufdfa\u212a"
    "\u0430\u03bd\u0130\u5f20\U0001f600"
)
nasty = st.sampled_from(NASTY)
texts = st.text(st.one_of(nasty, st.characters(exclude_categories=())), max_size=300)
names = st.text(st.one_of(nasty, st.characters(categories=["L", "Nd", "M"])))


def is_forbidden(character: str) -> bool:
    return unicodedata.category(character) in FORBIDDEN or character in FILLERS


def is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or wcwidth(character) == 0


def most_marks_in_a_row(text: str) -> int:
    runs = (len(list(run)) for marks, run in groupby(text, is_mark) if marks)
    return max(runs, default=0)


def fault_of(name: str) -> NameFault:
    with pytest.raises(BadText) as refused:
        clean_name(name)
    assert str(refused.value).isprintable()
    return refused.value.reason


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        (NAME_CHARACTERS, 16),
        (NAME_BYTES, 48),
        (NAME_CELLS, 20),
        (CHAT_CHARACTERS, 200),
        (CHAT_BYTES, 800),
        (TITLE_CHARACTERS, 32),
        (MARKS_IN_A_ROW, 2),
    ],
    ids=["name", "name bytes", "name cells", "chat", "chat bytes", "title", "marks"],
)
def test_limits_are_those_of_the_protocol(limit: int, value: int) -> None:
    assert limit == value


# Chat, titles, lines


@hostile
@CLEANERS
def test_hostile_text_is_cleaned_of_all_that_may_not_reach_a_terminal(
    clean: Callable[[str], str], text: str
) -> None:
    cleaned = clean(text)

    assert REPLACEMENT in cleaned
    assert not any(map(is_forbidden, cleaned))


@hostile
@CLEANERS
def test_each_character_that_is_replaced_leaves_one_in_its_place(
    clean: Callable[[str], str], text: str
) -> None:
    cleaned = clean(text)

    assert [c for c in cleaned if c != REPLACEMENT] == [
        c for c in text if not is_forbidden(c)
    ]
    assert len(cleaned) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("good deal!", id="English"),
        pytest.param("Καλημέρα, как дела?", id="Greek and Russian"),
        pytest.param("出価 18,000\u3000円", id="Japanese"),
        pytest.param("שלום", id="Hebrew"),
        pytest.param("नमस्ते", id="Hindi"),
        pytest.param("😀👍🏽", id="emoji"),
        pytest.param("e\u0301\u0323", id="two marks"),
    ],
)
@CLEANERS
def test_ordinary_chat_is_left_as_it_is(clean: Callable[[str], str], text: str) -> None:
    assert clean(text) == text


@CLEANERS
def test_joined_emoji_fall_apart(clean: Callable[[str], str]) -> None:
    assert clean("👩\u200d🎨") == f"👩{REPLACEMENT}🎨"


@CLEANERS
def test_variation_selectors_vanish(clean: Callable[[str], str]) -> None:
    assert clean("\u2764\ufe0f \u845b\U000e0100") == "\u2764 \u845b"


@CLEANERS
def test_the_third_mark_in_a_row_is_dropped(clean: Callable[[str], str]) -> None:
    assert clean("e" + ACUTE * MARKS_IN_A_ROW) == "e" + ACUTE * MARKS_IN_A_ROW
    assert clean("e" + ACUTE * (MARKS_IN_A_ROW + 1)) == "e" + ACUTE * MARKS_IN_A_ROW


@pytest.mark.parametrize(
    "mark", [ACUTE, "\u0336", "\u20dd", "\u1161", "\u11a8", "\ud7b0", "\u093f"]
)
@CLEANERS
def test_fifty_marks_stack_no_higher_than_two(
    clean: Callable[[str], str], mark: str
) -> None:
    assert clean("a" + mark * 50 + "b") == "a" + mark * 2 + "b"


@CLEANERS
def test_a_mark_at_the_start_does_not_sit_on_what_stands_before(
    clean: Callable[[str], str],
) -> None:
    assert clean(ACUTE + "a") == REPLACEMENT + "a"


@pytest.mark.parametrize(
    ("clean", "limit"),
    [(clean_chat, CHAT_CHARACTERS), (clean_title, TITLE_CHARACTERS)],
    ids=["chat", "title"],
)
@pytest.mark.parametrize("character", ["a", "\x1b", "😀"])
def test_what_is_longer_is_cut_to_the_limit(
    clean: Callable[[str], str], limit: int, character: str
) -> None:
    assert len(clean(character * (limit - 1))) == limit - 1
    assert len(clean(character * limit)) == limit
    assert len(clean(character * (limit + 1))) == limit


def test_the_longest_chat_in_the_largest_characters_fills_its_bytes() -> None:
    assert len(clean_chat("😀" * (CHAT_CHARACTERS + 1)).encode()) == CHAT_BYTES


def test_chat_is_trimmed_and_may_turn_out_empty() -> None:
    assert clean_chat(" \t hello\r\n") == "hello"
    assert clean_chat(" \n\u3000 ") == ""


def test_a_cut_at_a_space_leaves_none_at_the_end() -> None:
    text = "a" * (CHAT_CHARACTERS - 1) + " b"

    assert clean_chat(text) == "a" * (CHAT_CHARACTERS - 1)


def test_a_line_keeps_its_spaces_and_its_length() -> None:
    text = "  " + "a" * 1000 + " "

    assert clean_line(text) == text


@pytest.mark.parametrize("piece", ["a", "\x1b[31m", ACUTE, "\n", "\ud800", "\ufe0f"])
def test_a_mebibyte_of_chat_is_cut_like_any_other(piece: str) -> None:
    text = "a" + piece * (2**20 // len(piece.encode(errors="surrogatepass")))

    cleaned = clean_chat(text)

    assert len(cleaned) <= CHAT_CHARACTERS
    assert cleaned == clean_chat(cleaned)


@CLEANERS
@same_each_time
@given(text=texts)
def test_cleaning_twice_is_cleaning_once(
    clean: Callable[[str], str], text: str
) -> None:
    cleaned = clean(text)

    assert clean(cleaned) == cleaned


@CLEANERS
@same_each_time
@given(text=texts)
def test_nothing_cleaned_can_harm_a_terminal(
    clean: Callable[[str], str], text: str
) -> None:
    cleaned = clean(text)

    assert not any(map(is_forbidden, cleaned))
    assert most_marks_in_a_row(cleaned) <= MARKS_IN_A_ROW
    assert not cleaned or not is_mark(cleaned[0])
    assert cleaned.splitlines() in ([], [cleaned])
    cleaned.encode()


@same_each_time
@given(text=texts)
def test_cleaned_chat_has_its_limits(text: str) -> None:
    cleaned = clean_chat(text)

    assert len(cleaned) <= CHAT_CHARACTERS
    assert len(cleaned.encode()) <= CHAT_BYTES
    assert cleaned == cleaned.strip()


# Names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Chie", "Chie"),
        ("  Chie  ", "Chie"),
        ("Chie   K.", "Chie K."),
        ("Chie\u00a0K", "Chie K"),
        ("Ｃｈｉｅ\u3000７", "Chie 7"),
        ("e\u0301va", "\u00e9va"),
        ("張偉", "張偉"),
        ("ケンKen", "ケンKen"),
        ("DJ Вася", "DJ Вася"),
        ("स्मिता", "स्मिता"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("葛\U000e0100城", "葛城"),
        ("-_ 7 _-", "-_ 7 _-"),
    ],
)
def test_a_name_is_composed_and_trimmed(typed: str, name: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFKC", name)


@hostile
def test_a_name_with_hostile_text_is_refused(text: str) -> None:
    assert fault_of(text) is NameFault.CHARACTER


@pytest.mark.parametrize("text", ["Chie\n", "\nChie", "Chie\tK", "\r\n"])
def test_a_line_end_is_not_trimmed_from_a_name_but_refused(text: str) -> None:
    assert fault_of(text) is NameFault.CHARACTER


@pytest.mark.parametrize("character", [*"|/\\<>&'\"#:;,@!?*%$(){}[]", "😀", "÷", "½"])
def test_punctuation_and_symbols_are_refused_in_names(character: str) -> None:
    assert fault_of(f"a{character}") is NameFault.CHARACTER


@pytest.mark.parametrize("text", ["", " ", "   ", "\u3000\u00a0", "\ufe0f"])
def test_a_name_of_spaces_is_refused_as_empty(text: str) -> None:
    assert fault_of(text) is NameFault.EMPTY


@pytest.mark.parametrize("text", ["-", "_", ".", "...", "- -", "_._"])
def test_a_name_needs_a_letter_or_a_digit(text: str) -> None:
    assert fault_of(text) is NameFault.NO_LETTER


@pytest.mark.parametrize(
    "text",
    [ACUTE + "a", "a " + ACUTE, "a-" + ACUTE, "q" + ACUTE * 3, "a" + "\u0336" * 50],
    ids=["at the start", "on a space", "on a dash", "the third", "the fiftieth"],
)
def test_a_mark_without_a_letter_or_a_third_one_is_refused(text: str) -> None:
    assert fault_of(text) is NameFault.MARKS


def test_a_letter_may_bear_two_marks() -> None:
    assert clean_name("q\u0323\u0307") == "q\u0323\u0307"


@pytest.mark.parametrize(
    ("fits", "too_much", "fault"),
    [
        ("a" * NAME_CHARACTERS, "a" * (NAME_CHARACTERS + 1), NameFault.TOO_LONG),
        ("𐌰" * 11 + "abcd", "𐌰" * 11 + "abcde", NameFault.TOO_LONG),
        ("張" * 10, "張" * 10 + "a", NameFault.TOO_WIDE),
        ("a" + " " * 254 + "b", "a" + " " * 255 + "b", NameFault.TOO_LONG),
    ],
    ids=["characters", "bytes", "cells", "typed"],
)
def test_a_name_at_its_limit_is_accepted_and_one_more_refused(
    fits: str, too_much: str, fault: NameFault
) -> None:
    clean_name(fits)

    assert fault_of(too_much) is fault


def test_the_byte_limit_is_reached_exactly_where_it_is_tried() -> None:
    assert len(("𐌰" * 11 + "abcd").encode()) == NAME_BYTES


def test_one_character_that_composes_to_eighteen_is_too_long() -> None:
    assert fault_of("\ufdfa") is NameFault.TOO_LONG


def test_a_mebibyte_of_name_is_refused_unread() -> None:
    assert fault_of("\x1b" * 2**20) is NameFault.TOO_LONG


@pytest.mark.parametrize(
    "text",
    [
        "host",
        "HOST",
        " H-o.s_t ",
        "h0st",
        "ｈｏｓｔ",
        "\u041d\u041e\u0405\u0422",
        "\u04bb\u043e\u0455\u0442",
        "h\u00f6st",
        "Bank",
        "Vendue",
        "SYSTEM",
        "everybody",
        "YOU",
        "y0u",
        "Bot",
        "adm1n",
    ],
)
def test_words_of_the_program_are_refused_in_any_guise(text: str) -> None:
    assert fault_of(text) is NameFault.RESERVED


@pytest.mark.parametrize(
    "name", ["Ali", "Al", "Ian", "Hosta", "Bob", "Mei", "Yu", "Bo", "Hank", "Seth"]
)
def test_a_name_that_only_resembles_a_reserved_word_is_free(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "text", ["Brun\u043e", "\u0410nna", "\u0391nna", "x \u0410nna", "x-\u0410nna"]
)
def test_a_word_that_mixes_alphabets_is_refused(text: str) -> None:
    assert fault_of(text) is NameFault.ALPHABETS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bruno", "bruno"),
        ("Bruno", "BRUN0"),
        ("Bruno", "Ｂｒｕｎｏ"),
        ("Bruno", "Bruno."),
        ("Bruno", "B-runo"),
        ("Bruno", "Brun\u00f8"),
        ("Bill", "BiII"),
        ("Bill", "B1l1"),
        ("Lia", "\u0131ia"),
        ("Jose", "Jos\u00e9"),
        ("Jose", "J\u0323ose"),
        ("Jose", "J\u0336ose"),
        ("Iris", "\u0130ris"),
        ("Anna", "\u0251nna"),
        ("coca", "\u0441\u043e\u0441\u0430"),
        (
            "ABEKMHOPCTX",
            "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425",
        ),
        (
            "ABEZIKMOPTX",
            "\u0391\u0392\u0395\u0396\u0399\u039a\u039c\u039f\u03a1\u03a4\u03a7",
        ),
        ("Toni", "\u03a4\u03bf\u03b7\u03b9"),
        ("Eva", "\u0395\u03bd\u03b1"),
        ("\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c2"),
        ("Max 3", "Max \u0663"),
        ("Strasse", "Stra\u00dfe"),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert name_key(clean_name(one)) == name_key(clean_name(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bruno", "Bruna"),
        ("Anna", "Ana"),
        ("Hal", "Val"),
        ("Dan", "Dav"),
        ("Max 1", "Max 2"),
        ("かき", "かぎ"),
        ("張偉", "張衛"),
        ("\u0915\u093f\u092e", "\u0915\u0940\u092e"),
    ],
)
def test_names_that_look_different_have_different_keys(one: str, other: str) -> None:
    assert name_key(clean_name(one)) != name_key(clean_name(other))


def cleaned_or_none(text: str) -> str | None:
    try:
        return clean_name(text)
    except BadText:
        return None


@same_each_time
@given(text=names)
def test_a_cleaned_name_has_its_limits(text: str) -> None:
    name = cleaned_or_none(text)

    if name is not None:
        assert 1 <= len(name) <= NAME_CHARACTERS
        assert len(name.encode()) <= NAME_BYTES
        assert sum(map(wcwidth, name)) <= NAME_CELLS
        assert most_marks_in_a_row(name) <= MARKS_IN_A_ROW
        assert not any(map(is_forbidden, name))
        assert any(unicodedata.category(c)[0] in "LN" for c in name)
        assert name == name.strip()
        assert "  " not in name


@same_each_time
@given(text=names)
def test_a_cleaned_name_is_clean_and_has_a_key(text: str) -> None:
    name = cleaned_or_none(text)

    if name is not None:
        assert clean_name(name) == name
        assert clean_chat(name) == name
        assert name_key(name)


@same_each_time
@given(text=names)
def test_case_does_not_make_another_name(text: str) -> None:
    name = cleaned_or_none(text)

    if name is not None:
        assert name_key(name.casefold()) == name_key(name)


@same_each_time
@given(text=texts)
def test_a_name_is_cleaned_or_refused_and_nothing_else(text: str) -> None:
    cleaned_or_none(text)
