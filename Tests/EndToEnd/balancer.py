# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""HAProxy in front of several servers: each request goes to the next server, whatever connection or client it is of."""
import pathlib
import socket
import subprocess
import time

from server_process import free_port

# Seconds, for the start of HAProxy.
PATIENCE = 60
# One thread, so that turns are strict. No request is repeated, and no server is left out: a test is to see each answer.
# The head of a request may be as large as the server's own limit; a WebSocket is carried as long as its two ends want.
SETTINGS = """
global
    nbthread 1
    tune.bufsize 65536
    stats socket {counts} mode 600

defaults
    mode http
    balance roundrobin
    option http-server-close
    retries 0
    timeout connect 10s
    timeout client 10m
    timeout server 10m
    timeout tunnel 1h

listen servers
    bind 127.0.0.1:{port}
{servers}
"""


class BalancerFailed(Exception):
    """HAProxy did not start; the text is what it printed."""


class Balancer:
    """A balancer on a port of its own, in front of the servers on some ports of this machine."""

    def __init__(self, folder, ports, port=None):
        self.folder, self.ports, self.port = pathlib.Path(folder), list(ports), port or free_port()
        self.counts = self.folder / "balancer.socket"

    def start(self):
        """Starts HAProxy, and waits until it listens."""
        servers = "\n".join(f"    server server{port} 127.0.0.1:{port}" for port in self.ports)
        settings = self.folder / "balancer.cfg"
        settings.write_text(SETTINGS.format(counts=self.counts, port=self.port, servers=servers))
        log = self.folder / "balancer.log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(["haproxy", "-db", "-f", settings], stdout=output, stderr=output)
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                # A connection to the port could reach another program that has taken it.
                self.requests()
                return self
            except (ConnectionError, FileNotFoundError):
                time.sleep(0.01)
        self.stop()
        raise BalancerFailed(f"{log.read_text()}HAProxy did not start.")

    def stop(self):
        """Ends HAProxy with all its connections."""
        self.process.terminate()
        self.process.wait()

    def requests(self):
        """How many requests each server got since the start, in the order of the ports."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(self.counts))
            # The rows of the servers (4) of the section above, of which all (-1) are wanted.
            connection.sendall(b"show stat servers 4 -1\n")
            with connection.makefile() as answer:
                lines = [line.rstrip("\n").split(",") for line in answer if line.strip()]
        if not lines:
            raise ConnectionResetError("HAProxy has ended.")
        names, *rows = lines
        found = [dict(zip(names, row)) for row in rows]
        counts = {row["svname"]: int(row["lbtot"]) for row in found}
        return [counts[f"server{port}"] for port in self.ports]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
