"""Text of peers: cleaned by the host on the way in, by the client on the way out.

A name is refused when it is not fit to be shown; anything else is made fit.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import Final

NAME_CHARACTERS: Final = 16
"""Longest name, in characters: it fits beside the purse in 80 columns."""
NAME_BYTES: Final = 48
"""Longest name, in bytes of UTF-8: three a character, enough but for rare scripts."""
NAME_CELLS: Final = 20
"""Widest name, in cells of the terminal: ten characters of Chinese."""
CHAT_CHARACTERS: Final = 200
"""Longest chat, in characters; no character takes over 4 bytes, hence 800 bytes."""
CHAT_BYTES: Final = 4 * CHAT_CHARACTERS
"""Longest chat, in bytes of UTF-8."""
TITLE_CHARACTERS: Final = 32
"""Longest table name or reason, in characters."""
MARKS_IN_A_ROW: Final = 2
"""Most combining marks on one letter: Vietnamese and Hebrew need two."""
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands where something was that must not reach a terminal."""

_TYPED_CHARACTERS: Final = 256
"""More is refused unread. A name shrinks by composing, at most to a quarter."""
_FORBIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FILLERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"
)
"""Letters, marks and symbols that are drawn as nothing."""
_VARIATION_SELECTORS: Final = dict.fromkeys(
    (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)
"""Dropped: they choose a glyph and may change its width, but say nothing."""
_SEPARATORS: Final = frozenset("-_ .")
_CASED: Final = frozenset({"Lu", "Ll", "Lt"})

# Each group: the letter that stands in the key, then its look-alikes; case and
# accents are gone by then. Cyrillic capitals count too, so that "en" is an h.
# Where a Greek capital and its small letter resemble two Latin ones (eta, nu,
# upsilon), the small one decides. A terminal shows "rn" wider than "m": no pairs.
_LOOK_ALIKES: Final = (
    "aаαɑᴀ bвьβʙƀ cсᴄ dԁᴅđ eеεᴇ gԍɡɢ hнһʜħ jјᴊ kкκᴋ li1іӏιɩıɪǀʟł mмμᴍ nпηɴ "
    "o0оοσᴏø pрρᴘ qԛ rгʀ sѕꜱ tтτᴛŧ uυᴜ vѵνᴠ wшԝѡωᴡ xхχ yуүγʏ zζᴢ 3зӡʒ 4ч 6б"
)
_SKELETON: Final = str.maketrans(
    {other: group[0] for group in _LOOK_ALIKES.split() for other in group[1:]}
)
# Mind the skeleton before adding a word: "all" would refuse Ali, "ai" would Al.
_OUR_WORDS: Final = (
    "admin auctioneer bank bot everybody everyone host me nobody owner seat server "
    "spectator system table vendue you"
)


class NameFault(StrEnum):
    """What a name is refused for; the value travels with the refusal."""

    EMPTY = "empty"
    """Nothing but spaces."""
    TOO_LONG = "too_long"
    """Over 16 characters, or over 48 bytes."""
    TOO_WIDE = "too_wide"
    """Over 20 cells of the terminal."""
    CHARACTER = "character"
    """A character that is no letter, digit, space, `-`, `_` or `.`."""
    MARKS = "marks"
    """A combining mark without a letter, or a third one on the same letter."""
    NO_LETTER = "no_letter"
    """Neither a letter nor a digit."""
    ALPHABETS = "alphabets"
    """A word that mixes alphabets, as Latin and Cyrillic."""
    RESERVED = "reserved"
    """A word the program says itself, or one that looks like it."""


class BadText(Exception):
    """A name that must not be shown to others.

    Args:
        reason: What is wrong with it.
        detail: The same in words, with the values, and without a character that
            could harm a terminal.
    """

    def __init__(self, reason: NameFault, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


def clean_name(text: str) -> str:
    """Make the name that is kept and shown out of what somebody typed.

    Args:
        text: Anything; composed (NFKC), trimmed, inner spaces made one.

    Returns:
        1 to 16 characters, at most 48 bytes and 20 cells: letters with at most
        two marks each, digits, spaces, `-`, `_` and `.`; a letter or digit among
        them. Cleaning it again changes nothing.

    Raises:
        BadText: There is no such name in it; the first fault is named.

    Source:
        docs/PROTOCOL.md, "Text".

    Example:
        >>> clean_name("  Chie   K. ")
        'Chie K.'
    """
    if len(text) > _TYPED_CHARACTERS:
        raise _too_long(len(text), NAME_CHARACTERS, "characters")
    composed = unicodedata.normalize("NFKC", text.translate(_VARIATION_SELECTORS))
    name = re.sub(" +", " ", composed).strip(" ")
    if not name:
        raise BadText(NameFault.EMPTY, "a name needs a letter or a digit")
    _check_characters(name)
    _check_size(name)
    _check_alphabets(name)
    if name_key(name) in _RESERVED:
        raise BadText(NameFault.RESERVED, f"{name!r} is, or looks like, a word of ours")
    return name


def name_key(name: str) -> str:
    """The skeleton of a name: names that look alike have the same one.

    Case, accents, separators and the script of digits do not count; `0` is `o`,
    `1` and `i` are `l`, and the look-alikes of Greek, Cyrillic and full width are
    their Latin letter. Other alphabets are only told apart, not compared.

    Args:
        name: A cleaned name.

    Returns:
        The key, never empty, to compare with other keys of the same table only:
        it is no name, and may differ between versions.

    Source:
        docs/PROTOCOL.md, "Text".

    Example:
        >>> name_key("BRUN0") == name_key("Bruno")
        True
    """
    plain = (
        character
        for character in unicodedata.normalize("NFKD", name).casefold()
        if character not in _SEPARATORS and not _is_accent(character)
    )
    digits = (str(unicodedata.decimal(character, character)) for character in plain)
    return "".join(digits).translate(_SKELETON)


def clean_chat(text: str) -> str:
    r"""Make chat fit for a screen: one line, at most 200 characters and 800 bytes.

    What must not reach a terminal becomes U+FFFD, as in `clean_line`; the text is
    trimmed, then cut.

    Returns:
        The chat, empty if there was nothing in it. Cleaning it again changes
        nothing.

    Source:
        docs/PROTOCOL.md, "Text".

    Example:
        >>> clean_chat(" hi\x1b[31m\n") == "hi\N{REPLACEMENT CHARACTER}[31m"
        True
    """
    return _trimmed(text, CHAT_CHARACTERS)


def clean_title(text: str) -> str:
    """Make the name of a table, or a reason, fit: as chat, 32 characters."""
    return _trimmed(text, TITLE_CHARACTERS)


def clean_line(text: str) -> str:
    """Make a line fit to be printed, whoever wrote it and however long it is.

    Controls (line ends and tabs too), formats, surrogates, private and unassigned
    characters, line separators and invisible fillers become U+FFFD; so does a mark
    at the start, which would sit on what stands before. A third combining mark in
    a row and variation selectors are dropped. Spaces stay.

    Source:
        docs/PROTOCOL.md, "Text".
    """
    return _fit(text.translate(_VARIATION_SELECTORS), None)


def _trimmed(text: str, longest: int) -> str:
    # Selectors go first: what they stood before may be a space.
    return _fit(text.translate(_VARIATION_SELECTORS).strip(), longest).rstrip()


def _fit(text: str, longest: int | None) -> str:
    """Replace and drop as `clean_line` says, up to `longest` characters."""
    kept: list[str] = []
    marks = 0
    for character in text:
        if len(kept) == longest:
            break
        forbidden = _is_forbidden(character)
        marks = marks + 1 if _is_mark(character) and not forbidden else 0
        if marks > MARKS_IN_A_ROW:
            continue
        homeless = marks > 0 and not kept
        kept.append(REPLACEMENT if forbidden or homeless else character)
    return "".join(kept)


def _is_forbidden(character: str) -> bool:
    category = unicodedata.category(character)
    return category in _FORBIDDEN_CATEGORIES or character in _FILLERS


def _is_mark(character: str) -> bool:
    """Whether it sits on the character before: a mark, or the end of a syllable."""
    category = unicodedata.category(character)
    return category[0] == "M" or (category == "Lo" and _cells(character) == 0)


def _cells(character: str) -> int:
    # Its tables take long to import, and most programs never measure a name.
    from wcwidth import wcwidth  # noqa: PLC0415

    return wcwidth(character)


def _is_accent(character: str) -> bool:
    # Class 1 strikes through, 200 and up stand above and below: no other letter,
    # unlike the vowel signs of India, which have a class of their own.
    position = unicodedata.combining(character)
    return position == 1 or position >= 200  # noqa: PLR2004


def _check_characters(name: str) -> None:
    marks = MARKS_IN_A_ROW  # no letter yet that could bear one
    for character in name:
        if _is_mark(character) and not _is_forbidden(character):
            marks += 1
        elif _is_letter_or_digit(character):
            marks = 0
        elif character in _SEPARATORS:
            marks = MARKS_IN_A_ROW
        else:
            raise BadText(
                NameFault.CHARACTER,
                f"U+{ord(character):04X} cannot stand in a name: "
                "only letters, digits, spaces, '-', '_' and '.'",
            )
        if marks > MARKS_IN_A_ROW:
            raise BadText(
                NameFault.MARKS, f"at most {MARKS_IN_A_ROW} marks, and on a letter"
            )
    if not any(map(_is_letter_or_digit, name)):
        raise BadText(NameFault.NO_LETTER, "a name needs a letter or a digit")


def _is_letter_or_digit(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] == "L" or category == "Nd") and not _is_forbidden(character)


def _check_size(name: str) -> None:
    if len(name) > NAME_CHARACTERS:
        raise _too_long(len(name), NAME_CHARACTERS, "characters")
    if (size := len(name.encode())) > NAME_BYTES:
        raise _too_long(size, NAME_BYTES, "bytes")
    if (cells := sum(map(_cells, name))) > NAME_CELLS:
        raise BadText(NameFault.TOO_WIDE, f"{cells} cells, at most {NAME_CELLS}")


def _too_long(size: int, limit: int, unit: str) -> BadText:
    return BadText(NameFault.TOO_LONG, f"{size} {unit}, at most {limit}")


def _check_alphabets(name: str) -> None:
    for word in re.split("[-_ .]", name):
        alphabets = {
            unicodedata.name(letter).split()[0]
            for letter in word
            if unicodedata.category(letter) in _CASED
        }
        if len(alphabets) > 1:
            mixed = " and ".join(sorted(alphabets)).title()
            raise BadText(NameFault.ALPHABETS, f"{word!r} mixes {mixed} letters")


_RESERVED: Final = frozenset(map(name_key, _OUR_WORDS.split()))
