"""Amounts as people type them: thousands, or dollars written out."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from vendue_client.language import _
from vendue_client.wording.words import money
from vendue_shared.money import Money

from .order import BadOrder

_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})*")
"""Dollars with something between the thousands, the same throughout."""
_PLAIN: Final = re.compile(r"([0-9]{1,12})(k?)")
_THOUSAND: Final = 1000


def plain_form(typed: str) -> str:
    r"""What was typed, in ordinary digits and letters, whatever made them.

    Example:
        >>> plain_form(" \N{FULLWIDTH DIGIT ONE}8K ")
        '18k'
    """
    return unicodedata.normalize("NFKC", typed).strip().casefold()


def looks_like_number(typed: str) -> bool:
    """Whether it begins as an amount does, or a place in the hand."""
    return plain_form(typed)[:1].isdecimal()


def read_amount(typed: str) -> Money:
    """Read an amount: `18`, `18k`, `18000`, `18,000` and `18.000` are all the same.

    What is below 1000 is thousands; what is not must be whole thousands of dollars.

    Raises:
        BadOrder: It is no amount, or no whole thousands.
    """
    text = plain_form(typed)
    if _GROUPED.fullmatch(text):
        return _dollars(int(re.sub("[.,' ]", "", text)))
    match = _PLAIN.fullmatch(text)
    if match is None:
        raise BadOrder(
            _("No amount: {typed}. Type thousands: 18 is {example}.").format(
                typed=typed.strip(), example=money(18)
            )
        )
    number = int(match[1])
    if match[2] or number < _THOUSAND:
        return Money(number)
    return _dollars(number)


def _dollars(number: int) -> Money:
    thousands, rest = divmod(number, _THOUSAND)
    if rest:
        raise BadOrder(
            _("Whole thousands only: {low} or {high}, not what lies between.").format(
                low=money(thousands), high=money(thousands + 1)
            )
        )
    return Money(thousands)
