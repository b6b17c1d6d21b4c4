# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The server's reader of XML against libxml2: what both accept and refuse, and which address of a provider both read."""
import pathlib
import random

import pytest

from libxml2 import LibXML2

METADATA = "urn:oasis:names:tc:SAML:2.0:metadata"
XML = "http://www.w3.org/XML/1998/namespace"
XMLNS = "http://www.w3.org/2000/xmlns/"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
CERTIFICATE = (
    pathlib.Path(__file__).resolve().parents[1] / "Server/GatehouseFederationTests/SAML/Fixtures/rsa.cert").read_text()
ADDRESS = (
    f'string((/*/*[local-name()="IDPSSODescriptor" and namespace-uri()="{METADATA}"]'
    f'/*[local-name()="SingleSignOnService" and namespace-uri()="{METADATA}"][@Binding="{REDIRECT}"]/@Location)[1])')


def document(inner="", root=""):
    """The metadata of a provider: `root` are attributes of the root, `inner` comes before the right address."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="{METADATA}" entityID="https://idp.example.com/saml" {root}>
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
<ds:X509Certificate>{CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
{inner}<md:SingleSignOnService Binding="{REDIRECT}" Location="https://idp.example.com/last"/>
</md:IDPSSODescriptor></md:EntityDescriptor>"""


def service(prefix, number, declarations="", inner=""):
    """An element that is an address of the provider if its prefix has the namespace of metadata."""
    name = f"{prefix}:SingleSignOnService" if prefix else "SingleSignOnService"
    return (
        f'<{name} {declarations} Binding="{REDIRECT}" Location="https://idp.example.com/{number}">{inner}</{name}>')


@pytest.fixture(scope="module")
def server_reads(server):
    """Reads metadata by the server; returns the address of the provider, or the error."""
    admin = server.client("cognito-idp")
    names = {
        "UserPoolId": admin.create_user_pool(PoolName="namespaces")["UserPool"]["Id"], "ProviderName": "corp"}
    admin.create_identity_provider(
        **names, ProviderType="SAML", ProviderDetails={"MetadataFile": document()}, AttributeMapping={})

    def read(text):
        try:
            answer = admin.update_identity_provider(**names, ProviderDetails={"MetadataFile": text})
        except admin.exceptions.InvalidParameterException as error:
            return None, str(error)
        return answer["IdentityProvider"]["ProviderDetails"]["SSORedirectBindingURI"], ""

    return read


@pytest.fixture(scope="module")
def library():
    return LibXML2()


def compare(text, server_reads, library):
    """Asserts that both readers agree about a document; returns whether they accept it."""
    is_right, address = library.read(text, ADDRESS)
    read, error = server_reads(text)
    assert (read is not None) == is_right, f"{text}\n{error}\n{library.complaints}"
    if is_right:
        assert read == address, text
    else:
        assert "is not a document of XML that can be read" in error, error
    return is_right


PREFIXES = ["", "md", "a", "xml", "xmlns", "XML", "xmlfoo", "a.b-c_1"]
NAMES = ["", METADATA, XML, XMLNS, "urn:x", "relative", "#part", "http://a.example/?b=c&amp;d", "urn:&#120;", XML + "/"]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_server_accepts_the_declarations_that_libxml2_accepts(prefix, server_reads, library):
    accepted = []
    for name in NAMES:
        declaration = f'xmlns:{prefix}="{name}"' if prefix else f'xmlns="{name}"'
        used = "" if prefix == "xmlns" else prefix
        forms = [
            document(root=declaration), document(f"<md:Extensions {declaration}/>"),
            document(service(used, "own", declaration)),
            document(f"<md:Extensions {declaration}>{service(used, 'inner')}</md:Extensions>" + service("md", "next")),
        ]
        # The root's own declaration cannot be there twice.
        accepted += [compare(form, server_reads, library) for form in forms[1 if prefix == "md" else 0:]]
    assert any(accepted) != (prefix == "xmlns")


@pytest.mark.parametrize("construct", [
    f'xmlns:xml="{XML}" xml:lang="en"', 'xml:lang="en"', 'xml:space="preserve" xml:base="http://a.example/"',
    'xmlns:a="urn:x" xmlns:b="urn:x"', 'xmlns:a="urn:x" a:c="1" c="2"',
    'xmlns:a="urn:x" xmlns:b="urn:y" a:c="1" b:c="2"',
    'xmlns:a="urn:x" xmlns:b="urn:x" a:c="1" b:c="2"', 'a:c="1" xmlns:a="urn:x"', 'xmlns="urn:x" c="1"',
    'a:c="1"', 'xml:c="1"', 'xmlns:a = "urn:x"', "xmlns:a='urn:x'", 'xmlns:a="urn:x" xmlns:a="urn:y"',
    'xmlns="urn:x" xmlns="urn:y"', 'XMLNS="urn:x" Xmlns="urn:y" xmlnsa="urn:z"', 'xmlns.a="urn:x" xmlns-a="urn:y"',
    'xmlns:="urn:x"', ':a="b"', 'a:="b"', 'xmlns:a:b="urn:x"', 'xmlns:1="urn:x"', 'xmlns:-a="urn:x"',
])
def test_the_server_accepts_the_attributes_that_libxml2_accepts(construct, server_reads, library):
    for text in (document(root=construct), document(service("md", "own", construct))):
        compare(text, server_reads, library)


def tree(draw, depth=0):
    """A random element with declarations, prefixes and children."""
    prefixes = ["", "md", "a", "b"]
    names = [METADATA] * 8 + ["urn:x"] * 4 + ["urn:y"] * 3 + [""]
    declarations = {prefix: draw.choice(names) for prefix in prefixes if draw.random() < 0.6}
    written = [f'xmlns:{prefix}="{name}"' if prefix else f'xmlns="{name}"' for prefix, name in declarations.items()]
    written += [f'{prefix}:c="{number}"' for number, prefix in enumerate(prefixes[1:]) if draw.random() < 0.1]
    draw.shuffle(written)
    inner = "".join(tree(draw, depth + 1) for _ in range(draw.randint(0, 2))) if depth < 2 else ""
    return service(draw.choice(prefixes), draw.randint(1, 99), " ".join(written), inner)


def test_random_documents_mean_the_same_to_the_server_and_to_libxml2(server_reads, library):
    draw = random.Random(25)
    accepted = 0
    for _ in range(400):
        inner = "".join(tree(draw) for _ in range(draw.randint(1, 2)))
        accepted += compare(document(inner), server_reads, library)
    assert 50 < accepted < 350


# What the server refuses, although libxml2 reads it: the rules of docs/saml.md.
POLICY = {
    "a document type": document().replace("<md:Entity", "<!DOCTYPE a><md:Entity", 1),
    "a marked section": document("<md:Extensions><![CDATA[a]]></md:Extensions>"),
    "a name beyond ASCII": document('<md:Extensions xmlns:é="urn:x"/>'),
    "an element beyond ASCII": document("<md:Extensions><é/></md:Extensions>"),
    "more than 32 attributes": document(root=" ".join(f'a{number}="b"' for number in range(33))),
    "more than 32 declarations": document(root=" ".join(f'xmlns:a{number}="urn:x"' for number in range(33))),
    "a name of more than 256 bytes": document(f'<md:Extensions xmlns:{"a" * 257}="urn:x"/>'),
    "a namespace of more than 256 bytes": document(f'<md:Extensions xmlns:a="urn:{"x" * 253}"/>'),
    "more than 32 levels": document("<md:Extensions>" + "<a>" * 32 + "</a>" * 32 + "</md:Extensions>"),
    "another version": document().replace('version="1.0"', 'version="1.1"'),
}


@pytest.mark.parametrize("rule", POLICY)
def test_the_server_refuses_by_a_rule_of_its_own(rule, server_reads, library):
    assert library.read(POLICY[rule], ADDRESS)[0], library.complaints
    read, error = server_reads(POLICY[rule])
    assert read is None and "is not a document of XML that can be read" in error


def test_a_declaration_that_occurs_twice_is_refused_although_libxml2_overlooks_that_of_xml(server_reads):
    read, error = server_reads(document(root=f'xmlns:xml="{XML}" xmlns:xml="{XML}"'))
    assert read is None and "occurs twice" in error


@pytest.mark.parametrize("name", ["urn:a b", " urn:a", "urn:é", "http://é.example/"])
def test_a_namespace_is_an_address_in_ascii_without_blanks(name, server_reads, library):
    read, error = server_reads(document(f'<md:Extensions xmlns:a="{name}"/>'))
    assert read is None and "a declaration of one that is not accepted" in error
