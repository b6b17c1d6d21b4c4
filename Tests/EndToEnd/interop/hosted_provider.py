# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A user pool with a domain and Alice, as the provider of clients that others wrote."""
import requests

from conftest import make_client, make_user


class HostedProvider:
    """A pool whose users sign in on its pages: its issuer, its discovery document, and its clients."""

    def __init__(self, server, admin, pool):
        self.admin, self.pool = admin, pool
        self.issuer = f"{server.url}/{pool}"
        admin.create_user_pool_domain(Domain="with-" + pool.split("_")[1].lower(), UserPoolId=pool)
        self.alice = make_user(admin, pool, email="alice@example.com", email_verified="true")
        document = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=30)
        self.metadata = document.json()

    def client(self, *callbacks, **settings):
        """A client with a secret, whose users return to one of the addresses."""
        return make_client(
            self.admin, self.pool, GenerateSecret=True, CallbackURLs=list(callbacks), AllowedOAuthFlows=["code"],
            AllowedOAuthScopes=["openid", "email"], AllowedOAuthFlowsUserPoolClient=True,
            SupportedIdentityProviders=["COGNITO"], **settings)

    def user_info(self, access_token):
        """The answer of userInfo to an access token."""
        return requests.get(
            self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {access_token}"}, timeout=30)
