# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse dev` in a folder of its own, and what an administrator asks of it; Python alone is enough for it."""
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

from server_process import PATIENCE, ServerProcess

FUNCTION = "arn:aws:lambda:us-east-1:123456789012:function:riddle"
# The same function, which accepts the answer that AWSMobileClient's documentation gives.
ANSWERS = "arn:aws:lambda:us-east-1:123456789012:function:documented-riddle"
ROLE = "arn:aws:iam::123456789012:role/sender"
SENDER = "arn:aws:ses:us-east-1:123456789012:identity/no-reply@example.com"
TARGETS = {"cognito-idp": "AWSCognitoIdentityProviderService", "cognito-identity": "AWSCognitoIdentityService"}
FLOWS = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_AUTH"]


def write_triggers(folder):
    """Writes the file that says where the functions for custom challenges are; returns its path."""
    riddle = pathlib.Path(__file__).with_name("riddle.py").resolve()
    path = pathlib.Path(folder) / "triggers.json"
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        command = [sys.executable, str(riddle)]
        json.dump({"functions": {
            FUNCTION: {"program": command}, ANSWERS: {"program": [*command, "<Challenge Response>"]}}}, file)
    return path


def schema_options(schema):
    """The options of `gatehouse dev` for the schema of an API."""
    return ["--schema", str(schema)] if schema else []


class Administered:
    """What an administrator does, as a part of a server, which signs the requests."""

    def administer(self, operation, service="cognito-idp", **request):
        """Calls an operation."""
        body = json.dumps(request).encode()
        headers = self.signed(service, body, {
            "Content-Type": "application/x-amz-json-1.1", "X-Amz-Target": f"{TARGETS[service]}.{operation}"})
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, body, headers), timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{operation}: {error.read().decode()}") from None

    def run(self, *words):
        """Runs a command of `gatehouse` beside the server; returns what it prints."""
        done = subprocess.run(
            [self.command[0], *map(str, words), "--data-dir", str(self.data)], capture_output=True, text=True,
            env={**os.environ, **self.environment})
        if done.returncode:
            raise RuntimeError(f"gatehouse {words[0]}: {done.stdout}{done.stderr}")
        return done.stdout


class Server(Administered, ServerProcess):
    """A server with functions for custom challenges, that ends with the `with` block; `schema` is that of its API."""

    # The variables with which other programs sign the calls of an administrator: a server for developers needs none.
    keys = {}

    def __init__(self, program, folder, environment=None, schema=None):
        arguments = ["--triggers", str(write_triggers(folder)), *schema_options(schema)]
        super().__init__(program, folder, arguments, environment)

    def another(self, folder, schema=None):
        """A server of the same kind."""
        return Server(self.command[0], folder, schema=schema)

    def knows_domain(self, name):
        """Returns when a domain that was created can be visited, which is at once."""

    def signed(self, service, body, headers):
        """The headers with a signature; a server for developers takes any from this machine."""
        now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        scope = f"{now[:8]}/us-east-1/{service}/aws4_request"
        return {
            **headers, "X-Amz-Date": now,
            "Authorization": f"AWS4-HMAC-SHA256 Credential=demo/{scope}, SignedHeaders=host;x-amz-date, "
            f"Signature={'0' * 64}",
        }


class Pool:
    """A user pool with an app client, set up for one story."""

    def __init__(self, server, name, flows=FLOWS, mfa=None, **settings):
        self.server = server
        pool = server.administer("CreateUserPool", PoolName=name, **settings)
        self.id = pool["UserPool"]["Id"]
        client = server.administer(
            "CreateUserPoolClient", UserPoolId=self.id, ClientName=name, ExplicitAuthFlows=flows)
        self.client_id = client["UserPoolClient"]["ClientId"]
        if mfa:
            server.administer("SetUserPoolMfaConfig", UserPoolId=self.id, **mfa)
        self.configuration = server.folder / f"{name}.json"
        self.configuration.write_text(json.dumps({"version": "1", "auth": {
            "aws_region": "us-east-1", "endpoint": server.url, "user_pool_id": self.id,
            "user_pool_client_id": self.client_id,
        }}))

    def add(self, username, password, permanent=True, **attributes):
        """Makes a user as an administrator."""
        named = [{"Name": name, "Value": value} for name, value in attributes.items()]
        user = {"UserPoolId": self.id, "Username": username}
        self.server.administer(
            "AdminCreateUser", **user, UserAttributes=named, MessageAction="SUPPRESS", TemporaryPassword=password)
        if permanent:
            self.server.administer("AdminSetUserPassword", **user, Password=password, Permanent=True)
