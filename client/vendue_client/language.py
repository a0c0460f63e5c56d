"""The language of the screen: every sentence is made here, at the client."""

from __future__ import annotations

from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

_DOMAIN: Final = "vendue"
_CATALOGS: Final = Path(__file__).parent / "locale"


class _Spoken:
    """The catalog in use; English until somebody asks for another."""

    catalog: NullTranslations = NullTranslations()


def use(language: str) -> None:
    """Speak another language from the next sentence on.

    Args:
        language: A code such as `it` or `ja`; English where there is no catalog.
    """
    _Spoken.catalog = translation(
        _DOMAIN, _CATALOGS, languages=[language], fallback=True
    )


def _(sentence: str) -> str:
    """The sentence in the language spoken now; itself where it has no translation."""
    return _Spoken.catalog.gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a sentence that fits a number, in the language spoken now."""
    return _Spoken.catalog.ngettext(one, many, count)
