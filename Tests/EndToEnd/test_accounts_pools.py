# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Pools, clients, groups and tags as the AWS SDK for Python uses them."""
import pytest

from conftest import make_client, make_user, sign_in
from gatehouse import claims_of


def id_claims(app, client_id, name):
    tokens = sign_in(app, client_id, name)["AuthenticationResult"]
    return claims_of(tokens["IdToken"])


def test_a_pool_is_changed_extended_and_deleted(admin, pool):
    admin.add_custom_attributes(
        UserPoolId=pool, CustomAttributes=[{"Name": "size", "AttributeDataType": "String"}]
    )
    admin.update_user_pool(UserPoolId=pool, DeletionProtection="ACTIVE")
    described = admin.describe_user_pool(UserPoolId=pool)["UserPool"]
    assert described["DeletionProtection"] == "ACTIVE" and "AutoVerifiedAttributes" not in described
    assert "custom:size" in [attribute["Name"] for attribute in described["SchemaAttributes"]]
    assert admin.get_user_pool_mfa_config(UserPoolId=pool)["MfaConfiguration"] == "OFF"
    with pytest.raises(admin.exceptions.InvalidParameterException, match="deletion protection is activated"):
        admin.delete_user_pool(UserPoolId=pool)
    admin.update_user_pool(UserPoolId=pool)
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["DeletionProtection"] == "ACTIVE"
    admin.update_user_pool(UserPoolId=pool, DeletionProtection="INACTIVE")
    admin.delete_user_pool(UserPoolId=pool)
    pages = admin.get_paginator("list_user_pools").paginate(PaginationConfig={"PageSize": 2})
    assert pool not in [found["Id"] for page in pages for found in page["UserPools"]]


def test_tags_come_and_go(admin, pool):
    arn = admin.describe_user_pool(UserPoolId=pool)["UserPool"]["Arn"]
    admin.tag_resource(ResourceArn=arn, Tags={"team": "a", "cost": "7"})
    admin.untag_resource(ResourceArn=arn, TagKeys=["cost"])
    assert admin.list_tags_for_resource(ResourceArn=arn)["Tags"] == {"team": "a"}


def test_clients_are_changed_listed_and_deleted(admin, pool):
    client = make_client(admin, pool, GenerateSecret=True, AccessTokenValidity=2)
    names = {"UserPoolId": pool, "ClientId": client["ClientId"]}
    updated = admin.update_user_pool_client(**names, IdTokenValidity=3)["UserPoolClient"]
    assert updated["ClientSecret"] == client["ClientSecret"] and "AccessTokenValidity" not in updated
    pages = admin.get_paginator("list_user_pool_clients").paginate(UserPoolId=pool)
    assert [found["ClientId"] for page in pages for found in page["UserPoolClients"]] == [client["ClientId"]]
    admin.delete_user_pool_client(**names)
    with pytest.raises(admin.exceptions.ResourceNotFoundException):
        admin.describe_user_pool_client(**names)


def test_secrets_are_rotated(admin, pool):
    names = {"UserPoolId": pool, "ClientId": make_client(admin, pool, GenerateSecret=True)["ClientId"]}
    admin.add_user_pool_client_secret(**names)
    secrets = admin.list_user_pool_client_secrets(**names)["ClientSecrets"]
    assert len(secrets) == 2
    admin.delete_user_pool_client_secret(**names, ClientSecretId=secrets[0]["ClientSecretId"])
    assert admin.list_user_pool_client_secrets(**names)["ClientSecrets"] == secrets[1:]


def test_groups_reach_the_tokens(app, admin, pool, client_id):
    role = "arn:aws:iam::123456789012:role/staff"
    made = admin.create_group(UserPoolId=pool, GroupName="staff", RoleArn=role, Precedence=1)["Group"]
    admin.create_group(UserPoolId=pool, GroupName="all")
    with pytest.raises(admin.exceptions.GroupExistsException):
        admin.create_group(UserPoolId=pool, GroupName="all")
    assert admin.get_group(UserPoolId=pool, GroupName="staff")["Group"] == made
    admin.update_group(UserPoolId=pool, GroupName="staff", Description="Staff")
    for name in ["alice", "bob"]:
        make_user(admin, pool, name)
        for group in ["all", "staff"]:
            admin.admin_add_user_to_group(UserPoolId=pool, Username=name, GroupName=group)
    claims = id_claims(app, client_id, "alice")
    assert claims["cognito:groups"] == ["staff", "all"] and claims["cognito:preferred_role"] == role
    pages = admin.get_paginator("list_groups").paginate(UserPoolId=pool, PaginationConfig={"PageSize": 1})
    assert [group["GroupName"] for page in pages for group in page["Groups"]] == ["all", "staff"]
    pages = admin.get_paginator("list_users_in_group").paginate(
        UserPoolId=pool, GroupName="staff", PaginationConfig={"PageSize": 1}
    )
    assert sorted(user["Username"] for page in pages for user in page["Users"]) == ["alice", "bob"]
    admin.admin_remove_user_from_group(UserPoolId=pool, Username="alice", GroupName="staff")
    admin.delete_group(UserPoolId=pool, GroupName="all")
    assert admin.admin_list_groups_for_user(UserPoolId=pool, Username="alice")["Groups"] == []
    assert "cognito:groups" not in id_claims(app, client_id, "alice")
