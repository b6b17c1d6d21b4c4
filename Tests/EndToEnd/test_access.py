# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse iam` beside a running server, and the AWS SDK for Python as users and sessions of roles against STS."""
import json

import pytest
from botocore.exceptions import ClientError

from access import (  # noqa: F401 (fixtures)
    ACCOUNT, ADMINISTRATOR, allow, as_session, client, code_of, iam, policy, server, trust, user)

ROLE = f"arn:aws:iam::{ACCOUNT}:role/deploy"


def test_a_user_may_do_what_policies_permit(server, iam, user):
    identity = client(server, "sts", *user).get_caller_identity()
    assert identity["Arn"] == f"arn:aws:iam::{ACCOUNT}:user/ada"
    pools = client(server, "cognito-idp", *user)
    assert pools.list_user_pools(MaxResults=1)["UserPools"] is not None
    with pytest.raises(ClientError) as refused:
        pools.create_user_pool(PoolName="mine")
    assert refused.value.response["Error"]["Code"] == "AccessDeniedException"
    assert refused.value.response["Error"]["Message"] == (
        f"User: arn:aws:iam::{ACCOUNT}:user/ada is not authorized to perform: cognito-idp:CreateUserPool on resource: * "
        "because no identity-based policy allows the cognito-idp:CreateUserPool action")
    assert "ada" in iam("list", "user")
    assert user[0] in iam("list", "key", "ada")
    iam("delete", "key", user[0])
    assert code_of(pools.list_user_pools, MaxResults=1) in ["UnrecognizedClientException", "InvalidSignatureException"]


def test_a_role_is_assumed_with_a_session_policy_and_tags(server, iam, user):
    iam("create", "role", "deploy", document={
        "trustPolicy": trust({"AWS": ACCOUNT}, ["sts:AssumeRole", "sts:TagSession"]),
        "policies": {"own": policy(allow("cognito-idp:*"))},
    })
    sts = client(server, "sts", *user)
    answer = sts.assume_role(
        RoleArn=ROLE, RoleSessionName="session", DurationSeconds=900,
        Policy=json.dumps(policy(allow(["cognito-idp:ListUserPools", "cognito-identity:*"]))))
    assert answer["AssumedRoleUser"]["Arn"] == f"arn:aws:sts::{ACCOUNT}:assumed-role/deploy/session"
    assert answer["PackedPolicySize"] >= 1
    session = as_session(server, "cognito-idp", answer["Credentials"])
    session.list_user_pools(MaxResults=1)
    # The session policy restricts the role, and does not widen it.
    assert code_of(session.create_user_pool, PoolName="x") == "AccessDeniedException"
    identities = as_session(server, "cognito-identity", answer["Credentials"])
    assert code_of(identities.list_identity_pools, MaxResults=1) == "AccessDeniedException"
    # The user has no permission to tag.
    assert code_of(
        sts.assume_role, RoleArn=ROLE, RoleSessionName="session", Tags=[{"Key": "a", "Value": "b"}]) == "AccessDenied"
    assert code_of(sts.assume_role, RoleArn=ROLE + "2", RoleSessionName="session") == "AccessDenied"
    assert code_of(as_session(server, "sts", answer["Credentials"]).get_session_token) == "AccessDenied"


def test_an_update_beside_the_server_takes_effect_at_the_next_request(server, iam, user):
    idp = client(server, "cognito-idp", *user)
    assert idp.list_user_pools(MaxResults=1)["UserPools"] is not None
    shown = json.loads(iam("show", "user", "ada"))
    assert shown["User"]["Arn"] == f"arn:aws:iam::{ACCOUNT}:user/ada" and user[1] not in json.dumps(shown)
    assert [key["AccessKeyId"] for key in shown["AccessKeyMetadata"]] == [user[0]]
    document = json.loads(iam("show", "user", "ada", "--document"))
    iam("update", "user", "ada", document={})
    assert code_of(idp.list_user_pools, MaxResults=1) == "AccessDeniedException"
    iam("update", "user", "ada", document=document)
    assert idp.list_user_pools(MaxResults=1)["UserPools"] is not None


def test_sessions_of_users_and_federated_users(server, iam, user):
    sts = client(server, "sts", *user)
    credentials = sts.get_session_token(DurationSeconds=900)["Credentials"]
    as_session(server, "cognito-idp", credentials).list_user_pools(MaxResults=1)
    assert code_of(sts.get_federation_token, Name="eve") in ["AccessDenied", "AccessDeniedException"]
    administrator = client(server, "sts", *ADMINISTRATOR.values())
    answer = administrator.get_federation_token(
        Name="eve", Policy=json.dumps(policy(allow("cognito-idp:ListUserPools"))))
    assert answer["FederatedUser"]["Arn"] == f"arn:aws:sts::{ACCOUNT}:federated-user/eve"
    federated = as_session(server, "cognito-idp", answer["Credentials"])
    federated.list_user_pools(MaxResults=1)
    assert code_of(federated.create_user_pool, PoolName="x") == "AccessDeniedException"


def test_an_unsafe_trust_policy_is_refused_by_the_command_and_at_the_start(server, iam, tmp_path):
    unsafe = {
        "trustPolicy": trust(
            {"Federated": "cognito-identity.amazonaws.com"}, "sts:AssumeRoleWithWebIdentity",
            {"ForAllValues:StringEquals": {"cognito-identity.amazonaws.com:aud": "us-east-1:x"}}),
    }
    assert "ForAllValues" in iam("create", "role", "app", document=unsafe, fails=True)
    file = tmp_path / "access.json"
    file.write_text(json.dumps({"roles": {"app": unsafe}}))
    server.stop()
    server.environment["GATEHOUSE_ACCESS"] = str(file)
    with pytest.raises(Exception, match="ForAllValues"):
        server.start()
    file.write_text(json.dumps({"roles": {"app": {"trustPolicy": trust({"AWS": ACCOUNT})}}}))
    server.start()
    assert "app\tfile" in iam("list", "role")
    assert "GATEHOUSE_ACCESS" in iam("delete", "role", "app", fails=True)
