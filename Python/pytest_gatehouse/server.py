# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A process of `gatehouse dev` that ends with the process that started it."""
from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any, Sequence

from .outbox import Message

# Seconds; a start takes less than one on a machine that is not overloaded.
PATIENCE = 120.0
_LISTENING = re.compile(rb"^Gatehouse \S+ listens on (\S+)$", re.MULTILINE)
# The server ends when the pipe of its standard input does, which the system closes with the process of the tests. This
# shell outlives both, also when they are killed, and removes the folder.
_SHELL = 'folder=$1; shift; "$@"; status=$?; rm -rf -- "$folder"; exit $status'
_ACCESS_KEY = "gatehouse"
# A proxy for the internet does not reach this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# The pipes of this process's servers. A process that is forked from this one must not keep them open.
_pipes: set[IO[bytes]] = set()


def _close_pipes() -> None:
    for pipe in _pipes:
        with contextlib.suppress(OSError):
            pipe.close()
    _pipes.clear()


os.register_at_fork(after_in_child=_close_pipes)


class GatehouseError(Exception):
    """A server that does not work; the text contains what it wrote."""


class Gatehouse:
    """A server for tests, with its data in a temporary folder, which ends with this process."""

    def __init__(
        self, program: Path, *, seed: Path | str | None = None, arguments: Sequence[str] = (),
        signing_keys: Path | None = None, patience: float = PATIENCE,
    ) -> None:
        """Starts the server on a free port, and returns when it accepts connections. A seed is a file, or its text."""
        self._folder = Path(tempfile.mkdtemp(prefix="gatehouse-"))
        if isinstance(seed, str):
            file = self._folder / "seed.json"
            file.write_text(seed)
            seed = file
        # Without a name, so nothing is left of it.
        self._log = tempfile.TemporaryFile()
        command = [
            os.fspath(program), "dev", "--port", "0", "--until-input-ends", "--data-dir",
            os.fspath(self._folder / "data"), *arguments]
        if seed is not None:
            command += ["--seed", os.fspath(seed.resolve())]
        if signing_keys is not None:
            command += ["--signing-keys", os.fspath(signing_keys)]
        # A signal from the terminal, such as that of Control-C, is for the tests, which end the server.
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _SHELL, "gatehouse", os.fspath(self._folder), *command], stdin=subprocess.PIPE,
                stdout=self._log, stderr=subprocess.STDOUT, start_new_session=True, env=_environment())
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        assert self._process.stdin is not None
        self._pipe = self._process.stdin
        _pipes.add(self._pipe)
        try:
            self.url = self._address(patience)
        except BaseException:
            self.stop(patience=0)
            raise
        # Both forms of an option: `--region NAME` and `--region=NAME`.
        words = [word for argument in arguments for word in argument.split("=", 1)]
        self.region = words[words.index("--region") + 1] if "--region" in words else "us-east-1"
        self._clients: dict[tuple[str, bool], Any] = {}

    def _address(self, patience: float) -> str:
        end = time.monotonic() + patience
        while True:
            has_ended = self._process.poll() is not None
            found = _LISTENING.search(self._written())
            if found is not None:
                return found[1].decode()
            if has_ended:
                raise GatehouseError(
                    self._with_log(f"The server did not start, and ended with status {self._process.returncode}."))
            if time.monotonic() > end:
                raise GatehouseError(self._with_log(f"The server did not start within {patience:g} seconds."))
            time.sleep(0.002)

    @property
    def is_running(self) -> bool:
        """Whether the process of the server runs."""
        return self._process.poll() is None

    def require_running(self) -> None:
        """Raises an error with the log if the process has ended."""
        if not self.is_running:
            raise GatehouseError(self._with_log(f"The server ended with status {self._process.returncode}."))

    def stop(self, patience: float = 15) -> int:
        """Ends the server and removes its data; ends it by force if that takes longer. Returns its status."""
        _pipes.discard(self._pipe)
        with contextlib.suppress(OSError):
            self._pipe.close()
        try:
            self._process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
        return status

    def reset(self) -> None:
        """Puts everything back to the state of the start: keys and ids stay, users and messages of tests go."""
        self._request("/dev/reset", method="POST")

    def overview(self) -> dict[str, Any]:
        """The first page of the server as JSON: ids, pools, users and the newest messages."""
        overview: dict[str, Any] = json.loads(self._request("/"))
        return overview

    def messages(self) -> list[Message]:
        """The messages of the outbox, the newest first."""
        return [Message(**each) for each in json.loads(self._request("/dev/outbox?format=json"))]

    def _request(self, path: str, method: str = "GET") -> bytes:
        self.require_running()
        request = urllib.request.Request(self.url + path, data=b"" if method == "POST" else None, method=method)
        try:
            with _opener.open(request, timeout=PATIENCE) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            body = error.read().decode(errors="replace")
            raise GatehouseError(self._with_log(f"{method} {path} was answered with {error.code}: {body}")) from None
        except OSError as error:
            raise GatehouseError(self._with_log(f"{method} {path} failed: {error}.")) from None

    def client(self, service: str, *, signed: bool = True) -> Any:
        """A boto3 client of a service, such as `cognito-idp`; without signatures, as an app has it, if it is not to
        sign. A second call for the same service gives the same client."""
        key = (service, signed)
        if key not in self._clients:
            self._clients[key] = self._new_client(service, signed)
        return self._clients[key]

    def _new_client(self, service: str, signed: bool) -> Any:
        try:
            import boto3
            from botocore import UNSIGNED
            from botocore.config import Config
        except ModuleNotFoundError as error:
            raise GatehouseError(
                f"The clients of this plugin need {error.name}: install it with: pip install boto3") from None
        settings: dict[str, Any] = {"retries": {"total_max_attempts": 1}, "proxies": {}}
        if not signed:
            settings["signature_version"] = UNSIGNED
        session: Any = boto3.Session(
            aws_access_key_id=_ACCESS_KEY, aws_secret_access_key=_ACCESS_KEY, region_name=self.region)
        return session.client(service, endpoint_url=self.url, config=Config(**settings))

    @property
    def environment(self) -> dict[str, str]:
        """The variables that direct boto3, the AWS CLI and the other SDKs of AWS to this server."""
        services = ("COGNITO_IDENTITY_PROVIDER", "COGNITO_IDENTITY", "STS", "IAM")
        return {
            **{f"AWS_ENDPOINT_URL_{service}": self.url for service in services},
            "AWS_REGION": self.region, "AWS_DEFAULT_REGION": self.region,
            "AWS_ACCESS_KEY_ID": _ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": _ACCESS_KEY,
        }

    @property
    def log_size(self) -> int:
        """The number of bytes that the server has written."""
        return os.fstat(self._log.fileno()).st_size

    def log(self, since: int = 0) -> str:
        """The log of the server, from a position on that `log_size` had."""
        return self._written(since).decode(errors="replace")

    def _written(self, since: int = 0) -> bytes:
        return os.pread(self._log.fileno(), max(0, self.log_size - since), since)

    def _with_log(self, what: str) -> str:
        written = self.log().strip()
        return f"{what} It wrote:\n{written}" if written else f"{what} It wrote nothing."


def _environment() -> dict[str, str]:
    """The environment of a server: that of this process, without the settings of other servers."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GATEHOUSE_")}


def signing_keys_file() -> Path | None:
    """The file in the user's cache folder that keeps signing keys; `None` if there is no such folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if not os.path.isabs(cache):
        return None
    folder = Path(cache, "gatehouse")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / "signing-keys.json" if os.access(folder, os.W_OK) else None
