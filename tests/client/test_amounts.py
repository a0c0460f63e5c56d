"""An amount may be typed in many ways, and is never guessed."""

from __future__ import annotations

import pytest

from vendue_client.orders.amounts import read_amount
from vendue_client.orders.order import BadOrder


@pytest.mark.parametrize(
    "typed",
    [
        "18", "18k", "18K", "18000", "18,000", "18.000", "18'000", "18 000",
        "１８", "１８，０００", " 18 ", "018",
    ],
)  # fmt: skip
def test_an_amount_may_be_written_in_many_ways(typed: str) -> None:
    assert read_amount(typed) == 18


@pytest.mark.parametrize("typed", ["1500", "1,500", "18001", "1.234"])
def test_what_is_not_whole_thousands_is_refused(typed: str) -> None:
    with pytest.raises(BadOrder, match="Whole thousands only"):
        read_amount(typed)


@pytest.mark.parametrize(
    "typed", ["", "-18", "18.5", "18,00", "1e3", "1,000.000", "18kk", "١٨x", "9" * 40]
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(BadOrder, match="No amount"):
        read_amount(typed)


def test_999_is_thousands_and_1000_is_dollars() -> None:
    assert read_amount("999") == 999
    assert read_amount("1000") == 1
