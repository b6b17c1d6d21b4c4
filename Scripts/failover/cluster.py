# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""PostgreSQL with a synchronous standby, which Patroni lets take over; etcd, in which Patroni keeps who is primary; and
HAProxy in front of the primary and of the nodes. All of them listen on loopback and live in one folder."""
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

from postgres import PATIENCE, newest_programs, processes
from server_process import free_port

DATABASE = "gatehouse"
PASSWORD = "words-of-the-owner"
# Seconds after which Patroni takes a silent primary for lost: the shortest that it allows.
TIME_TO_LIVE = 20
# Of the file system with a member's tables; the WAL is elsewhere, so that a full one refuses writes (SQLSTATE 53100).
DISK = "384m"


class NotAvailable(Exception):
    """A part of the cluster did not do what was waited for; the text has its log."""


def wait_until(what, condition, patience=PATIENCE, pause=0.1):
    """Waits for a condition; returns its value and the seconds that it took."""
    start = time.monotonic()
    while not (value := condition()):
        if time.monotonic() - start > patience:
            raise NotAvailable(f"{what}: not within {patience} seconds")
        time.sleep(pause)
    return value, time.monotonic() - start


def http_status(url):
    """The status of an address; None without an answer."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


class Program:
    """A program that runs in the background, with its output in a file."""

    def __init__(self, command, log, user=None):
        self.command, self.log, self.user = list(map(str, command)), pathlib.Path(log), user
        self.process = None

    def start(self):
        account = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        with self.log.open("ab") as log:
            # A session of its own: an interrupt at the terminal is for this script, which then ends all.
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True,
                **account)
        return self

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def stop(self, how=signal.SIGTERM):
        if self.runs:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process:
            self.process.wait()


class Member:
    """A PostgreSQL of the cluster with its Patroni: together, they are what one machine runs."""

    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        self.folder = cluster.folder / name
        self.data = self.folder / "disk/data"
        self.port, self.rest = free_port(), free_port()
        self.has_disk = False

    def prepare(self):
        for folder in (self.folder, self.folder / "disk", self.folder / "wal"):
            folder.mkdir(mode=0o700)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=700", "tmpfs", self.folder / "disk"]
        self.has_disk = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
        settings = self.folder / "patroni.json"
        settings.write_text(json.dumps(self.settings()))
        if self.cluster.owner:
            for path in (self.folder, self.folder / "disk", self.folder / "wal", settings):
                shutil.chown(path, self.cluster.owner, self.cluster.owner)
        self.program = Program(["patroni", settings], self.cluster.folder / f"{self.name}.log", self.cluster.owner)
        return self

    def settings(self):
        """Patroni's settings; JSON is YAML."""
        accounts = {
            "superuser": {"username": "postgres", "password": PASSWORD},
            "replication": {"username": "standby", "password": PASSWORD},
        }
        return {
            "scope": "failover", "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"},
            "etcd3": {"hosts": [f"127.0.0.1:{self.cluster.etcd_port}"]},
            "watchdog": {"mode": "off"},
            "bootstrap": {
                "dcs": {
                    "ttl": TIME_TO_LIVE, "loop_wait": 5, "retry_timeout": 5, "maximum_lag_on_failover": 0,
                    "synchronous_mode": True,
                    "postgresql": {
                        "use_pg_rewind": True, "use_slots": True,
                        "parameters": {
                            "max_connections": 200, "wal_level": "replica", "hot_standby": "on", "wal_log_hints": "on",
                            "max_wal_size": "256MB", "synchronous_commit": "on", "shared_buffers": "64MB",
                        },
                    },
                },
                "initdb": [
                    {"encoding": "UTF8"}, {"locale": "C"}, {"waldir": str(self.folder / "wal/log")},
                    {"auth-host": "scram-sha-256"}, {"auth-local": "scram-sha-256"},
                ],
                "pg_hba": [
                    "host replication standby 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256",
                    "local all all scram-sha-256",
                ],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.data), "bin_dir": str(newest_programs()), "authentication": accounts,
                "basebackup": [{"waldir": str(self.folder / "wal/log")}],
                "pgpass": str(self.folder / "pgpass"), "parameters": {"unix_socket_directories": str(self.folder)},
            },
        }

    def is_primary(self):
        return http_status(f"http://127.0.0.1:{self.rest}/primary") == 200

    def is_synchronous_standby(self):
        return http_status(f"http://127.0.0.1:{self.rest}/synchronous") == 200

    def kill(self):
        """Ends Patroni and every process of the server at once, as a machine that loses its power does."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        victims = [int(name) for name, (_, parent) in processes() if parent == str(postmaster)]
        self.program.process.kill()
        for victim in (postmaster, *victims):
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.program.process.wait()
        running = {str(victim) for victim in (postmaster, *victims)}
        wait_until(
            f"the end of {self.name}", lambda: all(state == "Z" for name, (state, _) in processes() if name in running))

    def ballast(self):
        """The file that fills the member's disk."""
        return self.folder / "disk/ballast"

    def fill_disk(self):
        with self.ballast().open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"-" * 65_536)
            except OSError:
                return

    def free_disk(self):
        self.ballast().unlink()

    def remove(self):
        self.program.stop()
        # Patroni stops its server; one that it has lost sight of is stopped here.
        if (self.data / "postmaster.pid").exists():
            as_owner = {"user": self.cluster.owner, "group": self.cluster.owner} if self.cluster.owner else {}
            subprocess.run(
                [newest_programs() / "pg_ctl", "-D", self.data, "-m", "immediate", "-s", "stop"], cwd="/",
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **as_owner)
        if self.has_disk:
            subprocess.run(["umount", "--lazy", self.folder / "disk"], check=True)


class Cluster:
    """Two members, etcd, and HAProxy with an address of the primary."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        # PostgreSQL refuses to run as root.
        self.owner = pwd.getpwnam("postgres").pw_name if os.geteuid() == 0 else None
        self.etcd_port, self.port, self.web = free_port(), free_port(), free_port()
        peers = free_port()
        self.etcd = Program(
            ["etcd", "--name", "one", "--data-dir", self.folder / "etcd",
             "--listen-client-urls", f"http://127.0.0.1:{self.etcd_port}",
             "--advertise-client-urls", f"http://127.0.0.1:{self.etcd_port}",
             "--listen-peer-urls", f"http://127.0.0.1:{peers}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{peers}",
             "--initial-cluster", f"one=http://127.0.0.1:{peers}"],
            self.folder / "etcd.log")
        self.members = [Member(self, name) for name in ("east", "west")]
        self.balancer = Program(["haproxy", "-db", "-f", self.folder / "haproxy.cfg"], self.folder / "haproxy.log")

    def start(self, node_ports):
        """Starts everything, with the nodes of these ports behind HAProxy; returns the seconds that the pair took."""
        for member in self.members:
            member.prepare()
        (self.folder / "haproxy.cfg").write_text(self.balancer_settings(node_ports))
        self.etcd.start()
        wait_until("etcd", lambda: http_status(f"http://127.0.0.1:{self.etcd_port}/health") == 200)
        start = time.monotonic()
        for member in self.members:
            member.program.start()
        self.wait_for_pair(patience=120)
        took = time.monotonic() - start
        self.balancer.start()
        # HAProxy takes both members for primaries until it has checked them.
        try:
            wait_until("HAProxy", lambda: all(self.answers() for _ in range(5)), pause=1)
        except NotAvailable as error:
            reason = self._psql("SELECT pg_is_in_recovery();", "postgres")
            raise NotAvailable(f"{error}\n{reason.stdout}{reason.stderr}{self.balancer.log.read_text()}") from error
        self.sql(f"CREATE USER {DATABASE} PASSWORD '{PASSWORD}';", "postgres")
        self.sql(f"CREATE DATABASE {DATABASE} OWNER {DATABASE};", "postgres")
        return took

    def balancer_settings(self, node_ports):
        members = "\n".join(
            f"    server {member.name} 127.0.0.1:{member.port} check port {member.rest}" for member in self.members)
        nodes = "\n".join(f"    server node{port} 127.0.0.1:{port} check" for port in node_ports)
        return f"""
defaults
    timeout connect 2s
    timeout check 3s
    timeout client 60s
    timeout server 60s

listen database
    bind 127.0.0.1:{self.port}
    mode tcp
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
{members}

listen nodes
    bind 127.0.0.1:{self.web}
    mode http
    balance roundrobin
    option httpchk GET /health
    http-check expect status 200
    retries 2
    option redispatch
    default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
{nodes}
"""

    @property
    def primary(self):
        return next((member for member in self.members if member.is_primary()), None)

    @property
    def standby(self):
        return next((member for member in self.members if member.is_synchronous_standby()), None)

    def wait_for_pair(self, patience=PATIENCE):
        """Waits for a primary with a synchronous standby; returns the seconds that it took."""
        try:
            return wait_until("a primary with a standby", lambda: self.primary and self.standby, patience)[1]
        except NotAvailable as error:
            logs = "".join(member.program.log.read_text()[-2_000:] for member in self.members)
            raise NotAvailable(f"{error}\n{logs}") from error

    def url(self, port=None):
        """The address of the nodes' database, through HAProxy or through a proxy on another port."""
        return f"postgresql://{DATABASE}:{PASSWORD}@127.0.0.1:{port or self.port}/{DATABASE}"

    def answers(self):
        """Whether the address of the primary leads to a server that accepts writes."""
        return self._psql("SELECT pg_is_in_recovery();", "postgres").stdout == "f\n"

    def sql(self, text, database=DATABASE):
        """Runs statements on the primary as its owner; returns the rows, with | between their columns."""
        done = self._psql(text, database)
        if done.returncode != 0:
            raise NotAvailable(done.stderr)
        return done.stdout.splitlines()

    def _psql(self, text, database):
        return subprocess.run(
            [newest_programs() / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database,
             "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            input=text, text=True, capture_output=True, timeout=60, cwd="/",
            env={**os.environ, "PGPASSWORD": PASSWORD, "PGCONNECT_TIMEOUT": "5"})

    def remove(self):
        """Ends everything that was started."""
        self.balancer.stop()
        for member in self.members:
            if hasattr(member, "program"):
                member.remove()
        self.etcd.stop()
