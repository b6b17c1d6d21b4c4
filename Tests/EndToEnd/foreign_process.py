# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Programs of others that listen on a port, for tests and benchmarks; Python alone is enough for it."""
import os
import pathlib
import socket
import subprocess
import time

from server_process import PATIENCE


class ForeignProcess:
    """A program that listens on a port of this machine, with its log in a file; ends with the `with` block."""

    def __init__(self, line, port, log, environment=None):
        self.line, self.port, self.log = line, port, pathlib.Path(log)
        self.environment, self.process = environment or {}, None

    def start(self):
        """Starts the program, and waits until it listens."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.line, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **self.environment})
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"{self.line[0]} does not listen: {self.log.read_text()}")

    def stop(self):
        """Ends the program, by force where it does not end by itself."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_):
        self.stop()
