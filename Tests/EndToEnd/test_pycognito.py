# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""pycognito against the server: SRP as another program computes it, and tokens as another program verifies them."""
import boto3
import pytest
from pycognito import Cognito
from pycognito.exceptions import (
    ForceChangePasswordException,
    SMSMFAChallengeException,
    SoftwareTokenMFAChallengeException,
)

from authenticator import code_of
from conftest import make_client, make_user
from gatehouse import KEY, PASSWORD, SECRET


@pytest.fixture(params=[False, True], ids=["public", "with secret"])
def cognito(request, server, admin, pool, monkeypatch):
    client = make_client(admin, pool, GenerateSecret=request.param)
    make_user(admin, pool, email="alice@example.com")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")

    def make(username="alice", **arguments):
        user = Cognito(
            pool,
            client["ClientId"],
            client_secret=client.get("ClientSecret"),
            username=username,
            session=boto3.Session(KEY, SECRET, region_name="us-east-1"),
            boto3_client_kwargs={"endpoint_url": server.url},
            **arguments,
        )
        # The library builds addresses of the service's own host; here they are the server's.
        user.pool_jwk = server.json(f"/{pool}/.well-known/jwks.json")
        monkeypatch.setattr(
            Cognito, "user_pool_url", property(lambda self: f"{server.url}/{self.user_pool_id}")
        )
        return user

    return make


def test_srp_sign_in_gives_tokens_that_verify(cognito):
    user = cognito()
    user.authenticate(password=PASSWORD)
    assert user.id_claims["cognito:username"] == "alice"
    assert user.access_claims["token_use"] == "access"


def test_a_wrong_password_is_refused_over_srp(cognito):
    user = cognito()
    with pytest.raises(user.client.exceptions.NotAuthorizedException, match="Incorrect username or password."):
        user.authenticate(password="Wrong-Horse-7!")


def test_a_session_is_renewed(cognito):
    user = cognito()
    user.authenticate(password=PASSWORD)
    before = user.access_token
    user.renew_access_token()
    assert user.access_token != before
    user.verify_token(user.access_token, "access_token", "access")


def test_a_temporary_password_must_be_changed(cognito, admin, pool):
    admin.admin_set_user_password(UserPoolId=pool, Username="alice", Password=PASSWORD, Permanent=False)
    user = cognito()
    with pytest.raises(ForceChangePasswordException):
        user.authenticate(password=PASSWORD)
    user.new_password_challenge(PASSWORD, "Chosen-Horse-9!")
    assert user.access_token
    fresh = cognito()
    fresh.authenticate(password="Chosen-Horse-9!")


def test_an_authenticator_app_is_set_up_and_asked_for(cognito, admin, pool):
    admin.set_user_pool_mfa_config(
        UserPoolId=pool, MfaConfiguration="OPTIONAL", SoftwareTokenMfaConfiguration={"Enabled": True}
    )
    user = cognito()
    user.authenticate(password=PASSWORD)
    secret = user.associate_software_token()
    assert user.verify_software_token(code_of(secret), "phone")
    user.client.set_user_mfa_preference(
        SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True}, AccessToken=user.access_token
    )
    later = cognito()
    with pytest.raises(SoftwareTokenMFAChallengeException):
        later.authenticate(password=PASSWORD)
    assert later.access_token is None
    with pytest.raises(later.client.exceptions.CodeMismatchException):
        later.respond_to_software_token_mfa_challenge(code_of(secret, steps=9))
    # The present code was used when the app was set up.
    code = code_of(secret, steps=1)
    later.respond_to_software_token_mfa_challenge(code)
    later.verify_token(later.access_token, "access_token", "access")
    again = cognito()
    with pytest.raises(SoftwareTokenMFAChallengeException):
        again.authenticate(password=PASSWORD)
    with pytest.raises(again.client.exceptions.ExpiredCodeException):
        again.respond_to_software_token_mfa_challenge(code)


def test_a_code_by_sms_follows_the_password(cognito, admin, server, pool):
    admin.set_user_pool_mfa_config(
        UserPoolId=pool,
        MfaConfiguration="OPTIONAL",
        SmsMfaConfiguration={"SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::123456789012:role/sms"}},
    )
    admin.admin_update_user_attributes(
        UserPoolId=pool, Username="alice", UserAttributes=[{"Name": "phone_number", "Value": "+12025550177"}]
    )
    admin.admin_set_user_mfa_preference(
        UserPoolId=pool, Username="alice", SMSMfaSettings={"Enabled": True, "PreferredMfa": True}
    )
    user = cognito()
    with pytest.raises(SMSMFAChallengeException):
        user.authenticate(password=PASSWORD)
    user.respond_to_sms_mfa_challenge(server.code_for("+12025550177"))
    assert user.access_token


def test_signing_out_ends_the_session(cognito):
    user = cognito()
    user.authenticate(password=PASSWORD)
    token, client = user.access_token, user.client
    user.logout()
    with pytest.raises(client.exceptions.NotAuthorizedException):
        client.get_user(AccessToken=token)
