# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A PostgreSQL of the tests' own, on a loopback port and with passwords, and nodes of `gatehouse serve` on its
databases."""
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse

import pytest

from cures import ADMIN
from gatehouse import BINARY, client_of
from server_process import ServerProcess, free_port

PATIENCE = 60  # seconds, for a server that is started
# With characters that have a meaning in a URL.
PASSWORD = "a/pass:w@rd? 100%"


def newest_programs():
    """The folder of the newest version's programs that Debian has installed."""
    return max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))


def processes():
    """The processes of the machine, by their numbers, with their states and the numbers of their parents."""
    for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of the program, which may have spaces, ends with the last bracket.
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        yield file.parent.name, (state, parent)


class PostgresServer:
    """A server with an owner `postgres`; every user's password is PASSWORD."""

    def __init__(self):
        self.programs, self.port = newest_programs(), free_port()
        # PostgreSQL refuses to run as root, and its user may not enter the folders of pytest.
        self.owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-postgres-"))
        (self.folder / "password").write_text(PASSWORD)
        if self.owner:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, "postgres")
        self.names = (f"test{number}" for number in itertools.count(1))
        # Without syncs: no test lets the machine fail.
        self._run(
            "initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "scram-sha-256", "--pwfile",
            self.folder / "password", "-E", "UTF8", "--locale=C", "--no-sync")

    def _run(self, program, *arguments, text=None):
        done = subprocess.run(
            [*self.owner, self.programs / program, *map(str, arguments)], input=text, text=True, cwd="/",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, env={**os.environ, "PGPASSWORD": PASSWORD})
        assert done.returncode == 0, done.stdout
        return done.stdout

    def start(self, syncs=False):
        """Starts the server; after a kill, as soon as its last process has ended. It syncs its commits on request."""
        options = f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1 -c fsync={'on' if syncs else 'off'}"
        arguments = [
            *self.owner, self.programs / "pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-w", "-s",
            "-o", options, "start"]
        deadline = time.monotonic() + PATIENCE
        # The server keeps the descriptors that it inherits, so a pipe would not end.
        while subprocess.run(arguments, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.1)
        return self

    def kill(self):
        """Ends the server without warning; returns when its other processes, which see that, have ended."""
        process = (self.folder / "data/postmaster.pid").read_text().split()[0]
        others = [name for name, (_, parent) in processes() if parent == process]
        os.kill(int(process), signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while any(state != "Z" for name, (state, _) in processes() if name in others):
            assert time.monotonic() < deadline, "the processes of the database server have not ended"
            time.sleep(0.01)

    def remove(self):
        """Ends the server, if it runs, and removes its folder."""
        subprocess.run(
            [*self.owner, self.programs / "pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-s", "stop"],
            cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, text, database="postgres", user="postgres"):
        """Runs statements, as the owner of the server by default; returns the rows, with | between their columns."""
        return self._run(
            "psql", "-h", "127.0.0.1", "-p", self.port, "-U", user, "-d", database, "-X", "-q", "-A", "-t", "-v",
            "ON_ERROR_STOP=1", "-f", "-", text=text).splitlines()

    def dump(self, database):
        """A copy of a database as text."""
        return self._run(
            "pg_dump", "-h", "127.0.0.1", "-p", self.port, "-U", "postgres", "--no-owner", "--no-privileges", database)

    def database(self, options=""):
        """Makes an empty database, and a user without other rights who may make tables there; returns their name."""
        name = next(self.names)
        self.sql(f"CREATE USER {name} PASSWORD '{PASSWORD}';")
        self.sql(f"CREATE DATABASE {name} {options};")
        self.sql(f"GRANT CREATE ON DATABASE {name} TO {name};")
        return name

    def url(self, database, user=None, password=PASSWORD, port=None, options=""):
        """The address of a database for its user."""
        password = urllib.parse.quote(password, safe="")
        return f"postgresql://{user or database}:{password}@127.0.0.1:{port or self.port}/{database}{options}"


@pytest.fixture(scope="module")
def postgres():
    """A server of a module's own, which runs; the modules with its tests import it by name."""
    server = PostgresServer()
    try:
        yield server.start()
    finally:
        server.remove()


class Node(ServerProcess):
    """A node of `gatehouse serve` on a database, with an outbox of its own."""

    def __init__(self, folder, url, master_key, environment=None):
        folder.mkdir()
        super().__init__(
            BINARY, folder, mode="serve",
            environment={
                **ADMIN, "GATEHOUSE_DATABASE_URL": url, "GATEHOUSE_MASTER_KEY": master_key,
                # The nodes are one server for the clients.
                "GATEHOUSE_BASE_URL": "http://localhost:9229", "GATEHOUSE_OUTBOX": "true",
                "GATEHOUSE_RATE_LIMITS": "false", "GATEHOUSE_DATABASE_CONNECTIONS": "4", **(environment or {}),
            })

    def client(self, service):
        return client_of(self.url, service, *ADMIN.values())

    @property
    def admin(self):
        return self.client("cognito-idp")

    @property
    def app(self):
        return client_of(self.url, "cognito-idp", signed=False)

    @property
    def output(self):
        """What the node has written."""
        return (self.folder / "gatehouse.log").read_text()
