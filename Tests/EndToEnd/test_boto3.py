# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS SDK for Python against the server: sign-up, sign-in and recovery, and the operations of administrators."""
import pytest
from botocore.exceptions import ClientError, ParamValidationError

from conftest import NODES, make_client, sign_in
from gatehouse import PASSWORD


def sign_up(app, client_id, username="alice", email="alice@example.com"):
    return app.sign_up(
        ClientId=client_id,
        Username=username,
        Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": email}],
    )


@pytest.fixture
def alice(server, app, client_id):
    email = f"alice-{client_id}@example.com"
    sign_up(app, client_id, email=email)
    app.confirm_sign_up(ClientId=client_id, Username="alice", ConfirmationCode=server.code_for(email))
    return sign_in(app, client_id)["AuthenticationResult"]


def test_the_story_from_sign_up_to_deletion(server, app, admin, pool, client_id):
    email = f"story-{client_id}@example.com"
    answer = sign_up(app, client_id, email=email)
    assert answer["UserConfirmed"] is False
    assert answer["CodeDeliveryDetails"]["Destination"] == "s***@e***"
    with pytest.raises(app.exceptions.UserNotConfirmedException):
        sign_in(app, client_id)
    app.resend_confirmation_code(ClientId=client_id, Username="alice")
    app.confirm_sign_up(ClientId=client_id, Username="alice", ConfirmationCode=server.code_for(email))
    tokens = sign_in(app, client_id)["AuthenticationResult"]
    user = app.get_user(AccessToken=tokens["AccessToken"])
    assert {"Name": "email_verified", "Value": "true"} in user["UserAttributes"]
    assert admin.admin_get_user(UserPoolId=pool, Username="alice")["UserStatus"] == "CONFIRMED"
    app.delete_user(AccessToken=tokens["AccessToken"])
    with pytest.raises(admin.exceptions.UserNotFoundException):
        admin.admin_get_user(UserPoolId=pool, Username="alice")


def test_tokens_are_renewed_and_revoked(app, client_id, alice):
    renewed = app.get_tokens_from_refresh_token(RefreshToken=alice["RefreshToken"], ClientId=client_id)
    older = app.initiate_auth(
        ClientId=client_id,
        AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": alice["RefreshToken"]},
    )
    for answer in (renewed, older):
        assert answer["AuthenticationResult"]["ExpiresIn"] == 3600
        assert "RefreshToken" not in answer["AuthenticationResult"]
    app.revoke_token(Token=alice["RefreshToken"], ClientId=client_id)
    with pytest.raises(app.exceptions.NotAuthorizedException, match="revoked"):
        app.get_tokens_from_refresh_token(RefreshToken=alice["RefreshToken"], ClientId=client_id)
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Access Token has been revoked"):
        app.get_user(AccessToken=alice["AccessToken"])


def test_a_global_sign_out_ends_every_session(app, client_id, alice):
    other = sign_in(app, client_id)["AuthenticationResult"]
    app.global_sign_out(AccessToken=alice["AccessToken"])
    for tokens in (alice, other):
        with pytest.raises(app.exceptions.NotAuthorizedException):
            app.get_user(AccessToken=tokens["AccessToken"])


def test_administrators_make_find_and_confirm_users(server, app, admin, pool, client_id):
    email = f"bob-{client_id}@example.com"
    made = admin.admin_create_user(
        UserPoolId=pool,
        Username="bob",
        UserAttributes=[{"Name": "email", "Value": email}],
        DesiredDeliveryMediums=["EMAIL"],
    )["User"]
    assert made["UserStatus"] == "FORCE_CHANGE_PASSWORD" and made["Enabled"] is True
    challenge = sign_in(app, client_id, "bob", server.code_for(email))
    assert challenge["ChallengeName"] == "NEW_PASSWORD_REQUIRED"
    done = app.respond_to_auth_challenge(
        ClientId=client_id,
        ChallengeName="NEW_PASSWORD_REQUIRED",
        Session=challenge["Session"],
        ChallengeResponses={"USERNAME": "bob", "NEW_PASSWORD": PASSWORD},
    )
    assert done["AuthenticationResult"]["TokenType"] == "Bearer"
    admin.admin_set_user_password(UserPoolId=pool, Username="bob", Password="Another-Horse-8!", Permanent=True)
    sign_in(app, client_id, "bob", "Another-Horse-8!")
    sign_up(app, client_id, "carol", f"carol-{client_id}@example.com")
    admin.admin_confirm_sign_up(UserPoolId=pool, Username="carol")
    sign_in(app, client_id, "carol")
    found = admin.list_users(UserPoolId=pool, Filter='username = "carol"')["Users"]
    assert [user["Username"] for user in found] == ["carol"]
    pages = admin.get_paginator("list_users").paginate(UserPoolId=pool, PaginationConfig={"PageSize": 1})
    assert sorted(user["Username"] for page in pages for user in page["Users"]) == ["bob", "carol"]


def test_pools_and_clients_are_described_as_they_were_made(admin, pool):
    client = make_client(admin, pool, GenerateSecret=True, AccessTokenValidity=2)
    described = admin.describe_user_pool_client(UserPoolId=pool, ClientId=client["ClientId"])["UserPoolClient"]
    assert described["ClientSecret"] == client["ClientSecret"] and described["AccessTokenValidity"] == 2
    described = admin.describe_user_pool(UserPoolId=pool)["UserPool"]
    assert described["Arn"] == f"arn:aws:cognito-idp:us-east-1:123456789012:userpool/{pool}"
    with pytest.raises(admin.exceptions.ResourceNotFoundException):
        admin.describe_user_pool(UserPoolId="us-east-1_Nowhere00")


def test_the_region_of_the_signature_is_the_pools(server):
    admin = server.client("cognito-idp", region="eu-west-3")
    pool = admin.create_user_pool(PoolName="elsewhere")["UserPool"]
    assert pool["Id"].startswith("eu-west-3_") and ":eu-west-3:" in pool["Arn"]
    # A server for development says more.
    said = "does not exist" if NODES else "for the region us-east-1, .* the region eu-west-3"
    with pytest.raises(ClientError, match=said) as caught:
        server.client("cognito-idp").describe_user_pool(UserPoolId=pool["Id"])
    assert caught.value.response["Error"]["Code"] == "ResourceNotFoundException"


def test_shape_faults_read_as_cognitos_do(app, client_id):
    with pytest.raises(ClientError) as caught:
        app.confirm_sign_up(ClientId=client_id, Username="alice", ConfirmationCode="no code")
    error = caught.value.response["Error"]
    assert error["Code"] == "InvalidParameterException"
    assert "failed to satisfy constraint: Member must satisfy regular expression pattern" in error["Message"]
    with pytest.raises(ParamValidationError):
        app.confirm_sign_up(ClientId=client_id)


def test_operations_that_are_not_there_name_themselves(admin, pool):
    with pytest.raises(ClientError, match="Gatehouse does not have ListUserPoolReplicas of cognito-idp yet."):
        admin.list_user_pool_replicas(UserPoolId=pool)


def test_identities_and_credentials(server, admin, app, pool, client_id, alice):
    pools = server.client("cognito-identity")
    anyone = server.client("cognito-identity", signed=False)
    provider = f"cognito-idp.us-east-1.amazonaws.com/{pool}"
    identity_pool = pools.create_identity_pool(
        IdentityPoolName="test",
        AllowUnauthenticatedIdentities=True,
        CognitoIdentityProviders=[{"ProviderName": provider, "ClientId": client_id}],
    )["IdentityPoolId"]
    pools.set_identity_pool_roles(
        IdentityPoolId=identity_pool,
        Roles={
            "authenticated": "arn:aws:iam::123456789012:role/users",
            "unauthenticated": "arn:aws:iam::123456789012:role/guests",
        },
    )
    logins = {provider: alice["IdToken"]}
    identity = anyone.get_id(IdentityPoolId=identity_pool, Logins=logins)["IdentityId"]
    assert anyone.get_id(IdentityPoolId=identity_pool, Logins=logins)["IdentityId"] == identity
    vended = anyone.get_credentials_for_identity(IdentityId=identity, Logins=logins)["Credentials"]
    caller = who_am_i(server, vended)
    assert caller["Arn"] == "arn:aws:sts::123456789012:assumed-role/users/CognitoIdentityCredentials"
    guest = anyone.get_id(IdentityPoolId=identity_pool)["IdentityId"]
    vended = anyone.get_credentials_for_identity(IdentityId=guest)["Credentials"]
    assert who_am_i(server, vended)["Arn"].split("/")[1] == "guests"
    with pytest.raises(ClientError) as caught:
        who_am_i(server, {**vended, "SecretKey": "x" * 40})
    assert caught.value.response["Error"]["Code"] == "SignatureDoesNotMatch"
    with pytest.raises(anyone.exceptions.NotAuthorizedException):
        anyone.get_id(IdentityPoolId=identity_pool, Logins={provider: alice["AccessToken"]})


def who_am_i(server, vended):
    return server.client(
        "sts", key=vended["AccessKeyId"], secret=vended["SecretKey"], token=vended["SessionToken"]
    ).get_caller_identity()


def test_unsigned_admin_calls_are_refused(app, pool):
    with pytest.raises(ClientError) as caught:
        app.describe_user_pool(UserPoolId=pool)
    assert caught.value.response["Error"]["Code"] == "MissingAuthenticationTokenException"
