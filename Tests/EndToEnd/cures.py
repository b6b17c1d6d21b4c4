# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A data folder as an operator has it, and faults of it whose cure is performed as the server's message is written."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import typing
from unittest import mock

import pytest

from conftest import make_client, make_user, tokens_of
from gatehouse import BINARY, Gatehouse, gatehouse, random_key  # noqa: F401 (for tests)

ADMIN = {
    "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAGATEHOUSETEST001",
    "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab",
}


@dataclasses.dataclass
class Site:
    """A data folder with a user, its keys and a backup, as an operator has them."""

    folder: pathlib.Path
    pool: str
    client_id: str
    environment: dict
    mode: str = "dev"
    options: tuple = ()
    # The authority of the server's certificate, if it speaks TLS.
    certificate: pathlib.Path | None = None

    def __post_init__(self):
        self.data, self.keys = self.folder / "data", self.folder / "master.keys"
        self.backup = self.folder / "gatehouse.backup"
        self.database = self.data / "gatehouse.sqlite"
        self.environment = {"GATEHOUSE_MASTER_KEY_FILE": str(self.keys)} | self.environment

    @property
    def server(self):
        server = Gatehouse(self.folder, environment=self.environment)
        server.command = [BINARY, self.mode, "--port", str(server.port), "--data-dir", str(self.data), *self.options]
        return server

    def run(self, *command):
        return gatehouse(*command, "--data-dir", self.data, environment=self.environment)

    def refused_start(self):
        ended = subprocess.run(
            self.server.command, capture_output=True, text=True, timeout=120, env={**os.environ, **self.environment})
        assert ended.returncode in (64, 65, 69, 73, 78), ended.stdout + ended.stderr
        refusal = ended.stderr.splitlines()[-1]
        assert refusal.startswith("gatehouse: "), ended.stderr
        return refusal

    def works(self):
        """Starts the server and signs the user in."""
        server, authority = self.server, {}
        if self.certificate:
            server.url = server.url.replace("http:", "https:")
            authority = dict.fromkeys(["AWS_CA_BUNDLE", "SSL_CERT_FILE"], str(self.certificate))
        with mock.patch.dict(os.environ, authority), server:
            app = server.client("cognito-idp", signed=False)
            tokens = tokens_of(app, self.client_id, "ada")
            assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"

    def shell(self, command):
        """Performs a command of a message, with the backup for FILE."""
        command = command.strip().rstrip(".").replace("FILE", str(self.backup))
        command = re.sub(r"^gatehouse ", f"{BINARY} ", command)
        subprocess.run(command, shell=True, check=True, capture_output=True, env={**os.environ, **self.environment})


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The data folder that each test copies."""
    folder = tmp_path_factory.mktemp("original")
    keys = folder / "master.keys"
    keys.touch(mode=0o600)
    keys.write_text(f"main:{random_key()}\n")
    site = Site(folder, "", "", {})
    with site.server as server:
        admin = server.client("cognito-idp")
        site.pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        site.client_id = make_client(admin, site.pool)["ClientId"]
        make_user(admin, site.pool, "ada")
    made = site.run("backup", site.backup)
    assert made.returncode == 0, made.stderr
    return site


@pytest.fixture
def site(original, tmp_path):
    shutil.copytree(original.folder, tmp_path / "site")
    return Site(tmp_path / "site", original.pool, original.client_id, {})


@dataclasses.dataclass
class Fault:
    text: str
    make: typing.Callable

    def is_cured(self, site):
        """Breaks a site, performs the cure in the message, and signs the user in."""
        cure = self.make(site)
        refused = site.refused_start()
        assert self.text in refused, refused
        # Where a database exists, a new key or an empty folder would lose what it has.
        assert "openssl rand -base64 32" not in refused and "hoose another folder" not in refused, refused
        # The file of a wrong setting may have other data.
        assert not re.search(r"\b([Rr]emove|[Dd]elete|[Ee]rase) (it|them|th(e|is) file)\b|\brm ", refused), refused
        cure(refused)
        site.works()


FAULTS = []


def fault(text):
    """Registers a fault: a function that breaks a site, and returns what the cure in the message is."""

    def register(make):
        FAULTS.append(Fault(text, make))
        return make

    return register


def pytest_generate_tests(metafunc):
    """Gives the test of a file all faults of that file; pytest calls this after it has imported the file."""
    if "fault" in metafunc.fixturenames:
        faults = {each.make.__name__: each for each in FAULTS if each.make.__module__ == metafunc.module.__name__}
        assert faults, f"{metafunc.module.__name__} has no faults."
        metafunc.parametrize("fault", faults.values(), ids=faults.keys())
