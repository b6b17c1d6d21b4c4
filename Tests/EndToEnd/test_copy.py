# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse copy`: the users of a data folder on a PostgreSQL server and back, copies that are killed, and what is
refused."""
import os
import random
import shutil
import sqlite3
import subprocess
import time
import urllib.parse

import pytest

from access import ADMINISTRATOR
from conftest import make_client, make_user, tokens_of
from cures import random_key
from gatehouse import BINARY, Gatehouse, gatehouse
from many_users import add_users
from postgres import PASSWORD, Node, postgres  # noqa: F401 (fixture)

SEED = int(os.environ.get("GATEHOUSEBUILD_SEED") or random.SystemRandom().randrange(1 << 32))
KILLS = int(os.environ.get("GATEHOUSEBUILD_COPY_KILLS", "8"))


@pytest.fixture
def site(postgres, tmp_path):
    return Site(postgres, tmp_path)


class Site:
    """A data folder with a user who has signed in, and an empty database on a server."""

    def __init__(self, postgres, folder):
        self.postgres, self.folder, self.key = postgres, folder, random_key()
        self.database = postgres.database()
        self.url = postgres.url(self.database)
        (folder / "first").mkdir()
        self.data = folder / "first/data"
        with self.server("first") as server:
            admin = server.client("cognito-idp")
            self.pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
            self.client_id = make_client(admin, self.pool)["ClientId"]
            make_user(admin, self.pool, email="alice@example.org")
            self.tokens = tokens_of(server.client("cognito-idp", signed=False), self.client_id)

    @property
    def environment(self):
        return {"GATEHOUSE_DATABASE_URL": self.url, "GATEHOUSE_MASTER_KEY": self.key}

    def server(self, name):
        """A server on a folder's own database."""
        (self.folder / name).mkdir(exist_ok=True)
        return Gatehouse(self.folder / name, environment={"GATEHOUSE_MASTER_KEY": self.key})

    def node(self, name="node"):
        return Node(self.folder / name, self.url, self.key)

    def copy(self, *arguments, **environment):
        return gatehouse("copy", *arguments, environment={**self.environment, **environment})

    def there(self, *arguments, **environment):
        return self.copy("--from", f"sqlite:{self.data}", "--to", "postgresql", *arguments, **environment)

    def back(self, folder, *arguments):
        return self.copy("--from", "postgresql", "--to", f"sqlite:{folder}", *arguments)

    def signs_in(self, app):
        """The user's password and the session from before the copy are valid."""
        tokens_of(app, self.client_id)
        renewed = app.initiate_auth(
            ClientId=self.client_id, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": self.tokens["RefreshToken"]})
        assert renewed["AuthenticationResult"]["AccessToken"]

    @property
    def tables(self):
        return self.postgres.sql(
            "SELECT count(*) FROM pg_tables WHERE schemaname = 'gatehouse';", self.database) != ["0"]


def ended(command):
    assert command.returncode == 0, command.stdout + command.stderr
    return command.stdout


def test_users_move_to_a_server_and_back(site):
    output = ended(site.there())
    assert "users: 1 rows, SHA-256 " in output and "The master key opens postgresql://" in output
    with site.node() as node:
        site.signs_in(node.app)
        make_user(node.admin, site.pool, "bob")
        checked = gatehouse("check", "--data-dir", site.folder / "check", environment=node.environment)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    output = ended(site.back(site.folder / "second/data"))
    assert "users: 2 rows, SHA-256 " in output
    ended(gatehouse(
        "check", "--data-dir", site.folder / "second/data", environment={"GATEHOUSE_MASTER_KEY": site.key}))
    with site.server("second") as server:
        site.signs_in(server.client("cognito-idp", signed=False))
        tokens_of(server.client("cognito-idp", signed=False), site.client_id, "bob")


@pytest.mark.parametrize("direction", ["there", "back"])
def test_a_killed_copy_goes_on(site, direction):
    add_users(site.data / "gatehouse.sqlite", 5_000)
    target = site.folder / "second/data"
    arguments = ["copy", "--from", f"sqlite:{site.data}", "--to", "postgresql"]
    if direction == "back":
        ended(site.there())
        arguments = ["copy", "--from", "postgresql", "--to", f"sqlite:{target}"]
    chance = random.Random(SEED)
    kills = 0
    while kills < KILLS:
        process = subprocess.Popen(
            [BINARY, *arguments], env={**os.environ, **site.environment}, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        # The first kill comes early, so that a fast machine has one.
        time.sleep(chance.uniform(0.05, 0.3 if kills == 0 else 2.5))
        if process.poll() is not None:
            assert process.returncode == 0, f"{process.stderr.read().decode()} (GATEHOUSEBUILD_SEED={SEED})"
            process.stderr.close()
            break
        process.kill()
        process.wait()
        process.stderr.close()
        kills += 1
    assert kills > 0, "The copy was faster than the first kill."
    # The copy that ended before its kill has done everything.
    if kills == KILLS:
        output = ended(gatehouse(*arguments, environment=site.environment))
        assert "users: 5001 rows" in output, f"GATEHOUSEBUILD_SEED={SEED}"
    if direction == "there":
        with site.node() as node:
            site.signs_in(node.app)
            assert node.admin.list_users(UserPoolId=site.pool, Filter='username = "alice-777"')["Users"]
    else:
        assert not (target / "gatehouse.sqlite.copy").exists()
        with site.server("second") as server:
            site.signs_in(server.client("cognito-idp", signed=False))


def test_no_server_starts_on_a_part_of_a_copy(site):
    add_users(site.data / "gatehouse.sqlite", 5_000)
    process = subprocess.Popen(
        [BINARY, "copy", "--from", f"sqlite:{site.data}", "--to", "postgresql"],
        env={**os.environ, **site.environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not site.tables:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    for command in ("serve", "check"):
        refused = gatehouse(
            command, "--data-dir", site.folder / "node", environment={**site.environment, **ADMINISTRATOR})
        assert refused.returncode == 69, refused.stderr
        assert "run the same gatehouse copy again" in refused.stderr, refused.stderr
        assert "master key" not in refused.stderr.lower(), refused.stderr
    ended(site.there())


def test_a_database_in_use_is_refused(site):
    with site.server("first"):
        refused = site.there()
        assert refused.returncode == 69 and "stop that process" in refused.stderr, refused.stderr
    assert not site.tables
    with site.node():
        refused = site.there()
        assert refused.returncode == 69 and "is not empty" in refused.stderr, refused.stderr
        refused = site.back(site.folder / "second")
        assert refused.returncode == 69 and "stop them" in refused.stderr, refused.stderr
    refused = site.back(site.data)
    assert refused.returncode == 69 and "is not empty" in refused.stderr, refused.stderr
    with site.server("first") as server:
        site.signs_in(server.client("cognito-idp", signed=False))


def test_a_value_that_the_server_cannot_store_is_named(site):
    database = sqlite3.connect(site.data / "gatehouse.sqlite")
    database.execute("INSERT INTO used_ids (id, expires_at) VALUES ('spent' || char(0) || 'id', 1)")
    database.commit()
    database.close()
    refused = site.there()
    assert refused.returncode == 65, refused.stdout + refused.stderr
    assert "the row of the table used_ids with id 'spent" in refused.stderr
    assert not site.tables


def test_the_password_is_in_no_argument_and_no_output(site):
    refused = site.copy("--from", f"sqlite:{site.data}", "--to", site.url)
    assert refused.returncode == 64 and "PGPASSFILE" in refused.stderr, refused.stderr
    file = site.folder / "pass"
    file.touch(mode=0o600)
    escaped = PASSWORD.replace("\\", r"\\").replace(":", r"\:")
    file.write_text(f"127.0.0.1:{site.postgres.port}:{site.database}:{site.database}:{escaped}\n")
    url = f"postgresql://{site.database}@127.0.0.1:{site.postgres.port}/{site.database}"
    moved = gatehouse("copy", "--from", f"sqlite:{site.data}", "--to", url, environment={
        "GATEHOUSE_MASTER_KEY": site.key, "PGPASSFILE": str(file)})
    ended(moved)
    for text in (refused.stderr, moved.stdout, moved.stderr):
        assert PASSWORD not in text and urllib.parse.quote(PASSWORD, safe="") not in text
    shutil.rmtree(site.data)
    with site.node() as node:
        site.signs_in(node.app)
