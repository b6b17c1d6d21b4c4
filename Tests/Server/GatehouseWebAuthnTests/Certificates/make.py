# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes attestation.json: valid and invalid certificates of authenticators, by their names.

The private key is the number whose 32 bytes are all 7. Run with a Python that has the cryptography package.
"""
import base64
import datetime
import json
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID, ObjectIdentifier

KEY = ec.derive_private_key(int.from_bytes(bytes([7] * 32), "big"), ec.SECP256R1())
MODEL = bytes(range(16))
MODEL_EXTENSION = ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


def certificate(
    units=("Authenticator Attestation",), country="SE", organisation="Test", name="Test attestation",
    authority=False, constraints=True, model=b"\x04\x10" + MODEL, critical=False, key=KEY,
):
    parts = [(NameOID.COUNTRY_NAME, country), (NameOID.ORGANIZATION_NAME, organisation)]
    parts += [(NameOID.ORGANIZATIONAL_UNIT_NAME, unit) for unit in units] + [(NameOID.COMMON_NAME, name)]
    subject = x509.Name([x509.NameAttribute(kind, value) for kind, value in parts if value])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(2020, 1, 1))
        .not_valid_after(datetime.datetime(2050, 1, 1))
    )
    if constraints:
        builder = builder.add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    if model:
        builder = builder.add_extension(x509.UnrecognizedExtension(MODEL_EXTENSION, model), critical=critical)
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def of_version_2(der):
    end = der.index(bytes([0xA0, 3, 2, 1, 2])) + 4
    return der[:end] + b"\x01" + der[end + 1 :]


certificates = {
    "good": certificate(),
    "without a model": certificate(model=None),
    "another unit": certificate(units=["Authenticator attestation"]),
    "two units": certificate(units=["Authenticator Attestation", "Something else"]),
    "without a country": certificate(country=None),
    "without an organisation": certificate(organisation=None),
    "without a name": certificate(name=None),
    "an authority": certificate(authority=True),
    "without constraints": certificate(constraints=False),
    "another model": certificate(model=b"\x04\x10" + bytes(16)),
    "a critical model": certificate(critical=True),
    "a malformed model": certificate(model=b"\x04\x03abc"),
    "another curve": certificate(key=ec.derive_private_key(5, ec.SECP384R1())),
    "version 2": of_version_2(certificate()),
}
texts = {name: base64.b64encode(der).decode() for name, der in certificates.items()}
path = pathlib.Path(__file__).with_name("attestation.json")
path.write_text(json.dumps(texts, indent=2) + "\n")
