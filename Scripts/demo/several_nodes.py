# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Several nodes on PostgreSQL in the place of a server, behind a balancer that gives each request to the next node."""
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from balanced_nodes import BalancedNodes
from gatehouse import KEY, SECRET
from server import Administered, schema_options, write_triggers


class Nodes(Administered, BalancedNodes):
    """Nodes that end with the `with` block; before the first start, `gatehouse dev` makes the first pool and an API."""

    keys = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}

    def __init__(self, program, folder, number, schema=None):
        triggers = {"GATEHOUSE_TRIGGERS": str(write_triggers(folder))}
        super().__init__(folder, number, triggers, program, schema_options(schema))

    def another(self, folder, schema=None):
        """Nodes in the place of another server; they have a schema of the database of their own."""
        return Nodes(self.command[0], folder, len(self.nodes), schema)

    def knows_domain(self, name):
        """Returns when each node knows a domain that was created."""
        self.wait_for_domain(name)

    def signed(self, service, body, headers):
        """The headers with the signature of the administrator."""
        request = AWSRequest("POST", f"{self.url}/", data=body, headers=headers)
        SigV4Auth(Credentials(KEY, SECRET), service, "us-east-1").add_auth(request)
        return dict(request.headers)
