# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The system calls of a server's requests, as strace sees them."""
import re
import signal
import subprocess
import time

from server_process import PATIENCE

PAGE = 4_096
SYNCS = {"fsync", "fdatasync"}


class TracedCalls:
    """The system calls of a process inside a `with` block; its numbers are there after the block."""

    def __init__(self, process, file):
        self.process, self.file = process, file
        self.all = self.syncs = self.pages = 0

    def __enter__(self):
        self.tracer = subprocess.Popen(
            ["strace", "-f", "-y", "-s", "0", "-p", str(self.process.pid), "-o", str(self.file)],
            stderr=subprocess.PIPE, text=True)
        # The first line says that strace is attached to the process and its threads.
        if "attached" not in (line := self.tracer.stderr.readline()):
            raise RuntimeError(f"strace does not trace the server: {line.strip()} (it needs the right to trace processes)")
        return self

    def __exit__(self, *_):
        # Calls that are under way are written when they end.
        time.sleep(0.2)
        self.tracer.send_signal(signal.SIGINT)
        self.tracer.communicate(timeout=PATIENCE)
        for line in self.file.read_text().splitlines():
            self.add(line)

    def add(self, line):
        """Counts one line, `number name(arguments) = result`; the second half of a call that was interrupted has no name."""
        found = re.match(r"\d+ +(\w+)\((.*)", line)
        if not found:
            return
        name, arguments = found.groups()
        self.all += 1
        self.syncs += name in SYNCS
        # A page is written by itself, or behind the header of its frame.
        written = re.match(r'\d+<[^>]*-wal>, ""[.]*, (\d+),', arguments) if name == "pwrite64" else None
        self.pages += int(written[1]) // PAGE if written else 0
