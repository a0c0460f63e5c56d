"""The key that a certificate is for, and nothing else of it."""

from __future__ import annotations

import datetime as dt
from functools import cache

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from hypothesis import given, strategies as st

from vendue_protocol.certificate import NotOurs, key_in_certificate

KEY = Ed25519PrivateKey.from_private_bytes(b"\x11" * 32)
DECOY = Ed25519PrivateKey.from_private_bytes(b"\x22" * 32)
PUBLIC = KEY.public_key().public_bytes_raw()

AS_OURS = bytes.fromhex("302a300506032b6570032100")


def builder(name: str = "somebody") -> x509.CertificateBuilder:
    """A certificate that was good for a day, long ago."""
    whose = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(whose)
        .issuer_name(whose)
        .public_key(KEY.public_key())
        .serial_number(2**150 + 7)
        .not_valid_before(dt.datetime(1999, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(1999, 1, 2, tzinfo=dt.UTC))
    )


def der(certificate: x509.CertificateBuilder) -> bytes:
    return certificate.sign(KEY, None).public_bytes(Encoding.DER)


@cache
def plain() -> bytes:
    return der(builder())


def test_key_is_read_whatever_the_dates_and_names() -> None:
    assert key_in_certificate(plain()) == PUBLIC


def test_key_is_read_past_a_long_name() -> None:
    assert key_in_certificate(der(builder("x" * 64))) == PUBLIC


def test_key_of_an_extension_is_not_taken_for_it() -> None:
    decoy = AS_OURS + DECOY.public_key().public_bytes_raw()
    extension = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.9.1"), decoy)

    found = key_in_certificate(der(builder().add_extension(extension, critical=False)))

    assert found == PUBLIC


def test_key_of_a_signature_authority_is_not_taken_for_it() -> None:
    by_another = builder().sign(DECOY, None).public_bytes(Encoding.DER)

    assert key_in_certificate(by_another) == PUBLIC


def test_key_of_another_kind_is_refused() -> None:
    other = ec.generate_private_key(ec.SECP256R1())
    whose = x509.Name([])
    der_of_it = (
        x509.CertificateBuilder()
        .subject_name(whose)
        .issuer_name(whose)
        .public_key(other.public_key())
        .serial_number(1)
        .not_valid_before(dt.datetime(2000, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(2100, 1, 1, tzinfo=dt.UTC))
        .sign(other, hashes.SHA256())
        .public_bytes(Encoding.DER)
    )

    with pytest.raises(NotOurs, match="Ed25519"):
        key_in_certificate(der_of_it)


def test_certificate_cut_anywhere_is_refused() -> None:
    for size in range(len(plain())):
        with pytest.raises(NotOurs):
            key_in_certificate(plain()[:size])


def test_certificate_with_something_behind_it_is_refused() -> None:
    with pytest.raises(NotOurs, match="after"):
        key_in_certificate(plain() + b"\x00")


def test_element_without_a_definite_length_is_refused() -> None:
    whole = bytearray(plain())
    whole[1] = 0x80

    with pytest.raises(NotOurs):
        key_in_certificate(bytes(whole))


def test_certificate_with_a_bit_altered_is_refused_or_has_a_key_where_it_stands() -> (
    None
):
    at = plain().index(AS_OURS) + len(AS_OURS)
    for byte in range(len(plain())):
        for bit in range(8):
            altered = bytearray(plain())
            altered[byte] ^= 1 << bit
            try:
                found = key_in_certificate(bytes(altered))
            except NotOurs:
                continue
            # What precedes the key may be altered only where it means nothing.
            assert found == bytes(altered[at : at + 32])


@given(st.binary(max_size=400))
def test_rubbish_is_refused_and_nothing_else(rubbish: bytes) -> None:
    with pytest.raises(NotOurs):
        key_in_certificate(rubbish)
