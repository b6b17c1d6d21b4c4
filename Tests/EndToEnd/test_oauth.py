# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The authorization code flow through the pages of a domain, with requests-oauthlib as the client."""
import urllib.parse

import pytest
import requests
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError
from requests_oauthlib import OAuth2Session

from conftest import make_client, make_user
from gatehouse import PASSWORD
from web_forms import CALLBACK, Form, follow, sign_in

SIGNED_OUT = "https://app.example/bye"


@pytest.fixture
def domain(admin, pool):
    name = "app-" + pool.split("_")[1].lower()
    admin.create_user_pool_domain(Domain=name, UserPoolId=pool, ManagedLoginVersion=2)
    return name


@pytest.fixture
def web_client(admin, pool, domain):
    return make_client(
        admin, pool, GenerateSecret=True, CallbackURLs=[CALLBACK], LogoutURLs=[SIGNED_OUT],
        AllowedOAuthFlows=["code"], AllowedOAuthScopes=["openid", "email"], AllowedOAuthFlowsUserPoolClient=True,
        SupportedIdentityProviders=["COGNITO"])


@pytest.fixture
def discovered(server, pool, domain):
    return requests.get(f"{server.url}/{pool}/.well-known/openid-configuration", timeout=30).json()


@pytest.fixture(autouse=True)
def plain_http(monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


def test_a_client_of_another_maker_signs_in_renews_and_signs_out(admin, pool, web_client, discovered):
    make_user(admin, pool, email="alice@example.com", email_verified="true")
    client_id, secret = web_client["ClientId"], web_client["ClientSecret"]
    app = OAuth2Session(client_id, redirect_uri=CALLBACK, scope=["openid", "email"], pkce="S256")
    address, state = app.authorization_url(discovered["authorization_endpoint"], nonce="n")
    browser = requests.Session()
    refused, _ = sign_in(browser, address, "alice", "Wrong-Horse-7!")
    assert refused.status_code == 400 and 'role="alert"' in refused.text
    _, back = sign_in(browser, address, "alice", PASSWORD)
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)
    assert back.startswith(CALLBACK + "?code=") and query["state"] == [state]
    assert query["iss"] == [discovered["issuer"]]
    tokens = app.fetch_token(
        discovered["token_endpoint"], authorization_response=back, client_secret=secret, include_client_id=True)
    assert {"access_token", "id_token", "refresh_token", "expires_in", "token_type"} <= set(tokens)
    claims = app.get(discovered["userinfo_endpoint"]).json()
    assert claims["username"] == "alice" and claims["email_verified"] == "true"
    with pytest.raises(InvalidGrantError):
        app.fetch_token(
            discovered["token_endpoint"], authorization_response=back, client_secret=secret, include_client_id=True)
    # The second use of the code has revoked the tokens; the browser is still signed in.
    bearer = {"Authorization": "Bearer " + tokens["access_token"]}
    assert requests.get(discovered["userinfo_endpoint"], headers=bearer).status_code == 401
    again = OAuth2Session(client_id, redirect_uri=CALLBACK, scope=["openid", "email"], pkce="S256")
    address, _ = again.authorization_url(discovered["authorization_endpoint"])
    _, back = follow(browser, address)
    again.fetch_token(discovered["token_endpoint"], authorization_response=back, client_secret=secret)
    renewed = again.refresh_token(discovered["token_endpoint"], auth=(client_id, secret))
    assert again.get(discovered["userinfo_endpoint"]).status_code == 200
    revoked = requests.post(
        discovered["revocation_endpoint"], data={"token": renewed["refresh_token"]}, auth=(client_id, secret),
        timeout=30)
    assert revoked.status_code == 200 and revoked.content == b""
    assert again.get(discovered["userinfo_endpoint"]).status_code == 401
    parameters = urllib.parse.urlencode({"client_id": client_id, "logout_uri": SIGNED_OUT})
    _, back = follow(browser, f"{discovered['end_session_endpoint']}?{parameters}")
    assert back == SIGNED_OUT
    page, _ = follow(browser, address)
    assert page.status_code == 200 and "password" in Form(page.text).fields


def test_a_form_without_the_token_of_its_page_signs_no_user_in(admin, pool, web_client, discovered):
    make_user(admin, pool)
    app = OAuth2Session(web_client["ClientId"], redirect_uri=CALLBACK, scope=["openid"])
    address, _ = app.authorization_url(discovered["authorization_endpoint"])
    page, address = follow(requests.Session(), address)
    form = Form(page.text)
    fields = {**form.fields, "username": "alice", "password": PASSWORD}
    response = requests.post(
        urllib.parse.urljoin(address, form.action), data=fields, allow_redirects=False, timeout=30)
    assert response.status_code >= 400 and "Location" not in response.headers
