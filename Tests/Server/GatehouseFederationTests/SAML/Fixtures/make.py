#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes the responses in this folder with the keys in it: by xmlsec1, and by pysaml2.

    faketime '2026-01-01 12:00:00 UTC' python make.py

needs Debian's packages faketime and xmlsec1, and a Python with pysaml2. The times in the responses are those of the
tests. The keys sign nothing but these files.
"""
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.append(str(FOLDER.parents[3] / "EndToEnd"))

from saml_provider import PREFIX, Provider, session  # noqa: E402

RECIPIENT, AUDIENCE = "https://auth.example.org/saml", "https://auth.example.org"
ROLE = "arn:aws:iam::123456789012:role/reader"
PROVIDER = "arn:aws:iam::123456789012:saml-provider/corp"

# Prefixes, white space and the order of attributes are others than in the responses that the tests make themselves.
TEMPLATE = """<?xml version="1.0"?>
<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" IssueInstant="2026-01-01T12:00:00Z" ID="_r"
    xmlns="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <Issuer>https://idp.example.com/saml</Issuer>
  <p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>
  <Assertion Version='2.0' IssueInstant='2026-01-01T12:00:00Z' ID='_a'>
    <Issuer>https://idp.example.com/saml</Issuer>
    <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
      <CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
      <SignatureMethod Algorithm="{signature}"/>
      <Reference URI="#_a"><Transforms>
        <Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
        <Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">
          <InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/></Transform>
      </Transforms><DigestMethod Algorithm="{digest}"/><DigestValue/></Reference>
    </SignedInfo><SignatureValue/><KeyInfo><X509Data/></KeyInfo></Signature>
    <Subject>
      <NameID>ada</NameID>
      <SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
        <SubjectConfirmationData Recipient="https://auth.example.org/saml" NotOnOrAfter="2026-01-01T12:05:00Z"/>
      </SubjectConfirmation>
    </Subject>
    <Conditions NotOnOrAfter="2026-01-01T12:05:00Z" NotBefore="2026-01-01T11:55:00Z">
      <AudienceRestriction><Audience>https://auth.example.org</Audience></AudienceRestriction>
      <OneTimeUse/>
    </Conditions>
    <AuthnStatement AuthnInstant="2026-01-01T12:00:00Z"/>
    <AttributeStatement><Attribute Name="name"><AttributeValue xsi:type="xs:string"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">Ada &amp; &#x45;ve</AttributeValue></Attribute>
    </AttributeStatement>
  </Assertion>
</p:Response>
"""
DIGESTS = {
    "sha1": "http://www.w3.org/2000/09/xmldsig#sha1",
    "sha256": "http://www.w3.org/2001/04/xmlenc#sha256", "sha384": "http://www.w3.org/2001/04/xmldsig-more#sha384",
    "sha512": "http://www.w3.org/2001/04/xmlenc#sha512",
}
SIGNATURES = {"rsa-sha1": "http://www.w3.org/2000/09/xmldsig#rsa-sha1"}


def by_xmlsec1(signature, key, change=lambda text: text):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as template:
        method = SIGNATURES.get(signature, f"http://www.w3.org/2001/04/xmldsig-more#{signature}")
        template.write(change(TEMPLATE.format(signature=method, digest=DIGESTS[signature.split("-")[1]])))
        template.flush()
        return subprocess.run(
            ["xmlsec1", "--sign", "--privkey-pem", f"{FOLDER}/{key}.key.pem,{FOLDER}/{key}.pem",
             "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", template.name],
            check=True, capture_output=True).stdout


def main():
    for signature, key in [
        ("rsa-sha1", "rsa"), ("rsa-sha256", "rsa"), ("rsa-sha384", "rsa"), ("rsa-sha512", "rsa"),
        ("ecdsa-sha256", "ec"),
    ]:
        (FOLDER / f"xmlsec1-{signature}.xml").write_bytes(by_xmlsec1(signature, key))
    provider = Provider(FOLDER / "rsa.key.pem", FOLDER / "rsa.pem", RECIPIENT, AUDIENCE)
    for name, signs in [("assertion", ["assertion"]), ("response", ["response"]), ("both", ["assertion", "response"])]:
        text = provider.response("ada", session(ROLE, PROVIDER), signs)
        (FOLDER / f"pysaml2-{name}.xml").write_text(text)
    (FOLDER / "pysaml2-metadata.xml").write_text(provider.metadata())
    identity_pools()


def identity_pools():
    """The responses for the tests of identity pools and of sts, whose server has its default address."""
    folder = FOLDER.parents[3] / "Fixtures/SAML"
    key, certificate, address = FOLDER / "rsa.key.pem", FOLDER / "rsa.pem", "http://localhost:9229"
    provider = Provider(key, certificate, address + "/saml", address)
    (folder / "metadata.xml").write_text(provider.metadata())
    writer = ROLE.replace("reader", "writer")
    for name, attributes in {
        "one-role": {**session(ROLE, PROVIDER), "team": ["core"]},
        "two-roles": session([ROLE, writer], PROVIDER),
        "other-provider": session(ROLE, PROVIDER.replace("corp", "other")),
        "no-session-name": {f"{PREFIX}Role": [f"{ROLE},{PROVIDER}"]},
        "session": session(
            ROLE, PROVIDER, SourceIdentity=["ada"], SessionDuration=["1800"], TransitiveTagKeys=["team"],
            **{"PrincipalTag:team": ["core"]}),
    }.items():
        (folder / f"{name}.xml").write_text(provider.response("ada", attributes))
    other = Provider(key, certificate, address + "/saml", "https://other.example.org")
    (folder / "other-audience.xml").write_text(other.response("ada", session(ROLE, PROVIDER)))
    (folder / "no-subject.xml").write_bytes(by_xmlsec1(
        "rsa-sha256", "rsa", lambda text: text.replace("<NameID>ada</NameID>", "").replace(AUDIENCE, address)))


if __name__ == "__main__":
    main()
