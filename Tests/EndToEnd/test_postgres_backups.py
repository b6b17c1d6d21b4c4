# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The commands of docs/postgresql-backups.md as they are written, with the folders of a server of the test's own."""
import os
import pathlib
import re
import subprocess
import time

import pytest

from conftest import make_client, make_user, tokens_of
from cures import random_key
from gatehouse import gatehouse
from postgres import PASSWORD, PATIENCE, Node, PostgresServer

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/postgresql-backups.md"


class Machine:
    """A database server with the folders of the page, and a shell of its user."""

    def __init__(self):
        self.server = PostgresServer()
        folder = self.server.folder
        self.folders = {"DATA": folder / "data", "CONFIG": folder / "conf.d", "BACKUPS": folder / "backups"}
        self.shell(f"mkdir {folder}/conf.d {folder}/backups")
        self.shell(f"echo \"include_dir = '{folder}/conf.d'\" >> {folder}/data/postgresql.conf")
        self.server.start()

    def shell(self, script, **variables):
        """Runs commands as the user of the server; returns what they print."""
        done = subprocess.run(
            [*self.server.owner, "bash", "-euo", "pipefail", "-c", script], cwd="/", text=True, timeout=120,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={
                **os.environ, "PATH": f"{self.server.programs}:{os.environ['PATH']}", "PGHOST": "127.0.0.1",
                "PGPORT": str(self.server.port), "PGUSER": "postgres", "PGPASSWORD": PASSWORD,
                **{name: str(value) for name, value in {**self.folders, **variables}.items()}})
        assert done.returncode == 0, done.stdout
        return done.stdout

    def stop(self):
        self.shell(f"pg_ctl --pgdata {self.folders['DATA']} --mode fast --wait stop")

    def run(self, block, **variables):
        """Runs a block of the page."""
        match block.split():
            case ["systemctl", "stop", "postgresql"]: self.stop()
            case ["systemctl", "start", "postgresql"]: self.server.start()
            case ["systemctl", "restart", "postgresql"]:
                self.stop()
                self.server.start()
            case ["export", *names]:
                # The page names the variables that the test sets.
                assert {name.split("=")[0] for name in names if "=" in name} <= {*self.folders, *variables}, block
            case _: return self.shell(block, **variables)


@pytest.fixture
def machine():
    machine = Machine()
    try:
        yield machine
    finally:
        machine.server.remove()


def names(node, pool):
    return sorted(user["Username"] for user in node.admin.list_users(UserPoolId=pool)["Users"])


def test_the_page_leads_back_to_a_moment(machine, tmp_path):
    text = PAGE.read_text()
    setting_up, rest = text.split("## A base backup")
    saving, going_back = rest.split("## Going back to a moment")

    def blocks(part):
        return re.findall(r"^```\n(.*?)^```$", part, re.M | re.S)

    for block in blocks(setting_up):
        machine.run(block)
    database = machine.server.database()
    url, key = machine.server.url(database), random_key()
    with Node(tmp_path / "before", url, key) as node:
        pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        client_id = make_client(node.admin, pool)["ClientId"]
        make_user(node.admin, pool, "alice")
        for block in blocks(saving):
            machine.run(block)
        make_user(node.admin, pool, "bob")
        moment = machine.shell("psql -Atc 'SELECT clock_timestamp()'").strip()
        node.admin.admin_delete_user(UserPoolId=pool, Username="bob")
        assert names(node, pool) == ["alice"]
    [base] = [folder for folder in machine.shell("ls -d $BACKUPS/base-*").split()]
    # What was written is archived before the disk is lost.
    last = machine.shell("psql -Atc 'SELECT pg_walfile_name(pg_switch_wal())'").strip()
    deadline = time.monotonic() + PATIENCE
    while last not in machine.shell("ls $BACKUPS/wal").split():
        assert time.monotonic() < deadline, "the last file was not archived"
        time.sleep(0.1)

    *steps, end = blocks(going_back)
    for block in steps:
        machine.run(block, BASE=base, MOMENT=moment)
    # A server that still reads the archive answers queries.
    while machine.shell("psql -Atc 'SELECT pg_is_in_recovery()'").strip() == "t":
        assert time.monotonic() < deadline, "the server did not end its recovery"
        time.sleep(0.1)
    assert machine.run(end).strip() == "f"
    environment = {"GATEHOUSE_DATABASE_URL": url, "GATEHOUSE_MASTER_KEY": key}
    checked = gatehouse("check", "--data-dir", tmp_path / "check", environment=environment)
    assert checked.returncode == 0 and "2 users" in checked.stdout, checked.stdout + checked.stderr
    wrong = gatehouse("check", "--data-dir", tmp_path / "check", environment={
        **environment, "GATEHOUSE_MASTER_KEY": random_key()})
    assert wrong.returncode == 65, wrong.stdout
    with Node(tmp_path / "after", url, key) as node:
        assert names(node, pool) == ["alice", "bob"]
        tokens_of(node.app, client_id, "bob")
