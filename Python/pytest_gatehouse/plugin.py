# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The plugin of pytest: a server of the session, which is reset before each test that uses it, and its fixtures.

Each process of pytest-xdist has a session, and so a server, of its own.
"""
from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generator, Iterator, Mapping

import pytest

from . import pool as pools
from .outbox import Outbox
from .pool import SignedInUser, UserPool
from .program import ProgramMissing, find
from .server import Gatehouse, GatehouseError, signing_keys_file

# The most servers that run beside one another, each with a seed of its own.
MOST_SERVERS = 4
_LOG_SHOWN = 20_000
_USER_SETTINGS = {"username", "password", "attributes", "groups"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("gatehouse_program", "the program gatehouse (default: the one of the wheel)", default="")
    parser.addini("gatehouse_seed", "the seed of tests without a marker, a file beside this one", default="")
    parser.addini("gatehouse_arguments", "further arguments of `gatehouse dev`", default="")
    parser.getgroup("gatehouse").addoption(
        "--gatehouse-program", metavar="PATH", help="the program gatehouse (default: the one of the wheel)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "gatehouse_seed(seed): the pools, clients, groups and users that the server begins with: a dictionary, or the "
        "path of a file, from the folder of the test's file.")
    config.addinivalue_line(
        "markers",
        "gatehouse_user(username='ada', password=..., attributes={}, groups=[]): the user of `signed_in_user`.")


@dataclass(frozen=True)
class Seed:
    """A seed: its text, and the file that the server reads it from."""

    text: str
    file: Path | None = None

    @property
    def content(self) -> Mapping[str, Any] | None:
        try:
            content = json.loads(self.text)
        except ValueError:
            return None
        return content if isinstance(content, dict) else None


@dataclass
class Running:
    """A server, and what the plugin keeps about it."""

    server: Gatehouse
    seed: Seed | None
    is_used: bool = False
    pool: UserPool | None = None


@dataclass
class Servers:
    """The servers of a session, one for each seed."""

    config: pytest.Config
    running: dict[str | None, Running] = field(default_factory=dict)
    failures: dict[str | None, str] = field(default_factory=dict)

    def fresh(self, seed: Seed | None) -> Running:
        """The server with a seed, in the state of its start."""
        key = seed.text if seed else None
        # A server that does not start is not started again for each test.
        if key in self.failures:
            raise GatehouseError(self.failures[key])
        known = self.running.pop(key, None)
        if known is not None and not known.server.is_running:
            known.server.stop()
            known = None
        if known is None:
            while len(self.running) >= MOST_SERVERS:
                self.running.pop(next(iter(self.running))).server.stop()
            try:
                known = Running(self.start(seed), seed)
            except (GatehouseError, ProgramMissing, OSError) as error:
                self.failures[key] = str(error)
                raise GatehouseError(str(error)) from None
        # The one that was used last is at the end.
        self.running[key] = known
        if known.is_used:
            known.server.reset()
        known.is_used = True
        return known

    def start(self, seed: Seed | None) -> Gatehouse:
        named = self.config.getoption("--gatehouse-program") or self.config.getini("gatehouse_program")
        return Gatehouse(
            find(named), seed=(seed.file or seed.text) if seed else None,
            arguments=shlex.split(self.config.getini("gatehouse_arguments")), signing_keys=signing_keys_file())

    def stop(self) -> None:
        for each in self.running.values():
            each.server.stop()


@pytest.fixture(scope="session")
def _gatehouse_servers(pytestconfig: pytest.Config) -> Iterator[Servers]:
    servers = Servers(pytestconfig)
    yield servers
    servers.stop()


@pytest.fixture
def _gatehouse_running(request: pytest.FixtureRequest, _gatehouse_servers: Servers) -> Running:
    try:
        running = _gatehouse_servers.fresh(_seed(request))
    except GatehouseError as error:
        failure = str(error)
    else:
        request.node.stash[_logged] = (running.server, running.server.log_size)
        return running
    # Outside `except`, so that the report does not have the same error twice.
    pytest.fail(failure, pytrace=False)


_logged = pytest.StashKey["tuple[Gatehouse, int]"]()


@pytest.fixture
def gatehouse(_gatehouse_running: Running) -> Gatehouse:
    """A server in the state of its start: with the seed of the test's marker `gatehouse_seed`, if it has one."""
    return _gatehouse_running.server


@pytest.fixture
def cognito_idp(gatehouse: Gatehouse) -> Any:
    """The boto3 client of the user pools, for apps and administrators."""
    return gatehouse.client("cognito-idp")


@pytest.fixture
def cognito_identity(gatehouse: Gatehouse) -> Any:
    """The boto3 client of the identity pools."""
    return gatehouse.client("cognito-identity")


@pytest.fixture
def user_pool(_gatehouse_running: Running) -> UserPool:
    """The first user pool of the seed with its first app client, or those that the server makes at its start."""
    running = _gatehouse_running
    # A reset keeps the ids and settings.
    if running.pool is None:
        running.pool = pools.first_pool(running.server, running.seed.content if running.seed else None)
    return running.pool


@pytest.fixture
def signed_in_user(request: pytest.FixtureRequest, gatehouse: Gatehouse, user_pool: UserPool) -> SignedInUser:
    """A user of `user_pool` who has signed in; the marker `gatehouse_user` sets name, password, attributes, groups."""
    marker = request.node.get_closest_marker("gatehouse_user")
    settings = marker.kwargs if marker else {}
    if marker and (marker.args or not settings.keys() <= _USER_SETTINGS):
        pytest.fail(
            "The marker gatehouse_user takes username, password, attributes and groups, each by its name.",
            pytrace=False)
    try:
        return pools.sign_in(gatehouse, user_pool, **settings)
    except GatehouseError as error:
        failure = str(error)
    pytest.fail(failure, pytrace=False)


@pytest.fixture
def outbox(gatehouse: Gatehouse) -> Outbox:
    """The messages of the test: codes, links and temporary passwords."""
    return Outbox(gatehouse)


@pytest.fixture
def gatehouse_environment(gatehouse: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Directs the SDKs of AWS in this process and in those that it starts to the server, by the environment."""
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in gatehouse.environment.items():
        monkeypatch.setenv(name, value)
    return gatehouse.environment


def _seed(request: pytest.FixtureRequest) -> Seed | None:
    marker = request.node.get_closest_marker("gatehouse_seed")
    if marker is None:
        named = request.config.getini("gatehouse_seed")
        configuration = request.config.inipath
        folder = configuration.parent if configuration else request.config.rootpath
        return _seed_file(folder / named) if named else None
    if len(marker.args) != 1 or marker.kwargs:
        raise GatehouseError("The marker gatehouse_seed takes one argument: a dictionary, or the path of a file.")
    [seed] = marker.args
    if isinstance(seed, Mapping):
        return Seed(json.dumps(seed))
    return _seed_file(request.path.parent / seed)


def _seed_file(file: Path) -> Seed:
    try:
        return Seed(file.read_text(), file)
    except (OSError, UnicodeDecodeError) as error:
        raise GatehouseError(f"The seed {file} cannot be read: {error}.") from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    logged = item.stash.get(_logged, None)
    if report.failed and logged is not None:
        server, start = logged
        report.sections.append(("Log of the Gatehouse server", server.log(start)[-_LOG_SHOWN:]))
    return report
