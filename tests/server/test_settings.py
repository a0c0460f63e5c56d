from __future__ import annotations

from pathlib import Path

import pytest

from vendue_server.__main__ import environment
from vendue_server.settings import BadSettings, Settings, read_settings, settings_from
from vendue_shared.bots.levels import Level
from vendue_shared.options import Preset


def test_nothing_told_is_every_default() -> None:
    assert settings_from() == Settings()


def test_flag_is_above_the_environment_and_that_above_the_file() -> None:
    flags: dict[str, object] = {"port": 1, "seats": None, "pace": None}
    environment: dict[str, object] = {"port": "2", "seats": "3"}
    file: dict[str, object] = {"port": 4, "seats": 5, "pace": 2}

    found = settings_from(flags, environment, file)

    assert (found.port, found.seats, found.pace) == (1, 3, 2.0)


def test_text_of_the_environment_becomes_what_it_says() -> None:
    found = settings_from(
        {
            "seats": "5",
            "pace": "0.5",
            "starts_alone": "false",
            "insecure": "true",
            "level": "random",
            "rules": "italian",
            "data": "/somewhere",
        }
    )

    assert found == Settings(
        insecure=True,
        seats=5,
        pace=0.5,
        starts_alone=False,
        level=Level.RANDOM,
        rules=Preset.ITALIAN,
        data=Path("/somewhere"),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bind", 5),
        ("port", 65536),
        ("port", -1),
        ("port", "many"),
        ("port", ""),
        ("table", ""),
        ("table", "   "),
        ("seats", 2),
        ("seats", 6),
        ("seats", 4.5),
        ("bots", -1),
        ("bots", 4),
        ("level", "grandmaster"),
        ("rules", "poker"),
        ("rules", "custom"),
        ("starts_alone", "perhaps"),
        ("pace", -0.1),
        ("pace", 11),
        ("pace", "nan"),
        ("pace", float("nan")),
        ("records", [1]),
        ("data", 5),
        ("idle_s", -1),
        ("idle_s", float("inf")),
        ("tables", 0),
        ("connections", 0),
        ("messages_per_s", 0),
        ("messages_per_s", float("inf")),
        ("messages_per_s", float("nan")),
    ],
    ids=repr,
)
def test_bad_value_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(BadSettings, match=name):
        settings_from({name: value})


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"port": "abc"}, "port: 'abc' does not fit: Expected int, got str"),
        ({"level": "hard"}, "there are random, novice, standard, expert, master"),
        ({"rules": "poker"}, "there are classic, italian, classic-split"),
        ({"table": "x" * 33}, "table: its name has 33 characters, at most 32"),
        ({"table": "a\x1b[31m"}, "table: its name has characters that cannot be shown"),
    ],
    ids=["type", "level", "rules", "long", "control"],
)
def test_bad_value_is_told_as_it_was_written_and_what_would_fit(
    values: dict[str, object], said: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        settings_from(values)

    assert said in str(refused.value)


def test_bots_leave_a_chair_to_a_person() -> None:
    assert settings_from({"bots": 3}).bots == 3


def test_unknown_key_of_a_file_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "vendue.toml"
    file.write_text("prot = 1", encoding="utf-8")

    with pytest.raises(BadSettings, match="prot"):
        read_settings(file)


@pytest.mark.parametrize(
    "content", [b"port = ", b"\xff\xfe", b"[["], ids=["cut", "not UTF-8", "brackets"]
)
def test_file_that_is_not_toml_is_refused_by_name(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "vendue.toml"
    file.write_bytes(content)

    with pytest.raises(BadSettings, match=r"vendue\.toml"):
        read_settings(file)


def test_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="nowhere"):
        read_settings(tmp_path / "nowhere.toml")


def test_file_names_settings_as_the_class_does(tmp_path: Path) -> None:
    file = tmp_path / "vendue.toml"
    file.write_text('port = 7\ntable = "Kitchen"', encoding="utf-8")

    assert read_settings(file) == {"port": 7, "table": "Kitchen"}


def test_environment_is_read_by_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENDUE_SEATS", "3")
    monkeypatch.setenv("SEATS", "5")

    assert environment()["seats"] == "3"


def test_environment_that_says_nothing_is_no_layer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in Settings.__struct_fields__:
        monkeypatch.delenv(f"VENDUE_{name.upper()}", raising=False)

    assert environment() == {}
