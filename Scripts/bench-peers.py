#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Starts the servers that Gatehouse is measured beside, writes where they are, and stops them when its input ends.

    bench-peers.py FOLDER      writes FOLDER/peers.json when all answer
"""
import contextlib
import json
import pathlib
import sys
import urllib.parse

import boto3

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tests/EndToEnd"))
import glewlwyd  # noqa: E402
from foreign_process import ForeignProcess  # noqa: E402
from glewlwyd import ADMINISTRATOR, openssl  # noqa: E402
from server_process import free_port  # noqa: E402

PASSWORD = "Correct-Horse-7!"
USERS = 16
SCOPE = "g_profile"
CALLBACK = "http://localhost/callback"


class Moto(ForeignProcess):
    def __init__(self, folder):
        port = free_port()
        program = pathlib.Path(sys.executable).with_name("moto_server")
        super().__init__([program, "--port", str(port)], port, folder / "moto.log")

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


class Glewlwyd(glewlwyd.Glewlwyd):
    def describe(self):
        self.send("auth/", ADMINISTRATOR)
        self.send("mod/plugin/", self.tokens())
        client = {"confidential": False, "enabled": True, "redirect_uri": [CALLBACK]}
        self.send("client/", {**client, "client_id": "bench", "authorization_type": ["password"]})
        self.send("client/", {**client, "client_id": "app", "authorization_type": ["code", "refresh_token"]})
        self.send("auth/grant/app", {"scope": SCOPE}, method="PUT")
        machine = {**client, "confidential": True, "password": PASSWORD, "scope": [SCOPE]}
        self.send("client/", {**machine, "client_id": "machine", "authorization_type": ["client_credentials"]})
        form = {"grant_type": "password", **ADMINISTRATOR, "scope": SCOPE, "client_id": "bench"}
        url = f"http://localhost:{self.port}/api/"
        oauth = {"apiURL": url, "app": "app", "callback": CALLBACK, "scope": SCOPE, "machine": "machine",
                 "machineSecret": PASSWORD, "signIn": json.dumps(ADMINISTRATOR)}
        return {"tokenURL": url + "tokens/token", "processID": self.process.pid, "form": urllib.parse.urlencode(form),
                "oauth": oauth}

    def tokens(self):
        """An instance of its OAuth 2.0 plug-in that signs with an RSA key of 2048 bits."""
        key = openssl("genrsa", "-traditional", "2048")
        public = openssl("rsa", "-pubout", given=key)
        flows = {f"auth-type-{flow}-enabled": True for flow in ("code", "implicit", "password", "client", "refresh")}
        durations = {"access-token-duration": 3600, "refresh-token-duration": 1209600, "code-duration": 600}
        key_pair = {"jwt-type": "rsa", "jwt-key-size": "256", "key": key, "cert": public}
        issuer = {"url": f"http://localhost:{self.port}/api/tokens", "refresh-token-rolling": True}
        parameters = {**issuer, **key_pair, **durations, **flows}
        plugin = {"module": "oauth2-glewlwyd", "name": "tokens", "display_name": "tokens", "order_rank": 0}
        return {**plugin, "parameters": parameters}


class Ariadne(ForeignProcess):
    """A GraphQL API with records of their owners."""

    def __init__(self, folder):
        port = free_port()
        program = pathlib.Path(__file__).with_name("ariadne_peer.py")
        super().__init__([sys.executable, program, str(port), folder / "ariadne.sqlite"], port, folder / "ariadne.log")

    def describe(self):
        return {"url": f"http://localhost:{self.port}/", "processID": self.process.pid, "user": "ada", "record": "peer"}


def main(folder):
    peers = {"moto": Moto(folder), "glewlwyd": Glewlwyd(folder), "ariadne": Ariadne(folder)}
    with contextlib.ExitStack() as running:
        for peer in peers.values():
            running.enter_context(peer)
        described = {name: peer.describe() for name, peer in peers.items()}
        (folder / "peers.json.new").write_text(json.dumps(described))
        (folder / "peers.json.new").rename(folder / "peers.json")
        sys.stdin.read()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
