# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The nodes on the cluster: with a balancer in front of them, and clocks that can be set."""
import os
import pathlib
import signal
import struct
import subprocess
import urllib.error

from cluster import http_status, wait_until
from postgres import Node

CLOCK_SOURCE = pathlib.Path(__file__).with_name("clock.c")


class ClusterNode(Node):
    """A node that uses the database through a port: the balancer's, or that of a proxy in front of it."""

    def __init__(self, folder, site, database_port=None):
        super().__init__(
            folder, site.cluster.url(database_port), site.master_key, {
                **site.mailbox.settings, "GATEHOUSE_BASE_URL": site.address, "GATEHOUSE_DATABASE_CONNECTIONS": "8",
            })
        self.clock = folder / "clock"

    def is_ready(self):
        return http_status(self.url + "/health") == 200

    def reason(self):
        """What the node says of its health."""
        try:
            with self.get("/health") as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def wait_until_ready(self, patience=60):
        """Waits; returns the seconds that it took."""
        return wait_until(f"{self.folder.name} is ready", self.is_ready, patience)[1]

    def kill(self):
        self.stop(signal.SIGKILL)

    def use_clock_file(self):
        """Lets the next start take its clock from a file, which `set_clock` changes while the node runs."""
        library = self.folder / "clock.so"
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", library, CLOCK_SOURCE], check=True)
        self.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET_FILE": str(self.clock)}
        self.clock.write_bytes(struct.pack("=q", 0))

    def set_clock(self, seconds):
        """Sets the clock forward; a negative number sets it back."""
        with self.clock.open("r+b") as file:
            file.write(struct.pack("=q", seconds))

    def use_system_clock(self):
        for name in ("LD_PRELOAD", "CLOCK_OFFSET_FILE"):
            self.environment.pop(name, None)

    def pause(self):
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self.process.pid, signal.SIGCONT)
