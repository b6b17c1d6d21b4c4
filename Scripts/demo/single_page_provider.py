# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A provider of OpenID Connect with the addresses of Auth0, for apps without a secret."""
import hashlib
import json
import secrets
from urllib.parse import parse_qsl, urlsplit

from open_id_provider import encoded
from provider_pages import JSON, OpenIDPages


class SinglePageProvider(OpenIDPages):
    """Signs people in on one page, and renews their tokens; a first access token lasts a minute."""

    title, client = "Auth0", "auth0client"

    def __init__(self):
        super().__init__()
        self.refreshed = 0
        self.refresh_tokens = set()

    def configuration(self, callback, back):
        """The section `Auth` of an app, to whose addresses people return from a sign-in and a sign-out."""
        return {"OAuth": {
            "AppClientId": self.client, "SignInURI": f"{self.issuer}/authorize",
            "TokenURI": f"{self.issuer}/oauth/token", "SignInRedirectURI": callback,
            "SignOutURI": f"{self.issuer}/v2/logout", "Scopes": ["openid", "email"],
            "SignOutURIQueryParameters": {"client_id": self.client, "returnTo": back}}}

    def respond(self, path, headers, body):
        parts = urlsplit(path)
        fields = dict(parse_qsl(parts.query) + parse_qsl(body.decode()))
        if parts.path == "/v2/logout":
            return 302, {"Location": fields["returnTo"]}, b""
        if parts.path == "/oauth/token" and fields.get("grant_type") == "refresh_token":
            if fields["refresh_token"] not in self.refresh_tokens or fields.get("client_id") != self.client:
                return 400, JSON, b'{"error": "invalid_grant"}'
            self.refreshed += 1
            return 200, JSON, json.dumps(self.tokens({}, 86_400)).encode()
        return super().respond(path.replace("/oauth/token", "/token"), headers, body)

    def is_proved(self, request, fields):
        verifier = hashlib.sha256(fields.get("code_verifier", "").encode()).digest()
        return (
            fields.get("client_id") == self.client and fields.get("redirect_uri") == request["redirect_uri"]
            and request.get("code_challenge") == encoded(verifier))

    def tokens(self, request, lifetime=60):
        refresh = secrets.token_urlsafe()
        self.refresh_tokens.add(refresh)
        return {
            "access_token": secrets.token_urlsafe(), "token_type": "Bearer", "expires_in": lifetime,
            "id_token": self.token("ada", aud=self.client), "refresh_token": refresh}
