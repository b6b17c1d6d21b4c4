# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The nodes on the cluster: with a balancer in front of them, and clocks that can be set."""
import os
import signal
import urllib.error

from cluster import http_status, wait_until
from postgres import Node

# Of Debian's package faketime; it reads the offset of the clock from a file each time.
CLOCK_LIBRARY = "/usr/$LIB/faketime/libfaketimeMT.so.1"


class ClusterNode(Node):
    """A node that uses the database through a port: the balancer's, or that of a proxy in front of it."""

    def __init__(self, folder, site, database_port=None):
        super().__init__(
            folder, site.cluster.url(database_port), site.master_key, {
                "GATEHOUSE_BASE_URL": site.address, "GATEHOUSE_OUTBOX": "false", "GATEHOUSE_MAIL_HOST": "localhost",
                "GATEHOUSE_MAIL_PORT": str(site.mailbox.port), "GATEHOUSE_MAIL_SECURITY": "plain",
                "GATEHOUSE_MAIL_FROM": "no-reply@example.org", "GATEHOUSE_DATABASE_CONNECTIONS": "8",
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
        self.environment |= {
            "LD_PRELOAD": CLOCK_LIBRARY, "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.set_clock(0)

    def set_clock(self, seconds):
        """Sets the clock forward; a negative number sets it back."""
        # Renamed, so that no read sees half a file.
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}s\n")
        fresh.rename(self.clock)

    def use_system_clock(self):
        for name in ("LD_PRELOAD", "FAKETIME_TIMESTAMP_FILE", "FAKETIME_NO_CACHE", "FAKETIME_DONT_FAKE_MONOTONIC"):
            self.environment.pop(name, None)

    def pause(self):
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self.process.pid, signal.SIGCONT)
