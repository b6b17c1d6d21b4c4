# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The rotation of signing keys while a server runs."""
import subprocess

import pytest

from conftest import make_client, make_user
from gatehouse import BINARY, PASSWORD, Gatehouse


def rotate(server, *arguments):
    return subprocess.run(
        [BINARY, "rotate-keys", "--data-dir", str(server.folder / "data"), *arguments],
        capture_output=True, text=True, timeout=60,
    )


@pytest.fixture
def server(tmp_path):
    server = Gatehouse(tmp_path).start()
    yield server
    assert server.stop() == 0


def test_signing_keys_are_rotated_while_the_server_runs(server, admin, app, pool):
    client_id = make_client(admin, pool)["ClientId"]
    make_user(admin, pool, "ada")

    def tokens(flow, **parameters):
        answer = app.initiate_auth(ClientId=client_id, AuthFlow=flow, AuthParameters=parameters)
        return answer["AuthenticationResult"]

    def keys():
        return {key["kid"] for key in server.json(f"/{pool}/.well-known/jwks.json")["keys"]}

    first, before = tokens("USER_PASSWORD_AUTH", USERNAME="ada", PASSWORD=PASSWORD), keys()
    rotated = rotate(server)
    assert rotated.returncode == 0 and pool in rotated.stdout
    assert len(keys()) == 4 and keys() > before
    second = tokens("REFRESH_TOKEN_AUTH", REFRESH_TOKEN=first["RefreshToken"])
    for token in (first["AccessToken"], second["AccessToken"]):
        assert app.get_user(AccessToken=token)["Username"] == "ada"
    assert rotate(server, "--pool", pool, "--discard-old").returncode == 0
    assert len(keys()) == 2 and not keys() & before
    for token in (first["AccessToken"], second["AccessToken"]):
        with pytest.raises(app.exceptions.NotAuthorizedException):
            app.get_user(AccessToken=token)
    third = tokens("REFRESH_TOKEN_AUTH", REFRESH_TOKEN=first["RefreshToken"])
    assert app.get_user(AccessToken=third["AccessToken"])["Username"] == "ada"


def test_an_unknown_pool_or_a_missing_database_is_named(server, tmp_path):
    unknown = rotate(server, "--pool", "us-east-1_None")
    assert unknown.returncode == 64 and "us-east-1_None" in unknown.stderr
    nowhere = subprocess.run(
        [BINARY, "rotate-keys", "--data-dir", str(tmp_path / "none")], capture_output=True, text=True, timeout=60
    )
    assert nowhere.returncode == 78 and "--data-dir" in nowhere.stderr
    assert not (tmp_path / "none").exists()
