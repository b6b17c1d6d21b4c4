# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Identity providers at which a person signs in, on a page with one button."""
import hashlib
import html
import json
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from local_server import LocalServer
from open_id_provider import OpenIDProvider, encoded

CLIENT, SECRET = "app", "the secret of the app"
JSON, PAGE = {"Content-Type": "application/json"}, {"Content-Type": "text/html; charset=utf-8"}


class ProviderPages(LocalServer):
    """The authorization endpoint with its page, and the token endpoint; subclasses make the tokens."""

    title, person = "Example", "Ada"

    def __init__(self):
        super().__init__()
        self.granted = {}

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def respond(self, path, headers, body):
        parts = urlsplit(path)
        fields = dict(parse_qsl(parts.query) + parse_qsl(body.decode()))
        match parts.path:
            case "/authorize":
                return 200, PAGE, self.page(fields)
            case "/continue":
                code = secrets.token_urlsafe()
                self.granted[code] = fields
                back = urlencode({"code": code, "state": fields["state"]})
                return 302, {"Location": f"{fields['redirect_uri']}?{back}"}, b""
            case "/token":
                request = self.granted.pop(fields.get("code"), None)
                if request is None or not self.is_proved(request, fields):
                    return 400, JSON, b'{"error": "invalid_grant"}'
                return 200, JSON, json.dumps(self.tokens(request)).encode()
            case "/favicon.ico":
                return 404, {}, b""
        return super().respond(path, headers, body)

    def page(self, request):
        """The page on which the person agrees; its form repeats the request."""
        fields = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in request.items())
        return (
            f'<!DOCTYPE html><html lang="en"><title>{self.title}</title><h1>{self.title}</h1>'
            f'<form action="/continue">{fields}<button type="submit">Continue as {self.person}</button></form>'
        ).encode()

    def is_proved(self, request, fields):
        """Whether a token request is from the client of the authorization request, and has its verifier."""
        named = (fields.get("client_id"), fields.get("client_secret"), fields.get("redirect_uri"))
        verifier = hashlib.sha256(fields.get("code_verifier", "").encode()).digest()
        return named == (CLIENT, SECRET, request["redirect_uri"]) and (
            "code_challenge" not in request or encoded(verifier) == request["code_challenge"])

    def tokens(self, request):
        """The answer to a token request, for the authorization request of its code."""
        raise NotImplementedError


class OpenIDPages(ProviderPages, OpenIDProvider):
    """A provider of OpenID Connect, with the arguments by which a user pool registers it."""

    title = "Museum"

    @property
    def registration(self):
        return {
            "ProviderName": self.title, "ProviderType": "OIDC",
            "AttributeMapping": {"email": "email", "email_verified": "email_verified"},
            "ProviderDetails": {
                "client_id": CLIENT, "client_secret": SECRET, "authorize_scopes": "openid email",
                "attributes_request_method": "GET", "oidc_issuer": self.issuer}}

    def respond(self, path, headers, body):
        status, kind, answered = super().respond(path, headers, body)
        if path == "/.well-known/openid-configuration":
            document = json.loads(answered)
            document["authorization_endpoint"] = f"{self.issuer}/authorize"
            document["token_endpoint"] = f"{self.issuer}/token"
            answered = json.dumps(document).encode()
        return status, kind, answered

    def tokens(self, request):
        person = {"email": "ada@museum.example", "email_verified": True}
        token = self.token(self.person.lower(), aud=CLIENT, nonce=request["nonce"], **person)
        return {"access_token": secrets.token_urlsafe(), "token_type": "Bearer", "id_token": token}
