# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes attestation.json: valid and invalid certificates of authenticators, by their names; and hostile.json.

The private key is the number whose 32 bytes are all 7. Run with a Python that has the cryptography package. The hostile
certificates are made byte by byte, with a signature that has no meaning, since no library makes them.
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


def write(name, certificates):
    texts = {name: base64.b64encode(der).decode() for name, der in certificates.items()}
    path = pathlib.Path(__file__).with_name(name)
    path.write_text(json.dumps(texts, indent=2) + "\n")


write("attestation.json", certificates)


def element(tag, *parts):
    """An element of DER."""
    content = b"".join(parts)
    count = len(content)
    width = (count.bit_length() + 7) // 8
    length = bytes([count]) if count < 0x80 else bytes([0x80 | width]) + count.to_bytes(width, "big")
    return bytes([tag]) + length + content


def sequence(*parts):
    return element(0x30, *parts)


def octets(content):
    return element(0x04, content)


def identifier(*numbers):
    """An object identifier whose numbers are below 128; the first is that of two components."""
    return element(0x06, bytes(numbers))


def attribute(kind, text, tag=0x0C):
    return sequence(identifier(0x55, 4, kind), element(tag, text))


def name(*attributes):
    """A name with one attribute in each of its sets."""
    return sequence(*(element(0x31, one) for one in attributes))


def extension(kind, value, critical=b""):
    return sequence(kind, critical, octets(value))


def alternatives(*names):
    return extension(identifier(0x55, 0x1D, 0x11), sequence(*names))


TRUE, FALSE = element(0x01, b"\xff"), element(0x01, b"\x00")
COUNTRY, ORGANISATION, NAME = attribute(6, b"SE", 0x13), attribute(10, b"Test"), attribute(3, b"Test attestation")
UNIT = attribute(11, b"Authenticator Attestation")
ES256 = sequence(element(0x06, bytes.fromhex("2a8648ce3d040302")))
P256 = sequence(element(0x06, bytes.fromhex("2a8648ce3d0201")), element(0x06, bytes.fromhex("2a8648ce3d030107")))
RSA = sequence(element(0x06, bytes.fromhex("2a864886f70d010101")), element(0x05))
SPKI = KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
DATE = element(0x17, b"200101000000Z")
BASIC = identifier(0x55, 0x1D, 0x13)
CONSTRAINTS = extension(BASIC, sequence(), TRUE)
MODEL_ID = element(0x06, bytes.fromhex("2b0601040182e51c010104"))
KEY_USAGE = identifier(0x55, 0x1D, 0x0F)
SIGNATURE = element(0x03, b"\x00", sequence(element(0x02, b"\x01"), element(0x02, b"\x01")))


def crafted(
    version=element(0xA0, element(0x02, b"\x02")), serial=element(0x02, b"\x01"), algorithm=ES256, issuer=name(NAME),
    dates=(DATE, DATE), subject=name(COUNTRY, ORGANISATION, UNIT, NAME), key=SPKI, unique=b"",
    extensions=(CONSTRAINTS, extension(MODEL_ID, octets(MODEL))), outer=None, signature=SIGNATURE, end=b"",
):
    fields = [version, serial, algorithm, issuer, sequence(*dates), subject, key, unique]
    if extensions is not None:
        fields.append(element(0xA3, sequence(*extensions)))
    return sequence(sequence(*fields), outer or algorithm, signature, end)


def rsa_key(modulus, exponent=b"\x01\x00\x01"):
    return sequence(RSA, element(0x03, b"\x00", sequence(element(0x02, modulus), element(0x02, exponent))))


def nested(depth):
    value = b""
    for _ in range(depth):
        value = sequence(value)
    return value


def bits(*content):
    return extension(KEY_USAGE, element(0x03, bytes(content)))


# A set in the order of DER, whose texts a reader replaces (they are not UTF-8) and then has to sort again.
SHUFFLED = element(0x31, *sorted(attribute(3, bytes([0xFF - i, 0x41]) + bytes([0x80 + i]) * i) for i in range(80)))
# Extensions that occur twice: a library that describes them in its error reads their contents.
TWICE = {
    "no key usage": bits(0), "no bits of key usage": bits(7), "padding of key usage": bits(7, 0x80),
    "8 bits of padding": bits(8, 0), "17 bits of key usage": bits(7, 0, 0, 0x80),
    "constraints of names": extension(identifier(0x55, 0x1D, 0x1E), sequence(
        element(0xA0, sequence(element(0x82, b"a")), sequence(element(0x87, b"a")), sequence(element(0x81, b"a"))),
        element(0xA1, sequence(element(0x86, b"a"))))),
    "a short address": alternatives(element(0x87, b"a")), "an empty address": alternatives(element(0x87)),
    "a name of spaces": alternatives(element(0xA4, name(attribute(3, b" " * 9)))),
    "a name of number signs": alternatives(element(0xA4, name(attribute(3, b"#" * 9)))),
    "an empty name": alternatives(element(0xA4, sequence())), "an empty list": alternatives(),
    "another name": alternatives(element(0xA0, identifier(1, 2), element(0xA0, nested(9)))),
    "an empty identifier": alternatives(element(0x88)),
    "a mail address of no text": alternatives(element(0x81, b"\xff")),
    "the subject's key": extension(identifier(0x55, 0x1D, 0x0E), octets(b"")),
    "the authority's key": extension(identifier(0x55, 0x1D, 0x23), sequence(element(0x80), element(0x82))),
    "uses": extension(identifier(0x55, 0x1D, 0x25), sequence(identifier(0x7F))),
}

hostile = {
    "good": crafted(),
    "good: all attributes in one set": crafted(
        subject=sequence(element(0x31, *sorted([COUNTRY, ORGANISATION, UNIT, NAME])))),
    "good: other string types": crafted(
        subject=name(attribute(6, b"SE", 0x16), attribute(10, b"Test", 0x14), UNIT, attribute(3, b"\x00T", 0x1E))),
    "good: 32 extensions": crafted(extensions=(CONSTRAINTS, *(extension(identifier(1, i), b"") for i in range(31)))),
    "good: texts to sort again": crafted(issuer=sequence(SHUFFLED)),
    "nothing": b"", "a tag": b"\x30", "not a sequence": octets(b"a"), "an empty sequence": sequence(),
    "an element too many": crafted(end=octets(b"")), "a byte too many": crafted() + b"\x00",
    "a length of 127 bytes": b"\x30\xff" + b"\xff" * 127, "a length of 8 bytes": b"\x30\x88" + b"\xff" * 8,
    "the greatest length": b"\x30\x88\x7f" + b"\xff" * 7, "an indefinite length": b"\x30\x80\x00\x00",
    "a length that is not the shortest": b"\x30\x83\x00" + crafted()[2:],
    "a tag of 2^62": b"\x3f" + b"\xff" * 8 + b"\x7f\x00", "a tag without an end": b"\x3f" + b"\xff" * 40,
    "a depth of 60": nested(60), "a depth of 1,000": nested(1_000),
    "a depth of 60 in a name": crafted(issuer=name(sequence(identifier(0x55, 4, 3), nested(60)))),
    "version 1": crafted(version=b""), "version -1": crafted(version=element(0xA0, element(0x02, b"\xff"))),
    "version 2^64": crafted(version=element(0xA0, element(0x02, b"\x01" + bytes(8)))),
    "an empty version": crafted(version=element(0xA0, element(0x02))),
    "two versions": crafted(version=element(0xA0, element(0x02, b"\x02"), element(0x02, b"\x02"))),
    "a negative serial number": crafted(serial=element(0x02, b"\x80")),
    "an empty identifier": crafted(algorithm=sequence(element(0x06))),
    "an identifier without an end": crafted(algorithm=sequence(element(0x06, b"\x80" * 9))),
    "an identifier of 2^70": crafted(algorithm=sequence(element(0x06, b"\xff" * 9 + b"\x7f"))),
    "an unknown signature algorithm": crafted(outer=sequence(identifier(0x2A, 3), nested(40))),
    "a signature of no bits": crafted(signature=element(0x03)),
    "a signature with padding": crafted(signature=element(0x03, b"\x09\x00")),
    "a signature of one number": crafted(signature=element(0x03, b"\x00", sequence(element(0x02, b"\x01")))),
    "month 13": crafted(dates=(element(0x17, b"201301000000Z"), DATE)),
    "day 0": crafted(dates=(element(0x18, b"20200100000000Z"), DATE)),
    "a date of letters": crafted(dates=(element(0x17, b"\xff" * 13), DATE)),
    "a fraction that ends in 0": crafted(dates=(element(0x18, b"20200101000000." + b"0" * 500 + b"Z"), DATE)),
    "one date": crafted(dates=(DATE,)), "a date of another type": crafted(dates=(octets(b"20"), DATE)),
    "an empty subject": crafted(subject=sequence()), "an empty set": crafted(subject=sequence(element(0x31))),
    "an attribute without a value": crafted(
        subject=name(COUNTRY, ORGANISATION, UNIT, sequence(identifier(0x55, 4, 3)))),
    "a value of two texts": crafted(
        subject=name(COUNTRY, ORGANISATION, UNIT, element(0x30, NAME[2:], element(0x0C, b"a")))),
    "a constructed value": crafted(subject=name(COUNTRY, ORGANISATION, UNIT, attribute(3, octets(b"Test"), 0x2C))),
    "an empty value": crafted(subject=name(COUNTRY, ORGANISATION, UNIT, attribute(3, b""))),
    "a unit that is not UTF-8": crafted(
        subject=name(COUNTRY, ORGANISATION, attribute(11, b"Authenticator Attestation\xff"), NAME)),
    "a set out of order": crafted(subject=sequence(element(0x31, UNIT, COUNTRY, ORGANISATION, NAME))),
    "a key of no bits": crafted(key=sequence(P256, element(0x03, b"\x00"))),
    "a key without its bits": crafted(key=sequence(P256)),
    "a key of 7 bits": crafted(key=sequence(P256, element(0x03, b"\x01\x04"))),
    "the point at infinity": crafted(key=sequence(P256, element(0x03, b"\x00\x00"))),
    "a point off the curve": crafted(key=sequence(P256, element(0x03, b"\x00\x04" + b"\x01" * 64))),
    "a modulus of 0": crafted(key=rsa_key(b"\x00")), "a negative modulus": crafted(key=rsa_key(b"\xff" * 256)),
    "a modulus of 512 bits": crafted(key=rsa_key(b"\x00" + b"\xff" * 64)),
    "an even modulus": crafted(key=rsa_key(b"\x00" + b"\xfe" * 256)),
    "a modulus of 20,000 bits": crafted(key=rsa_key(b"\x00" + b"\xff" * 2_500)),
    "an exponent of 2,048 bits": crafted(key=rsa_key(b"\x00" + b"\xff" * 256, b"\x00" + b"\xff" * 256)),
    "an exponent of 0": crafted(key=rsa_key(b"\x00" + b"\xff" * 256, b"\x00")),
    "a unique identifier": crafted(unique=element(0xA1, element(0x03, b"\x08\x01"))),
    "no extensions": crafted(extensions=None), "an empty list of extensions": crafted(extensions=()),
    "33 extensions": crafted(extensions=(CONSTRAINTS, *(extension(identifier(1, i), b"") for i in range(32)))),
    "an extension without a value": crafted(extensions=(CONSTRAINTS, sequence(MODEL_ID))),
    "a written default": crafted(extensions=(CONSTRAINTS, extension(MODEL_ID, octets(MODEL), FALSE))),
    "constraints twice": crafted(extensions=(CONSTRAINTS, CONSTRAINTS)),
    "a model twice": crafted(extensions=(CONSTRAINTS, *[extension(MODEL_ID, octets(MODEL))] * 2)),
    "constraints that are empty": crafted(extensions=(extension(BASIC, b""),)),
    "constraints that are not a sequence": crafted(extensions=(extension(BASIC, TRUE),)),
    "constraints with a written default": crafted(extensions=(extension(BASIC, sequence(FALSE)),)),
    "an authority by 1": crafted(extensions=(extension(BASIC, sequence(element(0x01, b"\x01"))),)),
    "a path length without an authority": crafted(extensions=(extension(BASIC, sequence(element(0x02, b"\x00"))),)),
    "a path length of 2^70": crafted(
        extensions=(extension(BASIC, sequence(TRUE, element(0x02, b"\x40" + bytes(8)))),)),
    "a model in two strings": crafted(
        extensions=(CONSTRAINTS, extension(MODEL_ID, element(0x24, octets(MODEL[:8]), octets(MODEL[8:]))))),
    "a model with a byte behind it": crafted(extensions=(CONSTRAINTS, extension(MODEL_ID, octets(MODEL) + b"\x00"))),
    "a model of 17 bytes": crafted(extensions=(CONSTRAINTS, extension(MODEL_ID, octets(MODEL + b"\x10")))),
    "9,000 bytes": crafted(issuer=name(attribute(3, b"a" * 9_000))),
}
hostile |= {f"twice: {name}": crafted(extensions=(CONSTRAINTS, one, one)) for name, one in TWICE.items()}
write("hostile.json", hostile)
