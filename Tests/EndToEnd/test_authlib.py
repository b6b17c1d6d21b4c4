# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Authlib as the client of a user pool: codes with PKCE, refresh, credentials of a client, and ID tokens."""
import pytest
import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from conftest import make_client, make_user
from gatehouse import PASSWORD
from web_forms import CALLBACK, sign_in


@pytest.fixture
def provider(server, admin, pool):
    """The discovery document of a pool with Alice."""
    admin.create_user_pool_domain(Domain="lib-" + pool.split("_")[1].lower(), UserPoolId=pool)
    make_user(admin, pool, email="alice@example.com", email_verified="true")
    return requests.get(f"{server.url}/{pool}/.well-known/openid-configuration", timeout=30).json()


@pytest.fixture
def keys(provider):
    return KeySet.import_key_set(requests.get(provider["jwks_uri"], timeout=30).json())


def session(client, provider, **settings):
    return OAuth2Session(
        client["ClientId"], client["ClientSecret"], token_endpoint=provider["token_endpoint"],
        revocation_endpoint=provider["revocation_endpoint"], **settings)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib_signs_in_and_renews(admin, pool, provider, keys, method):
    client = make_client(
        admin, pool, GenerateSecret=True, CallbackURLs=[CALLBACK], AllowedOAuthFlows=["code"],
        AllowedOAuthScopes=["openid", "email"], AllowedOAuthFlowsUserPoolClient=True,
        SupportedIdentityProviders=["COGNITO"])
    app = session(
        client, provider, scope="openid email", redirect_uri=CALLBACK, code_challenge_method="S256",
        token_endpoint_auth_method=method)
    verifier = "v" * 64
    address, state = app.create_authorization_url(
        provider["authorization_endpoint"], code_verifier=verifier, nonce="n-1")
    _, back = sign_in(requests.Session(), address, "alice", PASSWORD)
    tokens = app.fetch_token(authorization_response=back, code_verifier=verifier, state=state)
    found = jwt.decode(tokens["id_token"], keys)
    claims = CodeIDToken(
        found.claims, found.header,
        options={"iss": {"value": provider["issuer"]}, "aud": {"value": client["ClientId"]}},
        params={"nonce": "n-1", "client_id": client["ClientId"], "access_token": tokens["access_token"]})
    claims.validate()
    assert claims["email"] == "alice@example.com"
    assert app.get(provider["userinfo_endpoint"]).json()["sub"] == claims["sub"]
    assert app.refresh_token(refresh_token=tokens["refresh_token"])["access_token"] != tokens["access_token"]
    assert app.revoke_token(provider["revocation_endpoint"], token=tokens["refresh_token"]).status_code == 200
    with pytest.raises(OAuthError, match="invalid_grant"):
        app.refresh_token(refresh_token=tokens["refresh_token"])


def test_authlib_gets_a_token_for_a_machine(admin, pool, provider, keys):
    admin.create_resource_server(
        UserPoolId=pool, Identifier="orders", Name="orders",
        Scopes=[{"ScopeName": "read", "ScopeDescription": "reads orders"}])
    client = make_client(
        admin, pool, GenerateSecret=True, AllowedOAuthFlows=["client_credentials"],
        AllowedOAuthScopes=["orders/read"], AllowedOAuthFlowsUserPoolClient=True)
    token = session(client, provider, scope="orders/read").fetch_token(grant_type="client_credentials")
    claims = jwt.decode(token["access_token"], keys).claims
    assert claims["client_id"] == client["ClientId"] and claims["scope"] == "orders/read"
    with pytest.raises(OAuthError):
        session({**client, "ClientSecret": "another"}, provider, scope="orders/read").fetch_token(
            grant_type="client_credentials")
