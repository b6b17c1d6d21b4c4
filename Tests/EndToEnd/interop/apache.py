# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Apache with a configuration of its own, in front of an app that shows which headers it receives."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from local_server import LocalServer
from server_process import PATIENCE, free_port

PROGRAM = "/usr/sbin/apache2"
MODULES = "/usr/lib/apache2/modules"
# The dynamic linker replaces `$LIB`.
CLOCK_LIBRARY = "/usr/$LIB/faketime/libfaketimeMT.so.1"


class App(LocalServer):
    """The app behind Apache: it answers with the headers of the request, by names in lower case."""

    def respond(self, path, headers, body):
        shown = {name.lower(): value for name, value in headers.items()}
        return 200, {"Content-Type": "application/json"}, json.dumps(shown).encode()


class Apache:
    """An Apache process on a port of its own, with its configuration and its log in a folder."""

    def __init__(self, folder, modules):
        self.folder, self.modules = pathlib.Path(folder), ["mpm_event", "authz_core", "authn_core", *modules]
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"

    def start(self, configuration, ahead=None):
        """Starts the process, and waits until its port is open; `ahead` sets its clock forward, such as by `+2h`."""
        lines = [
            f"ServerRoot {self.folder}", f"Listen 127.0.0.1:{self.port}", f"ServerName localhost:{self.port}",
            f"PidFile {self.folder}/pid", f"DefaultRuntimeDir {self.folder}", f"ErrorLog {self.folder}/error.log",
            "LogLevel warn", "StartServers 1", "ServerLimit 1", "ThreadsPerChild 8", "MaxRequestWorkers 8",
            "MinSpareThreads 1", "MaxSpareThreads 8",
            *[f"LoadModule {module}_module {MODULES}/mod_{module}.so" for module in self.modules],
        ]
        if os.geteuid() == 0:
            lines += ["User www-data", "Group www-data"]
        file = self.folder / "apache.conf"
        file.write_text("\n".join([*lines, configuration, ""]))
        clock = {"LD_PRELOAD": CLOCK_LIBRARY, "FAKETIME": ahead} if ahead else {}
        with (self.folder / "start.log").open("wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "-f", file, "-DFOREGROUND"], env={**os.environ, **clock}, stdout=log, stderr=log,
                process_group=0)
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.01)
        self.stop()
        raise AssertionError("Apache did not start: " + self.log())

    def log(self):
        """What Apache has written, for the message of a test that fails."""
        return "".join(file.read_text() for file in sorted(self.folder.glob("*.log")))

    def stop(self):
        """Ends the process and its children, by force where they do not end by themselves."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
