# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""oidc-agent, which keeps refresh tokens for programs on the command line, as the client of a user pool."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import pytest
import requests

from conftest import make_client, tokens_of
from gatehouse import PASSWORD
from hosted_provider import HostedProvider
from server_process import PATIENCE, free_port
from web_forms import sign_in


class Agent:
    """A running oidc-agent with its accounts in a folder; ends with the `with` block."""

    def __init__(self, accounts):
        # The path of a socket is short, and those of tests may be too long.
        self.folder = tempfile.TemporaryDirectory()
        self.socket = pathlib.Path(self.folder.name, "socket")
        accounts.mkdir(exist_ok=True)
        self.environment = {
            **os.environ, "HOME": self.folder.name, "OIDC_CONFIG_DIR": str(accounts), "OIDC_SOCK": str(self.socket),
            "OIDC_ENCRYPTION_PW": "a-password-for-this-test",
        }
        self.programs = []

    def __enter__(self):
        self.process = subprocess.Popen(
            ["oidc-agent", "--console", f"--socket-path={self.socket}"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, process_group=0)
        deadline = time.monotonic() + PATIENCE
        while not self.socket.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise AssertionError("oidc-agent did not start")
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        for process in [*self.programs, self.process]:
            process.terminate()
            process.wait(timeout=60)
        # The agent has processes of its own.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.folder.cleanup()

    def start(self, program, *arguments):
        """Starts a program of the agent, whose time is limited."""
        self.programs.append(subprocess.Popen(
            ["timeout", str(PATIENCE), program, *arguments], env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        return self.programs[-1]

    def run(self, program, *arguments):
        """The status and the output of a program of the agent."""
        process = self.start(program, *arguments)
        output, _ = process.communicate()
        return process.returncode, output.strip()

    def token(self, *arguments):
        """What oidc-token prints for the account."""
        status, output = self.run("oidc-token", *arguments, "gatehouse")
        assert status == 0, output
        return output


@pytest.fixture
def provider(server, admin, pool):
    return HostedProvider(server, admin, pool)


def configuration(provider, client, *more):
    """The command that makes the account of a client."""
    return [
        "oidc-gen", "gatehouse", f"--issuer={provider.issuer}", f"--client-id={client['ClientId']}",
        f"--client-secret={client.get('ClientSecret', '')}", "--scope=openid email", "--prompt=none", "--pw-env",
        "--confirm-default", *more,
    ]


def sign_in_for(program):
    """Signs Alice in at the address that the program prints; returns the page of the agent's web server."""
    for line in program.stdout:
        if found := re.search(r"http\S+/oauth2/authorize\?\S+", line):
            # The agent adds a scope that no pool has, and has no setting against that.
            address = found[0].replace("%20offline_access", "")
            assert address != found[0] and "code_challenge_method=S256" in address
            page, _ = sign_in(requests.Session(), address, "alice", PASSWORD)
            return page
    raise AssertionError("the program ended without an address")


def test_the_agent_gets_tokens_after_a_sign_in_in_the_browser_and_keeps_them_fresh(provider, tmp_path):
    redirect = f"http://localhost:{free_port()}"
    client = provider.client(redirect)
    with Agent(tmp_path / "accounts") as agent:
        program = agent.start(
            *configuration(provider, client, "--flow=code", "--no-url-call", f"--redirect-uri={redirect}"))
        page = sign_in_for(program)
        assert page.status_code == 200 and page.url.startswith(redirect), page.text
        rest, _ = program.communicate()
        assert program.returncode == 0, rest
        token = agent.token()
        assert provider.user_info(token).json()["email"] == "alice@example.com"
        assert agent.token("--issuer").rstrip("/") == provider.issuer
        renewed = agent.token("--force-new")
        assert renewed != token and provider.user_info(renewed).status_code == 200
    # Another agent has the account's file alone.
    with Agent(tmp_path / "accounts") as agent:
        status, output = agent.run("oidc-add", "--pw-env", "gatehouse")
        assert status == 0, output
        token = agent.token()
        assert provider.user_info(token).json()["username"] == "alice"
        status, output = agent.run("oidc-gen", "--delete", "--pw-env", "--confirm-yes", "gatehouse")
        assert status == 0, output
    # The agent has revoked the refresh token.
    assert provider.user_info(token).status_code == 401


def test_the_agent_keeps_a_refresh_token_of_a_client_without_a_secret(provider, admin, app, tmp_path):
    client = make_client(admin, provider.pool)
    tokens = tokens_of(app, client["ClientId"])
    with Agent(tmp_path / "accounts") as agent:
        status, output = agent.run(
            *configuration(provider, client, "--flow=refresh", f"--rt={tokens['RefreshToken']}"))
        assert status == 0, output
        token = agent.token()
        assert app.get_user(AccessToken=token)["Username"] == "alice"
        app.revoke_token(ClientId=client["ClientId"], Token=tokens["RefreshToken"])
        status, output = agent.run("oidc-token", "--force-new", "gatehouse")
        assert status != 0 and "invalid_grant" in output, output
