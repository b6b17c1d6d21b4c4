#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes the responses with encrypted assertions in this folder, by xmlsec1 (Debian's package).

They are signed with `rsa` and encrypted for `other`. The keys are for these files only.
"""
import pathlib
import re
import subprocess
import tempfile

from make import DIGESTS, FOLDER, TEMPLATE

XENC = "http://www.w3.org/2001/04/xmlenc#"
DATA = """<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">
<xenc:EncryptionMethod Algorithm="{cipher}"/>
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>
<xenc:EncryptionMethod Algorithm="{transport}"/><KeyInfo><KeyName/></KeyInfo>
<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></KeyInfo>
<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>"""
GCM, CBC = "http://www.w3.org/2009/xmlenc11#aes256-gcm", XENC + "aes256-cbc"
OAEP, PKCS1 = XENC + "rsa-oaep-mgf1p", XENC + "rsa-1_5"


def run(text, *arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(text)
        file.flush()
        return subprocess.run(["xmlsec1", *arguments, file.name], check=True, capture_output=True).stdout.decode()


def sign(text, element):
    return run(
        text, "--sign", "--privkey-pem", f"{FOLDER}/rsa.key.pem,{FOLDER}/rsa.pem", "--id-attr:ID", element)


def encrypt(assertion, cipher, transport):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as data:
        data.write(assertion)
        data.flush()
        return run(
            DATA.format(cipher=cipher, transport=transport), "--encrypt", "--pubkey-cert-pem", f"{FOLDER}/other.pem",
            "--session-key", "aes-256", "--xml-data", data.name)


def without_declaration(text):
    return re.sub(r"^<\?xml[^>]*\?>\s*", "", text).strip()


def main():
    whole = TEMPLATE.format(
        signature="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", digest=DIGESTS["sha256"])
    start, end = whole.index("  <Assertion"), whole.index("</Assertion>") + len("</Assertion>")
    signature = re.search(r"<Signature .*?</Signature>", whole, re.S).group(0)
    assertion = whole[start:end].strip().replace(
        "<Assertion ", '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" ', 1)
    signed = without_declaration(sign(assertion, "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"))
    unsigned = assertion.replace(signature, "")
    for name, content, cipher, transport, signs_response in [
        ("gcm", signed, GCM, OAEP, False), ("cbc", signed, CBC, OAEP, False), ("pkcs1", signed, GCM, PKCS1, False),
        ("response-cbc", unsigned, CBC, OAEP, True), ("unsigned", unsigned, GCM, OAEP, False),
        ("both-gcm", signed, GCM, OAEP, True), ("not-assertion", "<a/>", GCM, OAEP, True),
    ]:
        data = without_declaration(encrypt(content, cipher, transport))
        text = whole[:start] + f"  <EncryptedAssertion>{data}</EncryptedAssertion>" + whole[end:]
        if signs_response:
            text = text.replace("  <p:Status>", "  " + signature.replace("#_a", "#_r") + "<p:Status>", 1)
            text = sign(text, "urn:oasis:names:tc:SAML:2.0:protocol:Response")
        (FOLDER / f"encrypted-{name}.xml").write_text(text)


if __name__ == "__main__":
    main()
