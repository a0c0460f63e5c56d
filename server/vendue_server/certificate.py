"""The host's certificate: how TLS carries the host's key.

Clients pin the key, so nothing else in it means anything: it names nobody and is
good for ever.
"""

from __future__ import annotations

import base64
import ssl
from functools import cache
from pathlib import Path
from typing import Final

from .data_directory import KEY_FILE, BadDataDirectory
from .durable import write_whole

CERTIFICATE_FILE: Final = "host.pem"

_END: Final = b"-----END CERTIFICATE-----\n"

_PKCS8: Final = bytes.fromhex("302e020100300506032b657004220420")
"""What stands before the 32 bytes of a private Ed25519 key (RFC 8410, section 7)."""


def certificate_file(directory: Path) -> Path:
    """The file that has the host's key and its certificate, made at the first start.

    Args:
        directory: Has the host's key.

    Raises:
        BadDataDirectory: It cannot be read or written, or is for another key.
    """
    path = directory / CERTIFICATE_FILE
    try:
        secret = (directory / KEY_FILE).read_bytes()
        key = _pem_of(secret)
        if not path.exists():
            write_whole(path, key + _certificate_of(secret))
        content = path.read_bytes()
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    if not (content.startswith(key) and content.endswith(_END)):
        raise BadDataDirectory(
            f"{path} is damaged, or for another key than {KEY_FILE}; "
            "move it away and a new one is made"
        )
    return path


@cache
def server_context(path: Path) -> ssl.SSLContext:
    """How the host speaks TLS: 1.3 alone, and no tickets, since nobody resumes.

    Made once, when the first peer speaks it: a host listens sooner without.

    Args:
        path: What `certificate_file` made.

    Raises:
        BadDataDirectory: The file is gone, or was damaged since.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    try:
        context.load_cert_chain(path)
    except OSError as error:
        raise BadDataDirectory(f"{path}: {error.strerror}") from None
    return context


def _pem_of(secret: bytes) -> bytes:
    """The private key as TLS reads it."""
    coded = base64.b64encode(_PKCS8 + secret).decode()
    text = f"-----BEGIN PRIVATE KEY-----\n{coded}\n-----END PRIVATE KEY-----\n"
    return text.encode()


def _certificate_of(secret: bytes) -> bytes:
    """A certificate that the key signs for itself."""
    # Slow to import, and wanted once in a host's life.
    import datetime as dt  # noqa: PLC0415

    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
    )

    key = Ed25519PrivateKey.from_private_bytes(secret)
    nobody = x509.Name([])
    # RFC 5280, section 4.1.2.5: the date of what does not end.
    never = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(nobody)
        .issuer_name(nobody)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(dt.datetime(1950, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(never)
        .sign(key, None)
    )
    return certificate.public_bytes(Encoding.PEM)
