# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Three nodes on a cluster, with a balancer, a mail server and a user pool."""
import concurrent.futures
import pathlib
import time

from cluster import Cluster
from cures import random_key
from messages import make_authority
from nodes import ClusterNode
from service import Mailbox, Service
from story import Person, make_pool


class Installation:
    """Everything that a fault may meet; runs inside a `with`."""

    def __init__(self, folder, ledger, nodes=3):
        self.folder, self.ledger = pathlib.Path(folder), ledger
        # The user of PostgreSQL enters its folders.
        self.folder.chmod(0o755)
        self.master_key = random_key()
        self.cluster = Cluster(self.folder)
        self.mailbox = Mailbox(make_authority(self.folder))
        self.nodes = [ClusterNode(self.folder / f"node{number}", self) for number in range(1, nodes + 1)]

    @property
    def address(self):
        """The address of the balancer, which is the base URL of all nodes."""
        return f"http://localhost:{self.cluster.web}"

    def __enter__(self):
        self.mailbox.__enter__()
        try:
            self.pair_took = self.cluster.start([node.port for node in self.nodes])
            with concurrent.futures.ThreadPoolExecutor() as threads:
                list(threads.map(ClusterNode.start, self.nodes))
            self.service = Service(self.address, ledger=self.ledger)
            self.pool = make_pool(self.service)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            if self.runs(node):
                # One that sleeps would not end.
                node.resume()
                node.stop()
        self.cluster.remove()
        self.mailbox.__exit__()

    def recover(self):
        """Lets every node run as it did in the beginning, after a part that broke off."""
        for node in self.nodes:
            node.use_system_clock()
            if self.runs(node):
                node.resume()
            else:
                node.start()
            node.wait_until_ready()

    @staticmethod
    def runs(node):
        return hasattr(node, "process") and node.process.poll() is None

    def person(self, ledger=None):
        """A new user, whose app notes what it sees in a ledger."""
        service = Service(self.address, ledger=ledger) if ledger else self.service
        return Person(service, self.pool, self.mailbox)

    def first_success(self, node, since, patience, ledger):
        """The seconds after a moment until a node itself performs a write; None if it does not in time."""
        service = Service(node.url, ledger=ledger)
        request = self.prober.password_request(self.prober.password)
        while time.monotonic() - since < patience:
            if service.call("initiate_auth", **request).is_done:
                return time.monotonic() - since
            time.sleep(0.05)
        return None

    def served_again(self, since, patience=60, ledger=None):
        """The seconds after a moment until each node performs a write; None where it does not in time."""
        with concurrent.futures.ThreadPoolExecutor() as threads:
            return list(threads.map(
                lambda node: self.first_success(node, since, patience, ledger or self.ledger), self.nodes))

    def prepare_probe(self):
        """Makes the user whose sign-ins show that a node writes."""
        self.prober = self.person().create()
