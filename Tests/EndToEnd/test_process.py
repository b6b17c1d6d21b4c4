# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The program itself: files of the first start, the outbox, metrics, shutdown, and refusals that name the cure."""
import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import make_client
from documents import settings
from gatehouse import BINARY, PASSWORD, Gatehouse
from server_process import PATIENCE, ServerProcess, free_port


def test_the_first_start_writes_configurations_that_name_what_it_made(server):
    data = server.folder / "data"
    outputs = json.loads((data / "amplify_outputs.json").read_text())
    assert outputs["custom"]["gatehouse"]["endpoint"] == server.url
    pool = outputs["auth"]["user_pool_id"]
    first = json.loads((data / "amplifyconfiguration.json").read_text())
    plugin = first["auth"]["plugins"]["awsCognitoAuthPlugin"]
    assert plugin["CognitoUserPool"]["Default"]["PoolId"] == pool
    older = json.loads((data / "awsconfiguration.json").read_text())
    assert older["CognitoUserPool"]["Default"]["PoolId"] == pool
    described = server.client("cognito-idp").describe_user_pool(UserPoolId=pool)["UserPool"]
    assert described["Id"] == pool
    configuration = server.json(f"/{pool}/.well-known/openid-configuration")
    assert configuration["issuer"] == f"{server.url}/{pool}"
    assert len(server.json(f"/{pool}/.well-known/jwks.json")["keys"]) == 2


def test_the_outbox_has_a_page_for_people_and_the_same_as_json(server):
    page = server.get("/dev/outbox", {"Accept": "text/html"})
    assert page.headers["Content-Type"].startswith("text/html")
    for answer in (
        server.get("/dev/outbox", {"Accept": "application/json"}),
        server.get("/dev/outbox?format=json"),
    ):
        assert isinstance(json.load(answer), list)


def test_metrics_are_labelled_by_operation(server, admin, pool):
    text = server.get("/metrics").read().decode()
    assert "CreateUserPool" in text


def test_unknown_paths_are_answered(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.get("/no/such/path")
    assert caught.value.code == 404


def test_no_secret_is_in_the_log(tmp_path):
    server = Gatehouse(tmp_path, environment={"GATEHOUSE_LOG_LEVEL": "trace"}).start()
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    client = make_client(admin, pool, GenerateSecret=True)
    secret = client["ClientSecret"]
    proof = base64.b64encode(
        hmac.digest(secret.encode(), f"ada{client['ClientId']}".encode(), hashlib.sha256)
    ).decode()
    caller = dict(ClientId=client["ClientId"])
    app.sign_up(
        **caller, SecretHash=proof, Username="ada", Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}],
    )
    code = server.code_for("ada@example.com")
    app.confirm_sign_up(**caller, SecretHash=proof, Username="ada", ConfirmationCode=code)
    answer = dict(USERNAME="ada", PASSWORD=PASSWORD, SECRET_HASH=proof)
    tokens = app.initiate_auth(**caller, AuthFlow="USER_PASSWORD_AUTH", AuthParameters=answer)["AuthenticationResult"]
    app.get_user(AccessToken=tokens["AccessToken"])
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.initiate_auth(
            **caller, AuthFlow="USER_PASSWORD_AUTH", AuthParameters=answer | {"PASSWORD": "Wrong-Horse-7!"})
    assert server.stop() == 0
    log = (tmp_path / "gatehouse.log").read_text()
    assert "InitiateAuth answered" in log and "InitiateAuth refused: Incorrect username or password." in log
    # An access token's first part is public; the code is looked for as a word, since other numbers may contain it.
    secrets = [PASSWORD, "Wrong-Horse-7!", secret, proof, tokens["RefreshToken"], "PRIVATE"]
    secrets += [tokens[name].split(".", 1)[1] for name in ("AccessToken", "IdToken")]
    assert [word for word in secrets if word in log] == []
    assert not re.search(rf"\b{code}\b", log)


def test_a_log_that_is_not_read_stops_no_request_and_is_complete_afterwards(tmp_path):
    unread, errors = os.pipe()
    server = Gatehouse(tmp_path).start(errors)
    os.close(errors)
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE)
    # The pipe has room for 64 KiB.
    for number in range(3_000):
        connection.request("GET", "/no/such/path")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 404, number
    connection.close()
    # A reader from here on: what was buffered is written before the process ends.
    with open(unread) as log, ThreadPoolExecutor(max_workers=1) as reader:
        text = reader.submit(log.read)
        assert server.stop() == 0
        assert text.result().count("NotFound") == 3_000


def test_a_log_that_is_never_read_does_not_hold_up_the_end_of_the_process(tmp_path):
    unread, errors = os.pipe()
    os.set_blocking(errors, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(errors, b"-" * 4_096)
    os.set_blocking(errors, True)
    server = Gatehouse(tmp_path).start(errors)
    os.close(errors)
    with pytest.raises(urllib.error.HTTPError):
        server.get("/no/such/path")
    assert server.stop() == 0
    os.close(unread)


def run(arguments, environment=None, folder=None):
    return subprocess.run(
        [BINARY, *arguments], capture_output=True, text=True, timeout=60, cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **(environment or {})},
    )


def test_serve_names_all_keys_that_it_lacks_at_once_and_starts_with_them(tmp_path):
    server = ServerProcess(BINARY, tmp_path, mode="serve")
    refused = run(server.command[1:], folder=tmp_path)
    assert refused.returncode == 78
    names = set(re.findall(r"GATEHOUSE_[A-Z_]*[A-Z]", refused.stderr))
    assert names == {
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY", "GATEHOUSE_MASTER_KEY",
        "GATEHOUSE_MASTER_KEY_FILE"}
    commands = re.findall(r"openssl rand -base64 \d+", refused.stderr)
    admin, master = (subprocess.check_output(command.split(), text=True).strip() for command in commands)
    server.environment = {
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": admin,
        "GATEHOUSE_MASTER_KEY": master}
    with server:
        assert server.json("/health")["status"] == "ok"
        said = (tmp_path / "gatehouse.log").read_text()
        assert "listens on" in said and "The server is ready" in said
    assert "could not be prepared" not in (tmp_path / "gatehouse.log").read_text()


def test_a_server_that_cannot_listen_or_read_its_seed_does_not_say_that_it_is_ready(server, tmp_path):
    for arguments in [["--port", str(server.port)], ["--port", str(free_port()), "--seed", "nosuch.json"]]:
        refused = run(["dev", "--data-dir", str(tmp_path / "data"), *arguments], folder=tmp_path)
        assert refused.returncode != 0 and "is ready" not in refused.stdout + refused.stderr


@pytest.mark.parametrize("arguments, environment, text", [
    (["serve"], {"GATEHOUSE_PROT": "9383"}, "GATEHOUSE_PROT is not a setting, the nearest one is GATEHOUSE_PORT"),
    (["dev"], {"GATEHOUSE_MASTER_KEY_FILE": "nosuch.key"}, "There is no file nosuch.key"),
    (["dev", "--config", "nosuch.json"], {}, "There is no file nosuch.json"),
    (["dev", "--triggers", "nosuch.json"], {}, "There is no file nosuch.json"),
])
def test_a_misspelt_setting_or_a_missing_file_is_named(tmp_path, arguments, environment, text):
    refused = run(arguments + ["--port", str(free_port())], environment=environment, folder=tmp_path)
    assert refused.returncode == 78 and text in refused.stderr


def test_the_files_of_an_unknown_pool_are_not_written(server, tmp_path):
    arguments = ["outputs", "--data-dir", str(server.data), "--user-pool", "us-east-1_Unknown00", "--client", "app"]
    refused = run(arguments, folder=tmp_path)
    assert refused.returncode == 64 and "There is no user pool us-east-1_Unknown00" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_help_of_serve_names_the_settings_of_the_document():
    helped = set(re.findall(r"GATEHOUSE_[A-Z_]*[A-Z]", run(["serve", "--help"]).stdout))
    for_developers = {f"GATEHOUSE_{name}" for name in ("ALLOW_REMOTE", "SCHEMA", "SEED", "SIGNING_KEYS")}
    assert settings() - for_developers == helped


def test_a_port_in_use_is_named(server, tmp_path):
    refused = run(["dev", "--port", str(server.port), "--data-dir", str(tmp_path / "data")], folder=tmp_path)
    assert refused.returncode != 0
    assert str(server.port) in refused.stderr


def test_a_metrics_port_in_use_is_named_and_the_server_does_not_say_that_it_listens(server, tmp_path):
    refused = run(
        ["dev", "--port", str(free_port()), "--data-dir", str(tmp_path / "data")],
        environment={"GATEHOUSE_METRICS_PORT": str(server.port)}, folder=tmp_path)
    assert refused.returncode == 69
    assert f"Port {server.port} is in use" in refused.stderr and "GATEHOUSE_METRICS_PORT" in refused.stderr
    assert "listens" not in refused.stdout


def test_a_server_whose_database_was_removed_is_alive_but_not_ready(tmp_path):
    port = free_port()
    server = Gatehouse(tmp_path, environment={"GATEHOUSE_HEALTH_PORT": str(port)}).start()

    def health(path, port=port):
        try:
            with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as answer:
            return answer.code, json.load(answer)

    assert health("/health/ready") == (200, {"status": "ok"})
    (server.data / "gatehouse.sqlite").unlink()
    deadline = time.monotonic() + PATIENCE
    while health("/health/ready")[0] == 200 and time.monotonic() < deadline:
        time.sleep(0.1)
    status, answer = health("/health/ready", server.port)
    assert status == 503 and answer["status"] == "unavailable" and "removed" in answer["reason"]
    assert health("/health/live") == (200, {"status": "ok"})
    assert health("/metrics")[0] == 404
    assert server.stop() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")
def test_a_server_without_space_on_its_disk_is_not_ready_within_seconds(tmp_path):
    server = Gatehouse(tmp_path)
    server.data.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", str(server.data)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("This machine does not allow to mount a file system.")
    try:
        server.start()
        with contextlib.suppress(OSError), open(server.data / "filler", "wb") as filler:
            while True:
                filler.write(b"-" * 65_536)
                filler.flush()
        full = time.monotonic()
        with pytest.raises(urllib.error.HTTPError) as caught:
            while time.monotonic() < full + PATIENCE:
                server.get("/health/ready").close()
                time.sleep(0.1)
        assert caught.value.code == 503 and "disk" in json.load(caught.value)["reason"]
        # A probe every five seconds; the rest is for slow machines.
        assert time.monotonic() - full < 15
        (server.data / "filler").unlink()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(urllib.error.HTTPError), server.get("/health/ready"):
                break
            time.sleep(0.1)
        assert server.stop() == 0
    finally:
        if hasattr(server, "process") and server.process.poll() is None:
            server.stop()
        subprocess.run(["umount", "--lazy", str(server.data)], check=True)


def test_a_restart_keeps_everything_and_verified_keys_are_verified(tmp_path):
    keys = {
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAGATEHOUSETEST001",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab",
    }
    server = Gatehouse(tmp_path, environment=keys).start()
    admin = server.client("cognito-idp", *keys.values())
    pool = admin.create_user_pool(PoolName="kept")["UserPool"]["Id"]
    for key, secret in [(list(keys.values())[0], "wrong"), ("AKIAUNKNOWN", "wrong")]:
        with pytest.raises(admin.exceptions.ClientError) as caught:
            server.client("cognito-idp", key, secret).describe_user_pool(UserPoolId=pool)
        code = caught.value.response["Error"]["Code"]
        assert code in ("InvalidSignatureException", "UnrecognizedClientException")
    assert server.stop() == 0
    server.start()
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["Name"] == "kept"
    assert server.stop() == 0
