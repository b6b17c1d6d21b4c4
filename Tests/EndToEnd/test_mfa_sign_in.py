# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Signing in with a second factor: an authenticator app, set up before or on the way."""
import json

import pytest

from authenticator import code_of
from conftest import answer, make_user, sign_in

TOTP = {"SoftwareTokenMfaConfiguration": {"Enabled": True}}
SMS = {"SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::123456789012:role/sms"}}


@pytest.fixture
def alice(admin, pool, client_id):
    """The arguments that name a user with a password to an administrator."""
    return make_user(admin, pool, phone_number="+12025550123")


def set_up_app(app, token):
    """Gives the user an authenticator app; returns its secret, whose present code is spent."""
    secret = app.associate_software_token(AccessToken=token)["SecretCode"]
    app.verify_software_token(AccessToken=token, UserCode=code_of(secret), FriendlyDeviceName="phone")
    return secret


def test_a_sign_in_needs_the_app_once_it_is_switched_on(admin, app, pool, client_id, alice):
    admin.set_user_pool_mfa_config(UserPoolId=pool, MfaConfiguration="OPTIONAL", **TOTP)
    token = sign_in(app, client_id)["AuthenticationResult"]["AccessToken"]
    secret = set_up_app(app, token)
    assert "AuthenticationResult" in sign_in(app, client_id)
    app.set_user_mfa_preference(AccessToken=token, SoftwareTokenMfaSettings={"Enabled": True})
    challenge = sign_in(app, client_id)
    assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    assert challenge["ChallengeParameters"]["FRIENDLY_DEVICE_NAME"] == "phone"
    with pytest.raises(app.exceptions.CodeMismatchException, match="Invalid code received for user"):
        answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code_of(secret, steps=9))
    code = code_of(secret, steps=1)
    tokens = answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code)["AuthenticationResult"]
    assert app.get_user(AccessToken=tokens["AccessToken"])["UserMFASettingList"] == ["SOFTWARE_TOKEN_MFA"]
    with pytest.raises(app.exceptions.ExpiredCodeException, match="already been used once"):
        answer(app, client_id, sign_in(app, client_id), SOFTWARE_TOKEN_MFA_CODE=code)


def test_a_pool_that_demands_a_factor_has_the_user_set_one_up(admin, app, pool, client_id, alice):
    admin.set_user_pool_mfa_config(UserPoolId=pool, MfaConfiguration="ON", **TOTP)
    challenge = sign_in(app, client_id)
    assert challenge["ChallengeName"] == "MFA_SETUP"
    assert json.loads(challenge["ChallengeParameters"]["MFAS_CAN_SETUP"]) == ["SOFTWARE_TOKEN_MFA"]
    drawn = app.associate_software_token(Session=challenge["Session"])
    with pytest.raises(app.exceptions.EnableSoftwareTokenMFAException):
        app.verify_software_token(Session=drawn["Session"], UserCode=code_of(drawn["SecretCode"], steps=9))
    verified = app.verify_software_token(Session=drawn["Session"], UserCode=code_of(drawn["SecretCode"]))
    assert verified["Status"] == "SUCCESS"
    done = answer(app, client_id, {**challenge, "Session": verified["Session"]})
    assert done["AuthenticationResult"]["TokenType"] == "Bearer"
    challenge = sign_in(app, client_id)
    assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    code = code_of(drawn["SecretCode"], steps=1)
    assert "AuthenticationResult" in answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code)


def test_of_two_factors_the_user_chooses(admin, app, pool, client_id, alice):
    admin.set_user_pool_mfa_config(
        UserPoolId=pool, MfaConfiguration="OPTIONAL", SmsMfaConfiguration=SMS, **TOTP
    )
    token = sign_in(app, client_id)["AuthenticationResult"]["AccessToken"]
    secret = set_up_app(app, token)
    on = {"Enabled": True}
    app.set_user_mfa_preference(AccessToken=token, SoftwareTokenMfaSettings=on, SMSMfaSettings=on)
    choice = sign_in(app, client_id)
    assert choice["ChallengeName"] == "SELECT_MFA_TYPE"
    offered = json.loads(choice["ChallengeParameters"]["MFAS_CAN_CHOOSE"])
    assert sorted(offered) == ["SMS_MFA", "SOFTWARE_TOKEN_MFA"]
    challenge = answer(app, client_id, choice, ANSWER="SOFTWARE_TOKEN_MFA")
    assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    code = code_of(secret, steps=1)
    assert "AuthenticationResult" in answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code)
