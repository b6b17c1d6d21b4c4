# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""People of SimpleSAMLphp sign in to a user pool by SAML, and sign out of both."""
import base64
import json
import urllib.parse

import pytest
import requests
from saml2 import BINDING_HTTP_POST

from foreign_process import ForeignProcess
from gatehouse import PASSWORD
from peers import SIGNED_OUT, SAMLClient, submit
from saml_provider import new_key
from server_process import free_port
from web_forms import CALLBACK, Form, follow

WEB = "/usr/share/simplesamlphp/www"
MAPPING = {"email": "mail", "name": "displayName", "nickname": "titles"}
ADA = {
    "uid": ["ada"], "mail": ["ada@example.com"], "displayName": ["Ada Löfgren"], "titles": ["Dr.", "Countess"]}


class SimpleSAMLphp(ForeignProcess):
    """The identity provider with one person, Ada; its folder has its settings and its data."""

    def __init__(self, folder):
        port = free_port()
        self.folder, self.url = folder, f"http://localhost:{port}"
        self.metadata = f"{self.url}/saml2/idp/metadata.php"
        for name in ["config", "metadata", "sessions", "tmp", "cert"]:
            (folder / name).mkdir()
        key, certificate = new_key(folder / "cert")
        self.write("config/config", "config", {
            "baseurlpath": self.url + "/", "certdir": f"{folder}/cert/", "metadatadir": f"{folder}/metadata/",
            "datadir": f"{folder}/tmp/", "tempdir": f"{folder}/tmp/", "logging.handler": "errorlog",
            "showerrors": True, "timezone": "UTC", "secretsalt": "salt of the tests", "auth.adminpassword": PASSWORD,
            "enable.saml20-idp": True,
            "module.enable": {"core": True, "exampleauth": True, "saml": True}, "store.type": "phpsession",
            "session.phpsession.cookiename": "SimpleSAML", "session.cookie.secure": False})
        self.write("config/authsources", "config", {"people": {"0": "exampleauth:UserPass", f"ada:{PASSWORD}": ADA}})
        self.write("metadata/saml20-idp-hosted", "metadata", {"__DYNAMIC:1__": {
            "host": "__DEFAULT__", "privatekey": key.name, "certificate": certificate.name, "auth": "people"}})
        super().__init__(
            ["php", "-d", f"session.save_path={folder}/sessions", "-S", f"127.0.0.1:{port}", "-t", WEB], port,
            folder / "log", {"SIMPLESAMLPHP_CONFIG_DIR": f"{folder}/config"})

    def write(self, name, variable, value):
        """Writes a file of settings, which are PHP: a variable with an array."""
        (self.folder / f"{name}.json").write_text(json.dumps(value))
        (self.folder / f"{name}.php").write_text(
            f"<?php ${variable} = json_decode(file_get_contents('{self.folder}/{name}.json'), true);")

    def register(self, service):
        """Registers a pool: its addresses, and its keys for signatures and for encryption."""
        keys = [
            {"type": "X509Certificate", "X509Certificate": text, "signing": signs, "encryption": not signs}
            for signs, text in [(True, service.signing), (False, service.encryption)]]
        endpoint = {"Binding": BINDING_HTTP_POST, "index": 0}
        self.write("metadata/saml20-sp-remote", "metadata", {service.audience: {
            "AssertionConsumerService": [{**endpoint, "Location": service.recipient}],
            "SingleLogoutService": [{**endpoint, "Location": service.signed_out}],
            "validate.authnrequest": True, "validate.logout": True, "assertion.encryption": True, "keys": keys,
            "NameIDFormat": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            "simplesaml.nameidattribute": "uid"}})


@pytest.fixture(scope="module")
def provider(tmp_path_factory):
    with SimpleSAMLphp(tmp_path_factory.mktemp("simplesamlphp")) as provider:
        yield provider


@pytest.fixture(scope="module")
def service(server, provider):
    service = SAMLClient(
        server, "simplesamlphp", MAPPING, provider.metadata, RequestSigningAlgorithm="rsa-sha256",
        EncryptedResponses="true", IDPSignout="true", IDPInit="true")
    provider.register(service)
    return service


def response_of(page):
    """The document of the response in the form of a page."""
    return base64.b64decode(Form(page.text).fields["SAMLResponse"]).decode()


def sign_in(browser, address):
    """Fills the provider's login page in, and takes its response to the pool; returns the address of the app."""
    page, address = follow(browser, address)
    assert "password" in Form(page.text).fields, page.text
    page, address = submit(browser, page, address, username="ada", password=PASSWORD)
    assert "EncryptedAssertion" in response_of(page) and "ada@example.com" not in response_of(page)
    page, back = submit(browser, page, address)
    assert page is None, page.text
    return back


def test_a_person_signs_in_with_a_signed_request_and_an_encrypted_assertion(provider, service):
    browser = requests.Session()
    back = sign_in(browser, service.authorization(nonce="n"))
    assert back.startswith(CALLBACK + "?code=")
    claims = service.pool.claims(service.client, back)
    assert claims["cognito:username"] == "corp_ada" and claims["nonce"] == "n"
    identity = claims["identities"][0]
    assert (identity["userId"], identity["providerType"]) == ("ada", "SAML") and identity["issuer"] == provider.metadata
    attributes = service.attributes("ada")
    assert attributes["email"] == "ada@example.com" and attributes["name"] == ADA["displayName"][0]
    assert attributes["nickname"] == "[Dr., Countess]"


def test_a_session_of_the_provider_signs_in_without_a_password_unless_the_app_demands_one(service):
    browser = requests.Session()
    sign_in(browser, service.authorization())
    # Without the pool's own session, only the provider knows the person.
    for cookie in [one for one in browser.cookies if not one.name.startswith("SimpleSAML")]:
        browser.cookies.clear(cookie.domain, cookie.path, cookie.name)
    page, address = follow(browser, service.authorization())
    assert "EncryptedAssertion" in response_of(page)
    _, back = submit(browser, page, address)
    assert service.pool.claims(service.client, back)["cognito:username"] == "corp_ada"
    sign_in(browser, service.authorization(prompt="login"))


def test_the_provider_refuses_a_request_that_was_changed_on_its_way(service):
    answer = requests.get(service.authorization(), allow_redirects=False, timeout=30)
    address = answer.headers["Location"]
    assert "rsa-sha256" in address
    page, _ = follow(requests.Session(), address)
    assert "password" in Form(page.text).fields
    page, _ = follow(requests.Session(), address.replace("RelayState=", "RelayState=x"))
    assert "password" not in Form(page.text).fields and "Unable to validate signature" in page.text


def test_a_person_signs_in_from_a_page_of_the_provider(provider, service):
    query = urllib.parse.urlencode({"spentityid": service.audience, "RelayState": service.relay_state()})
    back = sign_in(requests.Session(), f"{provider.url}/saml2/idp/SSOService.php?{query}")
    assert service.pool.claims(service.client, back)["cognito:username"] == "corp_ada"


def test_a_sign_out_ends_the_sessions_of_the_pool_and_of_the_provider(provider, service):
    browser = requests.Session()
    sign_in(browser, service.authorization())
    page, address = service.sign_out(browser)
    assert address.startswith(provider.url) and "Success" in response_of(page)
    assert submit(browser, page, address) == (None, SIGNED_OUT)
    page, address = follow(browser, service.authorization())
    assert address.startswith(provider.url) and "password" in Form(page.text).fields
