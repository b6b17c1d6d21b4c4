# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A data folder whose tokens are signed with keys of `gatehouse dev --signing-keys`, which is used for production."""
import base64
import json
import os
import re
import subprocess

from gatehouse import BINARY
from server_process import ServerProcess

KEPT = "gatehouse-dev-"


def random_text():
    return base64.b64encode(os.urandom(32)).decode()


def test_a_server_for_production_refuses_the_keys_and_starts_after_the_command_that_it_prints(tmp_path):
    environment = {
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": random_text(),
        "GATEHOUSE_MASTER_KEY": random_text()}
    kept = tmp_path / "signing-keys.json"
    arguments = ["--signing-keys", str(kept)]
    secrets = {"GATEHOUSE_MASTER_KEY": environment["GATEHOUSE_MASTER_KEY"]}
    with ServerProcess(BINARY, tmp_path, arguments, environment=secrets) as dev:
        pool = dev.json("/")["userPoolId"]
        keys = dev.json(f"/{pool}/.well-known/jwks.json")["keys"]
        assert len(keys) == 2 and all(key["kid"].startswith(KEPT) for key in keys)
    assert len(json.loads(kept.read_text())["signingKeys"]) == 2

    server = ServerProcess(BINARY, tmp_path, environment=environment, mode="serve")
    started = dict(capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    refused = subprocess.run(server.command, **started)
    assert refused.returncode == 78 and pool in refused.stderr, refused.stdout + refused.stderr
    command = re.search(r"replace them with: gatehouse (rotate-keys --discard-old .*)", refused.stderr)[1]
    subprocess.run(f"{BINARY} {command}", shell=True, check=True, **started)
    with server:
        keys = server.json(f"/{pool}/.well-known/jwks.json")["keys"]
        assert keys and not any(key["kid"].startswith(KEPT) for key in keys)
