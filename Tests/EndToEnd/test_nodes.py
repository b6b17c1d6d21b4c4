# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Nodes that end, are killed or stopped, and are restarted one after another with a longer key ring or a later schema."""
import itertools
import os
import shutil
import signal
import subprocess
import time
import urllib.error

import pytest
from pycognito.aws_srp import AWSSRP

from conftest import make_client, make_user, tokens_of
from cures import random_key
from gatehouse import BINARY
from gatehouse import PASSWORD as USERS_PASSWORD
from imports import counts, describe, ended as has_ended, make_job, row, wait_for
from postgres import postgres  # noqa: F401 (fixture)
from test_postgres import database, ended, nodes, refresh, run  # noqa: F401 (fixtures)

# Seconds, within which another node goes on with the work of one that was killed.
TAKEOVER = 20


def holder(postgres, database, made):
    """The node that does the work that one node does for all, and the others."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        names = postgres.sql(
            "SELECT n.name FROM gatehouse.leases l JOIN gatehouse.nodes n ON n.run = l.holder WHERE l.held_until > "
            "extract(epoch FROM clock_timestamp()) * 1000;", database)
        found = [node for node in made if names and names[0].endswith(f":{node.port}")]
        if found:
            return found[0], [node for node in made if node is not found[0]]
        time.sleep(0.1)
    raise TimeoutError(names)


def begin_import(node, rows):
    """An import that has begun and not ended; returns its pool and its id."""
    pool = node.admin.create_user_pool(PoolName="import", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    job = make_job(node.admin, pool, [row(f"user-{number}") for number in range(rows)], server=node.url)
    node.admin.start_user_import_job(UserPoolId=pool, JobId=job)
    wait_for(node.admin, pool, job, lambda job: job["ImportedUsers"] > 0)
    return pool, job


def users(node, pool):
    pages = node.admin.get_paginator("list_users").paginate(UserPoolId=pool)
    return sum(len(page["Users"]) for page in pages)


def test_the_import_of_a_killed_node_goes_on_elsewhere(postgres, database, nodes):
    made = [nodes().start() for _ in range(3)]
    killed, others = holder(postgres, database, made)
    rows = 4_000
    pool, job = begin_import(others[0], rows)
    killed.stop(signal.SIGKILL)
    start = time.monotonic()
    imported = describe(others[0].admin, pool, job)["ImportedUsers"]
    assert imported < rows, "the import was over before the node was killed"
    wait_for(others[1].admin, pool, job, lambda job: job["ImportedUsers"] > imported, TAKEOVER)
    assert time.monotonic() - start < TAKEOVER
    done = wait_for(others[0].admin, pool, job, has_ended, 300)
    assert done["Status"] == "Succeeded" and counts(done) == (rows, 0, 0)
    assert users(others[1], pool) == rows
    heir, _ = holder(postgres, database, others)
    assert "This node does the work that one node does for all" in heir.output


def test_a_stopped_node_changes_nothing_when_it_goes_on(postgres, database, nodes):
    made = [nodes().start(), nodes().start()]
    stopped, (other,) = holder(postgres, database, made)
    rows = 4_000
    pool, job = begin_import(other, rows)
    stopped.process.send_signal(signal.SIGSTOP)
    try:
        imported = describe(other.admin, pool, job)["ImportedUsers"]
        assert imported < rows, "the import was over before the node was stopped"
        wait_for(other.admin, pool, job, lambda job: job["ImportedUsers"] > imported, TAKEOVER)
        number = postgres.sql("SELECT number FROM gatehouse.leases;", database)
    finally:
        stopped.process.send_signal(signal.SIGCONT)
    done = wait_for(other.admin, pool, job, has_ended, 300)
    assert done["Status"] == "Succeeded" and counts(done) == (rows, 0, 0)
    assert users(stopped, pool) == rows
    # It serves again, and the other one keeps the work.
    wait_for_status(stopped, 200)
    assert postgres.sql("SELECT number FROM gatehouse.leases;", database) == number
    assert holder(postgres, database, made)[0] is other
    assert "Another node does the work" in stopped.output


def test_an_orderly_end_gives_the_work_away_at_once(postgres, database, nodes):
    made = [nodes().start(), nodes().start()]
    first, (other,) = holder(postgres, database, made)
    assert first.stop() == 0
    start = time.monotonic()
    assert holder(postgres, database, [other])[0] is other
    assert time.monotonic() - start < 5
    assert postgres.sql("SELECT count(*) FROM gatehouse.nodes;", database) == ["1"]


def wait_for_status(node, wanted):
    deadline = time.monotonic() + 10
    while node.status("/health") != wanted:
        assert time.monotonic() < deadline, node.output
        time.sleep(0.1)


def test_a_copied_data_folder_is_named_with_its_cure(nodes):
    older = nodes().start()
    copy = nodes()
    shutil.copytree(older.data, copy.data)
    copy.start()
    wait_for_status(older, 503)
    cure = "remove node.id from that folder"
    with pytest.raises(urllib.error.HTTPError) as refusal:
        older.get("/health")
    assert cure in refusal.value.read().decode()
    assert cure in older.output
    checked = run(older, "check")
    text = checked.stdout + checked.stderr
    assert checked.returncode != 0 and cure in text, text
    assert f":{older.port}: it is not ready" in text and f":{copy.port} has its id" in text, text
    copy.stop()
    (copy.data / "node.id").unlink()
    copy.start()
    wait_for_status(older, 200)
    wait_for_status(copy, 200)
    checked = run(older, "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


class Rounds:
    """Users whose every step is on another node, with values that one node seals and another one opens."""

    def __init__(self, node):
        self.pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        self.client_id = make_client(
            node.admin, self.pool, ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"],
            RefreshTokenRotation={"Feature": "ENABLED", "RetryGracePeriodSeconds": 10})["ClientId"]
        self.names = (f"user-{number}" for number in itertools.count())
        self.begun = []

    def run(self, made):
        """Each node makes a user, and all nodes sign this user in."""
        self.end(made)
        for node in made:
            name = next(self.names)
            make_user(node.admin, self.pool, name)
            for other in made:
                token = tokens_of(other.app, self.client_id, name)["RefreshToken"]
                refresh(node.app, self.client_id, token)
            self.begin(node, name)

    def begin(self, node, name):
        """Begins a sign-in, which another node ends later."""
        proof = AWSSRP(name, USERS_PASSWORD, pool_id=self.pool, client_id=self.client_id, client=node.app)
        parameters = proof.get_auth_params()
        challenge = node.app.initiate_auth(
            ClientId=self.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
        answers = proof.process_challenge(challenge["ChallengeParameters"], parameters)
        self.begun.append((challenge["Session"], answers))

    def end(self, made):
        """Ends the sign-ins that were begun."""
        for turn, (session, answers) in enumerate(self.begun):
            answer = made[-1 - turn % len(made)].app.respond_to_auth_challenge(
                ClientId=self.client_id, ChallengeName="PASSWORD_VERIFIER", Session=session, ChallengeResponses=answers)
            assert "AccessToken" in answer["AuthenticationResult"]
        self.begun = []


def test_nodes_are_restarted_one_after_another_with_a_longer_key_ring(postgres, database, nodes):
    made = [nodes().start() for _ in range(3)]
    rounds = Rounds(made[0])
    rounds.run(made)
    ring = f"main:{made[0].environment['GATEHOUSE_MASTER_KEY']}\nnew:{random_key()}\n"
    rotation = None
    for number, node in enumerate(made):
        # One of them dies.
        node.stop(signal.SIGKILL if number == 1 else signal.SIGTERM)
        rounds.run([other for other in made if other is not node])
        node.environment["GATEHOUSE_MASTER_KEY"] = ring
        node.start()
        rounds.run(made)
        if rotation is None:
            checked = run(node, "check")
            assert checked.returncode == 0, checked.stdout + checked.stderr
            assert "Master key new: it does not seal yet, because nodes lack it: " in checked.stdout
            for other in made[1:]:
                assert f":{other.port}" in checked.stdout
            # It waits for the others.
            rotation = subprocess.Popen(
                [BINARY, "rotate-master-key", "--data-dir", str(node.folder / "commands")], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **node.environment})
    end = time.monotonic() + 6
    while time.monotonic() < end:
        rounds.run(made)
    output, _ = rotation.communicate(timeout=60)
    assert rotation.returncode == 0 and "Waiting for nodes" in output, output
    assert "The line of the master key main may be removed from" in output
    rounds.run(made)
    checked = run(made[0], "check")
    assert "Master key new:" in checked.stdout and "new values are sealed under it" in checked.stdout
    assert "Master key main: 0 values" in checked.stdout, checked.stdout
    for node in made:
        assert "InternalErrorException" not in node.output


def test_a_node_with_another_base_url_is_named(nodes):
    with nodes() as first, nodes({"GATEHOUSE_BASE_URL": "http://localhost:9230"}) as other:
        wait_for_status(other, 200)
        assert "Other nodes have another base URL" in other.output
        assert "Other nodes have another base URL" not in first.output
        checked = run(first, "check")
        assert checked.returncode != 0, checked.stdout
        text = checked.stdout + checked.stderr
        assert "PROBLEM: Nodes have different base URLs: http://localhost:9229 of " in text, text
    with first:
        assert run(first, "check").returncode == 0


def test_a_node_without_the_key_that_seals_is_refused(nodes):
    first = nodes().start()
    key = first.environment["GATEHOUSE_MASTER_KEY"]
    first.stop()
    first.environment["GATEHOUSE_MASTER_KEY"] = f"main:{key}\nnew:{random_key()}\n"
    with first:
        code, output = ended(nodes())
        assert code == 78 and "The master key new is missing" in output, output


def test_a_running_node_goes_on_under_a_later_schema(postgres, database, nodes):
    node = nodes().start()
    pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(node.admin, pool)["ClientId"]
    postgres.sql(
        "INSERT INTO gatehouse.schema_migrations VALUES (9000, 'later', 1);"
        "INSERT INTO gatehouse.schema_releases VALUES (9000, '98.7.6');", database)
    code, output = ended(nodes())
    assert code == 78 and "9000" in output and "Run release 98.7.6" in output, output
    make_user(node.admin, pool)
    tokens_of(node.app, client_id)
    assert node.status("/health") == 200


def test_a_server_for_development_is_alone_on_its_database(nodes):
    with nodes():
        other = nodes()
        other.command[1] = "dev"
        code, output = ended(other)
        assert code == 69 and "gatehouse dev is for one process on a database" in output, output
