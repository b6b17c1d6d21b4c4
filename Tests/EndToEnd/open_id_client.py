# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A relying party of OpenID Connect, by idpyoidc, and a browser that signs Alice in for it."""
import base64
import json
import urllib.parse

import requests
from cryptojwt.key_jar import init_key_jar
from idpyoidc.client.rp_handler import RPHandler

from gatehouse import PASSWORD
from web_forms import CALLBACK, follow, sign_in

SERVICES = {
    "discovery": "provider_info_discovery.ProviderInfoDiscovery",
    "registration": "registration.Registration",
    "authorization": "authorization.Authorization",
    "accesstoken": "access_token.AccessToken",
    "refresh_token": "refresh_access_token.RefreshAccessToken",
    "userinfo": "userinfo.UserInfo",
}
PKCE = {
    "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
    "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"},
}


class RelyingParty:
    """A client of idpyoidc, which verifies what the server answers, and the browser of its user."""

    def __init__(self, issuer, client, scope=("openid",), authentication="client_secret_basic", pkce=True):
        self.issuer, self.client, self.scope = issuer, client, list(scope)
        self.browser = requests.Session()
        self.handler = RPHandler(
            # A client with a secret has no keys of its own; by default, the library writes some to the disk.
            "https://app.example", keyjar=init_key_jar(key_defs=[{"type": "EC", "crv": "P-256"}]),
            httpc_params={"verify": False, "timeout": 30},
            client_configs={
                "op": {
                    "issuer": issuer, "client_id": client["ClientId"], "client_secret": client["ClientSecret"],
                    "redirect_uris": [CALLBACK], "client_type": "oidc",
                    "preference": {
                        "response_types": ["code"], "scope": self.scope,
                        "token_endpoint_auth_method": authentication,
                    },
                    "services": {
                        name: {"class": f"idpyoidc.client.oidc.{path}"} for name, path in SERVICES.items()},
                    "client_authn_methods": [authentication, "bearer_header"],
                    "add_ons": {"pkce": PKCE} if pkce else {},
                }
            })

    @property
    def rp(self):
        """The library's client for the provider; it exists after the first request."""
        return self.handler.issuer2rp[self.issuer]

    @property
    def metadata(self):
        """The metadata of the provider, as the library has discovered and verified it."""
        return self.rp.context.provider_info

    def address(self, without=(), **parameters):
        """The address of an authorization request, with parameters added and others left out."""
        address = self.handler.begin(issuer_id="op", req_args={"scope": self.scope, **parameters})
        address = address if isinstance(address, str) else address["url"]
        parts = urllib.parse.urlsplit(address)
        query = [pair for pair in urllib.parse.parse_qsl(parts.query) if pair[0] not in without]
        return urllib.parse.urlunsplit(parts._replace(query=urllib.parse.urlencode(query)))

    def returned(self, address):
        """The parameters with which the browser returns to the app, with its session; None if a page is shown."""
        page, back = follow(self.browser, address)
        return query_of(back) if page is None else None

    def signed_in(self, address):
        """Signs Alice in on the login page; the parameters with which the browser returns."""
        _, back = sign_in(self.browser, address, "alice", PASSWORD)
        return query_of(back)

    def tokens(self, parameters):
        """The tokens for the code of a return, after the library has verified return and ID token."""
        found = self.handler.finalize_auth(self.rp, self.issuer, parameters)
        assert found.get("error") is None, found
        return self.rp.get_access_and_id_token(found, state=parameters["state"])

    def token_response(self, parameters):
        """The whole verified answer of the token endpoint to the code of a return."""
        self.handler.finalize_auth(self.rp, self.issuer, parameters)
        return self.rp.get_tokens(parameters["state"])

    def sign_in(self, **parameters):
        """A whole sign-in: the verified tokens, and the state."""
        back = self.signed_in(self.address(**parameters))
        return self.tokens(back), back["state"]


def query_of(address):
    parts = urllib.parse.urlsplit(address)
    return dict(urllib.parse.parse_qsl(parts.query or parts.fragment))


def header_of(token):
    """The header of a token, which the library does not show."""
    text = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
