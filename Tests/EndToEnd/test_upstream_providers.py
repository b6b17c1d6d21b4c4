# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""People of another provider sign in to a user pool: a second Gatehouse by OpenID Connect, and pysaml2 by SAML."""
import base64
import html
import re
import urllib.parse

import pytest
import requests
from saml2 import BINDING_HTTP_REDIRECT

from conftest import make_user
from federated_pool import FederatedPool
from gatehouse import PASSWORD, Gatehouse
from saml_provider import Provider, new_key
from web_forms import CALLBACK, Form, follow, sign_in


@pytest.fixture(scope="module")
def pool(server):
    return FederatedPool(server, "federated")


@pytest.fixture(scope="module")
def upstream(tmp_path_factory):
    """A pool of a second server, with Alice."""
    server = Gatehouse(tmp_path_factory.mktemp("upstream")).start()
    pool = FederatedPool(server, "upstream")
    make_user(pool.admin, pool.id, email="alice@example.com", email_verified="true")
    yield pool
    assert server.stop() == 0


@pytest.fixture(scope="module")
def client(pool, upstream):
    """A client whose users come from the second server."""
    registered = upstream.client(callback=pool.base + "/oauth2/idpresponse")
    pool.admin.create_identity_provider(
        UserPoolId=pool.id, ProviderName="Upstream", ProviderType="OIDC", IdpIdentifiers=["example.com"],
        AttributeMapping={"email": "email", "email_verified": "email_verified"},
        ProviderDetails={
            "client_id": registered["ClientId"], "client_secret": registered["ClientSecret"],
            "authorize_scopes": "openid email", "attributes_request_method": "GET",
            "oidc_issuer": upstream.metadata["issuer"]})
    return pool.client(providers=["COGNITO", "Upstream"])


def test_a_user_of_a_second_server_signs_in(pool, upstream, client):
    browser = requests.Session()
    address = pool.authorization(client, identity_provider="Upstream", nonce="n")
    _, back = sign_in(browser, address, "alice", PASSWORD)
    claims = pool.claims(client, back)
    upstream_user = upstream.admin.admin_get_user(UserPoolId=upstream.id, Username="alice")
    subject = {one["Name"]: one["Value"] for one in upstream_user["UserAttributes"]}["sub"]
    assert claims["cognito:username"] == f"Upstream_{subject}" and claims["nonce"] == "n"
    assert claims["email"] == "alice@example.com" and claims["email_verified"] is True
    assert claims["identities"][0]["userId"] == subject and claims["identities"][0]["providerType"] == "OIDC"
    assert claims["cognito:groups"] == [f"{pool.id}_Upstream"]
    user = pool.admin.admin_get_user(UserPoolId=pool.id, Username=f"Upstream_{subject}")
    assert user["UserStatus"] == "EXTERNAL_PROVIDER"
    # The browser has a session now: neither server asks again.
    _, again = follow(browser, pool.authorization(client))
    assert pool.claims(client, again)["sub"] == claims["sub"]


def test_a_provider_is_found_by_its_identifier_and_by_an_address_of_the_organization(pool, client):
    found, address = follow(requests.Session(), pool.authorization(client, idp_identifier="example.com"))
    assert "/domains/upstream/" in address and "password" in Form(found.text).fields
    browser = requests.Session()
    page, address = follow(browser, pool.authorization(client))
    form = Form(page.text)
    answer = browser.post(
        urllib.parse.urljoin(address, form.action), timeout=30,
        data={**form.fields, "provider_address": "alice@example.com"})
    link = re.search(r'<a class="submitButton-customizable" href="([^"]+)"', answer.text).group(1)
    found, address = follow(browser, urllib.parse.urljoin(answer.url, html.unescape(link)))
    assert "/domains/upstream/" in address and "password" in Form(found.text).fields


def test_a_sign_in_of_another_browser_is_not_completed(pool, client):
    victim, attacker = requests.Session(), requests.Session()
    page, address = follow(attacker, pool.authorization(client, identity_provider="Upstream"))
    form = Form(page.text)
    answer = attacker.post(
        urllib.parse.urljoin(address, form.action), data={**form.fields, "username": "alice", "password": PASSWORD},
        allow_redirects=False, timeout=30)
    address = urllib.parse.urljoin(address, answer.headers["Location"])
    while "/oauth2/idpresponse" not in address:
        answer = attacker.get(address, allow_redirects=False, timeout=30)
        address = urllib.parse.urljoin(address, answer.headers["Location"])
    page, back = follow(victim, address)
    assert page is not None and page.status_code == 400 and "code=" not in back.partition("?")[0]


def test_a_refusal_of_the_provider_is_an_error_at_the_app(pool, upstream, client):
    page, address = follow(
        requests.Session(), pool.authorization(client, identity_provider="Upstream", prompt="none"))
    assert page is None and "error=" in address and "code=" not in address


MAIL = "https://idp.example.com/mail"
PERSON = {MAIL: ["ada@example.com"]}


class SAML:
    """A SAML provider, and a client whose users come from it."""

    def __init__(self, pool, folder, name, **details):
        self.pool, self.name = pool, name
        self.recipient, self.audience = f"{pool.base}/saml2/idpresponse", f"urn:amazon:cognito:sp:{pool.id}"
        key, certificate = new_key(folder)
        self.provider = Provider(key, certificate, self.recipient, self.audience)
        pool.admin.create_identity_provider(
            UserPoolId=pool.id, ProviderName=name, ProviderType="SAML", AttributeMapping={"email": MAIL},
            ProviderDetails={"MetadataFile": self.provider.metadata(), **details})
        self.client = pool.client(providers=[name])

    def request(self, browser):
        """The request that the browser takes to the provider: its id, and the state beside it."""
        address = self.pool.authorization(self.client, identity_provider=self.name)
        answer = browser.get(address, allow_redirects=False, timeout=30)
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))
        read = self.provider.server.parse_authn_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT)
        return read.message.id, query

    def send(self, browser, response, state=None):
        fields = {"SAMLResponse": base64.b64encode(response.encode()).decode()}
        if state is not None:
            fields["RelayState"] = state
        answer = browser.post(self.recipient, data=fields, allow_redirects=False, timeout=30)
        if answer.status_code not in (302, 303):
            return answer, self.recipient
        return follow(browser, urllib.parse.urljoin(self.recipient, answer.headers["Location"]))


def test_a_person_of_a_saml_provider_signs_in(pool, tmp_path):
    corp = SAML(pool, tmp_path, "corp", RequestSigningAlgorithm="rsa-sha256")
    browser = requests.Session()
    identifier, query = corp.request(browser)
    assert query["SigAlg"].endswith("rsa-sha256") and query["Signature"]
    response = corp.provider.response("ada", PERSON, ["assertion"], in_response_to=identifier)
    page, back = corp.send(browser, response, query["RelayState"])
    assert page is None, page.text
    claims = pool.claims(corp.client, back)
    assert claims["cognito:username"] == "corp_ada" and claims["email"] == "ada@example.com"
    assert claims["identities"][0]["providerType"] == "SAML"
    # The same response is not accepted twice, and not in another browser.
    for again in [browser, requests.Session()]:
        page, back = corp.send(again, response, query["RelayState"])
        assert page is not None or "error" in back


def test_a_sign_in_that_begins_at_the_provider_needs_its_permission(pool, tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    refused, allowed = SAML(pool, folders[0], "closed"), SAML(pool, folders[1], "open", IDPInit="true")
    for corp in [refused, allowed]:
        state = urllib.parse.urlencode({
            "identity_provider": corp.name, "client_id": corp.client["ClientId"], "redirect_uri": CALLBACK,
            "response_type": "code", "scope": "openid email"})
        page, back = corp.send(requests.Session(), corp.provider.response("ada", PERSON, ["response"]), state)
        if corp is allowed:
            assert page is None, page.text
            assert pool.claims(corp.client, back)["cognito:username"] == "open_ada"
        else:
            assert page is not None and page.status_code == 400
    both = pool.client(providers=["COGNITO", "open"])
    page, _ = follow(requests.Session(), pool.authorization(both))
    assert "identity_provider=open" in page.text and "password" in Form(page.text).fields
