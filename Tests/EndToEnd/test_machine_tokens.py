# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Tokens of machines, and tokens that are derived from users' tokens, through boto3."""
import base64
import hashlib
import hmac

import pytest

from conftest import make_client, make_user
from gatehouse import PASSWORD, claims_of
from model_answers import flaws_of, record_answers

SCOPES = ["orders/read", "orders/write"]
OWN_OPERATIONS = "aws.cognito.signin.user.admin"


@pytest.fixture
def resource_server(admin, pool):
    scopes = [{"ScopeName": name, "ScopeDescription": name} for name in ("read", "write")]
    admin.create_resource_server(UserPoolId=pool, Identifier="orders", Name="Orders", Scopes=scopes)


@pytest.fixture
def machine(admin, pool, resource_server):
    """A client that acts for itself; the members of a request that name it."""
    made = make_client(
        admin,
        pool,
        GenerateSecret=True,
        ExplicitAuthFlows=["ALLOW_CLIENT_TOKEN_AUTH"],
        AllowedOAuthFlows=["client_credentials"],
        AllowedOAuthFlowsUserPoolClient=True,
        AllowedOAuthScopes=SCOPES,
    )
    assert made["ExplicitAuthFlows"] == ["ALLOW_CLIENT_TOKEN_AUTH"]
    return {"ClientId": made["ClientId"], "Secret": made["ClientSecret"]}


def test_a_machine_gets_an_access_token_of_its_own(app, pool, machine):
    answers = record_answers(app)
    result = app.get_client_token(**machine)["ClientAuthenticationResult"]
    assert result["TokenType"] == "Bearer" and result["ExpiresIn"] == 3600
    token = claims_of(result["AccessToken"])
    assert token["sub"] == token["client_id"] == machine["ClientId"]
    assert token["scope"].split() == SCOPES and token["version"] == 2
    assert token["iss"].endswith("/" + pool) and "username" not in token
    narrow = app.get_client_token(**machine, Scopes=["orders/read"])["ClientAuthenticationResult"]
    assert claims_of(narrow["AccessToken"])["scope"] == "orders/read"
    with pytest.raises(app.exceptions.InvalidParameterException, match="Invalid scope requested: orders/delete"):
        app.get_client_token(**machine, Scopes=["orders/delete"])
    with pytest.raises(app.exceptions.NotAuthorizedException, match="not allowed to have the scope openid"):
        app.get_client_token(**machine, Scopes=["openid"])
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Unable to verify secret"):
        app.get_client_token(ClientId=machine["ClientId"], Secret="a" * 52)
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.get_user(AccessToken=result["AccessToken"])
    assert len(answers) == 6 and [flaw for answer in answers for flaw in flaws_of(*answer)] == []


def test_a_client_must_have_enabled_tokens_of_its_own(admin, app, pool):
    made = make_client(admin, pool, GenerateSecret=True)
    with pytest.raises(app.exceptions.InvalidParameterException, match="CLIENT_TOKEN_AUTH is not enabled"):
        app.get_client_token(ClientId=made["ClientId"], Secret=made["ClientSecret"])


@pytest.fixture
def exchanger(admin, pool, resource_server):
    """A client that may exchange tokens, and act with its own."""
    flows = [
        "ALLOW_USER_PASSWORD_AUTH",
        "ALLOW_REFRESH_TOKEN_AUTH",
        "ALLOW_CLIENT_TOKEN_AUTH",
        "ALLOW_TOKEN_EXCHANGE_IMPERSONATION",
        "ALLOW_TOKEN_EXCHANGE_DELEGATION",
    ]
    made = make_client(
        admin,
        pool,
        GenerateSecret=True,
        ExplicitAuthFlows=flows,
        AllowedOAuthScopes=[OWN_OPERATIONS, *SCOPES],
    )
    return {"ClientId": made["ClientId"], "ClientSecret": made["ClientSecret"]}


def secret_hash(username, client):
    message = (username + client["ClientId"]).encode()
    digest = hmac.new(client["ClientSecret"].encode(), message, hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


@pytest.fixture
def alice(admin, app, pool, exchanger):
    """The tokens of a user who signed in to the client that may exchange them."""
    make_user(admin, pool)
    answer = app.initiate_auth(
        ClientId=exchanger["ClientId"],
        AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={
            "USERNAME": "alice", "PASSWORD": PASSWORD, "SECRET_HASH": secret_hash("alice", exchanger)
        },
    )
    return answer["AuthenticationResult"]


def test_a_derived_token_names_its_actor_and_ends_with_the_sign_in(app, exchanger, alice):
    answers = record_answers(app)
    machine = app.get_client_token(ClientId=exchanger["ClientId"], Secret=exchanger["ClientSecret"])
    subject = {"SubjectToken": alice["AccessToken"], "SubjectTokenType": "ACCESS_TOKEN"}
    actor = {
        "ActorToken": machine["ClientAuthenticationResult"]["AccessToken"],
        "ActorTokenType": "ACCESS_TOKEN",
    }
    delegated = app.get_derived_token(**exchanger, **subject, **actor)
    assert delegated["Scopes"] == [OWN_OPERATIONS] and delegated["TokenType"] == "Bearer"
    (first, derived) = (claims_of(alice["AccessToken"]), claims_of(delegated["IssuedToken"]))
    assert derived["act"] == {"sub": exchanger["ClientId"], "client_id": exchanger["ClientId"]}
    assert all(derived[name] == first[name] for name in ("sub", "origin_jti", "event_id", "exp", "client_id"))
    identity = app.get_derived_token(**exchanger, SubjectToken=alice["IdToken"], SubjectTokenType="ID_TOKEN")
    assert identity["TokenType"] == "N_A" and claims_of(identity["IssuedToken"])["aud"] == exchanger["ClientId"]
    with pytest.raises(app.exceptions.NotAuthorizedException, match="delegated already"):
        app.get_derived_token(
            **exchanger, **actor, SubjectToken=delegated["IssuedToken"], SubjectTokenType="ACCESS_TOKEN"
        )
    with pytest.raises(app.exceptions.NotAuthorizedException, match="none of the requested scopes"):
        app.get_derived_token(**exchanger, **subject, Scopes=["orders/read"])
    with pytest.raises(app.exceptions.InvalidParameterException, match="The token cannot be for elsewhere"):
        app.get_derived_token(**exchanger, **subject, Audiences=["elsewhere"])
    assert app.get_user(AccessToken=delegated["IssuedToken"])["Username"] == "alice"
    app.revoke_token(**exchanger, Token=alice["RefreshToken"])
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Access Token has been revoked"):
        app.get_user(AccessToken=delegated["IssuedToken"])
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Subject Token has been revoked"):
        app.get_derived_token(**exchanger, **subject)
    assert len(answers) == 10 and [flaw for answer in answers for flaw in flaws_of(*answer)] == []


def test_a_client_must_have_enabled_the_exchange(admin, app, pool):
    made = make_client(admin, pool)
    with pytest.raises(app.exceptions.InvalidParameterException, match="TOKEN_EXCHANGE_IMPERSONATION is not enabled"):
        app.get_derived_token(ClientId=made["ClientId"], SubjectToken="a.b.c", SubjectTokenType="ACCESS_TOKEN")
