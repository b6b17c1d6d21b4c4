# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A user of Samples/MobileClient, and the configuration of that app."""
import json
import pathlib
import re

from gatehouse import client_of
from person import Astray, Person

ACCOUNT = "arn:aws:iam::123456789012"


def role(name):
    return f"{ACCOUNT}:role/{name}"


def user_pool(server, pool, **settings):
    """The section of a user pool, with its address."""
    return {"PoolId": pool.id, "AppClientId": pool.client_id, "Region": "us-east-1", "Endpoint": server.url, **settings}


def configuration(server, pool=None, identity_pool=None, **auth):
    """The content of an awsconfiguration.json; `auth` is the section of that name."""
    content = {"IdentityManager": {"Default": {}}}
    if pool:
        content["CognitoUserPool"] = {"Default": user_pool(server, pool)}
    if identity_pool:
        content["CredentialsProvider"] = {"CognitoIdentity": {"Default": {
            "PoolId": identity_pool, "Region": "us-east-1", "Endpoint": server.url}}}
    if auth:
        content["Auth"] = {"Default": auth}
    return content


class Identities:
    """An identity pool that admits guests and the users of providers, with a role for each of both."""

    def __init__(self, server, name, pools=(), **providers):
        self.admin = client_of(server.url, "cognito-identity")
        clients = [
            {"ProviderName": f"cognito-idp.us-east-1.amazonaws.com/{pool.id}", "ClientId": pool.client_id}
            for pool in pools]
        self.id = self.admin.create_identity_pool(
            IdentityPoolName=name, AllowUnauthenticatedIdentities=True, CognitoIdentityProviders=clients,
            **providers)["IdentityPoolId"]
        self.admin.set_identity_pool_roles(
            IdentityPoolId=self.id,
            Roles={"authenticated": role("customer"), "unauthenticated": role("guest")})


class MobileApp(Person):
    """The app on one device: its session lasts from one run to the next."""

    def __init__(self, server, name, content, environment=None):
        folder = server.folder / "mobile"
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.json"
        path.write_text(json.dumps(content))
        super().__init__([str(pathlib.Path(server.command[0]).with_name("MobileClient"))], {
            "GATEHOUSE_AWSCONFIGURATION": str(path), "GATEHOUSE_APP_ID": name, "XDG_DATA_HOME": str(folder),
            **(environment or {})})
        self.server = server

    def types_line(self, line):
        self.presses(f"{line}\n".encode())

    def does(self, line, expected, *secrets):
        """Types a command and answers its questions; returns the match of what the app must print."""
        self.types_line(line)
        for secret in secrets:
            self.wait_for(r"(?:Password|Answer|New password|Present password): ")
            self.types_line(secret)
        return self.sees(expected)

    def sees(self, expected):
        """Waits for a text, and fails at once at an error that is not expected."""
        found = self.wait_for(rf"(?P<expected>{expected})|(?<![A-Za-z])Error[^\n]*: [^\n]*")
        if found["expected"] is None:
            raise Astray(f"waited for {expected!r}, read {found.group(0)!r}")
        return found

    def signs_in(self, name, password):
        self.does(f"signIn {name}", "Sign-in: signedIn", password)

    def keys(self):
        """The AWS credentials of the app: the access key, its secret, and the session's token."""
        names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]
        return self.does("exportCredentials", r"[^\n]*\n".join(rf"export {name}=(\S+)" for name in names)).groups()[1:]

    def has_role(self, name):
        """Asks STS for the role of the app's credentials."""
        caller = client_of(self.server.url, "sts", *self.keys()).get_caller_identity()["Arn"]
        if f":assumed-role/{name}/" not in caller:
            raise Astray(f"{caller} has another role than {name}")

    def identity(self):
        return self.does("state", r"identity: (us-east-1:[0-9a-f-]{36})").group(2)

    def closes(self):
        """Ends the input, and waits for the program to end."""
        self.presses(b"\x04")
        return self.process.wait(timeout=60)

    def writes_token(self, token):
        """Writes a token into a file, as a line of a terminal is too short for some; returns its path."""
        path = self.server.folder / "mobile" / "token"
        path.write_text(token)
        return path
