# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""An identity provider of SAML, made with pysaml2: its metadata, and responses that it signs with xmlsec1."""
import pathlib
import subprocess
import tempfile

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, config, saml, server
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.metadata import create_metadata_string

ENTITY = "https://idp.example.com/saml"
PREFIX = "https://aws.amazon.com/SAML/Attributes/"
AUTHENTICATION = {"class_ref": PASSWORDPROTECTEDTRANSPORT, "authn_auth": ENTITY}


def new_key(folder, name="idp"):
    """Makes an RSA key with a certificate, and returns the paths of both."""
    key, certificate = pathlib.Path(folder, f"{name}.key.pem"), pathlib.Path(folder, f"{name}.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
         "-subj", "/CN=identity provider", "-days", "30"], check=True, capture_output=True)
    return key, certificate


class Provider:
    """A provider whose responses go to one recipient and name one audience."""

    def __init__(self, key, certificate, recipient, audience):
        self.recipient, self.audience = recipient, audience
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as service:
            service.write(service_metadata(recipient, audience))
            service.flush()
            settings = {
                "entityid": ENTITY, "xmlsec_binary": "/usr/bin/xmlsec1", "key_file": str(key),
                "cert_file": str(certificate), "metadata": {"local": [service.name]},
                "service": {"idp": {
                    "endpoints": {"single_sign_on_service": [("https://idp.example.com/sso", BINDING_HTTP_REDIRECT)]},
                    # Attributes keep the names that they are given.
                    "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None,
                                           "name_form": saml.NAME_FORMAT_BASIC}},
                }},
            }
            self.configuration = config.IdPConfig().load(settings)
            self.server = server.Server(config=self.configuration)

    def metadata(self):
        text = create_metadata_string(None, config=self.configuration)
        return text.decode() if isinstance(text, bytes) else text

    def response(self, name, attributes, signs=("assertion",), in_response_to=None):
        """A response in XML about a person; `signs` names what is signed."""
        identifier = saml.NameID(format=saml.NAMEID_FORMAT_PERSISTENT, text=name)
        return str(self.server.create_authn_response(
            attributes, in_response_to, self.recipient, sp_entity_id=self.audience, name_id=identifier,
            authn=AUTHENTICATION, sign_response="response" in signs, sign_assertion="assertion" in signs,
            sign_alg="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            digest_alg="http://www.w3.org/2001/04/xmlenc#sha256"))


def session(role, provider, name="ada@example.com", **more):
    """The attributes for a session with one role or several; `more` are other attributes of AWS."""
    roles = [role] if isinstance(role, str) else role
    return {f"{PREFIX}Role": [f"{role},{provider}" for role in roles], f"{PREFIX}RoleSessionName": [name],
            **{PREFIX + key: value for key, value in more.items()}}


def service_metadata(recipient, audience):
    """The metadata of the service that the responses are for."""
    return f"""<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{audience}">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:AssertionConsumerService Binding="{BINDING_HTTP_POST}" Location="{recipient}" index="0" isDefault="true"/>
</md:SPSSODescriptor></md:EntityDescriptor>"""
