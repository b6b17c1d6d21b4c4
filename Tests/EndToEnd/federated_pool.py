# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A user pool where people of other providers sign in."""
import urllib.parse

import requests

from conftest import make_client
from gatehouse import claims_of
from web_forms import CALLBACK


class FederatedPool:
    """A pool with a domain, where people of other providers may sign in."""

    def __init__(self, server, domain):
        self.server, self.admin = server, server.client("cognito-idp")
        self.id = self.admin.create_user_pool(PoolName=domain)["UserPool"]["Id"]
        self.admin.create_user_pool_domain(Domain=domain, UserPoolId=self.id)
        self.base = f"{server.url}/domains/{domain}"
        self.metadata = requests.get(f"{server.url}/{self.id}/.well-known/openid-configuration", timeout=30).json()

    def client(self, callback=CALLBACK, providers=("COGNITO",), **settings):
        return make_client(
            self.admin, self.id, GenerateSecret=True, CallbackURLs=[callback], AllowedOAuthFlows=["code"],
            AllowedOAuthScopes=["openid", "email"], AllowedOAuthFlowsUserPoolClient=True,
            SupportedIdentityProviders=list(providers), **settings)

    def authorization(self, client, **parameters):
        query = {
            "client_id": client["ClientId"], "response_type": "code", "redirect_uri": CALLBACK,
            "scope": "openid email", "state": "s", **parameters}
        return f"{self.base}/oauth2/authorize?{urllib.parse.urlencode(query)}"

    def claims(self, client, back):
        """The claims of the ID token for the code in an address of the app."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
        assert query.get("code"), query
        answer = requests.post(
            self.metadata["token_endpoint"], auth=(client["ClientId"], client["ClientSecret"]), timeout=30,
            data={"grant_type": "authorization_code", "code": query["code"], "redirect_uri": CALLBACK})
        return claims_of(answer.json()["id_token"])
