# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Passkeys as the AWS SDK for Python and python-fido2 use them."""
import copy
import json

import pytest

from passkey_authenticator import Authenticator
from conftest import make_client, make_user, sign_in

FLOWS = ["ALLOW_USER_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]


@pytest.fixture
def pool(admin):
    policies = {"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "WEB_AUTHN"]}}
    return admin.create_user_pool(PoolName="passkeys", Policies=policies)["UserPool"]["Id"]


@pytest.fixture
def client_id(admin, pool):
    return make_client(admin, pool, ExplicitAuthFlows=FLOWS)["ClientId"]


@pytest.fixture
def token(admin, app, pool, client_id):
    make_user(admin, pool)
    return sign_in(app, client_id)["AuthenticationResult"]["AccessToken"]


def register(app, token, authenticator):
    options = app.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    app.complete_web_authn_registration(AccessToken=token, Credential=authenticator.register(options))


def ask(app, client_id, username="alice"):
    return app.initiate_auth(
        ClientId=client_id,
        AuthFlow="USER_AUTH",
        AuthParameters={"USERNAME": username, "PREFERRED_CHALLENGE": "WEB_AUTHN"},
    )


def answer(app, client_id, asked, credential):
    return app.respond_to_auth_challenge(
        ClientId=client_id,
        ChallengeName="WEB_AUTHN",
        Session=asked["Session"],
        ChallengeResponses={"USERNAME": "alice", "CREDENTIAL": json.dumps(credential)},
    )


def test_a_passkey_is_registered_listed_and_deleted(server, app, token):
    authenticator = Authenticator(server.url)
    register(app, token, authenticator)
    (listed,) = app.list_web_authn_credentials(AccessToken=token)["Credentials"]
    assert listed["RelyingPartyId"] == "localhost"
    assert listed["FriendlyCredentialName"] == "Roaming passkey"
    again = app.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    assert [known["id"] for known in again["excludeCredentials"]] == [listed["CredentialId"]]
    app.delete_web_authn_credential(AccessToken=token, CredentialId=listed["CredentialId"])
    assert app.list_web_authn_credentials(AccessToken=token)["Credentials"] == []
    with pytest.raises(app.exceptions.ResourceNotFoundException):
        app.delete_web_authn_credential(AccessToken=token, CredentialId=listed["CredentialId"])


def test_a_passkey_of_another_page_is_refused(app, token):
    with pytest.raises(app.exceptions.WebAuthnOriginNotAllowedException):
        register(app, token, Authenticator("https://evil.example"))


def test_a_passkey_signs_in_once_per_challenge(server, app, client_id, token):
    authenticator = Authenticator(server.url)
    register(app, token, authenticator)
    asked = ask(app, client_id)
    assert asked["ChallengeName"] == "WEB_AUTHN"
    assert "WEB_AUTHN" in asked["AvailableChallenges"]
    options = json.loads(asked["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    credential = authenticator.authenticate(options)
    forged = copy.deepcopy(credential)
    forged["response"]["signature"] = "AAAA" + credential["response"]["signature"][4:]
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Incorrect username or password"):
        answer(app, client_id, asked, forged)
    asked = ask(app, client_id)
    options = json.loads(asked["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    credential = authenticator.authenticate(options)
    tokens = answer(app, client_id, asked, credential)["AuthenticationResult"]
    assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "alice"
    with pytest.raises(app.exceptions.NotAuthorizedException, match="session can only be used once"):
        answer(app, client_id, asked, credential)
