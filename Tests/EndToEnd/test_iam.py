# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The calls of IAM: boto3 in the order of Terraform's provider and of `amplify push`, and the AWS CLI."""
import json

import pytest
from botocore.exceptions import ClientError

from access import (  # noqa: F401 (fixtures)
    ACCOUNT, ADMINISTRATOR, allow, as_session, client, code_of, iam, policy, server, trust, user)
from aws_cli import AWS, refused
from saml_provider import Provider, new_key

TRUST = trust({"AWS": ACCOUNT})
LISTS = policy(allow("cognito-idp:List*"))
ISSUER = "https://login.example.com/tenant"


@pytest.fixture
def roles(server):
    return client(server, "iam", *ADMINISTRATOR.values())


@pytest.fixture
def metadata(tmp_path):
    recipient = "https://signin.aws.amazon.com/saml"
    return Provider(*new_key(tmp_path), recipient, recipient).metadata()


@pytest.fixture
def aws(server, tmp_path, monkeypatch):
    command = AWS(server, tmp_path, monkeypatch)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ADMINISTRATOR["GATEHOUSE_ADMIN_ACCESS_KEY_ID"])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", ADMINISTRATOR["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"])
    return command


def test_a_role_in_the_order_of_terraform(roles):
    made = roles.create_role(
        RoleName="app", Path="/team/", AssumeRolePolicyDocument=json.dumps(TRUST, indent=2), MaxSessionDuration=7200,
        Description="The app.", Tags=[{"Key": "Stage", "Value": "test"}])["Role"]
    assert made["Arn"] == f"arn:aws:iam::{ACCOUNT}:role/team/app"
    roles.get_waiter("role_exists").wait(RoleName="app", WaiterConfig={"MaxAttempts": 1})
    found = roles.get_role(RoleName="app")["Role"]
    # boto3 decodes the document, whose characters are escaped on the wire.
    assert found["AssumeRolePolicyDocument"] == TRUST and found == made
    roles.put_role_policy(RoleName="app", PolicyName="own", PolicyDocument=json.dumps(LISTS))
    assert roles.get_role_policy(RoleName="app", PolicyName="own")["PolicyDocument"] == LISTS
    assert roles.list_role_policies(RoleName="app")["PolicyNames"] == ["own"]
    assert roles.list_attached_role_policies(RoleName="app")["AttachedPolicies"] == []
    roles.update_assume_role_policy(
        RoleName="app", PolicyDocument=json.dumps(trust({"AWS": ACCOUNT}, ["sts:AssumeRole", "sts:TagSession"])))
    roles.update_role_description(RoleName="app", Description="Ä role.")
    roles.update_role(RoleName="app", MaxSessionDuration=3600)
    roles.tag_role(RoleName="app", Tags=[{"Key": "Team", "Value": "blue"}])
    roles.untag_role(RoleName="app", TagKeys=["Stage"])
    assert roles.list_role_tags(RoleName="app")["Tags"] == [{"Key": "Team", "Value": "blue"}]
    changed = roles.get_role(RoleName="app")["Role"]
    assert (changed["Description"], changed["MaxSessionDuration"]) == ("Ä role.", 3600)
    assert changed["RoleId"] == found["RoleId"] and changed["CreateDate"] == found["CreateDate"]
    # What Terraform asks before it deletes a role.
    assert roles.list_instance_profiles_for_role(RoleName="app")["InstanceProfiles"] == []
    assert code_of(roles.delete_role, RoleName="app") == "DeleteConflict"
    roles.delete_role_policy(RoleName="app", PolicyName="own")
    roles.delete_role(RoleName="app")
    with pytest.raises(roles.exceptions.NoSuchEntityException):
        roles.get_role(RoleName="app")


def test_the_pages_of_lists(roles):
    for number in range(5):
        roles.create_role(RoleName=f"app{number}", AssumeRolePolicyDocument=json.dumps(TRUST), Path="/team/")
    pages = roles.get_paginator("list_roles").paginate(PathPrefix="/team/", PaginationConfig={"PageSize": 2})
    assert [[role["RoleName"] for role in page["Roles"]] for page in pages] == [
        ["app0", "app1"], ["app2", "app3"], ["app4"]]


def test_a_policy_and_its_versions(roles):
    arn = roles.create_policy(PolicyName="readers", PolicyDocument=json.dumps(LISTS))["Policy"]["Arn"]
    roles.create_role(RoleName="app", AssumeRolePolicyDocument=json.dumps(TRUST))
    roles.attach_role_policy(RoleName="app", PolicyArn=arn)
    assert roles.list_attached_role_policies(RoleName="app")["AttachedPolicies"] == [
        {"PolicyName": "readers", "PolicyArn": arn}]
    second = policy(allow("cognito-idp:*"))
    version = roles.create_policy_version(PolicyArn=arn, PolicyDocument=json.dumps(second), SetAsDefault=True)
    assert version["PolicyVersion"]["VersionId"] == "v2"
    assert roles.get_policy(PolicyArn=arn)["Policy"]["DefaultVersionId"] == "v2"
    for name, document in [("v1", LISTS), ("v2", second)]:
        assert roles.get_policy_version(PolicyArn=arn, VersionId=name)["PolicyVersion"]["Document"] == document
    assert [found["RoleName"] for found in roles.list_entities_for_policy(PolicyArn=arn)["PolicyRoles"]] == ["app"]
    assert [found["Arn"] for found in roles.list_policies(Scope="Local", OnlyAttached=True)["Policies"]] == [arn]
    assert code_of(roles.delete_policy, PolicyArn=arn) == "DeleteConflict"
    roles.detach_role_policy(RoleName="app", PolicyArn=arn)
    assert code_of(roles.delete_policy, PolicyArn=arn) == "DeleteConflict"
    assert code_of(roles.delete_policy_version, PolicyArn=arn, VersionId="v2") == "DeleteConflict"
    roles.set_default_policy_version(PolicyArn=arn, VersionId="v1")
    roles.delete_policy_version(PolicyArn=arn, VersionId="v2")
    roles.delete_policy(PolicyArn=arn)
    assert roles.list_policies(Scope="Local")["Policies"] == []


def test_identity_providers(roles, metadata):
    arn = roles.create_open_id_connect_provider(Url=ISSUER, ClientIDList=[], ThumbprintList=["0" * 40])[
        "OpenIDConnectProviderArn"]
    roles.add_client_id_to_open_id_connect_provider(OpenIDConnectProviderArn=arn, ClientID="web")
    found = roles.get_open_id_connect_provider(OpenIDConnectProviderArn=arn)
    assert (found["Url"], found["ClientIDList"], found["ThumbprintList"]) == (
        ISSUER.removeprefix("https://"), ["web"], ["0" * 40])
    assert roles.list_open_id_connect_providers()["OpenIDConnectProviderList"] == [{"Arn": arn}]
    roles.remove_client_id_from_open_id_connect_provider(OpenIDConnectProviderArn=arn, ClientID="web")
    roles.delete_open_id_connect_provider(OpenIDConnectProviderArn=arn)
    corp = roles.create_saml_provider(Name="corp", SAMLMetadataDocument=metadata)["SAMLProviderArn"]
    assert roles.get_saml_provider(SAMLProviderArn=corp)["SAMLMetadataDocument"] == metadata
    roles.update_saml_provider(SAMLProviderArn=corp, SAMLMetadataDocument=metadata)
    roles.delete_saml_provider(SAMLProviderArn=corp)
    assert roles.list_saml_providers()["SAMLProviderList"] == []


def test_a_role_of_a_call_is_assumed_and_shown_by_the_command(server, roles, iam, user):
    roles.create_role(RoleName="deploy", AssumeRolePolicyDocument=json.dumps(TRUST))
    roles.put_role_policy(RoleName="deploy", PolicyName="own", PolicyDocument=json.dumps(LISTS))
    role = f"arn:aws:iam::{ACCOUNT}:role/deploy"
    answer = client(server, "sts", *user).assume_role(RoleArn=role, RoleSessionName="session")
    as_session(server, "cognito-idp", answer["Credentials"]).list_user_pools(MaxResults=1)
    shown = json.loads(iam("show", "role", "deploy"))["Role"]
    assert (shown["Arn"], shown["Origin"], shown["RolePolicyList"][0]["PolicyDocument"]) == (role, "command", LISTS)
    iam("delete", "role", "deploy")
    assert code_of(roles.get_role, RoleName="deploy") == "NoSuchEntity"


def test_the_callers_and_their_refusals(server, roles, iam, user):
    assert code_of(client(server, "iam", *user).list_roles) == "AccessDenied"
    assert code_of(client(server, "iam", "AKIANOBODY0000000000", "wrong").list_roles) == "InvalidClientTokenId"
    wrong = client(server, "iam", ADMINISTRATOR["GATEHOUSE_ADMIN_ACCESS_KEY_ID"], "wrong")
    assert code_of(wrong.list_roles) == "SignatureDoesNotMatch"
    with pytest.raises(roles.exceptions.MalformedPolicyDocumentException):
        roles.create_role(RoleName="app", AssumeRolePolicyDocument="{")
    for call, arguments in [
        (roles.get_policy, {"PolicyArn": f"arn:aws:iam::{ACCOUNT[::-1]}:policy/readers"}),
        (roles.get_open_id_connect_provider, {"OpenIDConnectProviderArn": f"arn:aws:iam::{ACCOUNT}:oidc-provider/a"}),
    ]:
        assert code_of(call, **arguments) == "NoSuchEntity"
    iam("update", "user", "ada", document={"policies": {"own": policy(
        allow("iam:*", f"arn:aws:iam::{ACCOUNT}:role/team/*"))}})
    ada = client(server, "iam", *user)
    ada.create_role(RoleName="app", Path="/team/", AssumeRolePolicyDocument=json.dumps(TRUST))
    assert code_of(ada.create_role, RoleName="b", AssumeRolePolicyDocument=json.dumps(TRUST)) == "AccessDenied"


def test_the_first_role_leaves_the_pools_of_other_projects_their_credentials(server, roles):
    pools = client(server, "cognito-identity", *ADMINISTRATOR.values())
    pool = pools.create_identity_pool(IdentityPoolName="other", AllowUnauthenticatedIdentities=True)["IdentityPoolId"]
    elsewhere = f"arn:aws:iam::{ACCOUNT}:role/elsewhere"
    pools.set_identity_pool_roles(IdentityPoolId=pool, Roles={"unauthenticated": elsewhere})
    guest = pools.get_id(IdentityPoolId=pool)["IdentityId"]
    pools.get_credentials_for_identity(IdentityId=guest)
    roles.create_role(RoleName="app", AssumeRolePolicyDocument=json.dumps(TRUST))
    credentials = pools.get_credentials_for_identity(IdentityId=guest)["Credentials"]
    caller = client(server, "sts", credentials["AccessKeyId"], credentials["SecretKey"], credentials["SessionToken"])
    assert ":assumed-role/elsewhere/" in caller.get_caller_identity()["Arn"]
    statement = roles.get_role(RoleName="elsewhere")["Role"]["AssumeRolePolicyDocument"]["Statement"][0]
    assert statement["Condition"]["StringEquals"]["cognito-identity.amazonaws.com:aud"] == [pool]
    # The role's own project creates it as if it did not exist.
    roles.create_role(RoleName="elsewhere", AssumeRolePolicyDocument=json.dumps(TRUST))
    with pytest.raises(ClientError):
        pools.get_credentials_for_identity(IdentityId=guest)


def test_the_aws_cli(aws, metadata):
    names = {"role_name": "app"}
    aws("iam", "create-role", **names, assume_role_policy_document=TRUST)
    assert aws("iam", "get-role", **names)["Role"]["AssumeRolePolicyDocument"] == TRUST
    assert "app" in [role["RoleName"] for role in aws("iam", "list-roles")["Roles"]]
    aws("iam", "update-role", **names, max_session_duration="7200")
    aws("iam", "update-role-description", **names, description="The app.")
    aws("iam", "update-assume-role-policy", **names, policy_document=TRUST)
    aws("iam", "tag-role", **names, tags=[{"Key": "a", "Value": "b"}])
    assert aws("iam", "list-role-tags", **names)["Tags"] == [{"Key": "a", "Value": "b"}]
    aws("iam", "untag-role", **names, tag_keys="a")
    aws("iam", "put-role-policy", **names, policy_name="own", policy_document=LISTS)
    assert aws("iam", "get-role-policy", **names, policy_name="own")["PolicyDocument"] == LISTS
    assert aws("iam", "list-role-policies", **names)["PolicyNames"] == ["own"]
    aws("iam", "delete-role-policy", **names, policy_name="own")
    assert aws("iam", "list-instance-profiles-for-role", **names)["InstanceProfiles"] == []
    arn = aws("iam", "create-policy", policy_name="readers", policy_document=LISTS)["Policy"]["Arn"]
    named = {"policy_arn": arn}
    aws("iam", "attach-role-policy", **names, **named)
    assert aws("iam", "list-attached-role-policies", **names)["AttachedPolicies"][0]["PolicyArn"] == arn
    assert aws("iam", "list-entities-for-policy", **named)["PolicyRoles"][0]["RoleName"] == "app"
    aws("iam", "detach-role-policy", **names, **named)
    aws("iam", "delete-role", **names)
    with refused("NoSuchEntity"):
        aws("iam", "get-role", **names)
    aws("iam", "create-policy-version", **named, policy_document=LISTS)
    assert aws("iam", "get-policy-version", **named, version_id="v2")["PolicyVersion"]["Document"] == LISTS
    aws("iam", "set-default-policy-version", **named, version_id="v2")
    assert len(aws("iam", "list-policy-versions", **named)["Versions"]) == 2
    aws("iam", "delete-policy-version", **named, version_id="v1")
    aws("iam", "tag-policy", **named, tags=[{"Key": "a", "Value": "b"}])
    assert aws("iam", "list-policy-tags", **named)["Tags"] == [{"Key": "a", "Value": "b"}]
    aws("iam", "untag-policy", **named, tag_keys="a")
    assert aws("iam", "get-policy", **named)["Policy"]["DefaultVersionId"] == "v2"
    assert aws("iam", "list-policies", scope="Local")["Policies"][0]["Arn"] == arn
    aws("iam", "delete-policy", **named)
    providers(aws, metadata)
    assert aws.untried("iam", "IAM") == set()


def providers(aws, metadata):
    """Calls all operations for identity providers."""
    arn = aws("iam", "create-open-id-connect-provider", url=ISSUER)["OpenIDConnectProviderArn"]
    named = {"open_id_connect_provider_arn": arn}
    aws("iam", "add-client-id-to-open-id-connect-provider", **named, client_id="web")
    aws("iam", "update-open-id-connect-provider-thumbprint", **named, thumbprint_list="0" * 40)
    assert aws("iam", "get-open-id-connect-provider", **named)["ClientIDList"] == ["web"]
    aws("iam", "remove-client-id-from-open-id-connect-provider", **named, client_id="web")
    assert aws("iam", "list-open-id-connect-providers")["OpenIDConnectProviderList"] == [{"Arn": arn}]
    aws("iam", "tag-open-id-connect-provider", **named, tags=[{"Key": "a", "Value": "b"}])
    assert aws("iam", "list-open-id-connect-provider-tags", **named)["Tags"] == [{"Key": "a", "Value": "b"}]
    aws("iam", "untag-open-id-connect-provider", **named, tag_keys="a")
    aws("iam", "delete-open-id-connect-provider", **named)
    corp = aws("iam", "create-saml-provider", name="corp", saml_metadata_document=metadata)["SAMLProviderArn"]
    named = {"saml_provider_arn": corp}
    aws("iam", "update-saml-provider", **named, saml_metadata_document=metadata)
    assert aws("iam", "get-saml-provider", **named)["SAMLMetadataDocument"] == metadata
    assert aws("iam", "list-saml-providers")["SAMLProviderList"][0]["Arn"] == corp
    aws("iam", "tag-saml-provider", **named, tags=[{"Key": "a", "Value": "b"}])
    assert aws("iam", "list-saml-provider-tags", **named)["Tags"] == [{"Key": "a", "Value": "b"}]
    aws("iam", "untag-saml-provider", **named, tag_keys="a")
    aws("iam", "delete-saml-provider", **named)
