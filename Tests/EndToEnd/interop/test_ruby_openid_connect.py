# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""ruby-openid-connect as a relying party: discovery, codes with PKCE, ID tokens, userInfo, refresh, revocation."""
import base64
import hashlib
import json
import pathlib
import subprocess

import pytest
import requests

from hosted_provider import HostedProvider
from gatehouse import PASSWORD
from open_id_client import query_of
from web_forms import CALLBACK, sign_in

SCRIPT = pathlib.Path(__file__).with_name("relying_party.rb")
VERIFIER = "v" * 64


class RubyClient:
    """A client of the library: each step is a process, with the values that an app keeps in its session."""

    def __init__(self, provider, client, method):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
        self.values = {
            "issuer": provider.issuer, "id": client["ClientId"], "secret": client["ClientSecret"], "redirect": CALLBACK,
            "scope": ["openid", "email"], "state": "s-1", "nonce": "n-1", "verifier": VERIFIER,
            "challenge": challenge, "method": method,
        }

    def run(self, step, **values):
        """The result of a step; `values` replace those of the client."""
        done = subprocess.run(
            ["ruby", SCRIPT], input=json.dumps({**self.values, "step": step, **values}), capture_output=True,
            text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def code(self):
        """The code with which the browser returns after Alice has signed in."""
        page, back = sign_in(requests.Session(), self.run("address")["address"], "alice", PASSWORD)
        assert page is None and query_of(back)["state"] == "s-1"
        return query_of(back)["code"]


@pytest.fixture
def provider(server, admin, pool):
    return HostedProvider(server, admin, pool)


@pytest.mark.parametrize("method", ["basic", "post"])
def test_ruby_signs_in_renews_and_revokes(provider, method):
    client = provider.client(CALLBACK)
    ruby = RubyClient(provider, client, method)
    tokens = ruby.run("code", code=ruby.code())
    claims, user = tokens["claims"], tokens["user"]
    assert claims["aud"] == client["ClientId"] and claims["nonce"] == "n-1"
    assert claims["email"] == user["email"] == "alice@example.com" and claims["sub"] == user["sub"]
    # Values of userInfo are texts, as in Cognito; that is all of which the library's own check complains.
    assert claims["email_verified"] is True and user["email_verified"] == "true"
    assert tokens["invalid"] == ["email_verified"]
    renewed = ruby.run("refresh", refresh_token=tokens["refresh_token"])
    assert renewed["claims"]["sub"] == claims["sub"] and renewed["access_token"] != tokens["access_token"]
    assert ruby.run("revoke", refresh_token=tokens["refresh_token"]) == {"revoked": "success"}
    assert provider.user_info(renewed["access_token"]).status_code == 401
    refused = ruby.run("refresh", refresh_token=tokens["refresh_token"])
    assert refused["error"] == "Rack::OAuth2::Client::Error" and "invalid_grant" in refused["message"]


def test_ruby_accepts_only_tokens_for_it(provider):
    client = provider.client(CALLBACK)
    ruby = RubyClient(provider, client, "basic")
    code = ruby.code()
    wrong = ruby.run("code", code=code, verifier="w" * 64)
    assert wrong["error"] == "Rack::OAuth2::Client::Error" and "invalid_grant" in wrong["message"]
    token = ruby.run("code", code=ruby.code())["id_token"]
    assert ruby.run("verify", id_token=token)["claims"]["email"] == "alice@example.com"
    header, claims, signature = token.split(".")
    flipped = ("B" if signature[0] == "A" else "A") + signature[1:]
    errors = {
        "InvalidNonce": ruby.run("verify", id_token=token, nonce="n-2"),
        "InvalidAudience": ruby.run("verify", id_token=token, id=provider.client(CALLBACK)["ClientId"]),
        "VerificationFailed": ruby.run("verify", id_token=f"{header}.{claims}.{flipped}"),
    }
    assert {name: found["error"].rsplit("::", 1)[1] for name, found in errors.items()} == {n: n for n in errors}
