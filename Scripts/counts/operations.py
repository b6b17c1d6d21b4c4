# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The requests whose cost is counted, one after another on one connection."""
import base64
import hashlib
import html
import http.client
import json
import re
import secrets
import socket
import urllib.parse

from pycognito.aws_srp import AWSSRP

from conftest import make_user
from gatehouse import PASSWORD, client_of
from server_process import PATIENCE

CALLBACK = "https://app.example.com/callback"
DOMAIN = "counts"
SCOPE = "orders/read"
FORM = "application/x-www-form-urlencoded"
WRONG = "Incorrect username or password."
# Wrong passwords of one user that no lock follows.
ATTEMPTS = 3


class Unexpected(Exception):
    """An answer with which the counts cannot go on."""


class Back:
    """What the counted requests need in a server: a pool with its domain, users and clients."""

    def __init__(self, url, users):
        admin = client_of(url, "cognito-idp")
        pool = admin.create_user_pool(PoolName="counts", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
        admin.create_user_pool_domain(UserPoolId=pool, Domain=DOMAIN)
        admin.create_resource_server(
            UserPoolId=pool, Identifier="orders", Name="Orders",
            Scopes=[{"ScopeName": "read", "ScopeDescription": "Reads orders."}])

        def client(name, **settings):
            return admin.create_user_pool_client(
                UserPoolId=pool, ClientName=name, **settings)["UserPoolClient"]

        self.pool = pool
        self.app = client(
            "app", PreventUserExistenceErrors="ENABLED", SupportedIdentityProviders=["COGNITO"],
            ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
            CallbackURLs=[CALLBACK], AllowedOAuthFlows=["code"], AllowedOAuthScopes=["openid", "email"],
            AllowedOAuthFlowsUserPoolClient=True)["ClientId"]
        machine = client(
            "machine", GenerateSecret=True, AllowedOAuthFlows=["client_credentials"], AllowedOAuthScopes=[SCOPE],
            AllowedOAuthFlowsUserPoolClient=True)
        basic = base64.b64encode(f"{machine['ClientId']}:{machine['ClientSecret']}".encode()).decode()
        self.machine = {"Authorization": f"Basic {basic}"}
        self.users = [f"user-{number:03}" for number in range(users)]
        for name in self.users:
            make_user(admin, pool, name, email=f"{name}@example.com")


class Caller:
    """Calls a server over one connection, which stays open."""

    def __init__(self, port, back):
        self.back = back
        self.connection = self.connect(port)
        self.turn = 0
        self.proof = AWSSRP(self.user(), PASSWORD, pool_id=back.pool, client_id=back.app, client=object())
        self.tokens = self.sign_in_by_password()

    def connect(self, port):
        connection = socket.create_connection(("localhost", port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def user(self):
        """The users in turn."""
        self.turn += 1
        return self.back.users[self.turn % len(self.back.users)]

    # The operations.

    def ask_for_health(self):
        self.send("GET", "/health")

    def get_user(self):
        self.call("GetUser", AccessToken=self.tokens["AccessToken"])

    def refresh(self):
        self.call(
            "GetTokensFromRefreshToken", ClientId=self.back.app, RefreshToken=self.tokens["RefreshToken"])

    def sign_in_by_password(self):
        return self.call(
            "InitiateAuth", ClientId=self.back.app, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": self.user(), "PASSWORD": PASSWORD})["AuthenticationResult"]

    def begin_srp(self, user=None):
        self.proof.username = user or self.user()
        return self.call(
            "InitiateAuth", ClientId=self.back.app, AuthFlow="USER_SRP_AUTH",
            AuthParameters=self.proof.get_auth_params())

    def sign_in_by_srp(self):
        challenge = self.begin_srp()
        responses = self.proof.process_challenge(
            challenge["ChallengeParameters"], {"USERNAME": self.proof.username})
        return self.answer_srp(challenge, responses)["AuthenticationResult"]

    def request_client_token(self):
        self.token(self.back.machine, grant_type="client_credentials", scope=SCOPE)

    def run_code_flow(self):
        """The four requests of a browser and its app: authorization, login page, form, token."""
        verifier = secrets.token_urlsafe(32)
        digest = hashlib.sha256(verifier.encode()).digest()
        query = urllib.parse.urlencode({
            "response_type": "code", "client_id": self.back.app, "redirect_uri": CALLBACK, "scope": "openid email",
            "state": "counts", "code_challenge_method": "S256",
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("=")})
        address, cookies = f"/domains/{DOMAIN}/oauth2/authorize?{query}", {}
        answer, page = self.send("GET", address, expected=302)
        keep_cookies(answer, cookies)
        address = path_of(answer.headers["Location"])
        answer, page = self.send("GET", address, cookie_header(cookies))
        keep_cookies(answer, cookies)
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.split("</form>")[0])
        fields = {name: html.unescape(value) for name, value in hidden}
        fields |= {"username": self.user(), "password": PASSWORD}
        answer, _ = self.send(
            "POST", address, {"Content-Type": FORM, **cookie_header(cookies)}, urllib.parse.urlencode(fields),
            expected=303)
        returned = urllib.parse.urlsplit(answer.headers["Location"])
        code = urllib.parse.parse_qs(returned.query)["code"][0]
        self.token(
            grant_type="authorization_code", code=code, client_id=self.back.app, redirect_uri=CALLBACK,
            code_verifier=verifier)

    def fail_srp(self, user):
        """A sign-in over SRP with a wrong claim, both calls."""
        challenge = self.begin_srp(user)
        parameters = challenge["ChallengeParameters"]
        responses = {
            "USERNAME": parameters["USERNAME"], "TIMESTAMP": "Mon Nov 30 12:00:00 UTC 2026",
            "PASSWORD_CLAIM_SECRET_BLOCK": parameters["SECRET_BLOCK"],
            "PASSWORD_CLAIM_SIGNATURE": base64.b64encode(secrets.token_bytes(32)).decode()}
        refusal = self.answer_srp(challenge, responses, expected=400)
        if refusal.get("message") != WRONG:
            raise Unexpected(f"RespondToAuthChallenge: {refusal}")

    # Their parts.

    def answer_srp(self, challenge, responses, expected=200):
        session = {"Session": challenge["Session"]} if challenge.get("Session") else {}
        return self.call(
            "RespondToAuthChallenge", ClientId=self.back.app, ChallengeName="PASSWORD_VERIFIER",
            ChallengeResponses=responses, **session, expected=expected)

    def call(self, operation, expected=200, **members):
        headers = {
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"}
        _, text = self.send("POST", "/", headers, json.dumps(members), expected)
        return json.loads(text)

    def token(self, headers=None, **form):
        self.send(
            "POST", f"/domains/{DOMAIN}/oauth2/token", {"Content-Type": FORM, **(headers or {})},
            urllib.parse.urlencode(form))

    def send(self, method, path, headers=None, body="", expected=200):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{n}: {v}" for n, v in (headers or {}).items())]
        if body:
            lines.append(f"Content-Length: {len(body.encode())}")
        # Head and body together, as clients of apps send them: http.client would send them one after the other.
        self.connection.sendall("\r\n".join([*lines, "", body]).encode())
        answer = http.client.HTTPResponse(self.connection, method=method)
        answer.begin()
        text = answer.read().decode()
        if answer.status != expected:
            raise Unexpected(f"{method} {path} was answered with {answer.status}: {text[:300]}")
        return answer, text


def keep_cookies(answer, cookies):
    for header in answer.headers.get_all("Set-Cookie") or []:
        name, _, value = header.partition(";")[0].partition("=")
        cookies[name] = value


def cookie_header(cookies):
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}


def path_of(address):
    parts = urllib.parse.urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
