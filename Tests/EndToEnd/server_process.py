# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse` as a process of its own, for tests and the demo; Python alone is enough for it."""
import itertools
import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

# Seconds; no step takes that long except on an overloaded machine.
PATIENCE = 300


class NotReady(Exception):
    """The server did not start; the text is its log."""


# Ports below those that the system gives to outgoing connections, so that none of these takes one; each of the
# processes that run tests beside one another has its own.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = itertools.cycle(range(12_000 + 2_500 * WORKER, 14_500 + 2_500 * WORKER))


def free_port():
    """A port of this process on which no program listens."""
    for port in PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class ServerProcess:
    """A server on a port of its own, with its data and its log in a folder; ends with the `with` block."""

    def __init__(self, program, folder, arguments=(), environment=None, mode="dev", port=None):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self.command = [program, mode, "--port", str(self.port), "--data-dir", str(self.data), *arguments]
        self.environment = environment or {}

    def start(self, errors=None):
        """Starts the process, and waits until it answers; `errors` replaces the log file as standard error."""
        self.log = open(self.folder / "gatehouse.log", "ab")
        self.process = subprocess.Popen(
            self.command, stdout=self.log, stderr=errors or self.log, env={**os.environ, **self.environment})
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                with self.get("/health"):
                    return self
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.01)
        self.stop()
        raise NotReady((self.folder / "gatehouse.log").read_text() + "The server did not become ready.")

    def stop(self, how=signal.SIGTERM):
        """Ends the process, by force where it does not end by itself; returns its status."""
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()
        return self.process.wait()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def get(self, path, headers=None):
        request = urllib.request.Request(self.url + path, headers=headers or {})
        return urllib.request.urlopen(request, timeout=PATIENCE)

    def status(self, path):
        """The status of the answer, also of a refusal."""
        try:
            with self.get(path) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def json(self, path):
        with self.get(path) as answer:
            return json.load(answer)

    def log_with(self, text):
        """The log, once it has a text: the server writes its lines a few milliseconds after what they tell."""
        deadline = time.monotonic() + PATIENCE
        while text not in (log := (self.folder / "gatehouse.log").read_text()):
            assert time.monotonic() < deadline, f"The log does not have {text!r}:\n{log}"
            time.sleep(0.01)
        return log

    def code_for(self, recipient):
        """The code of the newest message to a destination, from the outbox."""
        for message in self.json("/dev/outbox?format=json"):
            if message["to"] == recipient:
                return message["code"]
        raise LookupError(f"the outbox holds nothing for {recipient}")
