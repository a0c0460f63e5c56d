from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.server.host_process import ENVIRONMENT, HOST, PATIENCE_S

from vendue_server.data_directory import (
    KEY_FILE,
    BadDataDirectory,
    data_directory,
    host_key,
)


def test_directory_is_made(data: Path) -> None:
    assert data_directory(data).is_dir()


def test_directory_is_for_its_owner_alone(data: Path) -> None:
    assert data_directory(data).stat().st_mode & 0o777 == 0o700


def test_directories_above_are_made_too(data: Path) -> None:
    assert data_directory(data / "deep" / "er").is_dir()


def test_file_is_no_directory(data: Path) -> None:
    data.write_text("", encoding="utf-8")

    with pytest.raises(BadDataDirectory, match=f"{data}: it is a file, not a folder"):
        data_directory(data)


def test_directory_below_a_file_cannot_be_made(data: Path) -> None:
    data.write_text("", encoding="utf-8")

    with pytest.raises(BadDataDirectory, match=str(data)):
        data_directory(data / "deeper")


def test_key_is_the_same_at_the_next_start(data: Path) -> None:
    data_directory(data)
    first = host_key(data)

    assert host_key(data).public == first.public


def test_two_hosts_have_two_keys(data: Path) -> None:
    data_directory(data / "a")
    data_directory(data / "b")

    assert host_key(data / "a").public != host_key(data / "b").public


def test_key_is_for_its_owner_alone(data: Path) -> None:
    host_key(data_directory(data))

    assert (data / KEY_FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("size", [0, 31, 33])
def test_damaged_key_is_refused_and_left_alone(data: Path, size: int) -> None:
    data_directory(data)
    (data / KEY_FILE).write_bytes(bytes(size))

    with pytest.raises(BadDataDirectory, match=f"{size} bytes"):
        host_key(data)

    assert (data / KEY_FILE).read_bytes() == bytes(size)


def test_key_that_cannot_be_read_is_refused(data: Path) -> None:
    (data_directory(data) / KEY_FILE).mkdir()

    with pytest.raises(BadDataDirectory, match=KEY_FILE):
        host_key(data)


def test_key_that_cannot_be_written_is_refused(data: Path) -> None:
    with pytest.raises(BadDataDirectory, match=KEY_FILE):
        host_key(data / "never made")


def test_fault_never_shows_the_key(data: Path) -> None:
    data_directory(data)
    (data / KEY_FILE).write_bytes(b"\xaa" * 31)

    with pytest.raises(BadDataDirectory) as refused:
        host_key(data)

    assert "aa" * 8 not in str(refused.value)


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None,
    reason="mounting takes root and unshare",
)
def test_a_read_only_directory_is_said_in_one_line(tmp_path: Path) -> None:
    mount = f"mount -t tmpfs -o ro none {tmp_path} && exec "
    command = shlex.join([*HOST, "--port", "0", "--data", str(tmp_path)])

    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", mount + command],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert ended.returncode == 6
    assert str(tmp_path) in ended.stderr
    assert "Read-only file system" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="giving a directory away takes root")
def test_a_directory_of_somebody_else_is_refused(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, -1)

    with pytest.raises(BadDataDirectory, match=r"belongs to another user \(12345"):
        data_directory(tmp_path)
