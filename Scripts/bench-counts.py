#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Counts what a request costs, in numbers that repeat on a busy machine, and prints a table with their bounds.

    bench-counts.py PROGRAM [--keep FOLDER]

PROGRAM is `gatehouse` with its symbols, .build-static/release/gatehouse for one. Callgrind counts instructions and
strace system calls, each over many requests after a warm-up. With --keep, the files of callgrind and strace stay in a
folder, for callgrind_annotate; that of the start is start-callgrind.out.1. The exit status is 1 if a number is above its
bound. Runs with the Python of Scripts/python-environment.sh.
"""
import argparse
import dataclasses
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path += [str(ROOT / "Tests/EndToEnd"), str(ROOT / "Scripts/counts")]
from callgrind import CountedServer  # noqa: E402
from operations import ATTEMPTS, Back, Caller  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from system_calls import TracedCalls  # noqa: E402

WARM_UP = 8
# A multiple of ATTEMPTS, so that each user has as many wrong passwords as another.
REQUESTS = 36
USERS = REQUESTS // ATTEMPTS
# Instructions from the start to the first answer, with an existing database and without keys that are made in advance.
START, START_BOUND = "Start, to the first answer", 230_000_000
# How much the instructions for an unknown name may differ from those for a wrong password.
MOST_APART = 0.01


@dataclasses.dataclass(frozen=True)
class Operation:
    """A row: its name, the method of `Caller`, and the bounds of one time; an absent bound demands nothing.

    `instructions` bounds those that are not arithmetic, and `aim` is what they are to become.
    """
    name: str
    method: str
    instructions: int | None = None
    aim: int | None = None
    syncs: int | None = None
    calls: int | None = None
    pages: int | None = None


OPERATIONS = [
    Operation("`GET /health`", "ask_for_health"),
    Operation("`GetUser`", "get_user", 300_000, 200_000, syncs=0, calls=6),
    Operation("Refresh", "refresh", 450_000, 320_000, syncs=0),
    Operation("Password sign-in", "sign_in_by_password", 850_000, 700_000, syncs=1, pages=7),
    Operation("SRP sign-in, first call", "begin_srp", 450_000, syncs=0),
    Operation("SRP sign-in, both calls", "sign_in_by_srp", 1_600_000, 1_380_000, syncs=1),
    Operation("Client credentials", "request_client_token", 450_000, 330_000, syncs=0),
    Operation("Code flow, four requests", "run_code_flow", 4_000_000, 3_000_000, syncs=2),
]


@dataclasses.dataclass
class Row:
    """The counts of one operation, each of one time."""
    operation: Operation
    instructions: float
    arithmetic: float
    calls: float
    syncs: float
    pages: float

    @property
    def missed(self):
        """The bounds that the counts are above.

        Several operations share some work, such as the timer of the log, so that each has a part of a call.
        """
        bounds = self.operation
        counts = [
            ("instructions", self.instructions, bounds.instructions), ("syncs", int(self.syncs), bounds.syncs),
            ("system calls", int(self.calls), bounds.calls), ("pages", int(self.pages), bounds.pages)]
        return [name for name, count, bound in counts if bound is not None and count > bound]

    def cells(self):
        def bounded(count, bound):
            return f"{count:.1f}" + (f" (≤ {bound})" if bound is not None else "")

        bounds = self.operation
        return [
            bounds.name, f"{self.instructions:,.0f}", f"{bounds.instructions:,}" if bounds.instructions else "",
            f"{bounds.aim:,}" if bounds.aim else "", f"{self.arithmetic:,.0f}", bounded(self.syncs, bounds.syncs),
            bounded(self.calls, bounds.calls), bounded(self.pages, bounds.pages),
            f"**missed**: {', '.join(self.missed)}" if self.missed else "kept"]


def write(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def count_instructions(program, folder, back):
    """The counts of each operation, and the instructions of all requests with a wrong password and an unknown name."""
    counts, refused = {}, []
    with CountedServer(program, folder) as server:
        caller = Caller(server.port, back)
        server.begin()
        for operation in OPERATIONS:
            work = getattr(caller, operation.method)
            repeat(WARM_UP, work)
            counts[operation] = server.counted(lambda work=work: repeat(REQUESTS, work))
        for name in ("name-warm", *back.users[:1]):
            caller.fail_srp(name)
        caller.sign_in_by_password()
        unknown = [f"name-{number:03}" for number in range(USERS)]
        for names in (back.users[-USERS:], unknown):
            refused.append(server.counted(lambda names=names: [caller.fail_srp(name) for name in names * ATTEMPTS]))
    return counts, refused


def count_start(program, folder):
    """The instructions up to the first answer."""
    with CountedServer(program, folder, from_start=True) as server:
        return server.so_far().rest


def count_calls(program, folder, back):
    """The system calls of each operation."""
    calls = {}
    with ServerProcess(program, folder) as server:
        caller = Caller(server.port, back)
        for number, operation in enumerate(OPERATIONS):
            work = getattr(caller, operation.method)
            repeat(WARM_UP, work)
            with TracedCalls(server.process, server.folder / f"calls-{number}") as traced:
                repeat(REQUESTS, work)
            calls[operation] = traced
    return calls


def repeat(count, work):
    for _ in range(count):
        work()


def measure(program, folder):
    """Prints the table; returns whether a number is above its bound."""
    (folder / "start").mkdir()
    with ServerProcess(program, folder / "start"):
        pass
    with ServerProcess(program, folder) as server:
        # One more user than those with wrong passwords, for the warm-up of these.
        back = Back(server.url, USERS + 1)
    calls = count_calls(program, folder, back)
    write(["Counted", "Instructions", "Bound", "Aim", "Arithmetic", "Syncs", "System calls", "Pages written", ""])
    write(["---", *["--:"] * 7, "---"])
    start = count_start(program, folder / "start")
    missed = start > START_BOUND
    write([START, f"{start:,}", f"{START_BOUND:,}", *[""] * 5, "**missed**: instructions" if missed else "kept"])
    counts, (wrong, unknown) = count_instructions(program, folder, back)
    for operation in OPERATIONS:
        count, traced = counts[operation], calls[operation]
        row = Row(operation, *(number / REQUESTS for number in (
            count.rest, count.arithmetic, traced.loops, traced.syncs, traced.pages)))
        missed |= bool(row.missed)
        write(row.cells())
    # Of these requests the arithmetic counts as well.
    apart = (unknown.total - unknown.keys) / (wrong.total - wrong.keys) - 1
    print(f"\nThe instructions for an unknown name differ by {apart:+.2%} from those for a wrong password, "
          f"at most ±{MOST_APART:.0%}.")
    return missed or abs(apart) > MOST_APART


def kept_files(folder):
    """The files of callgrind and strace; the start has a folder of its own."""
    return [*folder.glob("c*[0-9]"), *folder.glob("start/callgrind.out.*[0-9]")]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("--keep", type=pathlib.Path)
    given = arguments.parse_args()
    for tool in ("strace", "strip", "valgrind", "vgdb"):
        if shutil.which(tool) is None:
            sys.exit(f"The counts need {tool}: run Scripts/install-system-packages.sh binutils strace valgrind.")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return 1 if measure(str(given.program.resolve()), pathlib.Path(folder)) else 0
        finally:
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                for file in kept_files(pathlib.Path(folder)):
                    shutil.copy(file, given.keep / "-".join(file.relative_to(folder).parts))


if __name__ == "__main__":
    sys.exit(main())
