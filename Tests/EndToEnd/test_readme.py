# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The README's commands, as they are written there, in a fresh folder with the program in the PATH."""
import json
import re
import subprocess

import pytest

from documents import README, shell, snippet
from gatehouse import BINARY
from server_process import ServerProcess, free_port


@pytest.fixture
def programs(tmp_path):
    """A folder with the program of this build, for the `PATH`."""
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "gatehouse").symlink_to(BINARY)
    return folder


@pytest.fixture
def server(tmp_path):
    """A server whose data folder is that of the README."""
    with ServerProcess(BINARY, tmp_path) as server:
        (tmp_path / ".gatehouse").symlink_to(server.data)
        yield server


def test_dev_prints_what_the_readme_shows(server):
    printed = (server.folder / "gatehouse.log").read_text()
    shown = snippet("$ gatehouse dev", README).replace("http://localhost:9229", server.url)
    listening, *_, administration = [line for line in shown.splitlines() if line and not line.startswith("$")]
    assert {listening, administration} <= set(printed.splitlines())
    labels = re.findall(r"^  ([A-Z][a-z ]*?)  +", shown, re.M)
    assert labels == list(dict.fromkeys(re.findall(rf"^  ({'|'.join(labels)})  +", printed, re.M)))
    for address in re.findall(r"http://\S+", shown):
        assert address.removesuffix("…").split("client_id=")[0] in printed


def test_three_commands_of_the_aws_cli_sign_in(server, programs):
    script = snippet("admin-create-user", README).replace("http://localhost:9229", server.url)
    # Two of the commands print a JSON document each: the user and the tokens.
    user, tokens = json_documents(shell(script, server.folder, {}, programs))
    assert user["User"]["Username"] == "ada"
    assert tokens["AuthenticationResult"]["AccessToken"]


def json_documents(text):
    """The JSON documents of a text, one after the other."""
    found, position = [], 0
    while position < len(text):
        document, end = json.JSONDecoder().raw_decode(text, position)
        found.append(document)
        position = end + len(text[end:]) - len(text[end:].lstrip())
    return found


def test_a_server_of_a_ci_run_is_seeded_answers_and_is_reset(tmp_path, programs):
    port = free_port()
    (tmp_path / "seed.json").write_text(json.dumps({"userPools": [{"name": "shop", "users": [
        {"username": "ada", "password": "Correct-Horse-7!"}]}]}))
    script = snippet("gatehouse dev --seed", README).replace("localhost:9229", f"localhost:{port}")
    script = script.replace("gatehouse dev", f"gatehouse dev --port {port}")
    # The shell of a job ends the programs that it started in the background.
    printed = shell(f"trap 'kill %1 && wait' EXIT\n{script}", tmp_path, {}, programs)
    assert f"listens on http://localhost:{port}" in printed


def test_a_parent_gets_the_port_from_the_first_line(tmp_path):
    options = re.search(r"`(--port 0 --until-input-ends)`", README.read_text())[1].split()
    with subprocess.Popen(
        [BINARY, "dev", *options, "--data-dir", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert re.fullmatch(r"Gatehouse \S+ listens on http://localhost:\d+\n", child.stdout.readline())
        child.stdin.close()
        assert child.wait(timeout=300) == 0


def test_the_variables_of_the_readme_direct_the_four_services(server):
    [line] = [line for line in README.read_text().splitlines() if line.startswith("| boto3, the AWS CLI")]
    names = re.findall(r"`(AWS_ENDPOINT_URL_\w+)`", line)
    assert len(names) == 4
    environment = {name: server.url for name in names}
    environment |= dict(AWS_ACCESS_KEY_ID="any", AWS_SECRET_ACCESS_KEY="any", AWS_DEFAULT_REGION="us-east-1")
    for command in (
        "cognito-idp list-user-pools --max-results 1", "cognito-identity list-identity-pools --max-results 1",
        "sts get-caller-identity", "iam list-roles",
    ):
        assert json.loads(shell(f"aws {command}", server.folder, environment))
