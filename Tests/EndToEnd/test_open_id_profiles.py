# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The profiles Basic OP and Config OP of OpenID Connect's certification, as a list of our own, with idpyoidc as client.

docs/open-id-profiles.md has the list. A name there, with its prefix and with underscores for hyphens, is a test here.
"""
import pathlib
import re
import time

import pytest
import requests

from conftest import make_client, make_user
from open_id_client import RelyingParty, header_of, query_of
from web_forms import CALLBACK, Form, follow

SCOPES = ["openid", "email", "profile", "phone"]
LIST = pathlib.Path(__file__).parents[2] / "docs" / "open-id-profiles.md"


@pytest.fixture(scope="module")
def op(server):
    """A pool with a domain and with Alice, and a client with a secret."""
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="profiles", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    admin.create_user_pool_domain(Domain="profiles", UserPoolId=pool, ManagedLoginVersion=2)
    make_user(
        admin, pool, email="alice@example.com", email_verified="true", given_name="Alice",
        phone_number="+12025550123", phone_number_verified="true")
    client = make_client(
        admin, pool, GenerateSecret=True, CallbackURLs=[CALLBACK], AllowedOAuthFlows=["code"],
        AllowedOAuthScopes=SCOPES, AllowedOAuthFlowsUserPoolClient=True, SupportedIdentityProviders=["COGNITO"])
    return f"{server.url}/{pool}", client


@pytest.fixture
def party(op):
    return RelyingParty(*op)


def user_info(party, token, **request):
    return requests.request(
        request.pop("method", "GET"), party.metadata["userinfo_endpoint"], timeout=30,
        **(request or {"headers": {"Authorization": f"Bearer {token}"}}))


def login_form(party, address):
    """The login page's form, which a browser without a session gets."""
    page, _ = follow(party.browser, address)
    assert page is not None and page.status_code == 200
    form = Form(page.text)
    assert "password" in form.fields
    return form


# Basic OP

def test_server(party):
    tokens, _ = party.sign_in()
    claims = tokens["id_token"]
    assert claims["iss"] == party.issuer and claims["aud"] == [party.client["ClientId"]]
    assert {"sub", "exp", "iat", "at_hash"} <= set(claims.keys())


def test_response_type_missing(party):
    back = party.returned(party.address(without=["response_type"]))
    assert back["error"] == "invalid_request"


def test_idtoken_signature(party):
    address = party.address()
    back = party.signed_in(address)
    answer = party.token_response(back)
    # The library has verified the signature with the key that the header names.
    assert answer["__verified_id_token"].jws_header["alg"] == "RS256"
    assert answer["__verified_id_token"].jws_header["kid"]


def test_idtoken_nonce(party):
    tokens, _ = party.sign_in(nonce="a nonce of the client")
    assert tokens["id_token"]["nonce"] == "a nonce of the client"


def test_userinfo_get(party):
    tokens, _ = party.sign_in()
    assert user_info(party, tokens["access_token"]).json()["sub"] == tokens["id_token"]["sub"]


def test_userinfo_post_header(party):
    tokens, _ = party.sign_in()
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    answer = user_info(party, None, method="POST", headers=headers)
    assert answer.json()["sub"] == tokens["id_token"]["sub"]


def test_userinfo_post_body(party):
    tokens, _ = party.sign_in()
    answer = user_info(party, None, method="POST", data={"access_token": tokens["access_token"]})
    assert answer.json()["sub"] == tokens["id_token"]["sub"]


def test_userinfo_unknown_token(party):
    party.address()
    answer = user_info(party, "no token")
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Bearer error=")


def test_request_without_nonce(party):
    back = party.signed_in(party.address(without=["nonce"]))
    assert "code" in back and "error" not in back


@pytest.mark.parametrize(
    "scope, claim", [("profile", "given_name"), ("email", "email"), ("phone", "phone_number")], ids=lambda one: one)
def test_scope(op, scope, claim):
    party = RelyingParty(*op, scope=["openid", scope])
    tokens, _ = party.sign_in()
    assert claim in user_info(party, tokens["access_token"]).json()
    # With openid alone, a token is for all attributes that the client may read, as in Cognito.
    other = "email" if scope != "email" else "phone"
    narrow, _ = RelyingParty(*op, scope=["openid", other]).sign_in()
    assert claim not in user_info(party, narrow["access_token"]).json()


def test_scope_address(party):
    back = party.returned(party.address(scope=["openid", "address"]))
    assert back["error_description"] == "invalid_scope" and "code" not in back


def test_scope_all(op):
    party = RelyingParty(*op, scope=SCOPES)
    tokens, _ = party.sign_in()
    assert {"sub", "given_name", "email", "phone_number"} <= set(user_info(party, tokens["access_token"]).json())


def test_other_scope_order(op):
    tokens, _ = RelyingParty(*op, scope=["phone", "openid"]).sign_in()
    assert tokens["id_token"]["sub"]


@pytest.mark.parametrize("display", ["page", "popup"])
def test_display(party, display):
    assert login_form(party, party.address(display=display))


def test_prompt_login(party):
    first, _ = party.sign_in()
    address = party.address(prompt="login")
    login_form(party, address)
    second = party.tokens(party.signed_in(address))
    assert second["id_token"]["sub"] == first["id_token"]["sub"]
    assert second["id_token"]["auth_time"] >= first["id_token"]["auth_time"]


def test_prompt_none_not_logged_in(party):
    back = party.returned(party.address(prompt="none"))
    assert back["error"] == "login_required" and "code" not in back


def test_prompt_none_logged_in(party):
    first, _ = party.sign_in()
    second = party.tokens(party.returned(party.address(prompt="none")))
    for claim in ["sub", "auth_time"]:
        assert second["id_token"][claim] == first["id_token"][claim]


def test_max_age_1(party):
    first, _ = party.sign_in()
    limit = time.monotonic() + 30
    while party.returned(party.address(max_age=1)) is not None:
        assert time.monotonic() < limit, "an old sign-in counts for ever"
    second = party.tokens(party.signed_in(party.address(max_age=1)))
    assert second["id_token"]["auth_time"] > first["id_token"]["auth_time"]


def test_max_age_10000(party):
    first, _ = party.sign_in()
    second = party.tokens(party.returned(party.address(max_age=10_000)))
    assert second["id_token"]["auth_time"] == first["id_token"]["auth_time"]


def test_unknown_parameter(party):
    assert "code" in party.signed_in(party.address(extra="foobar"))


def test_id_token_hint(party):
    back = party.signed_in(party.address())
    answer = party.token_response(back)
    again = party.returned(party.address(prompt="none", id_token_hint=answer["id_token"]))
    assert "code" in again


def test_login_hint(party):
    assert login_form(party, party.address(login_hint="alice")).fields["username"] == "alice"


def test_ui_locales(party):
    assert login_form(party, party.address(ui_locales="se"))


def test_claims_locales(party):
    assert login_form(party, party.address(claims_locales="se"))


def test_acr_values(party):
    assert "code" in party.signed_in(party.address(acr_values="1 2"))


def test_codereuse(party):
    back = party.signed_in(party.address())
    tokens = party.tokens(back)
    with pytest.raises(Exception, match="invalid_grant"):
        party.rp.get_tokens(back["state"])
    assert user_info(party, tokens["access_token"]).status_code == 401


def test_registered_redirect_uri(party):
    page, _ = follow(party.browser, party.address(redirect_uri="https://attacker.example/callback"))
    assert page is not None and page.status_code == 400


def test_post_request(party):
    address, _, query = party.address().partition("?")
    answer = party.browser.post(address, data=query_of("?" + query), allow_redirects=False, timeout=30)
    assert answer.status_code in (302, 303)
    assert login_form(party, requests.compat.urljoin(address, answer.headers["Location"]))


def test_client_secret_post(op):
    tokens, _ = RelyingParty(*op, authentication="client_secret_post").sign_in()
    assert tokens["id_token"]["sub"]


def test_request_object(party):
    back = party.returned(party.address(request="e30.e30."))
    assert back["error"] == "request_not_supported"


def test_claims_essential(party):
    claims = '{"userinfo": {"name": {"essential": true}}}'
    assert "code" in party.signed_in(party.address(claims=claims))


def test_refresh_token(party):
    tokens, state = party.sign_in()
    renewed = party.handler.refresh_access_token(state)
    assert renewed["access_token"] != tokens["access_token"]
    assert renewed["__verified_id_token"]["sub"] == tokens["id_token"]["sub"]


def test_valid_pkce(op):
    assert "code_challenge=" in RelyingParty(*op).address()
    assert RelyingParty(*op).sign_in() and RelyingParty(*op, pkce=False).sign_in()


# Config OP

def test_discovery_issuer(party):
    party.address()
    assert party.metadata["issuer"] == party.issuer


def test_discovery_configuration(party):
    party.address()
    required = [
        "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported", "subject_types_supported",
        "id_token_signing_alg_values_supported",
    ]
    assert all(party.metadata[name] for name in required)
    assert "RS256" in party.metadata["id_token_signing_alg_values_supported"]


def test_discovery_endpoints(party):
    party.address()
    for name in ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "end_session_endpoint"]:
        assert requests.get(party.metadata[name], allow_redirects=False, timeout=30).status_code != 404, name


def test_discovery_claims_supported(party):
    party.address()
    assert "claims_supported" not in party.metadata.to_dict()


def test_discovery_keys(party):
    party.address()
    keys = requests.get(party.metadata["jwks_uri"], timeout=30).json()["keys"]
    assert len({key["kid"] for key in keys}) == len(keys)
    assert all(key["kty"] == "RSA" and key["use"] == "sig" and not {"d", "p", "k"} & set(key) for key in keys)


# The list

def test_list():
    rows = re.findall(r"^\| `oidcc-([\w-]+)` \|", LIST.read_text(), re.M)
    shown = set(re.findall(r"^def test_(\w+)", pathlib.Path(__file__).read_text(), re.M)) - {"list"}
    scopes = {f"scope_{name}" for name in ["profile", "email", "phone"]}
    displays = {"display_page", "display_popup"}
    assert {row.replace("-", "_") for row in rows} == shown - {"scope", "display"} | scopes | displays
