#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs the calls of Amplify's documentation on sessions, federation, access groups and sign-ins on web pages, and those of
AWSMobileClient's documentation, against a server, and compares what happens with what the documentation says. Runs with
the Python of Scripts/python-environment.sh.

    Scripts/documented_calls.py [GATEHOUSE DOCUMENTED_CALLS DOCUMENTED_MOBILE_CALLS]

The calls are in Tests/Client/DocumentedCalls and Tests/Client/DocumentedMobileCalls. The programs are those of the debug
build, if none are given. Facebook is played here: it knows one person and the tokens of the examples. Pages open in
Chromium.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path += [str(ROOT / "Scripts/demo"), str(ROOT / "Tests/EndToEnd")]

import documented_mobile_calls  # noqa: E402
from chromium import SystemBrowser, headless_chromium  # noqa: E402
from hosted_pages import Pages  # noqa: E402
from pages_pool import PagesPool  # noqa: E402
from person import Astray, Person  # noqa: E402
from provider_pages import CLIENT, JSON, SECRET, OpenIDPages, ProviderPages  # noqa: E402
from server import Server  # noqa: E402
from single_page_provider import SinglePageProvider  # noqa: E402

APP_ID = "1234567890"
TOKEN = "YOUR_TOKEN"
TOKENS = {TOKEN, "FACEBOOK_TOKEN_HERE"}
IDENTITY = r"us-east-1:[0-9a-f-]{36}"


class Facebook(ProviderPages):
    """Facebook for one user and one app: its page, its tokens, and the Graph API."""

    title = "Facebook"

    @property
    def registration(self):
        """The arguments by which a user pool registers it, with its addresses on this machine."""
        return {
            "ProviderName": self.title, "ProviderType": self.title, "AttributeMapping": {"email": "email"},
            "ProviderDetails": {
                "client_id": CLIENT, "client_secret": SECRET, "authorize_scopes": "public_profile,email",
                "authorize_url": f"{self.address}/authorize", "token_url": f"{self.address}/token",
                "attributes_url": f"{self.address}/me?fields="}}

    def respond(self, path, headers, body):
        parts = urllib.parse.urlsplit(path)
        answers = {"/app": {"id": APP_ID}, "/me": {"id": "ada", "email": "ada@example.com"}}
        if parts.path not in answers:
            return super().respond(path, headers, body)
        if dict(urllib.parse.parse_qsl(parts.query)).get("access_token") not in TOKENS:
            return 400, JSON, b'{"error": {}}'
        return 200, JSON, json.dumps(answers[parts.path]).encode()

    def tokens(self, request):
        return {"access_token": TOKEN, "token_type": "bearer", "expires_in": 5_183_944}


class Google(OpenIDPages):
    """Google for one user: its page, its tokens, and the People API."""

    title = "Google"

    @property
    def registration(self):
        """The arguments by which a user pool registers it, with its addresses on this machine."""
        return {
            "ProviderName": self.title, "ProviderType": self.title, "AttributeMapping": {"email": "email"},
            "ProviderDetails": {
                "client_id": CLIENT, "client_secret": SECRET, "authorize_scopes": "openid email",
                "oidc_issuer": self.issuer, "authorize_url": f"{self.issuer}/authorize",
                "token_url": f"{self.issuer}/token", "jwks_uri": self.key_set,
                "attributes_url": f"{self.issuer}/people?personFields="}}

    def respond(self, path, headers, body):
        if path.startswith("/people"):
            return 200, JSON, b"{}"
        return super().respond(path, headers, body)


class Device:
    """A device with apps; each call of an app is a process of its own."""

    def __init__(self, folder, program, configuration):
        self.folder, self.program, self.configuration = pathlib.Path(folder), program, configuration

    def install(self, app):
        """The program of an app, which is copied at its first start, with its configuration."""
        place = self.folder / app
        if not place.exists():
            place.mkdir(parents=True)
            shutil.copy(self.program, place / app)
            shutil.copy(self.configuration, place / "amplifyconfiguration.json")
        return str(place / app)

    def environment(self, others):
        return {"XDG_DATA_HOME": str(self.folder / "share"), "TEAM_ID": "ABCDE12345.", **others}

    def start(self, app, *calls, **environment):
        """Starts an app that goes on running while a person reads what it prints."""
        return Person([self.install(app), *calls], self.environment(environment))

    def run(self, app, *calls, **environment):
        """Starts an app, and returns what its calls print."""
        ended = subprocess.run(
            [self.install(app), *calls], capture_output=True, text=True, timeout=300,
            env={**os.environ, **self.environment(environment)})
        if ended.returncode != 0:
            raise Differs(f"{app} {' '.join(calls)} ended with {ended.returncode}: {ended.stderr}")
        return ended.stdout


class Differs(Exception):
    """A call does something else than the documentation says."""


def expect(statement, holds, printed):
    """Prints a statement of the documentation that holds."""
    if not holds:
        raise Differs(f"{statement}: {printed!r}")
    print(f"  {statement}", flush=True)


def identity(printed):
    found = re.findall(IDENTITY, printed)
    if not found:
        raise Differs(f"no identity id in {printed!r}")
    return found[-1]


def sessions(device):
    printed = device.run("session", "start", "signIn", "session")
    whole = rf"User sub - [0-9a-f-]{{36}} and identity id {IDENTITY}\nAccess key - \w+\nParts of the id token - 3\n"
    expect("a session has user sub and identity id, AWS credentials and tokens", re.fullmatch(whole, printed), printed)
    printed = device.run("session", "start", "session", "forceRefresh", "session")
    keys = re.findall(r"Access key - (\w+)", printed)
    expect("the session is there at the next start, and forceRefresh renews the credentials",
           len(keys) == 2 and keys[0] != keys[1], printed)
    printed = device.run("guest", "start", "guestSession")
    expect("a guest has identity id and AWS credentials",
           re.fullmatch(rf"Identity id {IDENTITY}\nAccess key - \w+\n", printed), printed)
    printed = device.run("guest", "start", "session")
    expect("all other details of a guest's session are errors",
           printed.startswith("Fetch auth session failed with error - "), printed)


def federation(device, other):
    refused = device.run("session", "start", "federate")
    expect("after Auth.signIn, federateToIdentityPool cannot be called",
           refused.startswith("Failed to federate to identity pools with error: "), refused)
    printed = device.run("federated", "start", "federate", "showUser")
    expect("a token of another provider buys AWS credentials",
           printed.startswith("Federation successful with result: "), printed)
    expect("when federated, Auth.getCurrentUser() throws",
           "\ngetCurrentUser failed with error - " in printed, printed)
    own = identity(printed)
    printed = device.run("federated", "start", "guestSession")
    expect("after a federated login, fetchAuthSession has the session", identity(printed) == own, printed)
    printed = device.run("federated", "start", "clearFederation", "guestSession")
    expect("clearFederationToIdentityPool clears the session",
           printed.startswith("Federation cleared successfully\n") and identity(printed) != own, printed)
    printed = device.run("federated", "start", "federate")
    expect("it clears the local cache alone: the same user has the same identity id", identity(printed) == own, printed)
    printed = other.run("federated", "start", "federateWithIdentity", YOUR_CUSTOM_IDENTITY_ID=own)
    expect("another device uses the same identity id",
           printed.startswith("Federation successful with result: ") and identity(printed) == own, printed)


def groups(device):
    def is_signed_in(app, start, **environment):
        return device.run(app, start, "showUser", **environment) == "The user is ada\n"

    device.run("first", "start", "signIn")
    expect("users are signed out when the access group is first used", not is_signed_in("first", "startInGroup"), "")
    device.run("first", "startInGroup", "signIn")
    expect("another app that uses the access group is signed in", is_signed_in("second", "startInGroup"), "")
    device.run("second", "startInGroup", "signOut")
    expect("signing out of one app signs out the other app", not is_signed_in("first", "startInGroup"), "")

    device.run("third", "start", "signIn")
    expect("with migrateKeychainItemsOfUserSession the user stays signed in",
           is_signed_in("third", "startInGroupMigrating"), "")
    elsewhere = {"TEAM_ID": "FGHIJ67890."}
    expect("a different access group takes the session over",
           is_signed_in("third", "startInGroupMigrating", **elsewhere), "")
    expect("the former access group has it no more", not is_signed_in("second", "startInGroup"), "")
    expect("AccessGroup.none(migrateKeychainItemsOfUserSession: true) takes the session along",
           is_signed_in("third", "startWithoutGroupMigrating"), "")
    device.run("first", "startInGroup", "signIn")
    expect("AccessGroup.none leaves the session to the group",
           not is_signed_in("first", "startWithoutGroup") and is_signed_in("second", "startInGroup"), "")


def web_pages(device, pages, system):
    """Signs in with Facebook in the browser by both forms of the call, and out again."""
    for call in ["webUI", "webUIPublisher"]:
        with device.start("pages", "start", call, **system.environment) as app:
            pages.open(system.next())
            expect(f"{call}: the browser shows the page of the provider", pages.heading == "Facebook", pages.text)
            pages.press()
            app.reads("Sign in succeeded\n")
        printed = device.run("pages", "start", "showUser")
        expect(f"{call}: the user of the provider is signed in", printed == "The user is Facebook_ada\n", printed)
        with device.start("pages", "start", "signOut", "showUser", **system.environment) as app:
            pages.open(system.next())
            app.reads("getCurrentUser failed with error - ")
            back = pages.browser.current_url
        expect(f"{call}: signOut leads the browser over the logout page back, and no user is signed in",
               back.endswith("/signed-out"), back)


def accept_facebook(server, pool):
    """Lets the identity pool accept the app's tokens of Facebook."""
    described = server.administer("DescribeIdentityPool", service="cognito-identity", IdentityPoolId=pool)
    server.administer(
        "UpdateIdentityPool", service="cognito-identity",
        **{**described, "SupportedLoginProviders": {"graph.facebook.com": APP_ID}})


def mobile_client(server, program, folder, facebook, system):
    """Runs the calls of AWSMobileClient's documentation."""
    pages = documented_mobile_calls.Documentation(
        server, program, folder, expect, {"graph.facebook.com": APP_ID})
    for part in [
            pages.accounts, pages.passwords, pages.factors, pages.federation, pages.drop_in, pages.another_sign_in]:
        part()
    with Google() as google, SinglePageProvider() as auth0:
        pages.pages([facebook, google], system)
        pages.auth0(auth0, system)


def check(
        gatehouse=ROOT / ".build/debug/gatehouse", program=ROOT / ".build/debug/DocumentedCalls",
        mobile=ROOT / ".build/debug/DocumentedMobileCalls"):
    """Runs all calls; returns whether everything is as the documentation says."""
    with tempfile.TemporaryDirectory() as name, Facebook() as facebook:
        environment = {"GATEHOUSE_PROVIDERS_FACEBOOK_URL": f"http://127.0.0.1:{facebook.port}"}
        folder = pathlib.Path(name)
        with Server(str(gatehouse), name, environment) as server:
            auth = json.loads((server.data / "amplify_outputs.json").read_text())["auth"]
            user = {"UserPoolId": auth["user_pool_id"], "Username": "ada"}
            server.administer(
                "AdminCreateUser", **user, MessageAction="SUPPRESS",
                UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
            server.administer("AdminSetUserPassword", **user, Password="Correct-Horse-7!", Permanent=True)
            accept_facebook(server, auth["identity_pool_id"])
            configuration = server.data / "amplifyconfiguration.json"
            devices = [Device(folder / each, program, configuration) for each in ["phone", "tablet"]]
            pool = PagesPool(server, "pages", facebook.registration)
            pool.write_outputs()
            computer = Device(folder / "computer", program, pool.folder / "amplifyconfiguration.json")
            try:
                sessions(devices[0])
                federation(*devices)
                groups(devices[0])
                with SystemBrowser(folder) as system:
                    with headless_chromium() as browser:
                        web_pages(computer, Pages(browser), system)
                    mobile_client(server, mobile, folder / "mobile", facebook, system)
            except (Astray, Differs) as difference:
                print(f"Not as documented: {difference}")
                return False
    print("The documented calls do what the documentation says.", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(0 if check(*sys.argv[1:]) else 1)
