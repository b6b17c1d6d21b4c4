# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Nodes of `gatehouse serve` on one database, behind a balancer that gives each request to the next node."""
import itertools
import os
import signal
import time

from balancer import Balancer
from gatehouse import BINARY, KEY, SECRET, Gatehouse, random_key
from server_process import NotReady, ServerProcess

# Seconds within which every node must know what another node has made, and within which a message must be sent.
BOUND = 10


class BalancedNodes(Gatehouse):
    """Several nodes in the place of one server of `gatehouse dev`, with a schema of their own.

    The database is that of `Scripts/with-postgres.sh`, and the administrator's key is the one of `client_of`. With
    `first_start`, the options of `gatehouse dev`, that command runs once before the nodes and makes the first pool.
    """

    numbers = itertools.count(1)

    def __init__(self, folder, number, environment=None, program=BINARY, first_start=None):
        super().__init__(folder)
        database = os.environ.get("GATEHOUSEBUILD_POSTGRES")
        if not database:
            raise NotReady("Several nodes need a database server: run the command under Scripts/with-postgres.sh.")
        self.environment = {
            "GATEHOUSE_ADMIN_ACCESS_KEY_ID": KEY, "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": SECRET,
            # The nodes are one server for the clients.
            "GATEHOUSE_BASE_URL": self.url,
            "GATEHOUSE_DATABASE_URL": f"{database}&schema=nodes_{os.getpid()}_{next(self.numbers)}",
            "GATEHOUSE_DATABASE_CONNECTIONS": "8", "GATEHOUSE_MASTER_KEY": random_key(), "GATEHOUSE_OUTBOX": "true",
            # What `dev` has by default: requests of tests in any number, and providers on this machine.
            "GATEHOUSE_RATE_LIMITS": "false", "GATEHOUSE_PROVIDERS_NETWORKS": "127.0.0.0/8, ::1",
            **(environment or {}),
        }
        self.nodes = []
        for name in range(1, number + 1):
            place = self.folder / f"node{name}"
            place.mkdir()
            self.nodes.append(ServerProcess(program, place, environment=self.environment, mode="serve"))
        self.balancer = Balancer(self.folder, [node.port for node in self.nodes], self.port)
        # Commands that run beside the nodes use the folder of the first one.
        self.command, self.data = self.nodes[0].command, self.nodes[0].data
        self.first_start, self.running = first_start, []
        # How many requests each node got in all starts, and whether each request went to the next node.
        self.requests, self.took_turns = [0] * number, True

    def start(self):
        """Starts the nodes, and then the balancer."""
        if self.first_start is not None:
            node = self.nodes[0]
            first = ServerProcess(node.command[0], node.folder, self.first_start, self.environment, port=node.port)
            if status := first.start().stop():
                raise NotReady(f"gatehouse dev ended with status {status}.")
            self.first_start = None
        try:
            for each in (*self.nodes, self.balancer):
                self.running.append(each.start())
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self, how=signal.SIGTERM):
        """Ends the balancer and the nodes; returns the first status of a node that is not 0, or 0."""
        if self.balancer in self.running:
            self.running.remove(self.balancer)
            try:
                self.count(self.balancer.requests())
            except OSError:
                self.took_turns = False
            self.balancer.stop()
        statuses = [0]
        while self.running:
            statuses.append(self.running.pop().stop(how))
        return next(filter(None, statuses), 0)

    def count(self, requests):
        """Adds the requests of one start."""
        self.requests = [sum(pair) for pair in zip(self.requests, requests)]
        self.took_turns = self.took_turns and max(requests) - min(requests) <= 1

    def client(self, service, *key, **options):
        made = super().client(service, *key, **options)
        name = "cognito-identity-provider.CreateUserPoolDomain"
        made.meta.events.register(f"before-parameter-build.{name}", note_domain)
        made.meta.events.register(f"after-call.{name}", self.await_domain)
        return made

    def await_domain(self, context, parsed, **_):
        """Waits after the creation of a domain until every node knows it, which is after a second at the latest."""
        if "Error" not in parsed:
            self.wait_for_domain(context["domain"])

    def wait_for_domain(self, name):
        """Waits until every node knows a domain; one with a name of its own has no path."""
        if "." in name:
            return
        deadline = time.monotonic() + BOUND
        for node in self.nodes:
            while node.status(f"/domains/{name}/login") == 404:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{node.url} does not know the domain {name} after {BOUND} seconds")
                time.sleep(0.02)

    def code_for(self, recipient):
        """The code of the newest message to a destination; each outbox has the messages that its node has sent."""
        deadline = time.monotonic() + BOUND
        while not (found := [newest for node in self.nodes if (newest := newest_code(node, recipient))]):
            if time.monotonic() > deadline:
                raise LookupError(f"the outboxes hold nothing for {recipient}")
            time.sleep(0.02)
        return max(found)[-1]


def note_domain(params, context, **_):
    """Keeps the name of a domain that is about to be made."""
    context["domain"] = params["Domain"]


def newest_code(node, recipient):
    """The time and the code of the newest message to a destination that a node has sent; `None` without one.

    The outbox tells times in whole seconds. For messages of one second, the time of the outbox's file decides, which
    changes with each message.
    """
    messages = (message for message in node.json("/dev/outbox?format=json") if message["to"] == recipient)
    if (newest := next(messages, None)) is None:
        return None
    return newest["at"], (node.data / "outbox.sealed").stat().st_mtime_ns, newest["code"]
