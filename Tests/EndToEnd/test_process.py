# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The program itself: files of the first start, the outbox, metrics, shutdown, and refusals that name the cure."""
import json
import os
import subprocess
import urllib.error

import pytest

from gatehouse import BINARY, Gatehouse, free_port


def test_the_first_start_writes_configurations_that_name_what_it_made(server):
    data = server.folder / "data"
    outputs = json.loads((data / "amplify_outputs.json").read_text())
    assert outputs["auth"]["endpoint"] == server.url
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


def test_no_secret_is_in_the_log(server, admin, pool, client_id):
    log = (server.folder / "gatehouse.log").read_text()
    assert "Correct-Horse" not in log and "PRIVATE" not in log


def run(arguments, environment=None, folder=None):
    return subprocess.run(
        [BINARY, *arguments], capture_output=True, text=True, timeout=60, cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **(environment or {})},
    )


def test_serve_refuses_to_start_without_keys_and_names_the_cure(tmp_path):
    refused = run(["serve", "--port", str(free_port()), "--data-dir", str(tmp_path / "data")], folder=tmp_path)
    assert refused.returncode != 0
    assert "GATEHOUSE_" in refused.stderr and "Fatal" not in refused.stderr


def test_a_port_in_use_is_named(server, tmp_path):
    refused = run(["dev", "--port", str(server.port), "--data-dir", str(tmp_path / "data")], folder=tmp_path)
    assert refused.returncode != 0
    assert str(server.port) in refused.stderr


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
