# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A real server process for tests, and the clients that talk to it."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import boto3
from botocore import UNSIGNED
from botocore.config import Config

BINARY = os.environ.get("GATEHOUSE", ".build/debug/gatehouse")
PASSWORD = "Correct-Horse-7!"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gatehouse:
    """`gatehouse dev` on a port of its own, in a folder of its own."""

    def __init__(self, folder, port=None, environment=None):
        self.folder = pathlib.Path(folder)
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self.environment = environment or {}
        self.process = None

    def start(self):
        self.log = open(self.folder / "gatehouse.log", "ab")
        self.process = subprocess.Popen(
            [BINARY, "dev", "--port", str(self.port), "--data-dir", str(self.folder / "data")],
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, **self.environment},
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "gatehouse.log").read_text())
            try:
                if self.get("/health").status == 200:
                    return self
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.01)
        raise TimeoutError("the server did not become ready")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        self.log.close()
        return code

    def get(self, path, headers=None):
        request = urllib.request.Request(self.url + path, headers=headers or {})
        return urllib.request.urlopen(request, timeout=10)

    def json(self, path):
        return json.load(self.get(path))

    def code_for(self, recipient):
        """The newest code that was sent to somebody."""
        for message in self.json("/dev/outbox?format=json"):
            if message["to"] == recipient:
                return message["code"]
        raise LookupError(recipient)

    def client(self, service, key="AKIAEXAMPLE", secret="any", token=None, region="us-east-1", signed=True):
        return boto3.client(
            service,
            endpoint_url=self.url,
            region_name=region,
            aws_access_key_id=key,
            aws_secret_access_key=secret,
            aws_session_token=token,
            config=Config(
                retries={"total_max_attempts": 1}, signature_version=None if signed else UNSIGNED
            ),
        )
