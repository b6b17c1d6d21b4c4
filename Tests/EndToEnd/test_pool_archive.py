# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Sealed copies of user pools: made by the server, and restored beside it, without it, and in another folder."""
import json
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from authenticator import code_of
from conftest import answer, make_client, make_user, sign_in, tokens_of
from gatehouse import BINARY, Gatehouse, gatehouse


def archive(server, pool, region="us-east-1"):
    """The answer of `ArchiveUserPool`."""
    headers = {"content-type": "application/x-amz-json-1.1", "x-amz-target": "GatehouseProjects.ArchiveUserPool"}
    request = AWSRequest("POST", server.url + "/", data=json.dumps({"UserPoolId": pool}), headers=headers)
    SigV4Auth(Credentials("AKIAEXAMPLE", "any"), "gatehouse", region).add_auth(request)
    sent = urllib.request.Request(
        server.url + "/", data=request.data.encode() if isinstance(request.data, str) else request.data,
        headers=dict(request.headers), method="POST")
    with urllib.request.urlopen(sent) as got:
        return json.load(got)


def refused(server, pool, region="us-east-1"):
    """The status and the fault of `ArchiveUserPool`."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        archive(server, pool, region)
    return caught.value.code, json.load(caught.value)


@pytest.fixture
def server(tmp_path):
    server = Gatehouse(tmp_path).start()
    yield server
    if server.process.poll() is None:
        server.stop()


class Shop:
    """A pool with two users; Alice has an authenticator app."""

    def __init__(self, server, users=2):
        self.admin, self.app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
        self.pool = self.admin.create_user_pool(PoolName="shop")["UserPool"]["Id"]
        self.admin.set_user_pool_mfa_config(
            UserPoolId=self.pool, MfaConfiguration="OPTIONAL", SoftwareTokenMfaConfiguration={"Enabled": True})
        self.client = make_client(self.admin, self.pool)["ClientId"]
        alice = make_user(self.admin, self.pool)
        for number in range(1, users):
            make_user(self.admin, self.pool, f"user-{number}", nickname=f"nick-{number}")
        token = tokens_of(self.app, self.client)["AccessToken"]
        self.secret = self.app.associate_software_token(AccessToken=token)["SecretCode"]
        self.app.verify_software_token(AccessToken=token, UserCode=code_of(self.secret, -1))
        self.admin.admin_set_user_mfa_preference(
            **alice, SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True})

    def delete(self):
        self.admin.delete_user_pool(UserPoolId=self.pool)

    def is_gone(self):
        with pytest.raises(self.admin.exceptions.ResourceNotFoundException):
            self.admin.describe_user_pool(UserPoolId=self.pool)

    def sign_everyone_in(self, users=2):
        challenge = sign_in(self.app, self.client)
        assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
        done = answer(self.app, self.client, challenge, SOFTWARE_TOKEN_MFA_CODE=code_of(self.secret))
        assert done["AuthenticationResult"]["IdToken"]
        for number in range(1, users):
            token = tokens_of(self.app, self.client, f"user-{number}")["AccessToken"]
            attributes = self.app.get_user(AccessToken=token)["UserAttributes"]
            assert {"Name": "nickname", "Value": f"nick-{number}"} in attributes


def test_a_deleted_pool_comes_back_beside_the_running_server_by_the_command_of_the_answer(server):
    shop = Shop(server)
    old = tokens_of(shop.app, shop.client, "user-1")
    made = archive(server, shop.pool)
    assert made["Users"] == 2
    file = server.data / "pool-archives" / made["ArchiveName"]
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert b"nick-1" not in file.read_bytes() and shop.client.encode() not in file.read_bytes()
    early = gatehouse("restore-pool", made["ArchiveName"], "--data-dir", server.data)
    assert early.returncode == 69 and f"User pool {shop.pool} exists" in early.stderr
    shop.delete()
    shop.is_gone()
    command = made["RestoreCommand"]
    assert command.startswith("gatehouse restore-pool ")
    restored = subprocess.run(
        command.replace("gatehouse", BINARY, 1), shell=True, capture_output=True, text=True, timeout=300)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout == f"User pool {shop.pool} is restored. Users: 2.\n"
    shop.sign_everyone_in()
    # The sessions have ended.
    with pytest.raises(shop.app.exceptions.NotAuthorizedException):
        shop.app.initiate_auth(
            ClientId=shop.client, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": old["RefreshToken"]})
    checked = gatehouse("check", "--data-dir", server.data)
    assert checked.returncode == 0, checked.stdout
    assert "Copies of user pools: 1, which need the master key main" in checked.stdout


def test_a_pool_comes_back_after_a_kill_without_a_server_and_in_another_folder(server, tmp_path):
    shop = Shop(server, users=30)
    name = archive(server, shop.pool)["ArchiveName"]
    shop.delete()
    server.stop(signal.SIGKILL)
    restored = gatehouse("restore-pool", name, "--data-dir", server.data)
    assert restored.returncode == 0, restored.stderr
    with server:
        shop.sign_everyone_in(users=30)
        shop.delete()
    # Another database of the same key, without the folder of copies.
    key = {"GATEHOUSE_MASTER_KEY_FILE": str(server.data / "master.key")}
    (tmp_path / "other").mkdir()
    other = Gatehouse(tmp_path / "other", environment=key)
    other.command[other.command.index("--port") + 1] = str(server.port)
    other.port, other.url = server.port, server.url
    with other:
        file = shutil.copy(server.data / "pool-archives" / name, tmp_path / name)
        restored = gatehouse("restore-pool", file, "--data-dir", other.data, environment=key)
        assert restored.returncode == 0, restored.stderr
        admin = other.client("cognito-idp")
        assert admin.describe_user_pool(UserPoolId=shop.pool)["UserPool"]["EstimatedNumberOfUsers"] == 30


def test_damage_and_missing_keys_are_refused_and_nothing_is_restored(server, tmp_path):
    shop = Shop(server)
    file = server.data / "pool-archives" / archive(server, shop.pool)["ArchiveName"]
    shop.delete()
    content = file.read_bytes()
    middle = len(content) // 2
    for damaged in [content[:middle], content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]]:
        file.write_bytes(damaged)
        done = gatehouse("restore-pool", file.name, "--data-dir", server.data)
        assert done.returncode == 65 and "is damaged" in done.stderr, done.stderr
    shop.is_gone()
    missing = gatehouse("restore-pool", "nothing.pool", "--data-dir", server.data)
    assert missing.returncode == 64 and "There is no file" in missing.stderr
    file.write_bytes(content)
    # The copy under a key that another installation does not have.
    (tmp_path / "other").mkdir()
    with Gatehouse(tmp_path / "other") as other:
        foreign = gatehouse("restore-pool", file, "--data-dir", other.data)
        # Both keys have the id that every first start gives.
        assert foreign.returncode == 65 and "another key than the one of the same id" in foreign.stderr
    assert gatehouse("restore-pool", file.name, "--data-dir", server.data).returncode == 0
    shop.sign_everyone_in()


def test_a_copy_that_cannot_be_written_is_a_fault_and_unknown_pools_are_not_found(server):
    shop = Shop(server)
    status, fault = refused(server, "us-east-1_Unknown00")
    assert status == 400 and fault["__type"].endswith("ResourceNotFoundException")
    status, fault = refused(server, shop.pool, region="eu-west-1")
    assert status == 400 and fault["__type"].endswith("ResourceNotFoundException")
    (server.data / "pool-archives").write_text("in the place of the folder")
    status, fault = refused(server, shop.pool)
    assert status == 500 and fault["__type"].endswith("ArchiveFailedException"), fault
    (server.data / "pool-archives").unlink()
    assert archive(server, shop.pool)["Users"] == 2
