"""The building blocks of the layouts."""

from __future__ import annotations

import pytest

from vendue_protocol.tags import VER, sized, tag, unsigned

NAMES = frozenset(
    [
        "host",
        "return",
        "bot",
        "rules",
        "terms",
        "seed",
        "entropy",
        "salt",
        "deck",
        "stream",
        "slot",
        "blind",
        "leaf",
        "root",
        "auto",
        "start",
        "log",
        "hold",
        "code",
        "nonce",
        "bid",
    ]
)


def test_every_tag_of_the_layouts_is_another_sixteen_bytes() -> None:
    tags = {tag(name) for name in NAMES}

    assert len(tags) == len(NAMES)
    assert {len(made) for made in tags} == {16}


@pytest.mark.parametrize("name", ["commitment", "é"], ids=["too long", "not ASCII"])
def test_a_tag_that_has_no_room_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"tag|ascii"):
        tag(name)


def test_the_version_is_one_in_two_bytes() -> None:
    assert VER == b"\x00\x01"


@pytest.mark.parametrize("number", [-1, 256], ids=["negative", "too large"])
def test_a_number_that_does_not_fit_is_a_value_error(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        unsigned(number, 1)


def test_the_message_about_a_wrong_size_does_not_show_the_data() -> None:
    with pytest.raises(ValueError, match="3 bytes, not 32") as caught:
        sized("a seed", b"abc")

    assert "abc" not in str(caught.value)
