"""The host's certificate in its data directory."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding

from vendue_protocol.certificate import key_in_certificate
from vendue_server.certificate import (
    CERTIFICATE_FILE,
    certificate_file,
    server_context,
)
from vendue_server.data_directory import KEY_FILE, BadDataDirectory, host_key


def parsed(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_certificate_is_for_the_hosts_key(tmp_path: Path) -> None:
    key = host_key(tmp_path)

    certificate = parsed(certificate_file(tmp_path))

    found = certificate.public_key()
    assert isinstance(found, Ed25519PublicKey)
    assert found.public_bytes_raw() == key.public


def test_certificate_is_signed_by_the_hosts_key(tmp_path: Path) -> None:
    host_key(tmp_path)
    certificate = parsed(certificate_file(tmp_path))

    certificate.verify_directly_issued_by(certificate)


def test_certificate_names_nobody_and_never_ends(tmp_path: Path) -> None:
    host_key(tmp_path)

    certificate = parsed(certificate_file(tmp_path))

    assert list(certificate.subject) == []
    assert certificate.not_valid_after_utc.year == 9999


def test_certificate_is_made_once(tmp_path: Path) -> None:
    host_key(tmp_path)
    first = certificate_file(tmp_path).read_bytes()

    assert certificate_file(tmp_path).read_bytes() == first


def test_certificate_is_for_its_owner_alone(tmp_path: Path) -> None:
    host_key(tmp_path)

    path = certificate_file(tmp_path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(p.name for p in tmp_path.iterdir()) == [KEY_FILE, CERTIFICATE_FILE]


def test_certificate_of_another_key_is_refused_and_says_what_to_do(
    tmp_path: Path,
) -> None:
    host_key(tmp_path)
    path = certificate_file(tmp_path)
    (tmp_path / KEY_FILE).write_bytes(bytes(32))

    with pytest.raises(BadDataDirectory) as refused:
        certificate_file(tmp_path)

    assert str(path) in str(refused.value)
    assert "move it away" in str(refused.value)


def test_certificate_that_is_damaged_is_told_with_its_path(tmp_path: Path) -> None:
    host_key(tmp_path)
    path = certificate_file(tmp_path)
    path.write_bytes(path.read_bytes()[:-80])

    with pytest.raises(BadDataDirectory, match=f"{CERTIFICATE_FILE} is damaged"):
        certificate_file(tmp_path)


def test_certificate_that_was_lost_since_is_told_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(BadDataDirectory, match=f"{CERTIFICATE_FILE}: No such file"):
        server_context(tmp_path / CERTIFICATE_FILE)


def test_certificate_that_cannot_be_written_is_told_with_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host_key(tmp_path)

    def full(file: int) -> None:
        del file
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadDataDirectory, match=f"{CERTIFICATE_FILE}: No space"):
        certificate_file(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_key_is_found_in_it(tmp_path: Path) -> None:
    key = host_key(tmp_path)
    path = certificate_file(tmp_path)

    der = parsed(path).public_bytes(Encoding.DER)

    assert key_in_certificate(der) == key.public
