#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Measures what operations cost nodes and database on PostgreSQL, beside SQLite, and prints tables with their bounds.

    bench-postgres.py PROGRAM [--users N] [--seconds S]

PROGRAM is `gatehouse`, .build-static/release/gatehouse for one. The defaults are 1,000,000 users and 4 seconds for a
measurement. Smaller numbers show that the part works; bounds then depend on chance. The exit status is 1 if a bound is
missed or a call fails. Runs with the Python of Scripts/python-environment.sh.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONNECTIONS, MANY_CONNECTIONS = 8, 32
# Rounds whose median counts: a shared machine's speed changes from second to second.
ROUNDS = 3
# Users who can sign in, and the smallest pool.
KNOWN_USERS = 1_000
# Users whose rows the units read.
READ_USERS = 32
# Cores for two nodes, the database and the callers, so that none takes one of another.
CORES_FOR_TWO_NODES = 6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--users", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=4)
    given = parser.parse_args()
    if given.users < 2 or given.seconds < 1:
        parser.error("there must be two users and one second at least")
    return given


# The tests' modules read the program from the environment when they are imported.
GIVEN = arguments()
os.environ["GATEHOUSE"] = str(GIVEN.program.resolve())
sys.dont_write_bytecode = True
sys.path += [str(ROOT / folder) for folder in ("Tests/EndToEnd", "Scripts/counts", "Scripts/sizing")]
from callers import run_load  # noqa: E402
from readings import anonymous_memory, keep, memory_of_tree, runs_again, tree_of  # noqa: E402
from sites import Place, Sites  # noqa: E402
from tables import (  # noqa: E402
    LEAST_OF_TWO_NODES, MANY_USERS, MOST_FIRST_SIGN_UPS_AGAIN, MOST_FOR_MANY_USERS, MOST_FOR_TWO_NODES,
    MOST_SIGN_UPS_AGAIN, OPERATIONS, SIGN_UP, Cost, Report)

REFRESH, SIGN_IN = (next(each for each in OPERATIONS if each.method == name) for name in (
    "refresh", "sign_in_by_password"))


class Bench:
    """The measurements, in the order of their tables."""

    def __init__(self, sites, users, seconds):
        self.sites, self.cluster, self.users, self.seconds = sites, sites.cluster, users, seconds
        self.report = Report()
        self.failures = []
        self.known = min(KNOWN_USERS, users - 1)
        # The rows of later tables.
        self.again, self.bytes, self.user_bytes = [], [], []

    def start(self, server):
        """Starts a server for the rest of the run."""
        server.start()
        self.sites.callback(self.end, server)
        return server

    @staticmethod
    def end(server):
        if server.process.poll() is None:
            server.stop()

    def load(self, place, operation, callers, cores=None, look=lambda: None):
        """Lets callers repeat an operation.

        Returns their load, what servers and database have used for it, and what `look` returned before and after it.
        """
        servers = place.servers
        # The processor time of questions to the database is outside.
        load, (seen, log, before), (after, last, seen_later) = run_load(
            place.ports, place.back, operation.method, callers, self.seconds,
            lambda: (look(), self.cluster.log(), self.cluster.used(servers)),
            lambda: (self.cluster.used(servers), self.cluster.log(), look()), cores)
        self.failures += load.failures
        if not load.done:
            sys.exit(f"{operation.name} has never succeeded:\n" + "\n".join(load.failures[:3]))
        used = after - before
        used.log = last - log
        return load, used, (seen, seen_later)

    def cost(self, place, operation, unit, resting_log):
        load, used, _ = self.load(place, operation, CONNECTIONS)
        if place.is_on_file:
            return Cost(used.nodes / load.done, 0, 0, load.rate, unit)
        log = used.log - resting_log * used.seconds
        return Cost(used.nodes / load.done, used.database / load.done, log / load.done, load.rate, unit)

    # What needs a node of its own.

    def count_again(self, place, operation, users, bound):
        """Counts the transactions that are run again among many callers; the first server of a place has the count."""
        server = place.servers[0]
        before = self.metrics(server)
        load, *_ = self.load(place, operation, MANY_CONNECTIONS)
        count = self.metrics(server) - before
        missed = [
            *(["runs again"] if count > bound * load.done else []), *(["failures"] if load.failures else [])]
        self.again.append((
            [
                operation.name, users, f"{load.done:,}", f"{count:.0f}", f"{count / load.done:.2%}", f"≤ {bound:.0%}",
                str(len(load.failures)), str(load.refused)], missed))

    @staticmethod
    def metrics(server):
        with server.get("/metrics") as answer:
            return runs_again(answer.read().decode())

    def first_sign_ups(self):
        """Sign-ups in an empty database."""
        with self.sites.node(self.sites.postgres.database(), MANY_CONNECTIONS) as node:
            self.cluster.settle([node])
            place = Place([node], self.sites.back(node, 1))
            self.count_again(place, SIGN_UP, "an empty database", MOST_FIRST_SIGN_UPS_AGAIN)

    def later_sign_ups(self, database, owner, back, users):
        """Sign-ups among many users."""
        bound = MOST_SIGN_UPS_AGAIN if users >= MANY_USERS else MOST_FIRST_SIGN_UPS_AGAIN
        with self.sites.node(database, MANY_CONNECTIONS, owner) as node:
            self.cluster.settle([node])
            self.count_again(Place([node], back), SIGN_UP, f"{users:,} users", bound)

    def fill(self, database, owner, back):
        """Brings a copy of the database of few users to all users, with the sign-ups among many in between."""
        users = min(MANY_USERS, self.users)
        self.add_users(database, back, self.known + 1, users)
        self.sites.tidy(database)
        self.later_sign_ups(database, owner, back, users)
        if self.users > users:
            self.add_users(database, back, users + 1, self.users)
            self.sites.tidy(database)

    def add_users(self, database, back, first, last):
        """Adds users. What one takes is measured with the largest number of them, so the last time counts."""
        before = self.cluster.sizes(database)
        self.sites.fill(database, back, first, last)
        sizes = before, self.cluster.sizes(database)
        self.user_bytes = self.grown("A user, with names and search entries", last - first + 1, [sizes], "2.5 KB")

    # The rounds.

    def rounds(self, places, subs, database, folder, rest):
        """Measures each operation in each place, in turn; returns the costs by place and operation.

        The log of the nodes' own work, which they do at rest too, is not an operation's.
        """
        costs = {name: {operation: [] for operation in OPERATIONS} for name in places}
        pool = places["one"].back.pool
        log = rest.log / rest.seconds
        for _ in range(ROUNDS):
            for operation in OPERATIONS:
                unit = self.cluster.select_time(database, subs, pool, folder, CONNECTIONS, self.seconds)
                for name, place in places.items():
                    costs[name][operation].append(self.cost(place, operation, unit, log))
        return costs

    # What sessions and tokens take.

    def measure_bytes(self, place, database):
        """What a session and a rotated token take, in a database that has none yet."""
        def look():
            # It also gives back what tables were extended by at a stroke.
            self.sites.postgres.sql("VACUUM;", database)
            return self.cluster.sizes(database)

        load, _, sizes = self.load(place, SIGN_IN, MANY_CONNECTIONS, look=look)
        self.bytes.append(self.grown("A session, with its refresh token", load.done, [sizes], "0.5 KB"))
        # A refresh also writes the token that it replaces anew, and vacuum frees the former row: after the first round
        # the space of such rows is used again, as in a database that has run for a while.
        loads = [self.load(place, REFRESH, MANY_CONNECTIONS, look=look) for _ in range(3)][1:]
        self.bytes.append(self.grown(
            "A rotated refresh token", sum(load.done for load, *_ in loads), [sizes for *_, sizes in loads], "0.3 KB"))

    @staticmethod
    def grown(name, number, sizes, expected):
        """The cells of a row: what one more of a number of things takes, by the sizes of tables before and after."""
        growth = {table: sum(after[table] - before[table] for before, after in sizes) for table in sizes[0][0]}
        tables = sorted(table for table, grown in growth.items() if grown > 0)
        return [
            name, f"{sum(growth[table] for table in tables) / number:,.0f}", f"about {expected}", f"{number:,}",
            ", ".join(tables) or "none has grown"]

    # The tables that are not of rounds.

    def print_again(self):
        self.report.title(
            f"Transactions that are run again, with {MANY_CONNECTIONS} connections and as many callers.",
            "Operation", "In", "Done", "Run again", "Share", "Bound", "Failed (0)", "Refused", "")
        for cells, missed in self.again:
            self.report.row(*cells, missed=missed)

    def print_bytes(self):
        self.report.title(
            "Bytes in the database with indexes.", "One more", "Bytes", "Expected", "Measured with", "In the tables",
            "")
        for cells in [self.user_bytes, *self.bytes]:
            self.report.row(*cells)

    def throughput(self, one, two):
        """Whether two nodes do twice as much, where each can have a core of its own."""
        cores = sorted(os.sched_getaffinity(0))
        self.report.title(
            "Two nodes on cores of their own.", "Operation", "One node", "Two nodes", "Ratio", "Bound", "")
        bound = f"≥ {LEAST_OF_TWO_NODES:g} ×"
        if len(cores) < CORES_FOR_TWO_NODES:
            self.report.row(
                SIGN_IN.name, "not measured", "not measured", f"needs {CORES_FOR_TWO_NODES} cores, not {len(cores)}",
                bound)
            return
        for server, core in zip(two.servers, cores):
            keep(server.process.pid, {core})
        # A core of the database carries two of sign-ins.
        for process in tree_of(self.cluster.process):
            keep(process, set(cores[2:4]))
        rates = [
            self.load(place, SIGN_IN, callers, cores=set(cores[4:]))[0].rate
            for place, callers in ((one, 2 * CONNECTIONS), (two, 4 * CONNECTIONS))]
        more = rates[1] / rates[0]
        self.report.row(
            SIGN_IN.name, *(f"{rate:.0f}/s" for rate in rates), f"{more:.2f} ×", bound,
            missed=["throughput"] if more < LEAST_OF_TWO_NODES else [])

    def run(self):
        sites, postgres = self.sites, self.sites.postgres
        self.first_sign_ups()
        few = postgres.database()
        with sites.node(few, MANY_CONNECTIONS) as node:
            back = sites.back(node, self.known)
            self.measure_bytes(Place([node], back), few)
        many = sites.copied(few)
        self.fill(many, few, back)
        sites.tidy(few)

        nodes = [self.start(sites.node(database, CONNECTIONS, few)) for database in (few, few, many)]
        file = self.start(sites.file_server())
        places = {
            "one": Place(nodes[:1], back), "two": Place(nodes[:2], back), "many": Place(nodes[2:], back),
            "file": Place([file], sites.back(file, self.known), is_on_file=True),
        }
        self.cluster.settle([*nodes, file])
        rest = self.cluster.rest(nodes, max(5, self.seconds))
        folder = sites.next_folder()
        folder.mkdir()
        costs = self.rounds(places, sites.subs(few, back, READ_USERS), few, folder, rest)
        report = self.report
        report.costs(costs["one"], CONNECTIONS)
        report.beside_file(costs["one"], costs["file"], CONNECTIONS)
        report.compared(
            "Two nodes on one database, each request to the next: processor time of nodes and database.",
            ("One node", "Two nodes"), costs["one"], costs["two"], MOST_FOR_TWO_NODES)
        report.compared(
            "Many users: processor time of node and database.", (f"{self.known:,} users", f"{self.users:,} users"),
            costs["one"], costs["many"], MOST_FOR_MANY_USERS)

        memory = [
            anonymous_memory(nodes[0].process.pid), memory_of_tree(self.cluster.process),
            anonymous_memory(file.process.pid)]
        busy = self.start(sites.node(few, MANY_CONNECTIONS))
        self.cluster.settle([busy])
        for operation in OPERATIONS:
            if operation.again is not None:
                self.count_again(Place([busy], back), operation, f"{self.known:,} users", operation.again)
        self.print_again()
        self.print_bytes()
        self.throughput(places["one"], places["two"])
        each = 1 / len(nodes) / rest.seconds
        report.sizing(costs["one"], costs["file"], (rest.nodes * each, rest.database * each), memory)


def processor():
    """The name of the processor."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "an unknown processor"


def main():
    began = time.monotonic()
    cores = len(os.sched_getaffinity(0))
    print(f"{cores} cores of {processor()}, {GIVEN.users:,} users, {GIVEN.seconds:g} s for a measurement", flush=True)
    with tempfile.TemporaryDirectory() as folder, Sites(pathlib.Path(folder)) as sites:
        bench = Bench(sites, GIVEN.users, GIVEN.seconds)
        bench.run()
    print(f"\nThe part took {(time.monotonic() - began) / 60:.1f} minutes.")
    for failure in bench.failures[:10]:
        print(f"failed: {failure}", file=sys.stderr)
    return 1 if bench.report.missed or bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
