# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS CLI against the server: a test for each subject, and a check that every built operation was called."""
import os
import pathlib
import subprocess
import sys

import pytest

from authenticator import code_of
from aws_cli import AWS, refused
from gatehouse import KEY, PASSWORD, SECRET
from imports import LOGS_ROLE, csv, put, row
from passkey_authenticator import Authenticator

NEW_PASSWORD = "Another-Horse-8!"
FLOWS = [
    "ALLOW_USER_PASSWORD_AUTH",
    "ALLOW_ADMIN_USER_PASSWORD_AUTH",
    "ALLOW_REFRESH_TOKEN_AUTH",
    "ALLOW_USER_SRP_AUTH",
]


@pytest.fixture(scope="module")
def aws(server, tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield AWS(server, tmp_path_factory.mktemp("aws"), monkeypatch)


@pytest.fixture
def pool(aws):
    made = aws.idp("create-user-pool", pool_name="cli", auto_verified_attributes=["email"])
    return made["UserPool"]["Id"]


@pytest.fixture
def client_id(aws, pool):
    made = aws.idp(
        "create-user-pool-client", user_pool_id=pool, client_name="cli", explicit_auth_flows=FLOWS
    )
    return made["UserPoolClient"]["ClientId"]


@pytest.fixture
def alice(aws, pool, client_id):
    """A user with a password, and the options that name her to an administrator."""
    user = {"user_pool_id": pool, "username": "alice"}
    email = f"alice-{client_id}@example.com"
    attributes = [{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}]
    aws.idp("admin-create-user", **user, user_attributes=attributes, message_action="SUPPRESS")
    aws.idp("admin-set-user-password", **user, password=PASSWORD, permanent=True)
    return user


def email_of(client_id):
    return f"alice-{client_id}@example.com"


def sign_in(aws, client_id, password=PASSWORD):
    answer = aws.idp(
        "initiate-auth",
        client_id=client_id,
        auth_flow="USER_PASSWORD_AUTH",
        auth_parameters={"USERNAME": "alice", "PASSWORD": password},
    )
    return answer["AuthenticationResult"]


def values(attributes):
    return {attribute["Name"]: attribute["Value"] for attribute in attributes}


def test_the_command_itself_works(server):
    """The other tests run the command's code in this process."""
    program = pathlib.Path(sys.executable).with_name("aws")
    line = [program, "--endpoint-url", server.url, "cognito-idp", "list-user-pools", "--max-results", "1"]
    keys = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_DEFAULT_REGION": "us-east-1"}
    done = subprocess.run(line, env={**os.environ, **keys}, capture_output=True, text=True)
    assert done.returncode == 0 and '"UserPools"' in done.stdout, done.stderr


def test_pools(aws, pool):
    names = {"user_pool_id": pool}
    aws.idp("add-custom-attributes", **names, custom_attributes="Name=size,AttributeDataType=String")
    aws.idp("update-user-pool", **names, deletion_protection="ACTIVE")
    described = aws.idp("describe-user-pool", **names)["UserPool"]
    assert described["DeletionProtection"] == "ACTIVE"
    assert aws.idp("get-user-pool-mfa-config", **names)["MfaConfiguration"] == "OFF"
    assert "custom:size" in aws.idp("get-csv-header", **names)["CSVHeader"]
    aws.idp("tag-resource", resource_arn=described["Arn"], tags="team=a,cost=7")
    aws.idp("untag-resource", resource_arn=described["Arn"], tag_keys=["cost"])
    assert aws.idp("list-tags-for-resource", resource_arn=described["Arn"])["Tags"] == {"team": "a"}
    with refused("InvalidParameterException"):
        aws.idp("delete-user-pool", **names)
    aws.idp("update-user-pool", **names, deletion_protection="INACTIVE")
    aws.idp("delete-user-pool", **names)
    assert pool not in [found["Id"] for found in aws.idp("list-user-pools", max_results="60")["UserPools"]]


def test_clients(aws, pool):
    made = aws.idp("create-user-pool-client", user_pool_id=pool, client_name="cli", generate_secret=True)
    client_id = made["UserPoolClient"]["ClientId"]
    names = {"user_pool_id": pool, "client_id": client_id}
    updated = aws.idp("update-user-pool-client", **names, client_name="renamed")["UserPoolClient"]
    assert updated["ClientName"] == "renamed"
    assert aws.idp("describe-user-pool-client", **names)["UserPoolClient"]["ClientName"] == "renamed"
    listed = aws.idp("list-user-pool-clients", user_pool_id=pool)["UserPoolClients"]
    assert [found["ClientId"] for found in listed] == [client_id]
    secret = aws.idp("add-user-pool-client-secret", **names)["ClientSecretDescriptor"]
    assert len(aws.idp("list-user-pool-client-secrets", **names)["ClientSecrets"]) == 2
    aws.idp("delete-user-pool-client-secret", **names, client_secret_id=secret["ClientSecretId"])
    aws.idp("delete-user-pool-client", **names)
    with refused("ResourceNotFoundException"):
        aws.idp("describe-user-pool-client", **names)


def test_an_account_of_its_own(aws, server, pool, client_id):
    user = {"client_id": client_id, "username": "alice"}
    email = email_of(client_id)
    aws.idp("sign-up", **user, password=PASSWORD, user_attributes=f"Name=email,Value={email}")
    aws.idp("resend-confirmation-code", **user)
    aws.idp("confirm-sign-up", **user, confirmation_code=server.code_for(email))
    token = sign_in(aws, client_id)["AccessToken"]
    changed = "new-" + email
    aws.idp("update-user-attributes", access_token=token, user_attributes=f"Name=email,Value={changed}")
    aws.idp("get-user-attribute-verification-code", access_token=token, attribute_name="email")
    code = server.code_for(changed)
    aws.idp("verify-user-attribute", access_token=token, attribute_name="email", code=code)
    aws.idp("update-user-attributes", access_token=token, user_attributes="Name=name,Value=Alice")
    aws.idp("delete-user-attributes", access_token=token, user_attribute_names=["name"])
    found = values(aws.idp("get-user", access_token=token)["UserAttributes"])
    assert found["email"] == changed and "name" not in found
    aws.idp(
        "change-password",
        access_token=token,
        previous_password=PASSWORD,
        proposed_password=NEW_PASSWORD,
    )
    aws.idp("forgot-password", **user)
    code = server.code_for(changed)
    aws.idp("confirm-forgot-password", **user, confirmation_code=code, password=PASSWORD)
    aws.idp("delete-user", access_token=sign_in(aws, client_id)["AccessToken"])
    with refused("UserNotFoundException"):
        aws.idp("admin-get-user", user_pool_id=pool, username="alice")


def test_tokens(aws, client_id, alice):
    tokens = sign_in(aws, client_id)
    client = {"client_id": client_id}
    renewed = aws.idp("get-tokens-from-refresh-token", **client, refresh_token=tokens["RefreshToken"])
    assert renewed["AuthenticationResult"]["ExpiresIn"] == 3600
    aws.idp("revoke-token", **client, token=tokens["RefreshToken"])
    with refused("NotAuthorizedException"):
        aws.idp("get-user", access_token=tokens["AccessToken"])
    token = sign_in(aws, client_id)["AccessToken"]
    aws.idp("global-sign-out", access_token=token)
    with refused("NotAuthorizedException"):
        aws.idp("get-user", access_token=token)


def test_administrators_and_accounts(aws, client_id, alice):
    attributes = "Name=name,Value=Alice"
    aws.idp("admin-update-user-attributes", **alice, user_attributes=attributes)
    aws.idp("admin-delete-user-attributes", **alice, user_attribute_names=["name"])
    assert "name" not in values(aws.idp("admin-get-user", **alice)["UserAttributes"])
    aws.idp("admin-disable-user", **alice)
    with refused("NotAuthorizedException"):
        sign_in(aws, client_id)
    aws.idp("admin-enable-user", **alice)
    aws.idp("admin-user-global-sign-out", **alice)
    aws.idp("admin-reset-user-password", **alice)
    with refused("PasswordResetRequiredException"):
        sign_in(aws, client_id)
    listed = aws.idp("list-users", user_pool_id=alice["user_pool_id"], filter='username = "alice"')["Users"]
    assert [user["UserStatus"] for user in listed] == ["RESET_REQUIRED"]
    aws.idp("admin-delete-user", **alice)
    with refused("UserNotFoundException"):
        aws.idp("admin-get-user", **alice)


def test_administrators_and_sign_in(aws, pool, client_id, alice):
    aws.idp("admin-set-user-password", **alice, password=PASSWORD, no_permanent=True)
    back_end = {"user_pool_id": pool, "client_id": client_id}
    challenge = aws.idp(
        "admin-initiate-auth",
        **back_end,
        auth_flow="ADMIN_USER_PASSWORD_AUTH",
        auth_parameters={"USERNAME": "alice", "PASSWORD": PASSWORD},
    )
    answer = {"USERNAME": "alice", "NEW_PASSWORD": NEW_PASSWORD}
    done = aws.idp(
        "admin-respond-to-auth-challenge",
        **back_end,
        challenge_name=challenge["ChallengeName"],
        session=challenge["Session"],
        challenge_responses=answer,
    )
    assert done["AuthenticationResult"]["TokenType"] == "Bearer"
    aws.idp("admin-set-user-password", **alice, password=PASSWORD, no_permanent=True)
    challenge = aws.idp(
        "initiate-auth",
        client_id=client_id,
        auth_flow="USER_PASSWORD_AUTH",
        auth_parameters={"USERNAME": "alice", "PASSWORD": PASSWORD},
    )
    aws.idp(
        "respond-to-auth-challenge",
        client_id=client_id,
        challenge_name=challenge["ChallengeName"],
        session=challenge["Session"],
        challenge_responses=answer,
    )
    email = f"Name=email,Value=bob-{client_id}@example.com"
    bob = {"client_id": client_id, "username": "bob", "password": PASSWORD}
    aws.idp("sign-up", **bob, user_attributes=email)
    aws.idp("admin-confirm-sign-up", user_pool_id=pool, username="bob")
    assert aws.idp("admin-get-user", user_pool_id=pool, username="bob")["UserStatus"] == "CONFIRMED"


def test_groups(aws, pool, alice):
    group = {"user_pool_id": pool, "group_name": "editors"}
    aws.idp("create-group", **group, precedence="3")
    aws.idp("update-group", **group, precedence="5")
    assert aws.idp("get-group", **group)["Group"]["Precedence"] == 5
    aws.idp("admin-add-user-to-group", **alice, group_name="editors")
    assert len(aws.idp("list-users-in-group", **group)["Users"]) == 1
    assert len(aws.idp("admin-list-groups-for-user", **alice)["Groups"]) == 1
    aws.idp("admin-remove-user-from-group", **alice, group_name="editors")
    aws.idp("delete-group", **group)
    assert aws.idp("list-groups", user_pool_id=pool)["Groups"] == []


def test_sessions(aws, pool, client_id, alice):
    tracking = {"user_session_tracking": "ENABLED", "token_session": "MaxPerUser=5"}
    aws.idp("set-user-pool-session-configuration", user_pool_id=pool, **tracking)
    found = aws.idp("get-user-pool-session-configuration", user_pool_id=pool)
    assert found["TokenSession"] == {"MaxPerUser": 5}
    names = {"user_pool_id": pool, "client_id": client_id}
    aws.idp("set-user-pool-client-session-configuration", **names, sso_session="MaxValidityMinutes=5")
    found = aws.idp("get-user-pool-client-session-configuration", **names)
    assert found["SSOSession"] == {"MaxValidityMinutes": 5}
    sign_in(aws, client_id)
    token = {"access_token": sign_in(aws, client_id)["AccessToken"]}
    listed = aws.idp("list-user-sessions", **token)["Sessions"]
    current = {session["IsCurrentSession"]: session["SessionId"] for session in listed}
    aws.idp("revoke-user-session", **token, session_id=current[False])
    listed = aws.idp("admin-list-user-sessions", **alice)["Sessions"]
    assert [session["SessionId"] for session in listed] == [current[True]]
    aws.idp("admin-revoke-user-session", **alice, session_id=current[True])
    with refused("NotAuthorizedException"):
        aws.idp("list-user-sessions", **token)


def test_devices(aws, pool, client_id, alice):
    aws.idp("update-user-pool", user_pool_id=pool, device_configuration="ChallengeRequiredOnNewDevice=true")
    tokens = sign_in(aws, client_id)
    token = {"access_token": tokens["AccessToken"]}
    key = {"device_key": tokens["NewDeviceMetadata"]["DeviceKey"]}
    verifier = {"PasswordVerifier": "Ag==", "Salt": "AQID"}
    aws.idp("confirm-device", **token, **key, device_secret_verifier_config=verifier, device_name="cli")
    assert "cli" in values(aws.idp("get-device", **token, **key)["Device"]["DeviceAttributes"]).values()
    aws.idp("update-device-status", **token, **key, device_remembered_status="not_remembered")
    assert len(aws.idp("list-devices", **token)["Devices"]) == 1
    aws.idp("admin-update-device-status", **alice, **key, device_remembered_status="remembered")
    told = values(aws.idp("admin-get-device", **alice, **key)["Device"]["DeviceAttributes"])
    assert told["dev:device_remembered_status"] == "remembered"
    assert len(aws.idp("admin-list-devices", **alice)["Devices"]) == 1
    aws.idp("admin-forget-device", **alice, **key)
    tokens = sign_in(aws, client_id)
    token = {"access_token": tokens["AccessToken"]}
    key = {"device_key": tokens["NewDeviceMetadata"]["DeviceKey"]}
    aws.idp("confirm-device", **token, **key, device_secret_verifier_config=verifier)
    aws.idp("forget-device", **token, **key)
    with refused("ResourceNotFoundException"):
        aws.idp("get-device", **token, **key)


def test_events(aws, pool, client_id, alice):
    aws.idp("update-user-pool", user_pool_id=pool, user_pool_add_ons="AdvancedSecurityMode=AUDIT")
    sign_in(aws, client_id)
    event = aws.idp("admin-list-user-auth-events", **alice)["AuthEvents"][0]
    assert event["EventResponse"] == "Pass"
    judged = {**alice, "event_id": event["EventId"], "feedback_value": "Valid"}
    aws.idp("admin-update-auth-event-feedback", **judged)
    with refused("NotAuthorizedException"):
        aws.idp("update-auth-event-feedback", **judged, feedback_token="token")


def test_second_factors(aws, pool, client_id, alice):
    aws.idp(
        "set-user-pool-mfa-config",
        user_pool_id=pool,
        mfa_configuration="OPTIONAL",
        software_token_mfa_configuration="Enabled=true",
        sms_mfa_configuration={"SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::123456789012:role/sms"}},
    )
    aws.idp("admin-update-user-attributes", **alice, user_attributes="Name=phone_number,Value=+12025550123")
    token = {"access_token": sign_in(aws, client_id)["AccessToken"]}
    secret = aws.idp("associate-software-token", **token)["SecretCode"]
    assert aws.idp("verify-software-token", **token, user_code=code_of(secret))["Status"] == "SUCCESS"
    aws.idp("set-user-mfa-preference", **token, software_token_mfa_settings="Enabled=true,PreferredMfa=true")
    factors = aws.idp("get-user-auth-factors", **token)
    assert factors["PreferredMfaSetting"] == "SOFTWARE_TOKEN_MFA"
    aws.idp("admin-set-user-mfa-preference", **alice, sms_mfa_settings="Enabled=true,PreferredMfa=true")
    options = "DeliveryMedium=SMS,AttributeName=phone_number"
    aws.idp("set-user-settings", **token, mfa_options=options)
    aws.idp("admin-set-user-settings", **alice, mfa_options=options)
    aws.idp("admin-delete-software-token", **alice)
    found = aws.idp("admin-get-user-auth-factors", **alice)
    assert found["UserMFASettingList"] == ["SMS_MFA"] and found["ConfiguredUserAuthFactors"] == ["PASSWORD"]


def test_risks_and_logs(aws, pool):
    names = {"user_pool_id": pool}
    aws.idp("update-user-pool", **names, user_pool_add_ons="AdvancedSecurityMode=AUDIT")
    blocked = {"BlockedIPRangeList": ["192.0.2.0/24"]}
    aws.idp("set-risk-configuration", **names, risk_exception_configuration=blocked)
    found = aws.idp("describe-risk-configuration", **names)["RiskConfiguration"]
    assert found["RiskExceptionConfiguration"] == blocked
    source = {"LogLevel": "ERROR", "EventSource": "userNotification"}
    logs = [{**source, "S3Configuration": {"BucketArn": "arn:aws:s3:::logs"}}]
    aws.idp("set-log-delivery-configuration", **names, log_configurations=logs)
    found = aws.idp("get-log-delivery-configuration", **names)["LogDeliveryConfiguration"]
    assert found["LogConfigurations"] == logs


def test_provisioned_limits(aws):
    definition = {"LimitClass": "API_CATEGORY", "Attributes": {"Category": "UserResourceRead"}}
    limit = {"LimitDefinition": definition, "ProvisionedLimitValue": 50, "FreeLimitValue": 50}
    assert aws.idp("get-provisioned-limit", limit_definition=definition)["Limit"] == limit
    aws.idp("update-provisioned-limit", limit_definition=definition, requested_limit_value="80")
    limit["ProvisionedLimitValue"] = 80
    assert aws.idp("get-provisioned-limit", limit_definition=definition)["Limit"] == limit
    with refused("InvalidParameterException"):
        aws.idp("update-provisioned-limit", limit_definition=definition, requested_limit_value="49")


def test_terms(aws, pool, client_id):
    names = {"user_pool_id": pool, "client_id": client_id, "terms_name": "terms-of-use"}
    links = {"cognito:default": "https://example.com/terms"}
    made = aws.idp("create-terms", **names, terms_source="LINK", enforcement="NONE", links=links)["Terms"]
    assert aws.idp("describe-terms-by-client", **names)["Terms"] == made
    document = {"user_pool_id": pool, "terms_id": made["TermsId"]}
    aws.idp("update-terms", **document, terms_name="privacy-policy")
    assert aws.idp("describe-terms", **document)["Terms"]["TermsName"] == "privacy-policy"
    assert len(aws.idp("list-terms", user_pool_id=pool)["Terms"]) == 1
    aws.idp("delete-terms", **document)
    assert aws.idp("list-terms", user_pool_id=pool)["Terms"] == []


def test_identity_providers(aws, pool, alice):
    provider = {"user_pool_id": pool, "provider_name": "Google"}
    details = {"client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid"}
    aws.idp("create-identity-provider", **provider, provider_type="Google", provider_details=details)
    aws.idp("update-identity-provider", **provider, idp_identifiers=["example.com"])
    found = aws.idp("get-identity-provider-by-identifier", user_pool_id=pool, idp_identifier="example.com")
    assert aws.idp("describe-identity-provider", **provider) == found
    assert len(aws.idp("list-identity-providers", user_pool_id=pool)["Providers"]) == 1
    person = {
        "ProviderName": "Google", "ProviderAttributeName": "Cognito_Subject", "ProviderAttributeValue": "1"}
    user = {"ProviderName": "Cognito", "ProviderAttributeValue": alice["username"]}
    aws.idp("admin-link-provider-for-user", user_pool_id=pool, destination_user=user, source_user=person)
    assert "identities" in values(aws.idp("admin-get-user", **alice)["UserAttributes"])
    aws.idp("admin-disable-provider-for-user", user_pool_id=pool, user=person)
    aws.idp("delete-identity-provider", **provider)
    assert aws.idp("get-signing-certificate", user_pool_id=pool)["Certificate"]


def test_resource_servers(aws, pool):
    server = {"user_pool_id": pool, "identifier": "orders"}
    made = aws.idp("create-resource-server", **server, name="Orders")
    assert aws.idp("describe-resource-server", **server) == made
    scopes = [{"ScopeName": "read", "ScopeDescription": "Reads orders."}]
    changed = aws.idp("update-resource-server", **server, name="Orders", scopes=scopes)["ResourceServer"]
    assert aws.idp("list-resource-servers", user_pool_id=pool, max_results="10")["ResourceServers"] == [changed]
    machine = aws.idp(
        "create-user-pool-client",
        user_pool_id=pool,
        client_name="machine",
        generate_secret=True,
        explicit_auth_flows=["ALLOW_CLIENT_TOKEN_AUTH"],
        allowed_o_auth_scopes=["orders/read"],
    )["UserPoolClient"]
    token = aws.idp("get-client-token", client_id=machine["ClientId"], secret=machine["ClientSecret"])
    assert token["ClientAuthenticationResult"]["TokenType"] == "Bearer"
    aws.idp("delete-resource-server", **server)


def test_derived_tokens(aws, pool, alice):
    """The access token of an exchange, with the scope of the first one."""
    flows = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_TOKEN_EXCHANGE_IMPERSONATION"]
    made = aws.idp("create-user-pool-client", user_pool_id=pool, client_name="exchange", explicit_auth_flows=flows)
    client_id = made["UserPoolClient"]["ClientId"]
    token = sign_in(aws, client_id)["AccessToken"]
    derived = aws.idp(
        "get-derived-token", client_id=client_id, subject_token=token, subject_token_type="ACCESS_TOKEN"
    )
    assert derived["IssuedTokenType"] == "ACCESS_TOKEN" and derived["TokenType"] == "Bearer"
    assert derived["Scopes"] == ["aws.cognito.signin.user.admin"] and derived["ExpiresIn"] <= 3600
    assert aws.idp("get-user", access_token=derived["IssuedToken"])["Username"] == "alice"


def test_domains_and_styles(aws, pool, client_id):
    domain = {"user_pool_id": pool, "domain": "cli-" + client_id.lower()}
    aws.idp("create-user-pool-domain", **domain)
    aws.idp("update-user-pool-domain", **domain, managed_login_version="2")
    described = aws.idp("describe-user-pool-domain", domain=domain["domain"])["DomainDescription"]
    assert described["UserPoolId"] == pool and described["ManagedLoginVersion"] == 2
    style = aws.idp("set-ui-customization", user_pool_id=pool, css=".label-customizable {font-weight: 400;}")
    assert aws.idp("get-ui-customization", user_pool_id=pool) == style
    aws.idp("delete-user-pool-domain", **domain)


def test_managed_login_branding(aws, pool, client_id):
    client = {"user_pool_id": pool, "client_id": client_id}
    settings = {"components": {"form": {"borderRadius": 2}}}
    made = aws.idp("create-managed-login-branding", **client, settings=settings)["ManagedLoginBranding"]
    assert aws.idp("describe-managed-login-branding-by-client", **client)["ManagedLoginBranding"] == made
    branding = {"user_pool_id": pool, "managed_login_branding_id": made["ManagedLoginBrandingId"]}
    aws.idp("update-managed-login-branding", **branding, use_cognito_provided_values=True)
    described = aws.idp("describe-managed-login-branding", **branding)["ManagedLoginBranding"]
    assert described["UseCognitoProvidedValues"]
    aws.idp("delete-managed-login-branding", **branding)


def test_passkeys(aws, server):
    policies = {"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "WEB_AUTHN"]}}
    pool = aws.idp("create-user-pool", pool_name="passkeys", policies=policies)["UserPool"]["Id"]
    aws.idp("set-user-pool-mfa-config", user_pool_id=pool, web_authn_configuration={"RelyingPartyId": "localhost"})
    made = aws.idp("create-user-pool-client", user_pool_id=pool, client_name="cli", explicit_auth_flows=FLOWS)
    client_id = made["UserPoolClient"]["ClientId"]
    user = {"user_pool_id": pool, "username": "alice"}
    aws.idp("admin-create-user", **user, message_action="SUPPRESS")
    aws.idp("admin-set-user-password", **user, password=PASSWORD, permanent=True)
    token = sign_in(aws, client_id)["AccessToken"]
    options = aws.idp("start-web-authn-registration", access_token=token)["CredentialCreationOptions"]
    credential = Authenticator(server.url).register(options)
    aws.idp("complete-web-authn-registration", access_token=token, credential=credential)
    (listed,) = aws.idp("list-web-authn-credentials", access_token=token)["Credentials"]
    aws.idp("delete-web-authn-credential", access_token=token, credential_id=listed["CredentialId"])
    with refused("ResourceNotFoundException"):
        aws.idp("delete-web-authn-credential", access_token=token, credential_id=listed["CredentialId"])


def test_import_jobs(aws, pool):
    header = aws.idp("get-csv-header", user_pool_id=pool)["CSVHeader"]
    made = aws.idp(
        "create-user-import-job", user_pool_id=pool, job_name="cli", cloud_watch_logs_role_arn=LOGS_ROLE
    )
    assert put(made["UserImportJob"]["PreSignedUrl"], csv(header, [row("ada")] * 50_000)) == 200
    job = {"user_pool_id": pool, "job_id": made["UserImportJob"]["JobId"]}
    assert aws.idp("start-user-import-job", **job)["UserImportJob"]["Status"] == "Pending"
    assert aws.idp("stop-user-import-job", **job)["UserImportJob"]["Status"] == "Stopping"
    assert aws.idp("describe-user-import-job", **job)["UserImportJob"]["JobName"] == "cli"
    listed = aws.idp("list-user-import-jobs", user_pool_id=pool, max_results="10")["UserImportJobs"]
    assert [found["JobId"] for found in listed] == [job["job_id"]]


def test_identity_pools(aws, pool, client_id, alice):
    made = aws.identity(
        "create-identity-pool", identity_pool_name="cli", allow_unauthenticated_identities=True
    )
    names = {"identity_pool_id": made["IdentityPoolId"]}
    provider = f"cognito-idp.us-east-1.amazonaws.com/{pool}"
    aws.identity(
        "update-identity-pool",
        **names,
        identity_pool_name="cli",
        allow_unauthenticated_identities=True,
        cognito_identity_providers=[{"ProviderName": provider, "ClientId": client_id}],
    )
    role = "arn:aws:iam::123456789012:role/users"
    roles = {"authenticated": role, "unauthenticated": role}
    aws.identity("set-identity-pool-roles", **names, roles=roles)
    assert aws.identity("get-identity-pool-roles", **names)["Roles"]["authenticated"] == role
    logins = {provider: sign_in(aws, client_id)["IdToken"]}
    identity = {"identity_id": aws.identity("get-id", **names, logins=logins)["IdentityId"]}
    aws.identity("get-credentials-for-identity", **identity, logins=logins)
    assert aws.identity("describe-identity", **identity)["Logins"] == [provider]
    listed = aws.identity("list-identities", **names, max_results="10")["Identities"]
    assert [found["IdentityId"] for found in listed] == [identity["identity_id"]]
    assert aws.identity("describe-identity-pool", **names)["IdentityPoolName"] == "cli"
    aws.identity("delete-identities", identity_ids_to_delete=[identity["identity_id"]])
    aws.identity("delete-identity-pool", **names)
    listed = aws.identity("list-identity-pools", max_results="60")["IdentityPools"]
    assert names["identity_pool_id"] not in [found["IdentityPoolId"] for found in listed]


def test_identity_pools_of_developers(aws, pool, client_id, alice):
    user_pool = f"cognito-idp.us-east-1.amazonaws.com/{pool}"
    made = aws.identity(
        "create-identity-pool",
        identity_pool_name="developers",
        allow_unauthenticated_identities=True,
        developer_provider_name="login.example.app",
        cognito_identity_providers=[{"ProviderName": user_pool, "ClientId": client_id}],
    )
    names = {"identity_pool_id": made["IdentityPoolId"]}
    provider = {"developer_provider_name": "login.example.app"}
    guest = aws.identity("get-id", **names)["IdentityId"]
    assert aws.identity("get-open-id-token", identity_id=guest)["IdentityId"] == guest

    def token(user):
        logins = {"login.example.app": user}
        return aws.identity("get-open-id-token-for-developer-identity", **names, logins=logins)

    ada, bob = token("ada")["IdentityId"], token("bob")["IdentityId"]
    found = aws.identity("lookup-developer-identity", **names, developer_user_identifier="ada")
    assert found["IdentityId"] == ada and found["DeveloperUserIdentifierList"] == ["ada"]
    merged = aws.identity(
        "merge-developer-identities",
        **names, **provider, source_user_identifier="ada", destination_user_identifier="bob",
    )
    assert merged["IdentityId"] == bob == token("ada")["IdentityId"]
    aws.identity(
        "unlink-developer-identity", **names, **provider, identity_id=bob, developer_user_identifier="ada"
    )
    assert token("ada")["IdentityId"] not in (ada, bob)

    logins = {user_pool: sign_in(aws, client_id)["IdToken"]}
    identity = aws.identity("get-id", **names, logins=logins)["IdentityId"]
    aws.identity("unlink-identity", identity_id=identity, logins=logins, logins_to_remove=[user_pool])
    assert aws.identity("get-id", **names, logins=logins)["IdentityId"] != identity

    tags = {"team": "custom:team"}
    attributes = {**names, "identity_provider_name": user_pool}
    aws.identity("set-principal-tag-attribute-map", **attributes, principal_tags=tags)
    assert aws.identity("get-principal-tag-attribute-map", **attributes)["PrincipalTags"] == tags

    arn = {"resource_arn": f"arn:aws:cognito-identity:us-east-1:123456789012:identitypool/{made['IdentityPoolId']}"}
    aws.identity("tag-resource", **arn, tags={"stage": "test"})
    assert aws.identity("list-tags-for-resource", **arn)["Tags"] == {"stage": "test"}
    aws.identity("untag-resource", **arn, tag_keys=["stage"])
    assert aws.identity("list-tags-for-resource", **arn).get("Tags", {}) == {}


def test_the_caller_identity(aws):
    assert aws("sts", "get-caller-identity")["Account"] == "123456789012"


def test_sessions_of_the_administrator(aws):
    assert aws("sts", "get-session-token")["Credentials"]["AccessKeyId"].startswith("ASIA")
    federated = aws("sts", "get-federation-token", name="deploy")
    assert federated["FederatedUser"]["Arn"] == "arn:aws:sts::123456789012:federated-user/deploy"


def test_every_operation_that_is_built_was_called(aws):
    """Runs last in this file, and names the operations that the tests above do not call."""
    # No message carries a feedback token, so this operation is always refused.
    assert aws.untried("cognito-idp", "User pools") == {"UpdateAuthEventFeedback"}
    assert aws.untried("cognito-identity", "Identity pools") == set()
    # These need registered roles: test_access.py calls the first, test_federated_roles.py the others.
    assert aws.untried("sts", "STS") == {"AssumeRole", "AssumeRoleWithSAML", "AssumeRoleWithWebIdentity"}
