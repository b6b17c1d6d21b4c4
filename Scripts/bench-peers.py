#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Starts the servers that Gatehouse is measured beside, writes where they are, and stops them when its input ends.

    bench-peers.py FOLDER      writes FOLDER/peers.json when both answer
"""
import http.client
import json
import pathlib
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse

import boto3

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tests/EndToEnd"))
from server_process import free_port  # noqa: E402

PASSWORD = "Correct-Horse-7!"
USERS = 16
SCHEMA = pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
# The administrator that the schema brings; its hash has fewer rounds than those of users made later.
ADMINISTRATOR = {"username": "admin", "password": "password"}


def wait_for(port):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def start(folder, name, line, port):
    log = open(folder / f"{name}.log", "ab")
    process = subprocess.Popen(line, stdout=log, stderr=log)
    wait_for(port)
    return process


class Moto:
    def __init__(self, folder):
        self.port = free_port()
        program = pathlib.Path(sys.executable).with_name("moto_server")
        self.process = start(folder, "moto", [program, "--port", str(self.port)], self.port)

    def describe(self):
        url = f"http://localhost:{self.port}"
        keys = {"aws_access_key_id": "any", "aws_secret_access_key": "any"}
        idp = boto3.client("cognito-idp", endpoint_url=url, region_name="us-east-1", **keys)
        pool = idp.create_user_pool(PoolName="bench")["UserPool"]["Id"]
        flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
        client = idp.create_user_pool_client(UserPoolId=pool, ClientName="bench", ExplicitAuthFlows=flows)
        for number in range(USERS):
            user = {"UserPoolId": pool, "Username": f"bench-{number}"}
            idp.admin_create_user(**user, MessageAction="SUPPRESS")
            idp.admin_set_user_password(**user, Password=PASSWORD, Permanent=True)
        client_id = client["UserPoolClient"]["ClientId"]
        return {"url": url, "processID": self.process.pid, "poolID": pool, "clientID": client_id}


class Glewlwyd:
    MODULES = ("user", "user_middleware", "client", "user_auth_scheme", "plugin")

    def __init__(self, folder):
        self.folder, self.port, self.cookie = folder, free_port(), None
        database = sqlite3.connect(folder / "glewlwyd.db")
        database.executescript(SCHEMA.read_text())
        database.close()
        configuration = folder / "glewlwyd.conf"
        configuration.write_text(self.configuration())
        line = ["glewlwyd", f"--config-file={configuration}"]
        self.process = start(folder, "glewlwyd", line, self.port)

    def configuration(self):
        paths = {name: name.replace("user_auth_scheme", "scheme") for name in self.MODULES}
        modules = "".join(
            f'{name}_module_path="/usr/lib/glewlwyd/{path}"\n'
            for name, path in paths.items()
        )
        return (
            f'port={self.port}\nbind_address="127.0.0.1"\nexternal_url="http://localhost:{self.port}"\n'
            'api_prefix="api"\nlog_mode="console"\nlog_level="ERROR"\ncookie_secure=0\nhash_algorithm="SHA512"\n'
            f'{modules}database = {{ type = "sqlite3" path = "{self.folder / "glewlwyd.db"}" }}\n'
        )

    def post(self, path, content):
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("POST", f"/api/{path}", json.dumps(content), headers)
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"glewlwyd answered {answer.status} to {path}: {answer.read()}")
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]

    def describe(self):
        self.post("auth/", ADMINISTRATOR)
        self.post("mod/plugin/", self.tokens())
        client = {"client_id": "bench", "confidential": False, "enabled": True}
        self.post("client/", {**client, "authorization_type": ["password"], "redirect_uri": ["http://localhost"]})
        form = {"grant_type": "password", **ADMINISTRATOR, "scope": "g_profile", "client_id": "bench"}
        url = f"http://localhost:{self.port}/api/tokens/token"
        return {"tokenURL": url, "processID": self.process.pid, "form": urllib.parse.urlencode(form)}

    def tokens(self):
        """An instance of its OAuth 2.0 plug-in that signs with an RSA key of 2048 bits."""
        key = self.openssl("genrsa", "-traditional", "2048")
        public = self.openssl("rsa", "-pubout", given=key)
        flows = {f"auth-type-{flow}-enabled": True for flow in ("code", "implicit", "password", "client", "refresh")}
        durations = {"access-token-duration": 3600, "refresh-token-duration": 1209600, "code-duration": 600}
        key_pair = {"jwt-type": "rsa", "jwt-key-size": "256", "key": key, "cert": public}
        issuer = {"url": f"http://localhost:{self.port}/api/tokens", "refresh-token-rolling": True}
        parameters = {**issuer, **key_pair, **durations, **flows}
        plugin = {"module": "oauth2-glewlwyd", "name": "tokens", "display_name": "tokens", "order_rank": 0}
        return {**plugin, "parameters": parameters}

    @staticmethod
    def openssl(*arguments, given=None):
        line = ["openssl", *arguments]
        return subprocess.run(line, input=given, capture_output=True, text=True, check=True).stdout


def main(folder):
    peers = {"moto": Moto(folder), "glewlwyd": Glewlwyd(folder)}
    try:
        described = {name: peer.describe() for name, peer in peers.items()}
        (folder / "peers.json.new").write_text(json.dumps(described))
        (folder / "peers.json.new").rename(folder / "peers.json")
        sys.stdin.read()
    finally:
        for peer in peers.values():
            peer.process.terminate()
            peer.process.wait()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
