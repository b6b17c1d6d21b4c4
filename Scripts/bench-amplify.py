#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Measures `amplify` with a server beside it, and prints a table with the promises of docs/benchmarks.md.

    bench-amplify.py [FOLDER]     the folder of the programs amplify and gatehouse; .build-static/release without it

Each time is the time of a whole process, apart from the row about keys. The exit status is 1 if a promise is missed.
Runs with the Python of Scripts/python-environment.sh.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests/EndToEnd"))
from amplify_project import App, Passage  # noqa: E402
from conftest import make_user  # noqa: E402
from gatehouse import PASSWORD, client_of  # noqa: E402
from seat import DOWN, INTERRUPT, UP  # noqa: E402
from server_process import ServerProcess  # noqa: E402

RUNS = 11
KEYS = 100


def seconds(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


class Rows:
    """The table, in the form of the other benchmarks."""

    def __init__(self):
        self.missed = False
        print("| Measured | Result | Limit | Ratio | Promise |  |")
        print("|---|--:|--:|--:|--:|---|")

    def add(self, name, result, limit, unit, digits=2):
        kept = result <= limit
        self.missed |= not kept
        print(
            f"| {name} | {result:.{digits}f} {unit} | {limit:g} {unit} | {result / limit:.2f} × | ≤ {limit:g} {unit} | "
            f"{'kept' if kept else '**missed**'} |", flush=True)


def keys(app):
    """Seconds from a key to the changed screen, the largest but one of many."""
    times = []
    with app.at("add", "auth") as at:
        at.meets("Do you want to use the default")
        for number in range(KEYS):
            key, row = (DOWN, "❯ Default configuration with") if number % 2 == 0 else (UP, "❯ Default configuration\n")

            def press(key=key, row=row):
                at.presses(key)
                at.until(row)

            times.append(seconds(press))
        at.presses(INTERRUPT)
        at.ends(130)
    return sorted(times)[-2]


def whole_way(server, folder, program):
    """An empty folder, a back end with the defaults, and a user who signs in."""
    app = App(folder, program=program).init(server.url, name="way").add_auth()
    app.push()
    admin = client_of(server.url, "cognito-idp")
    make_user(admin, app.ids["UserPoolId"], "ada", email="ada@example.com")
    app.run("sign-in", "ada", given=f"{PASSWORD}\n")


def measure(programs, folder):
    rows, program = Rows(), str(programs / "amplify")
    with ServerProcess(str(programs / "gatehouse"), folder) as server, Passage(server) as passage:
        number = 0

        def project(url=server.url):
            nonlocal number
            number += 1
            return App(folder / f"app{number}", program=program).init(url, name=f"bench{number}").add_auth()

        projects = [project() for _ in range(RUNS)]
        rows.add("`amplify push` of a new auth project",
                 statistics.median(seconds(app.push) for app in projects), 1.5, "s")
        app = projects[0]
        rows.add("`amplify push` without changes", statistics.median(seconds(app.push) for _ in range(RUNS)), 0.3, "s")
        counted = project(passage.url)
        counted.push()
        passage.operations.clear()
        counted.push()
        rows.add("its requests", len(passage.operations), 8, "requests", digits=0)
        rows.add("`amplify status`",
                 statistics.median(seconds(lambda: app.run("status")) for _ in range(RUNS)), 0.3, "s")
        fresh = App(folder / "keys", program=program).init(server.url, name="keys")
        rows.add("Key to screen", keys(fresh) * 1_000, 16, "ms")
        rows.add("`amplify --help`", statistics.median(
            seconds(lambda: subprocess.run([program, "--help"], check=True, capture_output=True))
            for _ in range(RUNS)) * 1_000, 50, "ms", digits=0)
        rows.add("From an empty folder to a signed-in user",
                 seconds(lambda: whole_way(server, folder / "way", program)), 30, "s")
    return rows.missed


def main():
    programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build-static/release").resolve()
    with tempfile.TemporaryDirectory() as folder:
        return 1 if measure(programs, pathlib.Path(folder)) else 0


if __name__ == "__main__":
    sys.exit(main())
