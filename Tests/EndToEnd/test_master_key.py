# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A new master key: added, adopted by a restart, everything sealed again under load, and the old one removed."""
import base64
import os
import signal
import sqlite3
import subprocess
import time

import pytest

from conftest import make_client, make_user, tokens_of
from gatehouse import BINARY, Gatehouse, gatehouse
from test_backup import Load

HOUR = 3_600_000  # milliseconds: for so long, clients hold values that are sealed under the old key


def line(name):
    return f"{name}:{base64.b64encode(os.urandom(32)).decode()}\n"


@pytest.fixture
def keys(tmp_path):
    file = tmp_path / "master.keys"
    file.touch(mode=0o600)
    file.write_text(line("old"))
    return file


@pytest.fixture
def server(tmp_path, keys):
    server = Gatehouse(tmp_path, environment={"GATEHOUSE_MASTER_KEY_FILE": str(keys)}).start()
    yield server
    if server.process.poll() is None:
        server.stop()


def run(server, *command):
    return gatehouse(*command, "--data-dir", server.data, environment=server.environment)


def refused_start(server):
    """The reason for which the server does not start."""
    ended = subprocess.run(
        server.command, capture_output=True, text=True, timeout=60, env={**os.environ, **server.environment})
    assert ended.returncode == 78, ended.stdout + ended.stderr
    return ended.stderr


def test_the_master_key_is_replaced_under_a_running_server(server, keys):
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    for number in range(20):
        make_user(admin, pool, f"user-{number}")
    tokens = tokens_of(app, client_id, "user-0")

    # The command refuses to seal under a key that the running server cannot open with.
    keys.write_text(keys.read_text() + line("new"))
    refused = run(server, "rotate-master-key")
    assert refused.returncode == 69 and "restart the server" in refused.stderr
    server.stop()
    with server:
        check = run(server, "check")
        assert check.returncode == 0 and "run first: gatehouse rotate-master-key" in check.stdout
        with Load(server, pool) as load:
            before = load.calls
            rotated = run(server, "rotate-master-key")
            assert rotated.returncode == 0, rotated.stdout + rotated.stderr
            assert load.calls > before
        assert "users.password:" in rotated.stdout
        assert "The line of the master key old may be removed from" in rotated.stdout
        assert " 0 values were sealed again" in " " + run(server, "rotate-master-key").stdout.splitlines()[-2]
        assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "user-0"
        tokens_of(app, client_id, "user-1")

    # Too early: clients may hold credentials under the old key.
    keys.write_text(keys.read_text().splitlines()[1] + "\n")
    assert "The master key old is missing" in refused_start(server)
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        # An hour later.
        database.execute("UPDATE master_keys SET sealed_until = sealed_until - ?", (HOUR,))
    database.close()
    with server:
        for number in range(20):
            tokens_of(app, client_id, f"user-{number}")
        app.initiate_auth(
            ClientId=client_id, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})
        check = run(server, "check")
        assert check.returncode == 0 and "Master key old" not in check.stdout


def test_the_line_of_a_leaked_key_is_removed_at_once(server, keys):
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    make_user(admin, pool, "user")
    tokens = tokens_of(app, client_id, "user")
    keys.write_text(keys.read_text() + line("new"))
    server.stop()
    with server:
        rotated = run(server, "rotate-master-key", "--end-sessions-now")
        assert rotated.returncode == 0, rotated.stdout + rotated.stderr
        assert "The line of the master key old may be removed now." in rotated.stdout
        assert "its line may be removed\n" in run(server, "check").stdout
    keys.write_text(keys.read_text().splitlines()[1] + "\n")
    with server:
        # Tokens are signed by keys of pools, and stay valid.
        assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "user"
        tokens_of(app, client_id, "user")


def test_a_rotation_that_is_killed_goes_on(server, keys):
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    for number in range(60):
        make_user(admin, pool, f"user-{number}")
    keys.write_text(keys.read_text() + line("new"))
    server.stop(signal.SIGKILL)
    with server:
        for pause in (0.01, 0.03, 0.05, 0.1):
            rotation = subprocess.Popen(
                [BINARY, "rotate-master-key", "--data-dir", str(server.data)], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env={**os.environ, **server.environment})
            time.sleep(pause)
            rotation.kill()
            rotation.wait()
            tokens_of(app, client_id, "user-7")
        assert run(server, "rotate-master-key").returncode == 0
        check = run(server, "check")
        assert check.returncode == 0 and "Master key old: 0 values" in check.stdout
        for number in range(60):
            tokens_of(app, client_id, f"user-{number}")


def test_a_key_that_is_needed_must_not_be_missing(server, keys):
    server.stop()
    old = keys.read_text()
    keys.write_text(old + line("new"))
    with server:
        pass
    keys.write_text(old)
    assert "The master key new is missing" in refused_start(server)
    check = run(server, "check")
    assert check.returncode == 65 and "PROBLEM: Master keys: The master key new is missing" in check.stdout
