# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Nodes of the server on one PostgreSQL: their starts, a user whose every step is on another node, a killed database
server, addresses that are refused, and the commands beside running nodes."""
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse

import pytest
from botocore.exceptions import ClientError
from pycognito.aws_srp import AWSSRP

from conftest import make_client, make_user, sign_in, tokens_of
from cures import random_key
from gatehouse import PASSWORD as USERS_PASSWORD
from gatehouse import Gatehouse, gatehouse
from messages import make_authority
from postgres import PASSWORD, Node, postgres  # noqa: F401 (fixture)

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/failover"))
from ledger import Count, Ledger  # noqa: E402
from load import Load, audit  # noqa: E402
from service import Mailbox, Service  # noqa: E402
from story import Person, make_pool  # noqa: E402


@pytest.fixture
def database(postgres):
    return postgres.database()


@pytest.fixture
def nodes(postgres, database, tmp_path):
    """Makes nodes on the database, with one master key, and ends those that run."""
    made, key = [], random_key()

    def make(environment=None, **address):
        url = postgres.url(database, **address)
        made.append(Node(tmp_path / f"node{len(made)}", url, key, environment))
        return made[-1]

    yield make
    for node in made:
        if hasattr(node, "process") and node.process.poll() is None:
            node.stop()


@pytest.fixture
def two(nodes):
    """Two nodes that run."""
    return nodes().start(), nodes().start()


def fails(call, **arguments):
    """The error of a call that is refused."""
    with pytest.raises(ClientError) as refusal:
        call(**arguments)
    return refusal.value.response["Error"]["Code"]


def refresh(app, client_id, token):
    return app.get_tokens_from_refresh_token(ClientId=client_id, RefreshToken=token)["AuthenticationResult"]


def test_every_step_of_a_user_is_on_another_node(two):
    turn = itertools.cycle(two)
    pool = next(turn).admin.create_user_pool(PoolName="test", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    client_id = make_client(
        next(turn).admin, pool, ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"],
        RefreshTokenRotation={"Feature": "ENABLED", "RetryGracePeriodSeconds": 0})["ClientId"]

    node = next(turn)
    node.app.sign_up(
        ClientId=client_id, Username="alice", Password=USERS_PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "alice@example.org"}])
    code = node.code_for("alice@example.org")
    next(turn).app.confirm_sign_up(ClientId=client_id, Username="alice", ConfirmationCode=code)
    assert fails(
        next(turn).app.confirm_sign_up, ClientId=client_id, Username="alice", ConfirmationCode=code
    ) == "NotAuthorizedException"

    proof = AWSSRP("alice", USERS_PASSWORD, pool_id=pool, client_id=client_id, client=two[0].app)
    parameters = proof.get_auth_params()
    challenge = next(turn).app.initiate_auth(
        ClientId=client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
    answer = {
        "ClientId": client_id, "ChallengeName": "PASSWORD_VERIFIER", "Session": challenge["Session"],
        "ChallengeResponses": proof.process_challenge(challenge["ChallengeParameters"], parameters),
    }
    tokens = next(turn).app.respond_to_auth_challenge(**answer)["AuthenticationResult"]
    # A proof is used once, whichever node it is sent to.
    for other in two:
        assert fails(other.app.respond_to_auth_challenge, **answer) == "NotAuthorizedException"

    assert next(turn).app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "alice"
    renewed = refresh(next(turn).app, client_id, tokens["RefreshToken"])
    again = refresh(next(turn).app, client_id, renewed["RefreshToken"])
    next(turn).app.global_sign_out(AccessToken=again["AccessToken"])
    for other in two:
        assert fails(other.app.get_user, AccessToken=again["AccessToken"]) == "NotAuthorizedException"
        assert fails(
            other.app.get_tokens_from_refresh_token, ClientId=client_id, RefreshToken=again["RefreshToken"]
        ) in ("NotAuthorizedException", "RefreshTokenReuseException")

    # A name is given once, although both nodes give it at the same time.
    def sign_up(node, name):
        try:
            node.app.sign_up(
                ClientId=client_id, Username=name, Password=USERS_PASSWORD,
                UserAttributes=[{"Name": "email", "Value": f"{name}@example.org"}])
            return "done"
        except ClientError as error:
            return error.response["Error"]["Code"]

    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        for number in range(20):
            answers = list(threads.map(sign_up, two, [f"user-{number}"] * 2))
            assert sorted(answers) == ["UsernameExistsException", "done"]


def test_five_nodes_start_at_once_on_an_empty_database(postgres, database, nodes):
    made = [nodes() for _ in range(5)]
    with concurrent.futures.ThreadPoolExecutor(5) as threads:
        list(threads.map(lambda node: node.start(), made))
    rows = postgres.sql(
        "SELECT version FROM gatehouse.schema_migrations ORDER BY version; SELECT count(*) FROM gatehouse.master_keys;",
        database)
    versions, keys = rows[:-1], rows[-1]
    assert versions == [str(number) for number in range(1, len(versions) + 1)] and len(versions) >= 31
    assert keys == "1"
    # All have the keys of hashes that one of them has made: each opens what another has stored.
    pool = made[0].admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(made[1].admin, pool)["ClientId"]
    make_user(made[2].admin, pool)
    token = tokens_of(made[3].app, client_id)["RefreshToken"]
    made[4].app.initiate_auth(
        ClientId=client_id, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": token})


def test_a_node_outlives_a_database_server_that_is_killed(postgres, two):
    pool = two[0].admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(two[0].admin, pool)["ClientId"]
    make_user(two[0].admin, pool)
    token = tokens_of(two[1].app, client_id)["AccessToken"]
    processes = [node.process.pid for node in two]

    postgres.kill()
    for node in two:
        start = time.monotonic()
        with pytest.raises(ClientError) as refusal:
            node.app.get_user(AccessToken=token)
        assert time.monotonic() - start < 5
        answer = refusal.value.response
        assert answer["Error"]["Code"] == "ServiceUnavailableException"
        assert answer["ResponseMetadata"]["HTTPStatusCode"] == 503
        assert "retry-after" in answer["ResponseMetadata"]["HTTPHeaders"]
        assert (node.status("/health"), node.status("/health/live")) == (503, 200)
    postgres.start()
    back = time.monotonic()
    for node in two:
        while node.status("/health") != 200:
            assert time.monotonic() - back < 30, node.output
            time.sleep(0.05)
    for node in two:
        assert node.app.get_user(AccessToken=token)["Username"] == "alice"
        tokens_of(node.app, client_id)
        assert "The server is not ready" in node.output
    assert [node.process.pid for node in two] == processes


def test_nothing_acknowledged_is_lost_with_a_database_server_that_is_killed_under_load(
        postgres, database, nodes, tmp_path):
    """The short form of `make failover`."""
    ledger = Ledger()

    def wait_for(number):
        deadline = time.monotonic() + 120
        while load.finished < number:
            assert time.monotonic() < deadline, f"{load.finished} of {number} stories came to their end"
            time.sleep(0.05)

    with Mailbox(make_authority(tmp_path)) as mailbox:
        three = [nodes(mailbox.settings).start() for _ in range(3)]
        service = Service(*(node.url for node in three), ledger=ledger)
        pool = make_pool(service)
        with Load(lambda: Person(service, pool, mailbox), ledger) as load:
            wait_for(2)
            postgres.kill()
            postgres.start()
            wait_for(load.finished + 3)
        audit(load.people)
        assert ledger.all_breaches() == []
        assert all(ledger.seen(count) for count in (
            Count.USERS, Count.TOKENS, Count.REVOCATIONS, Count.PASSWORDS, Count.MESSAGES, Count.CODES, Count.PROOFS,
            Count.REFRESHES, Count.REVOKED, Count.FAULTS, Count.REFUSALS))

        # The audit sees what is lost.
        lost = next(person for person in load.people if person.exists)
        postgres.sql(f"DELETE FROM gatehouse.users WHERE username = '{lost.name}';", database)
        audit(load.people)
        assert ledger.number(Count.USERS) == 1


def ended(node):
    """The exit status of a node that does not start, and what it wrote."""
    done = subprocess.run(
        node.command, capture_output=True, text=True, timeout=120, env={**os.environ, **node.environment})
    output = done.stdout + done.stderr
    for secret in (PASSWORD, urllib.parse.quote(PASSWORD, safe=""), "another%20word", "another word"):
        assert secret not in output
    return done.returncode, output


LOCAL = "postgresql://127.0.0.1"


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("mysql://127.0.0.1/gatehouse", "must begin with postgresql://"),
        (f"{LOCAL}", "the name of the database is missing"),
        (f"{LOCAL}:99999/gatehouse", "the port"),
        (f"{LOCAL}/gatehouse?isolation=none", "isolation"),
        (f"{LOCAL}/gatehouse?sslmode=sometimes", "sslmode"),
        (f"{LOCAL}/gatehouse?schema=Gate-house", "schema"),
        ("postgresql://user:another%20word@db.example.org/gatehouse", "sslmode=verify-full"),
        ("postgresql://user:another%20word@127.0.0.1/gatehouse?password=another%20word", "password"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused(tmp_path, url, part):
    code, output = ended(Node(tmp_path / "node", url, random_key()))
    assert code == 78, output
    assert "database.url (GATEHOUSE_DATABASE_URL)" in output and part in output


def test_a_database_that_cannot_be_used_is_refused_with_its_reason(postgres, nodes, database):
    code, output = ended(nodes(password="another word"))
    assert code == 69 and "password authentication failed" in output, output
    code, output = ended(nodes(port=1))
    assert code == 69 and "refused" in output, output
    node = nodes()
    node.environment["GATEHOUSE_DATABASE_URL"] = postgres.url("nowhere", user=database)
    code, output = ended(node)
    assert code == 69 and '"nowhere" does not exist' in output, output

    postgres.sql(f"REVOKE CREATE ON DATABASE {database} FROM {database};")
    node = nodes()
    code, output = ended(node)
    assert code == 69 and "GRANT CREATE" in output, output
    # The cure, as it is written.
    postgres.sql(f"GRANT {output.strip().splitlines()[-1].split('GRANT ')[1]};", database)
    with node:
        assert node.admin.list_user_pools(MaxResults=1)["UserPools"] == []


def test_a_database_that_does_not_fit_is_refused(postgres, nodes, database, tmp_path):
    postgres.sql(f"ALTER DATABASE {database} SET default_transaction_read_only = on;")
    code, output = ended(nodes())
    assert code == 78 and "primary" in output, output
    postgres.sql(f"ALTER DATABASE {database} RESET default_transaction_read_only;")

    latin = postgres.database("ENCODING 'LATIN1' TEMPLATE template0")
    code, output = ended(Node(tmp_path / "latin", postgres.url(latin), random_key()))
    assert code == 78 and "LATIN1" in output and "UTF8" in output, output

    postgres.sql("CREATE SCHEMA other; CREATE TABLE other.orders (id BIGINT);", database)
    postgres.sql(f"GRANT ALL ON SCHEMA other TO {database};", database)
    code, output = ended(nodes(options="?schema=other"))
    assert code == 78 and "orders" in output, output


def test_a_folder_with_a_database_is_refused(nodes, tmp_path):
    with Gatehouse(tmp_path):
        pass
    node = nodes()
    node.command = [str(tmp_path / "data") if part == str(node.data) else part for part in node.command]
    code, output = ended(node)
    assert code == 78 and "GATEHOUSE_DATABASE_URL" in output and "--data-dir" in output, output


def test_keys_that_do_not_belong_to_the_database_are_refused(postgres, database, nodes):
    with nodes():
        pass
    other = nodes({"GATEHOUSE_MASTER_KEY": random_key()})
    code, output = ended(other)
    assert code == 78 and "main" in output, output
    node = nodes({"GATEHOUSE_MASTER_KEY": f"other:{random_key()}"})
    code, output = ended(node)
    assert code == 78 and "The master key main is missing" in output, output

    kept = postgres.sql("SELECT purpose, encode(sealed, 'hex') FROM gatehouse.index_keys;", database)
    postgres.sql("DELETE FROM gatehouse.index_keys;", database)
    code, output = ended(nodes())
    assert code == 69 and "index_keys" in output, output
    for purpose, sealed in (row.split("|") for row in kept):
        postgres.sql(f"INSERT INTO gatehouse.index_keys VALUES ('{purpose}', decode('{sealed}', 'hex'));", database)
    with nodes():
        pass

    postgres.sql("INSERT INTO gatehouse.schema_migrations VALUES (9000, 'later', 1);", database)
    code, output = ended(nodes())
    assert code == 78 and "9000" in output, output


def run(node, *command):
    """A command with the settings of a node, in a folder of its own: no node needs a file of another."""
    done = gatehouse(*command, "--data-dir", node.folder / "commands", environment=node.environment)
    assert PASSWORD not in done.stdout + done.stderr
    return done


def test_commands_work_beside_the_nodes(postgres, database, two, tmp_path):
    node, other = two
    pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(node.admin, pool)["ClientId"]
    make_user(node.admin, pool)
    token = tokens_of(other.app, client_id)["AccessToken"]

    checked = run(node, "check", "--seals")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "1 user pools, 1 users" in checked.stdout and "it is the one that sealed this database" in checked.stdout
    assert f"postgresql://{database}@127.0.0.1" in checked.stdout

    rotated = run(node, "rotate-keys", "--discard-old")
    assert rotated.returncode == 0 and pool in rotated.stdout, rotated.stderr
    assert fails(other.app.get_user, AccessToken=token) == "NotAuthorizedException"
    tokens_of(other.app, client_id)

    document = tmp_path / "user.json"
    document.write_text("{}")
    assert run(node, "iam", "create", "user", "deploy", "--document", document).returncode == 0
    assert "deploy" in run(other, "iam", "list", "user").stdout
    assert run(node, "api", "describe").returncode == 0
    written = run(node, "outputs", "--user-pool", pool, "--client", client_id, "--folder", tmp_path / "outputs")
    assert written.returncode == 0 and (tmp_path / "outputs/amplify_outputs.json").exists(), written.stderr

    again = run(node, "rotate-master-key")
    assert again.returncode == 0 and "values were sealed again" in again.stdout, again.stderr
    ring = {"GATEHOUSE_MASTER_KEY": f"main:{node.environment['GATEHOUSE_MASTER_KEY']}\nnew:{random_key()}"}
    refused = gatehouse(
        "rotate-master-key", "--data-dir", tmp_path / "commands", environment={**node.environment, **ring})
    assert refused.returncode == 69 and "restart them" in refused.stderr, refused.stderr

    copy = tmp_path / "copy"
    for command, substitute in [
        (("backup", copy), "pg_dump"), (("restore", copy), "with psql if pg_dump wrote it as text, with pg_restore"),
        (("compact",), "autovacuum"),
    ]:
        refused = run(node, *command)
        assert refused.returncode == 64 and substitute in refused.stderr, refused.stderr
    assert not (node.folder / "commands/gatehouse.sqlite").exists()


def test_a_command_on_an_empty_database_changes_nothing(postgres, database, nodes):
    node = nodes()
    for command in ("check", "rotate-keys"):
        refused = run(node, command)
        assert refused.returncode == 78 and "no tables of Gatehouse" in refused.stderr, refused.stderr
    assert postgres.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'gatehouse';", database) == ["0"]


def test_a_copy_of_the_database_has_all_that_a_node_needs(postgres, database, nodes):
    with nodes() as node:
        pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        client_id = make_client(node.admin, pool)["ClientId"]
        make_user(node.admin, pool)
    copy = postgres.database()
    postgres.sql(postgres.dump(database), copy, user=copy)
    node = nodes()
    node.environment["GATEHOUSE_DATABASE_URL"] = postgres.url(copy)
    with node:
        tokens_of(node.app, client_id)


def test_the_password_is_nowhere(nodes):
    node = nodes({"GATEHOUSE_LOG_LEVEL": "trace"})
    with node:
        pool = node.admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        client_id = make_client(node.admin, pool)["ClientId"]
        make_user(node.admin, pool)
        sign_in(node.app, client_id)
        arguments = pathlib.Path(f"/proc/{node.process.pid}/cmdline").read_text()
        files = [path for path in node.data.rglob("*") if path.is_file()]
        seen = [arguments, node.output, *(path.read_bytes().decode(errors="replace") for path in files)]
    seen.append(node.output)
    for text in seen:
        assert PASSWORD not in text and urllib.parse.quote(PASSWORD, safe="") not in text


def test_the_password_is_read_from_a_file(postgres, database, nodes, tmp_path):
    file = tmp_path / "pass"
    file.touch(mode=0o600)
    escaped = PASSWORD.replace("\\", r"\\").replace(":", r"\:")
    file.write_text(f"127.0.0.1:{postgres.port}:{database}:{database}:{escaped}\n")
    url = f"postgresql://{database}@127.0.0.1:{postgres.port}/{database}"
    for environment in (
        {"GATEHOUSE_DATABASE_URL": url, "PGPASSFILE": str(file)},
        {"GATEHOUSE_DATABASE_URL": f"{url}?passfile={urllib.parse.quote(str(file), safe='')}"},
    ):
        with nodes(environment) as node:
            assert node.admin.list_user_pools(MaxResults=1)["UserPools"] == []


def test_a_server_for_development_keeps_its_users(postgres, database, tmp_path):
    environment = {"GATEHOUSE_DATABASE_URL": postgres.url(database)}
    with Gatehouse(tmp_path, environment=environment) as server:
        pools = server.client("cognito-idp").list_user_pools(MaxResults=10)["UserPools"]
        make_user(server.client("cognito-idp"), pools[0]["Id"], email="alice@example.org")
    with Gatehouse(tmp_path, environment=environment) as server:
        admin = server.client("cognito-idp")
        assert [pool["Id"] for pool in admin.list_user_pools(MaxResults=10)["UserPools"]] == [pools[0]["Id"]]
        assert len(admin.list_users(UserPoolId=pools[0]["Id"])["Users"]) == 1
    assert not (tmp_path / "data/gatehouse.sqlite").exists()
