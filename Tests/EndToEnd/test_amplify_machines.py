# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Projects of `amplify` on a second machine, in several environments, and from AWS's tool."""
import json
import re
import shutil

import pytest

from amplify_project import App, Passage, belongings, words, server  # noqa: F401 (server is a fixture)
from conftest import make_client
from documents import ROOT, snippet
from seat import ENTER


@pytest.fixture
def passage(server):
    with Passage(server) as passage:
        yield passage


@pytest.fixture
def shop(passage, tmp_path):
    app = App(tmp_path / "Shop").init(passage.url).add_auth()
    app.push()
    return app


@pytest.fixture
def other(shop, tmp_path):
    """The project on a second machine."""
    return pulled(shop, tmp_path / "second/Shop")


def pulled(shop, folder):
    app = App(folder)
    app.run("pull", "--yes", "--server", shop.place["BaseURL"], "--appId", shop.place["AppId"], "--envName", "dev")
    return app


# A second folder


def test_a_pulled_folder_is_equal_and_its_push_changes_nothing(shop, other, server, passage):
    assert other.shared_files() == shop.shared_files()
    made = belongings(server, shop)
    for app in (other, shop):
        passage.operations.clear()
        pushed = app.push()
        assert "There are no changes to push." in pushed.stderr
        assert len(passage.operations) <= 8, passage.operations
    assert belongings(server, shop) == made
    assert other.shared_files() == shop.shared_files()


def test_a_pull_at_a_terminal_asks_for_server_project_and_environment(shop, tmp_path):
    app = App(tmp_path / "typed/Shop")
    with app.at("pull") as at:
        at.writes("address of the server", shop.place["BaseURL"])
        at.chooses("Which project", shop.place["AppId"])
        at.chooses("Choose an environment", "dev")
        at.answers("modify this back end", ENTER)
        at.ends()
    assert app.shared_files() == shop.shared_files()
    # Without changes of the back end, only the app's files are written.
    reader = App(tmp_path / "reader/Shop")
    with reader.at("pull") as at:
        at.writes("address of the server", shop.place["BaseURL"])
        at.chooses("Which project", shop.place["AppId"])
        at.chooses("Choose an environment", "dev")
        at.answers("modify this back end", b"n", ENTER)
        at.ends()
    names = {"amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json"}
    assert set(reader.files()) == names
    assert all(reader.json(name) == shop.json(name) for name in names)


def test_a_folder_that_is_behind_is_refused_and_its_work_is_kept(shop, other, server):
    other.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Admins"])
    other.push()
    shop.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Editors"])
    before = shop.files()
    said = words(shop.push(status=1).stderr)
    groups = "amplify/backend/auth/userPoolGroups/user-pool-group-precedence.json"
    assert "after this folder was pushed or pulled" in said and groups in said
    assert "amplify pull" in said and "amplify push --force" in said
    assert shop.files() == before and belongings(server, shop)["groups"] == ["Admins"]

    mine = (shop.folder / groups).read_bytes()
    with shop.at("pull") as at:
        at.meets("Pulling overwrites local changes")
        assert groups in at.transcript
        at.answers("Pulling overwrites local changes", ENTER)
        at.ends(1)
    assert shop.files() == before
    with shop.at("pull") as at:
        at.answers("Pulling overwrites local changes", b"y", ENTER)
        at.ends()
    copy = re.search(rb"A copy of the overwritten files is in (\S+)\.\r", at.bytes)[1].decode()
    assert any(path.read_bytes() == mine for path in (shop.folder / copy).rglob("*.json"))
    assert shop.shared_files() == other.shared_files()
    assert "no changes" in shop.push().stderr


def test_force_overwrites_what_others_pushed(shop, other, server):
    other.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Admins"])
    other.push()
    shop.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Editors"])
    shop.push("--force")
    assert "Editors" in belongings(server, shop)["groups"]
    assert "after this folder was pushed or pulled" in words(other.push(status=1).stderr)


def test_a_pull_that_fails_leaves_the_folder_as_it_was(shop, other, passage):
    other.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Admins"])
    other.push()
    before = shop.files()

    def lose(number, operation):
        if operation == "GetFiles":
            raise ConnectionAbortedError

    passage.before = lose
    shop.run("pull", "--yes", status=69)
    assert shop.files() == before


def test_deleted_files_of_the_app_are_written_again(shop):
    (shop.folder / "awsconfiguration.json").unlink()
    shop.push()
    assert shop.json("awsconfiguration.json")["CognitoUserPool"]["Default"]["PoolId"] == shop.ids["UserPoolId"]


def test_generated_models_are_no_change_of_the_back_end(shop):
    shop.run("add", "api", "--yes")
    shop.push()
    assert (shop.folder / "amplify/generated/models/AmplifyModels.swift").is_file()
    assert "There are no changes to push." in shop.push().stderr


# Environments


def test_environments_have_resources_of_their_own(shop, server):
    first = shop.ids
    # The server of the new environment is that of the current one.
    shop.run("env", "add", "test", "--yes")
    assert set(shop.operations().values()) == {"Create"}
    assert [line.strip() for line in shop.run("env", "list").stdout.splitlines()] == ["Environments", "dev", "*test"]
    listed = json.loads(shop.run("env", "list", "--json").stdout)["environments"]
    assert [(each["name"], each["current"]) for each in listed] == [("dev", False), ("test", True)]
    assert shop.place["AppId"] in shop.run("env", "get", "--name", "dev").stdout
    shop.push()
    second = shop.ids
    assert first["UserPoolId"] != second["UserPoolId"] and len(belongings(server, shop)["user pools"]) == 2
    assert shop.json("amplify_outputs.json")["auth"]["user_pool_id"] == second["UserPoolId"]
    shop.run("env", "checkout", "dev")
    assert shop.ids == first
    assert shop.json("amplify_outputs.json")["auth"]["user_pool_id"] == first["UserPoolId"]
    assert set(shop.operations().values()) == {"No Change"}
    told = json.loads(shop.run("status", "--env", "test", "--json").stdout)
    assert {row["operation"] for row in told["resources"]} == {"No Change"} and told["environment"] == "test"
    assert shop.ids == first
    shop.run("env", "checkout", "unknown", status=66)
    shop.run("env", "remove", "test", "--force", "--yes")
    assert len(belongings(server, shop)["user pools"]) == 1


def test_earlier_states_come_back(shop, server):
    shop.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Admins"])
    shop.push()
    states = json.loads(shop.run("env", "history", "--json").stdout)["states"]
    assert [state["stateNumber"] for state in states] == [2, 1]
    assert all(state["pushedAt"] and state["pushedFrom"] for state in states)
    shop.run("env", "restore", "1", "--yes")
    shop.push()
    assert belongings(server, shop)["groups"] == []
    assert json.loads(shop.run("env", "history", "--json").stdout)["states"][0]["stateNumber"] == 3
    shop.run("env", "restore", "9", "--yes", status=1)


# Pools of others


def test_an_imported_pool_is_used_and_never_changed(server, admin, pool, tmp_path):
    native, web = (make_client(admin, pool)["ClientId"] for _ in range(2))
    before = admin.describe_user_pool(UserPoolId=pool)["UserPool"]
    app = App(tmp_path / "Shop").init(server.url)
    with app.at("import", "auth") as at:
        at.chooses("What do you want to import?", "User pool only")
        at.chooses("Which user pool", pool)
        at.chooses("native client", native)
        at.chooses("web client", web)
        at.ends()
    app.push()
    auth = app.json("amplify_outputs.json")["auth"]
    assert (auth["user_pool_id"], auth["user_pool_client_id"]) == (pool, native)
    app.run("remove", "auth", "--yes")
    app.push()
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"] == before


def test_the_console_shows_the_pages_of_the_server(shop):
    said = shop.run("console", "auth", "--yes").stdout
    assert shop.ids["UserPoolId"] in said and f"{shop.place['BaseURL']}/" in said


# Projects of AWS's tool

FROM_AWS = {
    "amplify/.config/project-config.json": {
        "projectName": "oldshop", "version": "3.1", "frontend": "ios", "providers": ["awscloudformation"]},
    "amplify/.config/local-env-info.json": {"projectPath": "/Users/ada/Shop", "defaultEditor": "vim", "envName": "dev"},
    "amplify/.config/local-aws-info.json": {
        "dev": {"configLevel": "project", "useProfile": True, "profileName": "default"}},
    "amplify/backend/backend-config.json": {
        "auth": {"oldshop1a2b3c4d": {
            "service": "Cognito", "providerPlugin": "awscloudformation", "dependsOn": [], "customAuth": False}},
        "storage": {"pictures": {"service": "S3", "providerPlugin": "awscloudformation", "dependsOn": []}}},
    "amplify/backend/storage/pictures/cli-inputs.json": {"resourceName": "pictures", "bucketName": "oldshop-pictures"},
    "amplify/team-provider-info.json": {"dev": {
        "awscloudformation": {
            "AuthRoleName": "amplify-oldshop-dev-123456-authRole", "Region": "eu-west-1",
            "UnauthRoleName": "amplify-oldshop-dev-123456-unauthRole", "StackName": "amplify-oldshop-dev-123456",
            "StackId": "arn:aws:cloudformation:eu-west-1:123456789012:stack/amplify-oldshop-dev-123456/1",
            "DeploymentBucketName": "amplify-oldshop-dev-123456-deployment", "AmplifyAppId": "d1a2b3c4d5e6f7"},
        "categories": {"auth": {"oldshop1a2b3c4d": {}}}}},
}
NEWER = {"version": "1", "cognitoConfig": {
    "identityPoolName": "oldshop_identities", "allowUnauthenticatedIdentities": True,
    "resourceNameTruncated": "oldsho1a2b3c4d", "userPoolName": "oldshop_users", "autoVerifiedAttributes": ["email"],
    "mfaConfiguration": "OFF", "mfaTypes": ["SMS Text Message"],
    "smsAuthenticationMessage": "Your authentication code is {####}",
    "smsVerificationMessage": "Your verification code is {####}",
    "emailVerificationSubject": "Your verification code",
    "emailVerificationMessage": "Your verification code is {####}",
    "defaultPasswordPolicy": False, "passwordPolicyMinLength": 8, "passwordPolicyCharacters": [],
    "requiredAttributes": ["email"], "aliasAttributes": [], "userpoolClientGenerateSecret": False,
    "userpoolClientRefreshTokenValidity": 30, "userpoolClientWriteAttributes": ["email"],
    "userpoolClientReadAttributes": ["email"], "userpoolClientLambdaRole": "oldsho1a2b3c4d_userpoolclient_lambda_role",
    "userpoolClientSetAttributes": False, "sharedId": "1a2b3c4d", "resourceName": "oldshop1a2b3c4d",
    "authSelections": "identityPoolAndUserPool", "useDefault": "manual", "usernameAttributes": ["email, phone_number"],
    "userPoolGroupList": [], "serviceName": "Cognito", "usernameCaseSensitive": False, "useEnabledMfas": True,
    "authRoleArn": {"Fn::GetAtt": ["AuthRole", "Arn"]}, "unauthRoleArn": {"Fn::GetAtt": ["UnauthRole", "Arn"]},
    "breakCircularDependency": True, "dependsOn": []}}
OLDER = {
    **NEWER["cognitoConfig"], "passwordPolicyMinLength": "8", "userpoolClientRefreshTokenValidity": "30",
    "parentStack": {"Ref": "AWS::StackId"}, "triggers": "{}"}


@pytest.mark.parametrize("name, content", [("cli-inputs.json", NEWER), ("parameters.json", OLDER)])
def test_a_project_of_aws_s_tool_gets_an_environment_beside_that_in_aws(server, tmp_path, name, content):
    app = App(tmp_path / "Shop")
    inputs = f"amplify/backend/auth/oldshop1a2b3c4d/{name}"
    for path, value in {**FROM_AWS, inputs: content}.items():
        file = app.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, indent=2))
    before = app.files()
    assert "lives in AWS" in words(app.run("status", status=66).stderr)
    assert app.files() == before
    with app.at("push") as at:
        at.answers("make an environment on Gatehouse beside it", ENTER)
        at.writes("name for the environment", "house")
        at.chooses("Which server", "Another Gatehouse")
        at.writes("address of the server", server.url)
        at.answers("region", ENTER)
        at.chooses("authentication method", "None")
        at.answers("Do you want to continue?", ENTER)
        said = at.ends()
    assert "storage" in said and "The push is done" in said
    shown = snippet("lives in AWS", ROOT / "docs/amplify-from-aws.md").splitlines()
    assert shown[1] in said and shown[2].removesuffix(" (Y/n)") in said
    after = app.files()
    # What belongs to AWS's tool and to others is as before, byte for byte.
    for path in (inputs, "amplify/backend/storage/pictures/cli-inputs.json", "amplify/.config/project-config.json",
                 "amplify/backend/backend-config.json"):
        assert after[path] == before[path], path
    environments = app.json("amplify/team-provider-info.json")
    assert environments["dev"] == FROM_AWS["amplify/team-provider-info.json"]["dev"]
    assert environments["house"]["gatehouse"]["BaseURL"] == server.url
    ids = app.ids
    pool = server.client("cognito-idp").describe_user_pool(UserPoolId=ids["UserPoolId"])["UserPool"]
    assert pool["Name"] == "oldshop_users-house" and sorted(pool["UsernameAttributes"]) == ["email", "phone_number"]
    identities = server.client("cognito-identity").describe_identity_pool(IdentityPoolId=ids["IdentityPoolId"])
    assert identities["IdentityPoolName"] == "oldshop_identities__house"
    assert identities["AllowUnauthenticatedIdentities"] is True
    assert "no changes" in app.push().stderr
    # A copy of the repository, which has neither this machine's files nor the ids, can be pushed, too.
    copy = App(tmp_path / "copy/Shop")
    shutil.copytree(app.folder / "amplify", copy.folder / "amplify", ignore=shutil.ignore_patterns(
        "local-*", "#current-cloud-backend", "amplify-meta.json"))
    copy.run("env", "checkout", "house")
    assert set(copy.operations().values()) == {"No Change"} and copy.ids == ids
