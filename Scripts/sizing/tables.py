# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The operations, their bounds, and the tables of the part `postgresql`."""
import dataclasses
import statistics

# How much more processor time an operation may take on two nodes than on one, and with very many users than with few.
MOST_FOR_TWO_NODES, MOST_FOR_MANY_USERS = 1.1, 1.2
# How much more two nodes do than one, each on a core of its own.
LEAST_OF_TWO_NODES = 1.8
# The share of operations that may be run again: of sign-ins and refreshes; of sign-ups among many users and among few.
MOST_AGAIN, MOST_SIGN_UPS_AGAIN, MOST_FIRST_SIGN_UPS_AGAIN = 0.01, 0.10, 0.30
# The number of users from which on a sign-up is one among many.
MANY_USERS = 100_000


@dataclasses.dataclass(frozen=True)
class Operation:
    """A row: its name, the method of `LoadCaller`, and what it may cost; an absent bound demands nothing."""

    name: str
    method: str
    # The database's time, in prepared SELECTs: what an earlier version took in three runs on a busy machine.
    expected: tuple
    # The database's time as a share of the node's: the bound, and the goal.
    share: float | None
    goal: float | None
    log: int
    # The largest share of runs again, with 32 connections.
    again: float | None = None


SIGN_UP = Operation("Sign-up", "sign_up", (9, 12), None, None, 4_500)
OPERATIONS = [
    Operation("`GetUser`", "get_user", (1.5, 2.6), None, None, 0),
    Operation("Password sign-in", "sign_in_by_password", (7, 12), 0.50, 0.35, 1_800, MOST_AGAIN),
    Operation("SRP sign-in, both calls", "sign_in_by_srp", (10, 17), 0.50, 0.35, 2_100, MOST_AGAIN),
    Operation("Refresh with rotation", "refresh", (7, 13), 0.60, 0.45, 1_300, MOST_AGAIN),
    SIGN_UP,
]


@dataclasses.dataclass(frozen=True)
class Cost:
    """One measurement of an operation: seconds of nodes and database and bytes of the log for one, calls a second."""

    node: float
    database: float
    log: float
    rate: float
    # Seconds of the database for one prepared SELECT in the same round.
    unit: float

    @property
    def both(self):
        return self.node + self.database


def middle(costs, value):
    """The median of a value over the rounds."""
    return statistics.median(map(value, costs))


def ratio(first, second, value=lambda cost: cost.both):
    """The median over the rounds of the ratio of two measurements of the same round."""
    return statistics.median(value(one) / value(two) for one, two in zip(first, second))


class Report:
    """Prints tables while they come; `missed` becomes true with the first bound that is missed."""

    def __init__(self):
        self.missed = False

    def title(self, text, *columns):
        """Begins a table. The first column has text, the last one the verdict."""
        print(f"\n{text}\n")
        self.write(columns)
        self.write(["---", *["--:"] * (len(columns) - 2), "---"])

    def row(self, *cells, missed=None):
        """Adds a row; `missed` has the names of missed bounds, and is None for a row that promises nothing."""
        self.missed |= bool(missed)
        verdict = "" if missed is None else f"**missed**: {', '.join(missed)}" if missed else "kept"
        self.write([*cells, verdict])

    def write(self, cells):
        print("| " + " | ".join(cells) + " |", flush=True)

    # The tables.

    def costs(self, one, connections):
        """What each operation costs, from its measurements on one node."""
        self.title(
            f"One node, {connections} connections. A unit is the database's time for one prepared SELECT of a user by "
            "key in a trip of its own.",
            "Operation", "Node", "Database", "In units", "Expected", "Share of the node's", "Bound (goal)",
            "Bytes of log", "Bound", "")
        for operation, costs in one.items():
            units = middle(costs, lambda cost: cost.database / cost.unit)
            share = middle(costs, lambda cost: cost.database / cost.node)
            # What the server writes by itself now and then is not the operation's.
            log = round(max(0, min(cost.log for cost in costs)))
            missed = [
                *(["share"] if operation.share is not None and share > operation.share else []),
                *(["log"] if log > operation.log else [])]
            self.row(
                operation.name, milliseconds(middle(costs, lambda cost: cost.node)),
                milliseconds(middle(costs, lambda cost: cost.database)), f"{units:.1f}",
                "{:g} to {:g}".format(*operation.expected), f"{share:.0%}",
                "" if operation.share is None else f"≤ {operation.share:.0%} ({operation.goal:.0%})", f"{log:,}",
                f"≤ {operation.log:,}", missed=missed)
        unit = statistics.median(cost.unit for costs in one.values() for cost in costs)
        print(f"\nA unit is {unit * 1e6:.0f} µs.", flush=True)

    def beside_file(self, one, file, connections):
        """The same operations with a database in a file."""
        self.title(
            f"SQLite beside PostgreSQL, {connections} callers on the same cores. The ratios are PostgreSQL to SQLite.",
            "Operation", "SQLite, processor", "PostgreSQL: node", "node and database", "SQLite, by the clock",
            "PostgreSQL, by the clock", "Ratio", "")
        for operation, costs in one.items():
            beside = file[operation]
            self.row(
                operation.name, milliseconds(middle(beside, lambda cost: cost.node)),
                f"{ratio(costs, beside, lambda cost: cost.node):.2f} ×", f"{ratio(costs, beside):.2f} ×",
                f"{middle(beside, lambda cost: cost.rate):.0f}/s", f"{middle(costs, lambda cost: cost.rate):.0f}/s",
                f"{ratio(costs, beside, lambda cost: cost.rate):.2f} ×")

    def compared(self, text, names, first, second, bound):
        """Compares processor time of nodes and database in two places."""
        self.title(text, "Operation", *names, "Ratio", "Bound", "")
        for operation, costs in first.items():
            more = ratio(second[operation], costs)
            self.row(
                operation.name, *(milliseconds(middle(each, lambda cost: cost.both)) for each in (
                    costs, second[operation])),
                f"{more:.2f} ×", f"≤ {bound:g} ×", missed=["processor time"] if more > bound else [])

    def sizing(self, one, file, rest, memory):
        """The table of the page on sizing; `rest` has the cores of a node without requests, and of its database."""
        self.title(
            "For docs/sizing.md: cores for 100 operations a second.", "100 a second", "Node", "Database",
            "One server on SQLite", "")
        for operation, costs in one.items():
            self.row(
                operation.name, *(f"{100 * middle(each, value):.2f}" for each, value in (
                    (costs, lambda cost: cost.node), (costs, lambda cost: cost.database),
                    (file[operation], lambda cost: cost.node))))
        self.row("A node without requests", *(f"{each:.3f}" for each in rest), "")
        self.row("Memory after this load", *(f"{each:.0f} MiB" for each in memory))


def milliseconds(seconds):
    return f"{seconds * 1e3:.2f} ms"
