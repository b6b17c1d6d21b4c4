# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
import os

import pytest

from balanced_nodes import BalancedNodes
from balanced_suites import SUITABLE
from chromium import headless_chromium
from gatehouse import PASSWORD, Gatehouse

# With a number, the suites of others run against so many nodes, each request on the next one, and no other tests run.
NODES = int(os.environ.get("GATEHOUSEBUILD_NODES") or 0)


def pytest_collection_modifyitems(config, items):
    if NODES:
        config.hook.pytest_deselected(items=[item for item in items if item.path.stem not in SUITABLE])
        items[:] = [item for item in items if item.path.stem in SUITABLE]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gatehouse")
    server = (BalancedNodes(folder, NODES) if NODES else Gatehouse(folder)).start()
    yield server
    assert server.stop() == 0
    if NODES:
        assert server.took_turns, server.requests


@pytest.fixture
def start_with(tmp_path):
    """Starts servers with settings in their environment, and ends them all."""
    started = []

    def start(environment):
        started.append(Gatehouse(tmp_path, environment=environment))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def browser():
    with headless_chromium() as driver:
        yield driver


@pytest.fixture
def admin(server):
    return server.client("cognito-idp")


@pytest.fixture
def app(server):
    """A client without credentials, as an app has it."""
    return server.client("cognito-idp", signed=False)


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
