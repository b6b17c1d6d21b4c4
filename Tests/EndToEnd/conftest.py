# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
import collections
import functools
import os

import pytest

from balanced_nodes import BalancedNodes
from balanced_suites import SUITABLE
from chromium import headless_chromium
from gatehouse import PASSWORD, Gatehouse

# With a number, the suites of others run against so many nodes, each request on the next one, and no other tests run.
NODES = int(os.environ.get("GATEHOUSEBUILD_NODES") or 0)

# Files whose few tests take long, by the summary of a run. They begin before the others, which begin by their number of
# tests, so that at the end no process works on one of these while the others have nothing left.
LONG = (
    "test_postgres", "test_nodes", "test_data_faults", "test_copy", "test_amplify_losses", "test_amplify_kills",
    "test_cures_database", "test_cures_disk", "test_cures_keys", "test_cures_settings", "test_backup",
    "test_master_key", "test_postgres_backups", "test_postgres_data", "test_durability", "test_documents",
    "test_readme", "test_amplify_guide", "test_amplify_apps", "test_amplify_triggers", "test_imports",
    "test_pool_archive", "test_terraform_order",
)


def pytest_collection_modifyitems(config, items):
    if NODES:
        config.hook.pytest_deselected(items=[item for item in items if item.path.stem not in SUITABLE])
        items[:] = [item for item in items if item.path.stem in SUITABLE]
    sizes = collections.Counter(item.path.stem for item in items)
    ranks = {name: rank for rank, name in enumerate(LONG)}
    # The order of the tests of a file stays.
    items.sort(key=lambda item: (ranks.get(item.path.stem, len(ranks)), -sizes[item.path.stem], item.path.stem))


def pytest_terminal_summary(terminalreporter):
    """Lists the files that took longest, with the setups of their fixtures."""
    seconds = collections.Counter()
    for report in (each for reports in terminalreporter.stats.values() for each in reports):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid.partition("::")[0]] += report.duration
    if len(seconds) > 1:
        terminalreporter.section("slowest files")
        for name, taken in seconds.most_common(30):
            terminalreporter.line(f"{taken:6.1f} s  {name}")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gatehouse")
    server = (BalancedNodes(folder, NODES) if NODES else Gatehouse(folder)).start()
    yield server
    assert server.stop() == 0
    if NODES:
        assert server.took_turns, server.requests


@pytest.fixture(scope="session")
def kept_keys(tmp_path_factory):
    """The arguments with which `gatehouse dev` takes the signing keys of an earlier server of these tests."""
    return ["--signing-keys", str(tmp_path_factory.mktemp("keys") / "signing-keys.json")]


@pytest.fixture
def start_with(tmp_path, kept_keys):
    """Starts servers with settings in their environment, and ends them all."""
    started = []

    def start(environment):
        started.append(Gatehouse(tmp_path, environment=environment, arguments=kept_keys))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def browser():
    with headless_chromium() as driver:
        yield driver


@functools.cache
def kept_client(server, signed):
    """A client for all tests of a server: to make one takes longer than most of its calls."""
    return server.client("cognito-idp", signed=signed)


@pytest.fixture
def admin(server):
    return kept_client(server, True)


@pytest.fixture
def app(server):
    """A client without credentials, as an app has it."""
    return kept_client(server, False)


@pytest.fixture
def pool(admin):
    return admin.create_user_pool(PoolName="test", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]


@pytest.fixture
def client_id(admin, pool):
    return make_client(admin, pool)["ClientId"]


def make_client(admin, pool, **settings):
    flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    settings = {"ExplicitAuthFlows": flows, **settings}
    return admin.create_user_pool_client(UserPoolId=pool, ClientName="test", **settings)["UserPoolClient"]


def make_user(admin, pool, username="alice", **attributes):
    """Makes a user with a password; returns the arguments that name them to an administrator."""
    user = {"UserPoolId": pool, "Username": username}
    listed = [{"Name": name, "Value": value} for name, value in attributes.items()]
    admin.admin_create_user(**user, UserAttributes=listed, MessageAction="SUPPRESS")
    admin.admin_set_user_password(**user, Password=PASSWORD, Permanent=True)
    return user


def sign_in(app, client_id, username="alice", password=PASSWORD, **parameters):
    """Signs in with the password itself; returns the tokens or the challenge."""
    return app.initiate_auth(
        ClientId=client_id,
        AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": username, "PASSWORD": password},
        **parameters,
    )


def tokens_of(app, client_id, username="alice", **parameters):
    """Signs in with the password itself, without a challenge."""
    return sign_in(app, client_id, username, **parameters)["AuthenticationResult"]


def answer(app, client_id, challenge, **responses):
    """Answers a challenge as Alice."""
    return app.respond_to_auth_challenge(
        ClientId=client_id,
        ChallengeName=challenge["ChallengeName"],
        Session=challenge["Session"],
        ChallengeResponses={"USERNAME": "alice", **responses},
    )
