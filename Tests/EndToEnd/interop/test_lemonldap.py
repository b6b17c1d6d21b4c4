# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""People of LemonLDAP::NG sign in to user pools by SAML and by OpenID Connect."""
import base64
import json
import urllib.parse

import pytest
import requests

from federated_pool import FederatedPool
from foreign_process import ForeignProcess
from glewlwyd import openssl
from peers import SIGNED_OUT, SAMLClient, submit
from saml_provider import new_key
from server_process import free_port
from web_forms import CALLBACK, Form, follow

PORTAL = "/usr/share/lemonldap-ng/portal"
STORE = "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"
# A person of the program's demonstration backend.
WHO = {"user": "dwho", "password": "dwho"}


class LemonLDAP(ForeignProcess):
    """The portal with its people for demonstrations; its folder has its settings and its data."""

    def __init__(self, folder):
        port = free_port()
        # The portal's cookies have a domain, which a browser refuses for `localhost`.
        self.folder, self.url, self.settings = folder, f"http://127.0.0.1:{port}", self.common(folder, port)
        for name in ["conf", "sessions/lock", "persons/lock"]:
            (folder / name).mkdir(parents=True)
        (folder / "portal.ini").write_text(
            "[all]\nlogLevel = info\nlogger = Lemonldap::NG::Common::Logger::Std\n"
            f"[configuration]\ntype = File\ndirName = {folder}/conf\n"
            f"[portal]\nstaticPrefix = /static\nlanguages = en\ntemplateDir = {PORTAL}/templates\n")
        super().__init__(
            ["plackup", "--server", "HTTP::Server::PSGI", "--env", "deployment", "--host", "127.0.0.1",
             "--port", str(port), f"{PORTAL}/htdocs/index.psgi"],
            port, folder / "log", {"LLNG_DEFAULTCONFFILE": f"{folder}/portal.ini"})

    @staticmethod
    def common(folder, port):
        key, certificate = (path.read_text() for path in new_key(folder))
        stores = {
            f"{kind}StorageOptions": {"Directory": f"{folder}/{name}", "LockDirectory": f"{folder}/{name}/lock",
                                      "generateModule": STORE}
            for kind, name in [("global", "sessions"), ("persistent", "persons")]}
        return {
            "cfgNum": 1, "cfgDate": 1, "domain": "127.0.0.1", "portal": f"http://127.0.0.1:{port}/",
            "authentication": "Demo", "userDB": "Same", "key": "key of the tests", "whatToTrace": "uid",
            "securedCookie": 0, "locationRules": {}, "exportedHeaders": {},
            "globalStorage": "Apache::Session::File", "persistentStorage": "Apache::Session::File", **stores,
            "issuerDBSAMLActivation": 1, "samlServicePrivateKeySig": key, "samlServicePublicKeySig": certificate,
            "issuerDBOpenIDConnectActivation": 1, "oidcServiceMetaDataIssuer": f"http://127.0.0.1:{port}/",
            "oidcServicePrivateKeySig": key, "oidcServicePublicKeySig": openssl("rsa", "-pubout", given=key),
            "oidcServiceKeyIdSig": "key"}

    def start(self):
        (self.folder / "conf/lmConf-1.json").write_text(json.dumps(self.settings))
        return super().start()

    def add(self, **settings):
        """Adds settings, each for one partner, and starts the portal anew, which reads its settings then."""
        for name, value in settings.items():
            self.settings.setdefault(name, {}).update(value)
        self.stop()
        self.start()


@pytest.fixture(scope="module")
def portal(tmp_path_factory):
    with LemonLDAP(tmp_path_factory.mktemp("lemonldap")) as portal:
        yield portal


@pytest.fixture(scope="module")
def service(server, portal):
    """A pool that the portal knows as a service of SAML."""
    service = SAMLClient(
        server, "lemonldap-saml", {"email": "mail", "name": "displayName"}, portal.url + "/saml/metadata",
        RequestSigningAlgorithm="rsa-sha256", EncryptedResponses="true", IDPSignout="true", IDPInit="true")
    portal.add(
        samlSPMetaDataXML={"saml": {"samlSPMetaDataXML": service.metadata()}},
        samlSPMetaDataOptions={"saml": {"samlSPMetaDataOptions" + name: value for name, value in {
            "NameIDFormat": "persistent", "SignSSOMessage": 1, "SignSLOMessage": 1, "EncryptionMode": "assertion",
            "CheckSSOMessageSignature": 1, "CheckSLOMessageSignature": 1, "EnableIDPInitiatedURL": 1}.items()}},
        samlSPMetaDataExportedAttributes={"saml": {"mail": "1;mail", "cn": "1;displayName"}})
    return service


@pytest.fixture(scope="module")
def pool(server, portal):
    """A pool that the portal knows as a client of OpenID Connect."""
    pool = FederatedPool(server, "lemonldap-oidc")
    portal.add(
        oidcRPMetaDataOptions={"oidc": {"oidcRPMetaDataOptions" + name: value for name, value in {
            "ClientID": "gatehouse", "ClientSecret": "secret-of-the-tests", "IDTokenSignAlg": "RS256",
            "RedirectUris": pool.base + "/oauth2/idpresponse", "BypassConsent": 1, "RequirePKCE": 1}.items()}},
        oidcRPMetaDataExportedVars={"oidc": {"email": "mail", "name": "cn"}})
    pool.admin.create_identity_provider(
        UserPoolId=pool.id, ProviderName="portal", ProviderType="OIDC",
        AttributeMapping={"email": "email", "name": "name"},
        ProviderDetails={
            "client_id": "gatehouse", "client_secret": "secret-of-the-tests",
            "authorize_scopes": "openid email profile", "attributes_request_method": "GET",
            "oidc_issuer": portal.url + "/"})
    return pool


def log_in(browser, portal, address):
    """Fills the portal's login page in; returns the page that follows, and its address."""
    page, address = follow(browser, address)
    assert address.startswith(portal.url) and "password" in Form(page.text).fields, page.text
    return submit(browser, page, address, **WHO)


def saml_sign_in(browser, portal, service, address):
    """Signs in by SAML; returns the claims for the app."""
    page, address = log_in(browser, portal, address)
    response = base64.b64decode(Form(page.text).fields["SAMLResponse"])
    assert b"EncryptedAssertion" in response and b"badwolf.org" not in response
    page, back = submit(browser, page, address)
    assert page is None and back.startswith(CALLBACK + "?code="), page.text
    return service.pool.claims(service.client, back)


def test_a_person_signs_in_by_saml(portal, service):
    claims = saml_sign_in(requests.Session(), portal, service, service.authorization(nonce="n"))
    person = claims["identities"][0]["userId"]
    assert claims["cognito:username"] == f"corp_{person}" and claims["nonce"] == "n"
    attributes = service.attributes(person)
    assert attributes["email"] == "dwho@badwolf.org" and attributes["name"] == "Doctor Who"


def test_a_person_signs_in_from_a_link_of_the_portal(portal, service):
    query = urllib.parse.urlencode({"IDPInitiated": 1, "spConfKey": "saml", "RelayState": service.relay_state()})
    claims = saml_sign_in(requests.Session(), portal, service, f"{portal.url}/saml/singleSignOn?{query}")
    assert claims["email"] == "dwho@badwolf.org"


def test_a_sign_out_ends_the_sessions_of_the_pool_and_of_the_portal(portal, service):
    browser = requests.Session()
    saml_sign_in(browser, portal, service, service.authorization())
    # The portal's response is a redirect, as the request was.
    assert service.sign_out(browser) == (None, SIGNED_OUT)
    page, address = follow(browser, service.authorization())
    assert address.startswith(portal.url) and "password" in Form(page.text).fields


def test_a_person_signs_in_by_openid_connect(portal, pool):
    client, browser = pool.client(providers=["portal"]), requests.Session()
    address = pool.authorization(client, identity_provider="portal", nonce="n")
    page, back = log_in(browser, portal, address)
    assert page is None and back.startswith(CALLBACK + "?code="), back
    claims = pool.claims(client, back)
    assert claims["cognito:username"] == "portal_dwho" and claims["nonce"] == "n"
    # The portal's ID tokens have no addresses; they come from its user information.
    assert claims["email"] == "dwho@badwolf.org"
    _, again = follow(browser, address)
    assert pool.claims(client, again)["sub"] == claims["sub"]
