# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS SDK for Python against the server: the operations of administrators on accounts."""
import pytest

from conftest import make_client, make_user
from gatehouse import PASSWORD

CREDENTIALS = {"USERNAME": "alice", "PASSWORD": PASSWORD}


@pytest.fixture
def back_end(admin, pool):
    """A client for a back end that signs users in by itself."""
    flows = ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    client = make_client(admin, pool, ExplicitAuthFlows=flows)
    return {"UserPoolId": pool, "ClientId": client["ClientId"]}


@pytest.fixture
def alice(admin, pool, back_end):
    email = f"alice-{back_end['ClientId']}@example.com"
    return {**make_user(admin, pool, email=email, email_verified="true"), "email": email}


def name(alice):
    return {"UserPoolId": alice["UserPoolId"], "Username": alice["Username"]}


def sign_in(admin, back_end):
    return admin.admin_initiate_auth(**back_end, AuthFlow="ADMIN_USER_PASSWORD_AUTH", AuthParameters=CREDENTIALS)


def test_a_back_end_signs_users_in(admin, app, back_end, alice):
    tokens = sign_in(admin, back_end)["AuthenticationResult"]
    assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "alice"
    renewed = admin.admin_initiate_auth(
        **back_end,
        AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]},
    )
    assert "AccessToken" in renewed["AuthenticationResult"]
    admin.admin_user_global_sign_out(**name(alice))
    with pytest.raises(app.exceptions.NotAuthorizedException, match="revoked"):
        app.get_user(AccessToken=tokens["AccessToken"])


def test_a_temporary_password_is_replaced(admin, back_end, alice):
    admin.admin_set_user_password(**name(alice), Password=PASSWORD, Permanent=False)
    challenge = sign_in(admin, back_end)
    assert challenge["ChallengeName"] == "NEW_PASSWORD_REQUIRED"
    done = admin.admin_respond_to_auth_challenge(
        **back_end,
        ChallengeName="NEW_PASSWORD_REQUIRED",
        Session=challenge["Session"],
        ChallengeResponses={"USERNAME": "alice", "NEW_PASSWORD": "Another-Horse-8!"},
    )
    assert done["AuthenticationResult"]["TokenType"] == "Bearer"


def test_users_are_disabled_enabled_and_deleted(admin, back_end, alice):
    admin.admin_disable_user(**name(alice))
    with pytest.raises(admin.exceptions.NotAuthorizedException, match="User is disabled."):
        sign_in(admin, back_end)
    admin.admin_enable_user(**name(alice))
    sign_in(admin, back_end)
    admin.admin_delete_user(**name(alice))
    with pytest.raises(admin.exceptions.UserNotFoundException):
        admin.admin_get_user(**name(alice))


def test_a_reset_sends_a_code_and_closes_the_password(server, admin, back_end, alice):
    admin.admin_reset_user_password(**name(alice))
    assert len(server.code_for(alice["email"])) == 6
    with pytest.raises(admin.exceptions.PasswordResetRequiredException):
        sign_in(admin, back_end)


def test_a_user_with_an_address_for_sign_in_codes_needs_no_password(server, admin, app):
    policies = {"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP"]}}
    pool = admin.create_user_pool(PoolName="codes", Policies=policies)["UserPool"]["Id"]
    client_id = make_client(admin, pool, ExplicitAuthFlows=["ALLOW_USER_AUTH"])["ClientId"]
    email = f"grace-{client_id}@example.com"
    made = admin.admin_create_user(
        UserPoolId=pool,
        Username="grace",
        UserAttributes=[{"Name": "email", "Value": email}],
        DesiredDeliveryMediums=["EMAIL"],
    )
    assert made["User"]["UserStatus"] == "CONFIRMED" and server.code_for(email) == ""
    challenge = app.initiate_auth(
        ClientId=client_id,
        AuthFlow="USER_AUTH",
        AuthParameters={"USERNAME": "grace", "PREFERRED_CHALLENGE": "EMAIL_OTP"},
    )
    done = app.respond_to_auth_challenge(
        ClientId=client_id,
        ChallengeName="EMAIL_OTP",
        Session=challenge["Session"],
        ChallengeResponses={"USERNAME": "grace", "EMAIL_OTP_CODE": server.code_for(email)},
    )
    assert "RefreshToken" in done["AuthenticationResult"]


def test_attributes_are_written_and_removed(server, admin, alice):
    email = "new-" + alice["email"]
    attributes = [{"Name": "email", "Value": email}, {"Name": "name", "Value": "Alice"}]
    admin.admin_update_user_attributes(**name(alice), UserAttributes=attributes)
    assert len(server.code_for(email)) == 6
    admin.admin_delete_user_attributes(**name(alice), UserAttributeNames=["name"])
    user = admin.admin_get_user(**name(alice))
    found = {attribute["Name"]: attribute["Value"] for attribute in user["UserAttributes"]}
    assert found["email"] == email and found["email_verified"] == "false" and "name" not in found
    with pytest.raises(admin.exceptions.InvalidParameterException, match="does not exist in the schema"):
        admin.admin_delete_user_attributes(**name(alice), UserAttributeNames=["custom:none"])


def test_the_columns_of_an_import_are_listed(admin, pool):
    header = admin.get_csv_header(UserPoolId=pool)["CSVHeader"]
    assert header[0] == "name" and {"cognito:username", "password_hash"} <= set(header)
