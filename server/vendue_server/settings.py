"""What a host can be told: by flags, by the environment, by a file, in that order."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import msgspec

from vendue_protocol.address import PORT
from vendue_protocol.interventions import AfterGrace
from vendue_protocol.text import REPLACEMENT, TITLE_CHARACTERS, clean_title
from vendue_shared.bots.levels import Level
from vendue_shared.options import PRESETS, Preset

LONGEST_S: Final = 365 * 24 * 3600.0
"""A year; infinity is not a number of seconds."""


class Fsync(StrEnum):
    """When the journal takes a move for stored."""

    FULL = "full"
    """When it is on the disk: it outlives a power cut."""
    NORMAL = "normal"
    """When the system has it: it outlives a crash of the host, and is faster."""


class BadSettings(Exception):
    """Settings that cannot be used; the message names them and says what is wrong."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a host can be told."""

    bind: str = "0.0.0.0"  # noqa: S104 - a host for the LAN listens to the LAN
    """The address to listen at; `127.0.0.1` for this machine alone."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = PORT
    """0: the system chooses."""
    insecure: bool = False
    """Whether lines may be plain also where others than this machine can join."""
    password_file: Path | None = None
    """A file whose first line is the password of the table that is always open."""
    table: str = "Vendue"
    """The name of the table that is always open."""
    seats: Annotated[int, msgspec.Meta(ge=3, le=5)] = 4
    """Its chairs."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """How many of them bots take at the start."""
    level: Level = Level.STANDARD
    """How well these bots play."""
    rules: Preset = Preset.CLASSIC
    """Its options."""
    starts_alone: bool = True
    """Whether it starts by itself when full and all are ready."""
    after_grace: AfterGrace = AfterGrace.BOT
    """What becomes of a seat there whose grace is used up."""
    pace: Annotated[float, msgspec.Meta(ge=0, le=10)] = 1.0
    """What the bots' pauses are multiplied by; 0: none."""
    records: Path | None = None
    """A folder for the record of each finished game."""
    data: Path | None = None
    """The folder of the host's key and of its journal; `None`: the user's own."""
    fsync: Fsync = Fsync.FULL
    """When a move is stored: on the disk (`full`), or where it outlives a crash of
    the host but not a power cut (`normal`), which is faster."""
    idle_s: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)] = 0.0
    """End after so long without a connection; 0: never."""
    tables: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 16
    """How many tables there may be."""
    connections: Annotated[int, msgspec.Meta(ge=1, le=10000)] = 64
    """How many connections there may be; above 64, from one address as from all."""
    messages_per_s: Annotated[float, msgspec.Meta(gt=0, le=1_000_000)] = 20.0
    """How many messages a second are read of a connection."""


def read_settings(path: Path) -> dict[str, object]:
    """Read a TOML file of settings, each key a field of `Settings`.

    Raises:
        BadSettings: It cannot be read, is not TOML, or has an unknown key.
    """
    import tomllib  # noqa: PLC0415 - most hosts have no such file

    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path} is not TOML: {error}") from None
    known = set(Settings.__struct_fields__)
    unknown = sorted(set(found) - known)
    if unknown:
        raise BadSettings(
            f"{path}: unknown {', '.join(unknown)}; "
            f"known are {', '.join(sorted(known))}"
        )
    return found


def settings_from(*layers: dict[str, object]) -> Settings:
    """Lay settings over each other, the first layer on top.

    Raises:
        BadSettings: A value does not fit.
    """
    merged: dict[str, object] = {}
    for layer in reversed(layers):
        merged.update({key: v for key, v in layer.items() if v is not None})
    try:
        settings = msgspec.convert(merged, Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise BadSettings(_misfit(str(error), merged)) from None
    _check_together(settings)
    return settings


def _misfit(why: str, values: dict[str, object]) -> str:
    """What msgspec says of a value, in the words of who wrote it."""
    what, _, path = why.partition(" - at `$.")
    name = path.rstrip("`")
    if name not in values:
        return why
    said = f"{name}: {values[name]!r} does not fit: {what.replace('`', '')}"
    choices = {"level": Level, "after_grace": AfterGrace, "fsync": Fsync}
    if name == "rules":
        return f"{said}; there are {', '.join(PRESETS)}"
    return f"{said}; there are {', '.join(choices[name])}" if name in choices else said


def _check_together(settings: Settings) -> None:
    """Refuse what no type can.

    Raises:
        BadSettings: There would be no such table, or none that anybody can sit at.
    """
    if settings.bots >= settings.seats:
        raise BadSettings(
            f"bots: {settings.bots} leave no chair of {settings.seats} to a person"
        )
    if settings.rules not in PRESETS:
        raise BadSettings(f"rules: {settings.rules} names no set of options")
    if not clean_title(settings.table):
        raise BadSettings("table: its name cannot be empty")
    if len(settings.table.strip()) > TITLE_CHARACTERS:
        raise BadSettings(
            f"table: its name has {len(settings.table.strip())} characters, at most "
            f"{TITLE_CHARACTERS}"
        )
    if REPLACEMENT in clean_title(settings.table):
        raise BadSettings("table: its name has characters that cannot be shown")


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str | Path):
        return Path(value)
    raise ValueError(f"{value!r} is no {kind.__name__.lower()}")
