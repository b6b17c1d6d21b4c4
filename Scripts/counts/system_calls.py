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
    """The system calls of a process inside a `with` block; its numbers are there after the block.

    `loops` has the number of calls of the threads that read from connections. The log, timers and computations have
    threads of their own, whose calls depend on how busy the machine is.
    """

    def __init__(self, process, file):
        self.process, self.file = process, file
        self.loops = self.syncs = self.pages = 0

    def __enter__(self):
        self.tracer = subprocess.Popen(
            ["strace", "-f", "-y", "-s", "0", "-p", str(self.process.pid), "-o", str(self.file)],
            stderr=subprocess.PIPE, text=True)
        # The first line says that strace is attached to the process and its threads.
        if "attached" not in (line := self.tracer.stderr.readline()):
            raise RuntimeError(f"strace does not trace the server; it needs the right to do so: {line.strip()}")
        return self

    def __exit__(self, *_):
        # Calls that are under way are written when they end.
        time.sleep(0.2)
        self.tracer.send_signal(signal.SIGINT)
        self.tracer.communicate(timeout=PATIENCE)
        self.add(self.file.read_text().splitlines())

    def add(self, lines):
        """Counts lines such as `thread name(arguments) = result`; the second half of a call that another thread
        interrupted has no name."""
        calls = [found.groups() for line in lines if (found := re.match(r"(\d+) +(\w+)\((.*)", line))]
        loops = {thread for thread, name, rest in calls if name == "read" and re.match(r"\d+<socket:", rest)}
        for thread, name, rest in calls:
            self.loops += thread in loops
            self.syncs += name in SYNCS
            # A page is written by itself, or behind the header of its frame.
            written = re.match(r'\d+<[^>]*-wal>, ""[.]*, (\d+),', rest) if name == "pwrite64" else None
            self.pages += int(written[1]) // PAGE if written else 0
