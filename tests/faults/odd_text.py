"""Text that would hijack a terminal, hide in it, or push its columns aside."""

from __future__ import annotations

from typing import Final

HIJACKS: Final = {
    "escape": "\x1b",
    "colour": "\x1b[31mred\x1b[0m",
    "clears the screen": "\x1b[2J\x1b[H",
    "sets the title": "\x1b]0;owned\x07",
    "a link": "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "the clipboard": "\x1b]52;c;cm0gLXJmIH4=\x07",
    "asks the terminal": "\x1b[6n\x1b[c",
    "a device string": "\x1bP+q544e\x1b\\",
    "leaves the full screen": "\x1b[?1049l",
    "8-bit CSI": "\x9b31mred",
    "8-bit OSC": "\x9d0;owned\x9c",
    "8-bit DCS": "\x90q\x9c",
    "the bell": "\a",
    "backspaces": "You won\b\b\b\b\b\b\blost",
    "carriage return": "safe\revil",
    "line feed": "safe\nevil: you won",
    "both": "safe\r\nevil: you won",
    "vertical tab": "safe\x0bevil",
    "form feed": "safe\x0cevil",
    "next line": "safe\x85evil",
    "line separator": "safe\u2028evil",
    "paragraph separator": "safe\u2029evil",
    "nul": "a\x00b",
    "delete": "a\x7fb",
    "markup": "<b>&</b><style bg='red'>%s{0}{name}",
}
"""What a terminal, a line or a markup would obey."""

HIDDEN: Final = {
    "right to left": "\u202eevil\u202c",
    "isolates": "\u2066a\u2067b\u2069",
    "a mark of direction": "a\u200fb\u200e",
    "zero width space": "a\u200bb",
    "joiners": "a\u200db\u200cc",
    "a byte order mark": "\ufeffa",
    "word joiner": "a\u2060b",
    "soft hyphen": "a\u00adb",
    "tags": "a\U000e0061\U000e007f",
    "hangul filler": "a\u3164b",
    "half-width filler": "a\uffa0b",
    "braille blank": "a\u2800b",
    "grapheme joiner": "a\u034fb",
    "private use": "a\ue000b",
    "unassigned": "a\u0378b",
    "no character": "a\uffffb",
    "variation selectors": "a\ufe0fb\U000e0100",
    "fifty marks": "a" + "\u0301" * 50,
    "a mark first": "\u0301\u0301a",
}
"""What is not seen, or moves what is."""

WIDE: Final = {
    "chinese": "\u8cb7" * 16,
    "full width": "\uff21" * 16,
    "emoji": "\U0001f3a8" * 16,
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 5,
    "flags": "\U0001f1ee\U0001f1f9" * 8,
    "hangul": "\u1112\u1161\u11ab" * 5,
    "thai": "\u0e01\u0e33" * 8,
}
"""What is wider, or narrower, than its characters are many."""

ODD: Final = {**HIJACKS, **HIDDEN, **WIDE}

OBEYED: Final = frozenset(
    "\x1b\x9b\x9d\x90\x9c\a\b\r\x0b\x0c\x85\u2028\u2029\x00\x7f"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
    "\u200b\u200c\u200d\ufeff\u2060\u00ad\u3164\uffa0\u2800\u034f\ue000\u0378\uffff"
    "\ufe0f\U000e0061\U000e007f\U000e0100"
)
"""What must stand in no line that a person reads."""


def obeyed_in(text: str) -> set[str]:
    """What a terminal would obey in some lines; their ends are no fault."""
    return set(text) & OBEYED
