# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Second factors: the requirements of pools, and the set-up and choice by users."""
import pytest

from authenticator import code_of
from conftest import make_user, sign_in

ROLE = "arn:aws:iam::123456789012:role/sms"
NUMBER = "+12025550123"
SMS = {"SmsConfiguration": {"SnsCallerArn": ROLE, "ExternalId": "x"}}
TOTP = {"SoftwareTokenMfaConfiguration": {"Enabled": True}}


@pytest.fixture
def alice(admin, pool, client_id):
    """The arguments that name a user with a password to an administrator."""
    return make_user(
        admin, pool, email=f"alice-{client_id}@example.com", email_verified="true", phone_number=NUMBER)


def token_of(app, client_id):
    return sign_in(app, client_id)["AuthenticationResult"]["AccessToken"]


def set_up_app(app, token):
    """Gives the user an authenticator app; returns its secret."""
    secret = app.associate_software_token(AccessToken=token)["SecretCode"]
    assert app.verify_software_token(AccessToken=token, UserCode=code_of(secret))["Status"] == "SUCCESS"
    return secret


def test_a_pool_demands_and_offers_factors(admin, pool):
    assert admin.get_user_pool_mfa_config(UserPoolId=pool)["MfaConfiguration"] == "OFF"
    with pytest.raises(admin.exceptions.InvalidParameterException, match="At least one of"):
        admin.set_user_pool_mfa_config(UserPoolId=pool, MfaConfiguration="ON")
    admin.set_user_pool_mfa_config(
        UserPoolId=pool, MfaConfiguration="OPTIONAL", SmsMfaConfiguration=SMS, **TOTP
    )
    found = admin.get_user_pool_mfa_config(UserPoolId=pool)
    assert found["MfaConfiguration"] == "OPTIONAL" and found["SoftwareTokenMfaConfiguration"] == {"Enabled": True}
    assert found["SmsMfaConfiguration"]["SmsConfiguration"]["SnsCallerArn"] == ROLE
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["MfaConfiguration"] == "OPTIONAL"


def test_a_user_sets_up_an_app_and_chooses_it(admin, app, pool, client_id, alice):
    admin.set_user_pool_mfa_config(
        UserPoolId=pool, MfaConfiguration="OPTIONAL", SmsMfaConfiguration=SMS, **TOTP
    )
    token = token_of(app, client_id)
    wanted = {"Enabled": True, "PreferredMfa": True}
    with pytest.raises(app.exceptions.InvalidParameterException, match="has not verified software token"):
        app.set_user_mfa_preference(AccessToken=token, SoftwareTokenMfaSettings=wanted)
    secret = app.associate_software_token(AccessToken=token)["SecretCode"]
    assert len(secret) == 52
    with pytest.raises(app.exceptions.EnableSoftwareTokenMFAException, match="Code mismatch"):
        app.verify_software_token(AccessToken=token, UserCode=code_of(secret, steps=9))
    app.verify_software_token(AccessToken=token, UserCode=code_of(secret), FriendlyDeviceName="phone")
    app.set_user_mfa_preference(
        AccessToken=token, SoftwareTokenMfaSettings=wanted, SMSMfaSettings={"Enabled": True}
    )
    found = app.get_user(AccessToken=token)
    assert found["PreferredMfaSetting"] == "SOFTWARE_TOKEN_MFA"
    assert found["UserMFASettingList"] == ["SMS_MFA", "SOFTWARE_TOKEN_MFA"]
    factors = app.get_user_auth_factors(AccessToken=token)
    assert factors["ConfiguredUserAuthFactors"] == ["PASSWORD", "SOFTWARE_TOKEN"]
    assert admin.admin_get_user_auth_factors(**alice)["PreferredMfaSetting"] == "SOFTWARE_TOKEN_MFA"
    admin.admin_delete_software_token(**alice)
    found = admin.admin_get_user(**alice)
    assert found["UserMFASettingList"] == ["SMS_MFA"] and "PreferredMfaSetting" not in found
    admin.admin_set_user_mfa_preference(**alice, SMSMfaSettings={"Enabled": False})
    assert "UserMFASettingList" not in admin.admin_get_user(**alice)


def test_the_older_form_knows_sms_only(admin, app, pool, client_id, alice):
    admin.set_user_pool_mfa_config(UserPoolId=pool, MfaConfiguration="OPTIONAL", SmsMfaConfiguration=SMS)
    token = token_of(app, client_id)
    options = [{"DeliveryMedium": "SMS", "AttributeName": "phone_number"}]
    app.set_user_settings(AccessToken=token, MFAOptions=options)
    assert app.get_user(AccessToken=token)["MFAOptions"] == options
    admin.admin_set_user_settings(**alice, MFAOptions=[])
    assert "MFAOptions" not in admin.admin_get_user(**alice)


def test_risks_and_logs_are_kept(admin, pool):
    with pytest.raises(admin.exceptions.UserPoolAddOnNotEnabledException):
        admin.describe_risk_configuration(UserPoolId=pool)
    admin.update_user_pool(UserPoolId=pool, UserPoolAddOns={"AdvancedSecurityMode": "AUDIT"})
    blocked = {"BlockedIPRangeList": ["192.0.2.0/24"]}
    admin.set_risk_configuration(UserPoolId=pool, RiskExceptionConfiguration=blocked)
    found = admin.describe_risk_configuration(UserPoolId=pool)["RiskConfiguration"]
    assert found["RiskExceptionConfiguration"] == blocked
    group = {"LogGroupArn": "arn:aws:logs:us-east-1:123456789012:log-group:pools"}
    logs = [
        {"LogLevel": "ERROR", "EventSource": "userNotification", "CloudWatchLogsConfiguration": group}
    ]
    admin.set_log_delivery_configuration(UserPoolId=pool, LogConfigurations=logs)
    found = admin.get_log_delivery_configuration(UserPoolId=pool)["LogDeliveryConfiguration"]
    assert found == {"UserPoolId": pool, "LogConfigurations": logs}


def test_provisioned_limits_are_kept(admin):
    def definition(category, limit_class="API_CATEGORY"):
        return {"LimitClass": limit_class, "Attributes": {"Category": category}}

    creation = definition("UserCreation")
    found = admin.get_provisioned_limit(LimitDefinition=creation)["Limit"]
    assert found == {"LimitDefinition": creation, "ProvisionedLimitValue": 50, "FreeLimitValue": 50}
    found = admin.update_provisioned_limit(LimitDefinition=creation, RequestedLimitValue=75)["Limit"]
    assert found["ProvisionedLimitValue"] == 75
    assert admin.get_provisioned_limit(LimitDefinition=creation)["Limit"] == found
    with pytest.raises(admin.exceptions.ServiceQuotaExceededException):
        admin.update_provisioned_limit(LimitDefinition=definition("UserList"), RequestedLimitValue=31)
    with pytest.raises(admin.exceptions.ResourceNotFoundException):
        admin.get_provisioned_limit(LimitDefinition=definition("UserBreathing"))
    with pytest.raises(admin.exceptions.InvalidParameterException, match="enum value set: \\[API_CATEGORY\\]"):
        admin.get_provisioned_limit(LimitDefinition=definition("UserList", "API_OPERATION"))


def test_terms_are_kept(admin, pool, client_id):
    names = {"UserPoolId": pool, "ClientId": client_id, "TermsName": "terms-of-use"}
    links = {"cognito:default": "https://example.com/terms"}
    made = admin.create_terms(**names, TermsSource="LINK", Enforcement="NONE", Links=links)["Terms"]
    assert admin.describe_terms_by_client(**names)["Terms"] == made
    with pytest.raises(admin.exceptions.TermsExistsException):
        admin.create_terms(**names, TermsSource="LINK", Enforcement="NONE", Links=links)
    document = {"UserPoolId": pool, "TermsId": made["TermsId"]}
    admin.update_terms(**document, Links={"cognito:default": "https://example.com/new"})
    assert admin.describe_terms(**document)["Terms"]["Links"] == {"cognito:default": "https://example.com/new"}
    assert len(admin.list_terms(UserPoolId=pool)["Terms"]) == 1
    admin.delete_terms(**document)
    assert admin.list_terms(UserPoolId=pool)["Terms"] == []
