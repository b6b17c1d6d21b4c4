# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What servers use: processor time and memory as the system counts them, and counts of the servers' own."""
import dataclasses
import os
import pathlib
import re
import subprocess
import time

from postgres import PASSWORD, processes

TICKS = os.sysconf("SC_CLK_TCK")
RUNS_AGAIN = "gatehouse_database_runs_again_total"
# The fields of /proc/*/stat behind the name of the program: the process's own time, and that of its ended children.
OWN, ENDED = slice(11, 13), slice(13, 15)


def ticks(process, fields):
    """The sum of some fields of a process's status, without those of a process that has ended."""
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return sum(map(int, text.rpartition(")")[2].split()[fields]))


def processor_time(process):
    """Seconds of all threads of a process."""
    return ticks(process, OWN) / TICKS


def tree_of(process):
    """A process and its children, as numbers in texts."""
    return [str(process), *(name for name, (_, parent) in processes() if parent == str(process))]


def time_of_tree(process):
    """Seconds of a process and its children, with those that have ended."""
    return sum(ticks(name, OWN) + ticks(name, ENDED) for name in tree_of(process)) / TICKS


def anonymous_memory(process):
    """MiB of a process without the pages of files and of shared memory."""
    found = re.search(r"^RssAnon:\s+(\d+) kB$", pathlib.Path(f"/proc/{process}/status").read_text(), re.M)
    return int(found[1]) / 1024


def memory_of_tree(process):
    """MiB of a process and its children; pages that they share count once."""
    total = 0
    for name in tree_of(process):
        try:
            text = pathlib.Path(f"/proc/{name}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+) kB$", text, re.M)[1])
    return total / 1024


def runs_again(metrics):
    """The transactions of operations that were run again, in the text of /metrics, without the server's own work."""
    counts = re.findall(rf"^{RUNS_AGAIN}\{{([^}}]*)\}} (\S+)$", metrics, re.M)
    return sum(float(count) for labels, count in counts if 'operation="none"' not in labels)


@dataclasses.dataclass
class Used:
    """What was used up to a moment, or between two: seconds of nodes and database, bytes of the database's log."""

    nodes: float
    database: float
    log: int = 0
    seconds: float = 0

    def __sub__(self, other):
        return Used(
            self.nodes - other.nodes, self.database - other.database, self.log - other.log,
            self.seconds - other.seconds)


class Cluster:
    """The database server as it is measured."""

    def __init__(self, postgres):
        self.postgres = postgres

    @property
    def process(self):
        return (self.postgres.folder / "data/postmaster.pid").read_text().split()[0]

    def used(self, nodes):
        """What some nodes and the database have used up to now."""
        return Used(
            sum(processor_time(node.process.pid) for node in nodes), time_of_tree(self.process),
            seconds=time.monotonic())

    def log(self):
        """The end of the write-ahead log, in bytes."""
        return int(self.postgres.sql("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint;")[0])

    def rest(self, nodes, seconds):
        """What nodes without requests and the database use in some seconds."""
        log, before = self.log(), self.used(nodes)
        time.sleep(seconds)
        used = self.used(nodes) - before
        used.log = self.log() - log
        return used

    def settle(self, nodes):
        """Waits until nodes that have just started do nothing, for they make keys in advance."""
        for _ in range(60):
            before = self.used(nodes)
            time.sleep(1)
            used = self.used(nodes) - before
            if used.nodes + used.database < 0.1:
                return

    def sizes(self, database):
        """The bytes of each table, with indexes and long values."""
        rows = self.postgres.sql(
            "SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c "
            "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'gatehouse' AND c.relkind = 'r';",
            database)
        return {name: int(size) for name, size in (row.split("|") for row in rows)}

    def select_time(self, database, subs, pool, folder, connections, seconds):
        """Seconds of the database for one prepared SELECT of a user by key, a transaction and a trip of its own.

        pgbench sends it over as many connections as the callers of the operations, for users in turn.
        """
        for number in range(len(subs)):
            (folder / f"{number}.sql").write_text(
                f"SELECT * FROM gatehouse.users WHERE pool_id = :pool AND sub = :sub{number};\n")
        names = {"pool": pool, **{f"sub{number}": sub for number, sub in enumerate(subs)}}
        before = time_of_tree(self.process)
        done = subprocess.run(
            [
                self.postgres.programs / "pgbench", "--no-vacuum", "--protocol=prepared", f"--client={connections}",
                "--jobs=2", f"--time={max(1, round(seconds))}", "--host=127.0.0.1", f"--port={self.postgres.port}",
                "--username=postgres", *(f"--define={name}={value}" for name, value in names.items()),
                *(f"--file={folder / f'{number}.sql'}" for number in range(len(subs))), database,
            ],
            capture_output=True, text=True, env={**os.environ, "PGPASSWORD": PASSWORD}, timeout=seconds + 120)
        used = time_of_tree(self.process) - before
        found = re.search(r"number of transactions actually processed: (\d+)", done.stdout)
        if done.returncode or not found or not int(found[1]):
            raise RuntimeError(f"pgbench has measured nothing:\n{done.stdout}{done.stderr}")
        return used / int(found[1])


def keep(process, cores):
    """Keeps all threads of a process on some cores."""
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(task.name), cores)
