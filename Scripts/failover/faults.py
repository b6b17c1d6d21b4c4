# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The faults, each under load: what is done to the nodes and the database, and what must hold in that time."""
import itertools
import time

from cluster import NotAvailable, wait_until
from cuts import WRITES
from cutting_proxy import CuttingProxy, Point
from ledger import Count
from nodes import ClusterNode
from server_process import NotReady
from service import Service, Undecided
from story import Lost

# Seconds, by the promises: of a node after a promotion, of a lease after its holder, and of a node's clock.
SERVED_AGAIN, TAKEN_OVER, CLOCK_SEEN = 5, 20, 20
# A switch of debug builds, which adds a migration to those of the release.
ADDED_MIGRATION = {"GATEHOUSEBUILD_ADDED_MIGRATION": "1"}


class Faults:
    """The parts of the run, by their letters."""

    def __init__(self, installation, ledger, random, runs):
        self.installation, self.ledger, self.random, self.runs = installation, ledger, random, runs
        self.cluster, self.nodes = installation.cluster, installation.nodes
        # What the table says of a part beside its counts.
        self.notes = []
        # The users of `cut_connections`, for the audit; and its answers by the name of the write and the point.
        self.people, self.cuts = [], {}

    def check(self, holds, text):
        return self.ledger.check(Count.CHECKS, holds, text)

    def restart(self, node):
        node.start()
        node.wait_until_ready()

    # MARK: (a)

    def kill_nodes(self):
        """Nodes are killed at random moments."""
        for _ in range(self.runs):
            time.sleep(self.random.uniform(0.2, 2))
            node = self.random.choice(self.nodes)
            node.kill()
            time.sleep(self.random.uniform(0, 2))
            self.restart(node)
        self.notes.append(f"{self.runs} nodes killed")

    # MARK: (b)

    def kill_primaries(self):
        """The primary is killed together with its Patroni, and comes back as the standby."""
        kills = max(1, self.runs * 3 // 20)
        for _ in range(kills):
            self.cluster.wait_for_pair()
            primary, standby = self.cluster.primary, self.cluster.standby
            # Patroni renews its lease of being primary; a kill at different moments of it.
            time.sleep(self.random.uniform(2, 7))
            killed = time.monotonic()
            primary.kill()
            wait_until("the promotion", standby.is_primary, patience=90, pause=0.05)
            promoted = time.monotonic()
            served = self.installation.served_again(promoted)
            for node, seconds in zip(self.nodes, served):
                self.ledger.check(
                    Count.LATE, seconds is not None and seconds <= SERVED_AGAIN,
                    f"{node.folder.name} served {seconds and round(seconds, 1)} s after the promotion")
            back = time.monotonic()
            primary.program.start()
            self.cluster.wait_for_pair()
            slowest = "never" if None in served else f"{max(served):.1f} s"
            self.notes.append(
                f"promoted after {promoted - killed:.1f} s, all nodes write {slowest} later, "
                f"standby again after {time.monotonic() - back:.1f} s")

    # MARK: (c)

    def cut_connections(self):
        """Connections to the database are cut at exact points of each kind of write, on a node of its own."""
        with CuttingProxy(self.cluster.port) as proxy:
            number = len(list(self.installation.folder.glob("cut*")))
            node = ClusterNode(self.installation.folder / f"cut{number}", self.installation, proxy.port)
            with node:
                service = Service(node.url, ledger=self.ledger)
                kinds = itertools.cycle(itertools.product(WRITES, Point))
                for write, point in itertools.islice(kinds, self.runs * 10):
                    self.cut(proxy, service, write, point)
        done = sum(answers.count("done") for answers in self.cuts.values())
        self.notes.append(f"{sum(map(len, self.cuts.values()))} cuts, {done} of them answered with success")

    def cut(self, proxy, service, write, point):
        name, table, prepare = write
        person = self.installation.person(self.ledger)
        self.people.append(person)
        try:
            request, ensure = prepare(person)
            proxy.arm(point, table)
            answer = request(service) if callable(request) else service.call(request[0], **request[1])
            is_cut = proxy.disarm()
            result = "done" if answer.is_done else answer.refusal or "503"
            self.cuts.setdefault((name, point), []).append(result)
            self.check(is_cut, f"{name} was not cut {point.value}")
            if self.ledger.check(
                    Count.CUTS, answer.is_done, f"{name}, cut {point.value}: {answer.text}"):
                ensure(answer.value)
        except Lost:
            # The ledger has the reason.
            return
        except Undecided as error:
            self.check(False, f"{name}, cut {point.value}: {error}")

    # MARK: (d)

    def fill_disk(self):
        """The disk of the primary is full for a while."""
        self.cluster.wait_for_pair()
        primary = self.cluster.primary
        if not self.check(primary.has_disk, "only root can mount a small disk; run this part as root"):
            return
        processes = [node.process.pid for node in self.nodes]
        primary.fill_disk()
        try:
            refused = self.refusal_of_a_write(patience=60)
            self.check(refused is not None, "no write was refused although the disk was full")
            time.sleep(10)
        finally:
            primary.free_disk()
        freed = time.monotonic()
        served = self.installation.served_again(freed)
        self.check(None not in served, f"a node does not write after the disk is free: {served}")
        self.check(
            [node.process.pid for node in self.nodes] == processes, "a node has ended because the disk was full")
        self.cluster.wait_for_pair()
        self.notes.append(f"nodes write {max(each or 60 for each in served):.1f} s after the disk is free")

    def refusal_of_a_write(self, patience):
        """Makes users until one is refused; checks that this is 503 with Retry-After."""
        deadline = time.monotonic() + patience
        service = self.installation.service
        while time.monotonic() < deadline:
            answer = service.call("admin_create_user", **self.installation.person().named, MessageAction="SUPPRESS")
            if not answer.is_done:
                self.check("ServiceUnavailableException" in answer.text, f"a full disk is answered so: {answer.text}")
                return answer
        return None

    # MARK: (e)

    def set_clocks(self):
        """One node's clock is a minute ahead, then a minute behind."""
        node = self.nodes[-1]
        node.stop()
        node.use_clock_file()
        self.restart(node)
        for offset in (60, -60):
            node.set_clock(offset)
            took = self.seconds_until(lambda: not node.is_ready(), CLOCK_SEEN)
            if self.check(took is not None, f"the node is ready although its clock is {offset} s off"):
                # By the moved clock, the last probe of the database may be a minute old until the next one.
                is_named = self.seconds_until(lambda: "clock" in node.reason(), CLOCK_SEEN) is not None
                self.check(is_named, f"the reason does not name the clock: {node.reason()}")
                self.notes.append(f"not ready {took:.1f} s after its clock went {offset:+d} s")
            time.sleep(10)
            node.set_clock(0)
            took = self.seconds_until(node.is_ready, CLOCK_SEEN)
            self.check(took is not None, f"the node is not ready with its clock right again: {node.reason()}")
        node.stop()
        node.use_system_clock()
        self.restart(node)

    @staticmethod
    def seconds_until(condition, patience):
        """The seconds until a condition holds; None if it does not in time."""
        try:
            return wait_until("a condition", condition, patience)[1]
        except NotAvailable:
            return None

    # MARK: (f)

    def pause_holder(self):
        """The node that holds the leases sleeps for longer than they are valid."""
        holder, *others = self.nodes
        for node in others:
            node.stop()
        # Alone for longer than a lease is valid, the first node holds all.
        time.sleep(TAKEN_OVER)
        held = self.leases()
        for node in others:
            self.restart(node)
        if not self.check(bool(held), "there are no leases, or no node holds one"):
            return
        holder.pause()
        paused = time.monotonic()
        took = self.seconds_until(lambda: not set(self.leases()) & set(held), TAKEN_OVER)
        self.check(took is not None, f"after {TAKEN_OVER} s another node has not taken over all of {sorted(held)}")
        time.sleep(max(0, 30 - (time.monotonic() - paused)))
        taken = self.leases()
        holder.resume()
        holder.wait_until_ready()
        time.sleep(10)
        self.check(set(self.leases()) == set(taken), "the node that woke up has taken its leases back")
        if took is not None:
            self.notes.append(f"{len(held)} leases taken over after {took:.1f} s")

    def leases(self):
        """The leases, each with its holder; none in a program that has no leases."""
        exists = self.cluster.sql(
            "SELECT count(*) FROM pg_tables WHERE tablename = 'leases' AND schemaname = 'gatehouse';")
        if exists == ["0"]:
            return []
        return self.cluster.sql("SELECT name, holder FROM gatehouse.leases ORDER BY name;")

    # MARK: (g)

    def replace_nodes(self):
        """Every node is replaced by the same program with one migration more."""
        before = self.migrations()
        former = dict(self.nodes[0].environment)
        for position, node in enumerate(self.nodes):
            node.stop()
            node.environment |= ADDED_MIGRATION
            self.restart(node)
            if position == 0:
                self.check(self.migrations() == before + 1, "the new program has not migrated the database")
            # The nodes of the former release serve the new schema.
            for other in self.nodes:
                self.check(other.is_ready(), f"{other.folder.name} is not ready while nodes are replaced")
            time.sleep(3)
        old = ClusterNode(self.installation.folder / "old", self.installation)
        old.environment = former
        self.check(self.start_status(old) == 78, "a program without the migration starts on the new schema")
        self.notes.append(f"{len(self.nodes)} nodes replaced, schema {before} became {self.migrations()}")

    def migrations(self):
        return int(self.cluster.sql("SELECT max(version) FROM gatehouse.schema_migrations;")[0])

    @staticmethod
    def start_status(node):
        """The exit status of a node that refuses to start; 0 of one that starts."""
        try:
            node.start()
        except NotReady:
            return node.process.returncode
        return node.stop()


PARTS = {
    "a": ("nodes killed at random", Faults.kill_nodes),
    "b": ("the primary and its Patroni killed", Faults.kill_primaries),
    "c": ("connections cut around COMMIT", Faults.cut_connections),
    "d": ("the disk of the primary full", Faults.fill_disk),
    "e": ("the clock of one node 60 s off", Faults.set_clocks),
    "f": ("the holder of the leases asleep for 30 s", Faults.pause_holder),
    "g": ("nodes replaced under load", Faults.replace_nodes),
}
