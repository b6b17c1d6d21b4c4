# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""boto3 makes the calls of Terraform's provider in its order for a back end of roles, policies, pools and clients."""
import json

import pytest
from botocore.exceptions import ClientError

from access import ACCOUNT, allow, policy, server  # noqa: F401 (server is a fixture)
from terraform import (
    IdentityPool, IdentityProvider, OpenIDConnectProvider, Policy, PrincipalTags, ResourceServer, Role, RolePolicy,
    RolePolicyAttachment, RolesAttachment, Stack, UserGroup, UserPool, UserPoolClient, UserPoolDomain)


def trust(amr, pool="us-east-1:00000000-0000-4000-8000-000000000000"):
    return policy({
        "Effect": "Allow", "Principal": {"Federated": "cognito-identity.amazonaws.com"},
        "Action": "sts:AssumeRoleWithWebIdentity",
        "Condition": {
            "StringEquals": {"cognito-identity.amazonaws.com:aud": pool},
            "ForAnyValue:StringLike": {"cognito-identity.amazonaws.com:amr": amr}},
    })


def role(stack, name, amr):
    return stack.apply(Role(
        stack, RoleName=name, Path="/app/", AssumeRolePolicyDocument=trust(amr), MaxSessionDuration=7200,
        Description=f"The role {name}.", Tags={"Stage": "test"}))


@pytest.fixture
def stack(server):
    stack = Stack(server)
    yield stack
    assert all(stack.answers) and stack.flaws() == []


@pytest.fixture
def back_end(stack):
    """One resource of each kind, by a short name."""
    made = {"users": role(stack, "users", "authenticated"), "guests": role(stack, "guests", "unauthenticated")}
    made["own"] = stack.apply(RolePolicy(
        stack, RoleName="users", PolicyName="own", PolicyDocument=policy(allow("cognito-idp:GetUser"))))
    made["policy"] = stack.apply(Policy(
        stack, PolicyName="readers", Path="/app/", PolicyDocument=policy(allow("cognito-idp:List*")),
        Description="May list."))
    stack.apply(RolePolicyAttachment(stack, RoleName="users", PolicyArn=made["policy"].arn))
    made["open_id"] = stack.apply(OpenIDConnectProvider(
        stack, Url="https://login.example.com/tenant", ClientIDList=["web"], ThumbprintList=["0" * 40]))
    made["pool"] = stack.apply(UserPool(
        stack, PoolName="shop", UsernameAttributes=["email"], UsernameConfiguration={"CaseSensitive": False},
        AutoVerifiedAttributes=["email"], DeletionProtection="INACTIVE", UserPoolTags={"Stage": "test"},
        UserPoolAddOns={"AdvancedSecurityMode": "OFF"}, DeviceConfiguration={
            "ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": True},
        AdminCreateUserConfig={"AllowAdminCreateUserOnly": False, "InviteMessageTemplate": {
            "EmailMessage": "{username}: {####}", "EmailSubject": "Welcome", "SMSMessage": "{username}: {####}"},
            "UnusedAccountValidityDays": 7},
        AccountRecoverySetting={"RecoveryMechanisms": [{"Priority": 1, "Name": "verified_email"}]},
        Policies={"PasswordPolicy": {
            "MinimumLength": 12, "RequireLowercase": True, "RequireNumbers": True, "RequireSymbols": False,
            "RequireUppercase": True, "TemporaryPasswordValidityDays": 7},
            "SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD"]}},
        UserAttributeUpdateSettings={"AttributesRequireVerificationBeforeUpdate": ["email"]},
        VerificationMessageTemplate={
            "DefaultEmailOption": "CONFIRM_WITH_CODE", "EmailMessage": "Your code is {####}", "EmailSubject": "Code"},
        Schema=[{
            "Name": "tenant", "AttributeDataType": "String", "DeveloperOnlyAttribute": False, "Mutable": True,
            "Required": False, "StringAttributeConstraints": {"MinLength": "1", "MaxLength": "64"}}],
        MfaConfiguration="OPTIONAL", SoftwareTokenMfaConfiguration={"Enabled": True}))
    pool = {"UserPoolId": made["pool"].id}
    stack.apply(UserPoolDomain(stack, **pool, Domain="shop-of-terraform"))
    made["provider"] = stack.apply(IdentityProvider(
        stack, **pool, ProviderName="Corp", ProviderType="OIDC", AttributeMapping={"email": "email", "username": "sub"},
        IdpIdentifiers=["corp.example"], ProviderDetails={
            "attributes_request_method": "GET", "authorize_scopes": "openid email", "client_id": "app",
            "client_secret": "of-the-test", "oidc_issuer": "https://login.example.com",
            "authorize_url": "https://login.example.com/authorize", "token_url": "https://login.example.com/token",
            "attributes_url": "https://login.example.com/userinfo", "jwks_uri": "https://login.example.com/jwks"}))
    made["resource_server"] = stack.apply(ResourceServer(
        stack, **pool, Identifier="https://api.example.com", Name="API",
        Scopes=[{"ScopeName": "read", "ScopeDescription": "Reads."}]))
    made["group"] = stack.apply(UserGroup(
        stack, **pool, GroupName="Admins", Description="They administer.", Precedence=1, RoleArn=made["users"].arn))
    made["client"] = stack.apply(UserPoolClient(
        stack, **pool, ClientName="app", RefreshTokenValidity=30, AccessTokenValidity=15, IdTokenValidity=15,
        TokenValidityUnits={"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "days"},
        ExplicitAuthFlows=["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"],
        SupportedIdentityProviders=["COGNITO", "Corp"], CallbackURLs=["https://app.example.com/"],
        LogoutURLs=["https://app.example.com/out"], DefaultRedirectURI="https://app.example.com/",
        AllowedOAuthFlows=["code"], AllowedOAuthScopes=["email", "https://api.example.com/read", "openid"],
        AllowedOAuthFlowsUserPoolClient=True, PreventUserExistenceErrors="ENABLED", EnableTokenRevocation=True,
        EnablePropagateAdditionalUserContextData=False, AuthSessionValidity=3,
        ReadAttributes=["custom:tenant", "email"], WriteAttributes=["email"]))
    provider = f"cognito-idp.us-east-1.amazonaws.com/{made['pool'].id}"
    made["identities"] = stack.apply(IdentityPool(
        stack, IdentityPoolName="shop", AllowUnauthenticatedIdentities=True, AllowClassicFlow=False,
        CognitoIdentityProviders=[
            {"ProviderName": provider, "ClientId": made["client"].id, "ServerSideTokenCheck": False}],
        OpenIdConnectProviderARNs=[made["open_id"].arn], SupportedLoginProviders={"graph.facebook.com": "12345"},
        IdentityPoolTags={"Stage": "test"}))
    identities = {"IdentityPoolId": made["identities"].id}
    # The trust of the roles names the identity pool, which did not exist before.
    for name, amr in [("users", "authenticated"), ("guests", "unauthenticated")]:
        made[name].change(AssumeRolePolicyDocument=trust(amr, made["identities"].id))
    made["attachment"] = stack.apply(RolesAttachment(
        stack, **identities, Roles={"authenticated": made["users"].arn, "unauthenticated": made["guests"].arn},
        RoleMappings={f"{provider}:{made['client'].id}": {
            "Type": "Token", "AmbiguousRoleResolution": "AuthenticatedRole"}}))
    made["principal_tags"] = stack.apply(PrincipalTags(
        stack, **identities, IdentityProviderName=provider, UseDefaults=False,
        PrincipalTags={"tenant": "custom:tenant"}))
    return made


def test_a_back_end_is_created_and_planned_without_changes_and_destroyed(stack, back_end):
    assert stack.changes() == {} and stack.changes() == {}
    # A role with a policy cannot be deleted, so the order matters.
    with pytest.raises(stack.iam.exceptions.DeleteConflictException):
        stack.iam.delete_role(RoleName="users")
    stack.destroy()


def test_each_resource_is_updated_alone(stack, back_end):
    users, pool, app = back_end["users"], back_end["pool"], back_end["client"]
    users.change(MaxSessionDuration=3600)
    users.change(Description="Users of the shop.")
    users.change(Tags={"Team": "blue"})
    back_end["own"].change(PolicyDocument=policy(allow("cognito-idp:UpdateUserAttributes")))
    # More versions than a policy can have.
    for number in range(7):
        back_end["policy"].change(PolicyDocument=policy(allow(f"cognito-idp:List{number}*")))
    assert len(back_end["policy"].versions()) == 5
    back_end["open_id"].change(ClientIDList=["ios"])
    back_end["open_id"].change(ThumbprintList=["f" * 40])
    pool.change(EmailVerificationSubject="Your code", VerificationMessageTemplate={
        **pool.configured["VerificationMessageTemplate"], "EmailSubject": "Your code"})
    pool.change(MfaConfiguration="ON")
    # Without MFA the configuration has no block about its factors, and the answer must have none.
    pool.change(MfaConfiguration="OFF", SoftwareTokenMfaConfiguration=None)
    pool.change(UserPoolTags={"Team": "blue"})
    pool.change(DeletionProtection="ACTIVE")
    with pytest.raises(stack.users.exceptions.InvalidParameterException):
        pool.delete()
    pool.change(DeletionProtection="INACTIVE")
    back_end["provider"].change(AttributeMapping={"email": "mail", "username": "sub"})
    back_end["resource_server"].change(Scopes=[
        {"ScopeName": "read", "ScopeDescription": "Reads."}, {"ScopeName": "write", "ScopeDescription": "Writes."}])
    back_end["group"].change(Precedence=0)
    app.change(CallbackURLs=["https://app.example.com/", "myapp://"])
    app.change(AccessTokenValidity=1, TokenValidityUnits={
        "AccessToken": "hours", "IdToken": "minutes", "RefreshToken": "days"})
    back_end["identities"].change(AllowUnauthenticatedIdentities=False)
    back_end["identities"].change(SupportedLoginProviders={"graph.facebook.com": "67890"})
    back_end["identities"].change(IdentityPoolTags={"Team": "blue"})
    back_end["attachment"].change(Roles={"authenticated": users.arn})
    back_end["principal_tags"].change(PrincipalTags={"mail": "email"})
    # An update of one resource changes none of the others.
    assert stack.changes() == {}
    stack.destroy()


def test_a_resource_that_others_deleted_or_changed_is_planned_anew(stack, back_end):
    stack.users.delete_group(UserPoolId=back_end["pool"].id, GroupName="Admins")
    assert back_end["group"].read() is None
    back_end["group"].create()
    stack.users.update_group(UserPoolId=back_end["pool"].id, GroupName="Admins", Description="Changed by hand.")
    assert stack.changes() == {"UserGroup": {"Description": ("Changed by hand.", "They administer.")}}
    back_end["group"].update({"Description"})
    assert stack.changes() == {}
    stack.destroy()


def test_names_that_are_taken_are_refused_as_the_provider_expects(stack, back_end):
    for call, arguments, code in [
        (stack.iam.create_role, {"RoleName": "users", "AssumeRolePolicyDocument": json.dumps(trust("authenticated"))},
         "EntityAlreadyExists"),
        (stack.iam.create_policy, {"PolicyName": "readers", "Path": "/app/",
                                   "PolicyDocument": json.dumps(policy(allow("*")))}, "EntityAlreadyExists"),
        (stack.users.create_group, {"UserPoolId": back_end["pool"].id, "GroupName": "Admins"}, "GroupExistsException"),
        (stack.users.create_user_pool_domain, {"UserPoolId": back_end["pool"].id, "Domain": "shop-of-terraform"},
         "InvalidParameterException"),
    ]:
        with pytest.raises(ClientError) as caught:
            call(**arguments)
        assert caught.value.response["Error"]["Code"] == code
    assert f"::{ACCOUNT}:role/app/users" in back_end["users"].arn and stack.changes() == {}


# Members that the provider takes for a change when they are there without being configured.
UNASKED = {
    "UserPool": [
        "AliasAttributes", "AutoVerifiedAttributes", "DeviceConfiguration", "SmsAuthenticationMessage",
        "SmsConfiguration", "SoftwareTokenMfaConfiguration", "UserAttributeUpdateSettings", "UserPoolAddOns",
        "UserPoolTags", "UsernameAttributes", "WebAuthnConfiguration", "LambdaConfig"],
    "UserPoolClient": ["ClientSecret", "AnalyticsConfiguration"],
    "IdentityPool": [
        "CognitoIdentityProviders", "DeveloperProviderName", "IdentityPoolTags", "OpenIdConnectProviderARNs",
        "SamlProviderARNs", "SupportedLoginProviders"],
    "Role": ["Description", "PermissionsBoundary", "Tags"],
}


def test_no_member_is_read_back_that_is_not_configured(stack):
    made = [
        UserPool(stack, PoolName="least", Schema=[], MfaConfiguration="OFF", SoftwareTokenMfaConfiguration=None),
        IdentityPool(stack, IdentityPoolName="least", AllowUnauthenticatedIdentities=False),
        Role(stack, RoleName="least", AssumeRolePolicyDocument=trust("authenticated"), Tags={}),
    ]
    for each in made:
        stack.apply(each)
    stack.apply(UserPoolClient(stack, UserPoolId=made[0].id, ClientName="least"))
    read = {type(each).__name__: each.read() for each in stack.resources}
    assert {f"{kind}.{name}": read[kind][name] for kind, names in UNASKED.items() for name in names
            if read[kind].get(name)} == {}
    stack.destroy()
