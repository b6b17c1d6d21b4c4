#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes a database with many users and measures `gatehouse copy` to a PostgreSQL of its own and back.

    bench-copy.py [PROGRAM [USERS]]     the program gatehouse, .build-static/release/gatehouse without it; 1,000,000 users

The promise is five minutes for a million users in each direction, and less in proportion, but ten seconds at least for
the start and the schema. The database server syncs its commits.
The exit status is 1 if the promise is missed or a copy fails. Runs with the Python of Scripts/python-environment.sh.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build-static/release/gatehouse")
USERS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
PROMISED = max(10, 300 * USERS / 1_000_000)  # seconds

os.environ["GATEHOUSE"] = PROGRAM
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests/EndToEnd"))
from conftest import make_user  # noqa: E402
from cures import random_key  # noqa: E402
from gatehouse import Gatehouse  # noqa: E402
from many_users import add_users  # noqa: E402
from postgres import PostgresServer  # noqa: E402


def copy(source, target, environment):
    """Seconds of a copy; its lines go to the standard error."""
    began = time.monotonic()
    subprocess.run(
        [PROGRAM, "copy", "--from", source, "--to", target], check=True, stdout=sys.stderr,
        env={**os.environ, **environment})
    return time.monotonic() - began


def main():
    key = random_key()
    postgres = PostgresServer()
    try:
        postgres.start(syncs=True)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            with Gatehouse(folder, environment={"GATEHOUSE_MASTER_KEY": key}) as server:
                admin = server.client("cognito-idp")
                pool = admin.list_user_pools(MaxResults=1)["UserPools"][0]["Id"]
                make_user(admin, pool, email="alice@example.org", phone_number="+15550100")
            rows = add_users(folder / "data/gatehouse.sqlite", USERS - 1)
            print(f"{USERS} users have {rows} rows.", file=sys.stderr)
            environment = {
                "GATEHOUSE_MASTER_KEY": key, "GATEHOUSE_DATABASE_URL": postgres.url(postgres.database())}
            missed = False
            print("| Measured | Result | Promise |  |\n|---|--:|--:|---|")
            for name, source, target in (
                ("to PostgreSQL", f"sqlite:{folder / 'data'}", "postgresql"),
                ("to SQLite", "postgresql", f"sqlite:{folder / 'back'}"),
            ):
                seconds = copy(source, target, environment)
                kept = seconds <= PROMISED
                missed |= not kept
                print(
                    f"| {USERS} users {name} | {seconds:.1f} s | ≤ {PROMISED:g} s | {'kept' if kept else '**missed**'} |",
                    flush=True)
    finally:
        postgres.remove()
    sys.exit(missed)


if __name__ == "__main__":
    main()
