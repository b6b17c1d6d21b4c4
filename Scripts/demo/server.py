# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse dev` in a folder of its own, and what an administrator asks of it."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

FUNCTION = "arn:aws:lambda:us-east-1:123456789012:function:riddle"
ROLE = "arn:aws:iam::123456789012:role/sender"
SENDER = "arn:aws:ses:us-east-1:123456789012:identity/no-reply@example.com"
FLOWS = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_AUTH"]


class Server:
    """A server that ends with the `with` block."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://localhost:{port}"
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [program, "dev", "--port", str(port), "--data-dir", str(self.data), "--triggers", str(self.triggers())],
            stdout=self.log, stderr=self.log,
        )

    def triggers(self):
        """The file that says where the function for custom challenges is."""
        riddle = pathlib.Path(__file__).with_name("riddle.py").resolve()
        path = self.folder / "triggers.json"
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            json.dump({"functions": {FUNCTION: {"program": [sys.executable, str(riddle)]}}}, file)
        return path

    def __enter__(self):
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(self.url + "/health", timeout=300):
                    return self
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        self.__exit__()
        sys.exit((self.folder / "log").read_text() + "The server did not become ready.")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()

    def administer(self, operation, **request):
        """Calls an operation; a server for developers takes any signature from this machine."""
        now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        scope = f"{now[:8]}/us-east-1/cognito-idp/aws4_request"
        headers = {
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}",
            "X-Amz-Date": now,
            "Authorization": f"AWS4-HMAC-SHA256 Credential=demo/{scope}, SignedHeaders=host;x-amz-date, "
            f"Signature={'0' * 64}",
        }
        body = json.dumps(request).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, body, headers), timeout=300) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{operation}: {error.read().decode()}") from None

    def code_for(self, recipient):
        """The code of the newest message to somebody, from the outbox."""
        with urllib.request.urlopen(f"{self.url}/dev/outbox?format=json", timeout=300) as answer:
            for message in json.load(answer):
                if message["to"] == recipient:
                    return message["code"]
        raise LookupError(f"the outbox holds nothing for {recipient}")


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
        """A user whom an administrator makes."""
        named = [{"Name": name, "Value": value} for name, value in attributes.items()]
        user = {"UserPoolId": self.id, "Username": username}
        self.server.administer(
            "AdminCreateUser", **user, UserAttributes=named, MessageAction="SUPPRESS", TemporaryPassword=password)
        if permanent:
            self.server.administer("AdminSetUserPassword", **user, Password=password, Permanent=True)
