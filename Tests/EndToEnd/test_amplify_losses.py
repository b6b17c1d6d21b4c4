# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What `amplify push` never loses: users, changes made by others, work of other machines, another server's projects."""
import json
import re
import shutil

import pytest

from access import ADMINISTRATOR
from amplify_answers import ERASE
from amplify_project import App, Passage, belongings, words
from conftest import make_user
from gatehouse import PASSWORD, Gatehouse, gatehouse
from seat import ENTER, INTERRUPT


@pytest.fixture(scope="module")
def pushed(tmp_path_factory):
    """A server that has ended, whose environment of an app has a pool with users; tests continue with copies."""
    folder = tmp_path_factory.mktemp("pushed")
    with Gatehouse(folder) as server:
        app = with_users(server, App(folder / "Shop").init(server.url))
    return server, app


@pytest.fixture
def own(pushed, tmp_path):
    """A server of the test's own, with what was pushed."""
    folder = tmp_path / "server"
    former, _ = pushed
    shutil.copytree(former.data, folder / "data")
    # The project has the address of the server.
    with Gatehouse(folder, port=former.port) as server:
        yield server


@pytest.fixture
def shop(pushed, own, tmp_path):
    """The app whose pool with users is on the server."""
    _, app = pushed
    return app.copied(tmp_path / "Shop")


def with_users(server, app):
    """An app whose pool was pushed and has two users."""
    app.add_auth()
    app.push()
    admin = server.client("cognito-idp")
    for name in ("ada", "grace"):
        make_user(admin, app.ids["UserPoolId"], name, email=f"{name}@example.com")
    return app


def exists(server, pool):
    admin = server.client("cognito-idp")
    try:
        return admin.describe_user_pool(UserPoolId=pool)["UserPool"]
    except admin.exceptions.ResourceNotFoundException:
        return None


def signs_in(app, name="ada"):
    """Signs in with the written file, as a user of the app."""
    ended = app.run("sign-in", name, given=f"{PASSWORD}\n")
    assert f"Signed in as {name}" in ended.stderr, ended.stderr
    app.run("sign-out")


# Users


def test_a_pool_with_users_that_leaves_the_project_is_detached(shop, own):
    pool = shop.ids["UserPoolId"]
    shop.run("remove", "auth", "--yes")
    assert shop.operations()["auth"] == "Unlink"
    said = shop.push().stderr
    assert "keeps its 2 users" in words(said)
    assert exists(own, pool)["UserPoolTags"]["amplify:detached"] == "dev"
    assert own.client("cognito-idp").list_users(UserPoolId=pool)["Users"]
    # It can be taken back, and a push does not change it.
    clients = own.client("cognito-idp").list_user_pool_clients(UserPoolId=pool)["UserPoolClients"]
    ids = {client["ClientName"].rpartition("_")[2]: client["ClientId"] for client in clients}
    shop.run("import", "auth", "--headless", given=json.dumps({
        "version": 1, "userPoolId": pool, "nativeClientId": ids["client"], "webClientId": ids["clientWeb"]}))
    shop.push()
    signs_in(shop)
    shop.run("remove", "auth", "--yes")
    shop.push("--allow-destroy")
    assert exists(own, pool)


def test_a_push_that_would_delete_users_needs_the_typed_name(shop, own):
    pool, name = shop.ids["UserPoolId"], shop.ids["UserPoolName"]
    shop.run("remove", "auth", "--yes", "--delete-users")
    for flags in ((), ("--force",)):
        refused = shop.push(*flags, status=1)
        assert f"2 users of {name} will be deleted." in words(refused.stderr)
        assert "--allow-destroy" in refused.stderr and exists(own, pool)
    with shop.at("push") as at:
        at.meets(f"Type {name} to continue")
        assert f"2 users of {name} will be deleted." in at.transcript
        at.presses(b"yes", ENTER)
        at.until(">> Type")
        at.presses(ERASE, INTERRUPT)
        at.ends(130)
    assert exists(own, pool)
    with shop.at("push") as at:
        at.writes(f"Type {name} to continue", name)
        said = at.ends()
    assert exists(own, pool) is None
    archive = re.search(r"gatehouse restore-pool (\S+\.pool)", said)[1]
    assert (own.data / "pool-archives" / archive).is_file()

    restored = gatehouse("restore-pool", archive, "--data-dir", own.data)
    assert restored.returncode == 0, restored.stderr
    [native] = [each["ClientId"] for each in own.client("cognito-idp").list_user_pool_clients(
        UserPoolId=pool)["UserPoolClients"] if each["ClientName"].endswith("_app_client")]
    outputs = shop.folder / "restored.json"
    outputs.write_text(json.dumps({"version": "1", "auth": {
        "aws_region": "us-east-1", "user_pool_id": pool, "user_pool_client_id": native},
        "custom": {"gatehouse": {"endpoint": own.url}}}))
    ended = shop.run("sign-in", "ada", "--config", str(outputs), given=f"{PASSWORD}\n")
    assert "Signed in as ada" in ended.stderr


def test_without_a_sealed_copy_nothing_is_deleted(shop, own):
    pool = shop.ids["UserPoolId"]
    shop.run("remove", "auth", "--yes", "--delete-users")
    archives = own.data / "pool-archives"
    archives.write_text("a file in the place of the folder")
    said = shop.push("--allow-destroy", status=1).stderr
    assert "amplify push" in words(said) and exists(own, pool)
    archives.unlink()
    shop.push("--allow-destroy")
    assert exists(own, pool) is None and len(list(archives.iterdir())) == 1


def test_pools_of_other_environments_than_dev_cannot_be_deleted_by_one_call(own, tmp_path):
    for environment, protection in (("dev", "INACTIVE"), ("sandbox", "INACTIVE"), ("prod", "ACTIVE")):
        app = App(tmp_path / environment).init(own.url, name=environment, environment=environment).add_auth()
        app.push()
        assert exists(own, app.ids["UserPoolId"])["DeletionProtection"] == protection
    # The tool itself can, after the loss was accepted.
    pool = app.ids["UserPoolId"]
    make_user(own.client("cognito-idp"), pool, "ada", email="ada@example.com")
    app.run("remove", "auth", "--yes", "--delete-users")
    app.push(status=1)
    app.push("--allow-destroy")
    assert exists(own, pool) is None


def test_delete_and_env_remove_keep_users_whose_loss_was_not_accepted(shop, own):
    pool = shop.ids["UserPoolId"]
    shop.run("env", "add", "test", "--yes", "--server", own.url)
    shop.push()
    assert shop.ids["UserPoolId"] != pool
    shop.run("env", "remove", "dev", "--yes", status=1)
    shop.run("env", "remove", "test", "--force", "--yes", status=1)
    shop.run("env", "remove", "dev", "--force", "--yes")
    assert exists(own, pool)["UserPoolTags"]["amplify:detached"] == "dev"
    second = shop.ids["UserPoolId"]
    make_user(own.client("cognito-idp"), second, "ada", email="ada@example.com")
    shop.run("delete", "--yes", status=1)
    assert (shop.folder / "amplify").is_dir()
    shop.run("delete", "--force", "--yes")
    assert not (shop.folder / "amplify").exists() and exists(own, second)
    assert own.client("cognito-idp").list_users(UserPoolId=second)["Users"]


def test_a_group_with_members_is_a_loss(shop, own):
    admin, pool = own.client("cognito-idp"), shop.ids["UserPoolId"]
    shop.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=["Admins"])
    shop.push()
    admin.admin_add_user_to_group(UserPoolId=pool, Username="ada", GroupName="Admins")
    shop.update_auth(updateFlow="updateUserPoolGroups", deleteUserPoolGroups=["Admins"])
    assert "1 member" in words(shop.push(status=1).stderr)
    assert belongings(own, shop)["groups"] == ["Admins"]
    shop.push("--allow-destroy")
    assert belongings(own, shop)["groups"] == []


# Settings that cannot be changed, and changes by others


def test_a_setting_that_cannot_be_updated_is_named_with_the_ways_out(shop, own):
    path = f"amplify/backend/auth/{shop.resource}/cli-inputs.json"
    shop.change(path, lambda content: content["cognitoConfig"].update(usernameAttributes=["email"]))
    said = words(shop.push(status=1).stderr)
    assert "cannot be changed" in said and "original value" in said and "new resource" in said
    assert "UsernameAttributes" not in exists(own, shop.ids["UserPoolId"])


def test_changes_by_others_are_shown_and_overwritten_after_a_question(shop, own):
    pool = shop.ids["UserPoolId"]
    own.client("cognito-idp").update_user_pool(
        UserPoolId=pool, AutoVerifiedAttributes=["email"], Policies={"PasswordPolicy": {"MinimumLength": 12}},
        UserPoolTags=exists(own, pool)["UserPoolTags"])
    assert shop.operations()["auth"] == "Update"
    assert re.search(r"MinimumLength: 12 -> 8", shop.run("status", "-v").stdout)
    with shop.at("push") as at:
        at.answers("Do you want to continue?", ENTER)
        said = at.ends(1)
    assert "has changed on the server since the last push" in said
    assert exists(own, pool)["Policies"]["PasswordPolicy"]["MinimumLength"] == 12
    assert "The push overwrites that." in words(shop.push().stderr)
    assert exists(own, pool)["Policies"]["PasswordPolicy"]["MinimumLength"] == 8


def test_a_pool_that_was_deleted_on_the_server_is_never_made_anew_in_silence(shop, own):
    admin, pool = own.client("cognito-idp"), shop.ids["UserPoolId"]
    admin.delete_user_pool(UserPoolId=pool)
    before = shop.files()
    said = words(shop.push(status=1).stderr)
    assert "was deleted on the server" in said and "amplify import auth" in said and "amplify push --force" in said
    assert belongings(own, shop)["user pools"] == [] and shop.files() == before
    shop.push("--force")
    assert len(belongings(own, shop)["user pools"]) == 1 and shop.ids["UserPoolId"] != pool


# Servers


def test_another_server_than_before_is_refused(shop, tmp_path):
    (tmp_path / "other").mkdir()
    with Gatehouse(tmp_path / "other") as other:
        pools = other.client("cognito-idp").list_user_pools(MaxResults=60)["UserPools"]
        path = "amplify/team-provider-info.json"
        shop.change(path, lambda content: content["dev"]["gatehouse"].update(BaseURL=other.url))
        before = shop.files()
        said = words(shop.push(status=1).stderr)
        assert "Another server than before" in said and other.url in said
        assert f"amplify init --server {other.url}" in said
        assert shop.files() == before
        assert other.client("cognito-idp").list_user_pools(MaxResults=60)["UserPools"] == pools
        # What the message says makes the back end on the other server.
        shop.change(path, lambda content: content.pop("dev"))
        shop.run("init", "--yes", "--server", other.url)
        shop.push()
        assert len(belongings(other, shop)["user pools"]) == 1


class OlderServer(Passage):
    """A server of a release without project records."""

    def respond(self, path, headers, body):
        if path == "/health":
            return 200, {"Content-Type": "application/json"}, b'{"status":"ok"}'
        if headers.get("X-Amz-Target", "").startswith("GatehouseProjects."):
            fault = {"__type": "UnknownOperationException", "message": "Gatehouse does not have it yet."}
            return 400, {"Content-Type": "application/x-amz-json-1.1"}, json.dumps(fault).encode()
        return super().respond(path, headers, body)


def test_an_older_server_is_refused(shop, own, tmp_path):
    with OlderServer(own) as older:
        app = App(tmp_path / "New")
        refused = app.run(
            "init", "--yes", "--providers", json.dumps({"gatehouse": {"baseURL": older.url}}), status=1)
        assert "older than this tool" in words(refused.stderr) and app.files() == {}
        shop.change("amplify/team-provider-info.json",
                    lambda content: content["dev"]["gatehouse"].update(BaseURL=older.url))
        before = shop.files()
        assert "older than this tool" in words(shop.push(status=1).stderr)
        assert shop.files() == before


def test_a_server_that_does_not_answer_has_a_status_of_its_own(shop, own):
    before = shop.files()
    own.stop()
    assert "got no answer" in words(shop.push(status=69).stderr)
    told = shop.run("status", "--json")
    assert json.loads(told.stdout)["comparedWith"] == "lastPush"
    assert shop.files() == before
    own.start()
    assert shop.status()["comparedWith"] == "server"


def test_calls_are_signed_with_a_key_that_is_typed_hidden_and_kept_outside_of_the_project(tmp_path):
    (tmp_path / "server").mkdir()
    id, secret = ADMINISTRATOR["GATEHOUSE_ADMIN_ACCESS_KEY_ID"], ADMINISTRATOR["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"]
    with Gatehouse(tmp_path / "server", environment=dict(ADMINISTRATOR)) as server:
        app = App(tmp_path / "Shop")
        with app.at("init") as at:
            at.answers("name for the project", ENTER)
            at.answers("make the project with this configuration", ENTER)
            at.chooses("Which server", "Another Gatehouse")
            at.writes("address of the server", server.url)
            at.answers("region", ENTER)
            at.chooses("authentication method", "AWS access keys")
            at.writes("access key ID", id)
            at.writes("secret access key", secret)
            at.ends()
            assert secret.encode() not in at.bytes
        assert not any(secret.encode() in content for _, content in app.files().values())
        [kept] = (app.home / "config/amplify/secrets").rglob("*.json")
        assert kept.stat().st_mode & 0o077 == 0
        app.add_auth().push()
        wrong = {"AWS_ACCESS_KEY_ID": id, "AWS_SECRET_ACCESS_KEY": "another"}
        assert "Check the secret of the access key" in words(app.run("push", "--yes", status=1, **wrong).stderr)
        half = app.run("push", "--yes", status=66, AWS_ACCESS_KEY_ID=id)
        assert "AWS_SECRET_ACCESS_KEY is missing" in words(half.stderr)
        # The last call of a deletion needs the key, too; then it goes.
        app.run("delete", "--force", "--yes")
        assert not (app.folder / "amplify").exists() and not kept.exists()


def test_secrets_of_providers_are_sent_once_and_never_shown(own, tmp_path):
    app = App(tmp_path / "Shop").init(own.url)
    app.add_auth(
        useDefault="defaultSocial", hostedUIDomainName="shop-secrets", newCallbackURLs=["myapp://"],
        newLogoutURLs=["myapp://"], authProvidersUserPool=["Google"], googleAppIdUserPool="web.example",
        googleAppSecretUserPool="google-hush")
    pushed = app.push("--debug")
    shown = app.run("status", "-v")
    for ended in (pushed, shown):
        assert "google-hush" not in ended.stdout + ended.stderr
    assert not any(b"google-hush" in content for _, content in app.files().values())
    # A push without the secret, from another machine, leaves the provider as it is.
    other = App(tmp_path / "other/Shop")
    other.run("pull", "--yes", "--server", own.url, "--appId", app.place["AppId"], "--envName", "dev")
    assert "no changes" in other.push().stderr
    provider = own.client("cognito-idp").describe_identity_provider(
        UserPoolId=app.ids["UserPoolId"], ProviderName="Google")["IdentityProvider"]
    assert provider["ProviderDetails"]["client_secret"] == "google-hush"
