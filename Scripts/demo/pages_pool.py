# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A user pool with pages."""
from server import FLOWS, Pool
from server_process import free_port

SCOPES = ["openid", "email", "profile", "aws.cognito.signin.user.admin"]


class PagesPool(Pool):
    """A user pool with a domain and an identity provider, whose users return to a program on this machine."""

    def __init__(self, server, name, provider):
        super().__init__(server, name, AutoVerifiedAttributes=["email"])
        self.program = f"http://localhost:{free_port()}"
        server.administer("CreateUserPoolDomain", UserPoolId=self.id, Domain=name)
        server.knows_domain(name)
        server.administer("CreateIdentityProvider", UserPoolId=self.id, **provider)
        server.administer(
            "UpdateUserPoolClient", UserPoolId=self.id, ClientId=self.client_id, ExplicitAuthFlows=FLOWS,
            SupportedIdentityProviders=["COGNITO", provider["ProviderName"]], AllowedOAuthFlows=["code"],
            AllowedOAuthFlowsUserPoolClient=True, AllowedOAuthScopes=SCOPES,
            CallbackURLs=[f"{self.program}/signed-in"], LogoutURLs=[f"{self.program}/signed-out"])
        self.folder = server.folder / f"{name}-files"

    def write_outputs(self):
        """Has `gatehouse outputs` write the configuration files of apps."""
        self.server.run(
            "outputs", "--user-pool", self.id, "--client", self.client_id, "--folder", self.folder, "--base-url",
            self.server.url)
        self.configuration = self.folder / "amplify_outputs.json"
