# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The command `amplify`: at a terminal, in scripts, and as the credential_process of the AWS CLI."""
import json
import os
import pathlib
import secrets
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import make_user
from documents import shell, snippet
from gatehouse import BINARY, PASSWORD

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/demo"))
from person import Person  # noqa: E402

AMPLIFY = str(pathlib.Path(BINARY).with_name("amplify"))
AWS = str(pathlib.Path(sys.executable).with_name("aws"))


class Machine:
    """A user's machine: the configuration of an app, and the sessions of `amplify`."""

    def __init__(self, folder, outputs):
        self.file = folder / "amplify_outputs.json"
        self.file.write_text(json.dumps(outputs))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder / "share"),
            "LC_ALL": "C.UTF-8",
        }

    def run(self, command, *arguments, typed=""):
        """Runs a command of `amplify` with its input in a pipe."""
        return subprocess.run(
            [AMPLIFY, command, "--config", str(self.file), *arguments], input=typed, capture_output=True, text=True,
            timeout=120, env=self.environment, cwd=self.file.parent)

    def person(self, command, *arguments):
        """A person at a terminal."""
        return Person([AMPLIFY, command, "--config", str(self.file), *arguments], self.environment)

    def signs_in(self, name):
        ended = self.run("sign-in", name, typed=f"{PASSWORD}\n")
        assert ended.returncode == 0 and ended.stdout == "", ended.stderr

    def names(self, endpoint):
        """Changes the endpoint in the configuration."""
        outputs = json.loads(self.file.read_text())
        outputs["custom"]["gatehouse"]["endpoint"] = endpoint
        self.file.write_text(json.dumps(outputs))


class Road:
    """An address that leads to a server until it is closed."""

    def __init__(self, port):
        self.port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.count = 0
        threading.Thread(target=self.lead, daemon=True).start()

    def lead(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            self.count += 1
            far = socket.create_connection(("127.0.0.1", self.port))
            for source, target in [(near, far), (far, near)]:
                threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            target.close()

    def close(self):
        # A thread that waits in accept would keep the socket open.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


@pytest.fixture
def outputs(server):
    """The configuration of the first pools of `gatehouse dev`."""
    return json.loads((server.data / "amplify_outputs.json").read_text())


@pytest.fixture
def machine(tmp_path, outputs):
    return Machine(tmp_path, outputs)


@pytest.fixture
def ada(admin, outputs):
    """A user of the first pool; returns the name."""
    name = f"ada-{secrets.token_hex(4)}"
    make_user(admin, outputs["auth"]["user_pool_id"], name, email=f"{name}@example.com")
    return name


def test_the_aws_cli_runs_as_the_signed_in_user(server, machine, ada, outputs, tmp_path):
    config = tmp_path / "aws-config"
    config.write_text(
        "[profile app]\nregion = us-east-1\n"
        f"credential_process = {AMPLIFY} credentials --process --config {machine.file}\n")
    environment = {
        **machine.environment, "AWS_CONFIG_FILE": str(config), "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none"),
        "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
    }
    command = [AWS, "--profile", "app", "--endpoint-url", server.url, "--output", "json", "sts", "get-caller-identity"]

    def aws():
        return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)

    refused = aws()
    assert refused.returncode != 0 and "No user is signed in." in refused.stderr
    machine.signs_in(ada)
    called = aws()
    assert called.returncode == 0, called.stderr
    pool = outputs["auth"]["identity_pool_id"]
    role = server.client("cognito-identity").get_identity_pool_roles(IdentityPoolId=pool)["Roles"]["authenticated"]
    assert f":assumed-role/{role.rpartition('/')[2]}/" in json.loads(called.stdout)["Arn"]
    assert machine.run("sign-out").returncode == 0
    assert "No user is signed in." in aws().stderr


def test_the_signed_in_user_is_known_by_name_and_by_address_without_a_password(machine, ada, admin, outputs):
    admin.admin_update_user_attributes(
        UserPoolId=outputs["auth"]["user_pool_id"], Username=ada,
        UserAttributes=[{"Name": "email_verified", "Value": "true"}])
    machine.signs_in(f"{ada}@example.com")
    for name in [ada, f"{ada}@example.com"]:
        ended = machine.run("sign-in", name)
        assert ended.returncode == 0 and ended.stdout == "", ended.stderr
        assert ended.stderr == f"{ada} is signed in already.\n"
    for arguments in [["grace"], []]:
        refused = machine.run("sign-in", *arguments, typed=f"{PASSWORD}\n")
        assert refused.returncode == 1 and f"{ada} is signed in. " in f"{refused.stderr} ".replace("\n", " ")


def test_both_programs_have_the_same_version():
    versions = [
        subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout
        for program in (AMPLIFY, BINARY)]
    assert versions[0] == versions[1] and versions[0].strip()


def test_the_output_for_the_aws_cli_is_one_json_object_and_nothing_else(machine, ada):
    machine.signs_in(ada)
    ended = machine.run("credentials", "--process")
    assert ended.returncode == 0 and ended.stderr == ""
    printed = json.loads(ended.stdout)
    assert set(printed) == {"Version", "AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"}
    assert printed["Version"] == 1
    # The same key again, since it is valid for long enough.
    assert json.loads(machine.run("credentials", "--process").stdout) == printed
    summary = machine.run("credentials")
    assert printed["AccessKeyId"] in summary.stdout and printed["SecretAccessKey"] not in summary.stdout


def test_without_a_session_the_error_has_a_cure_and_nothing_is_printed(machine):
    for arguments in [["credentials", "--process"], ["credentials"], ["session"]]:
        ended = machine.run(*arguments)
        assert ended.returncode == 1 and ended.stdout == ""
        assert "No user is signed in." in ended.stderr and "amplify sign-in" in ended.stderr


def test_a_password_at_the_terminal_is_not_shown(machine, ada):
    with machine.person("sign-in", ada) as person:
        person.hides("Password", "wrong")
        person.reads("Error: ")
        person.hides("Password", PASSWORD)
        person.reads(f"Signed in as {ada}.")
        assert PASSWORD not in person.transcript
    ended = machine.run("session")
    assert ended.returncode == 0 and f"Signed in as {ada}" in ended.stdout and "valid until" in ended.stdout


def test_a_sign_up_asks_for_the_code_and_signs_in(machine, server):
    name = f"bob-{secrets.token_hex(4)}"
    address = f"{name}@example.com"
    with machine.person("sign-up", name, "--attribute", f"email={address}") as person:
        person.hides("Password (empty for none, where the pool allows it)", PASSWORD)
        person.reads("A code was sent by e-mail")
        person.types('Code of the sign-up ("again" to have another one sent)', server.code_for(address))
        person.reads(f"Signed in as {name}.")


def test_files_of_the_session_belong_to_their_owner_alone(machine, ada, tmp_path):
    machine.signs_in(ada)
    entries = list((tmp_path / "share/amplify").rglob("*"))
    assert any(path.is_file() for path in entries)
    for path in entries:
        assert path.stat().st_mode & 0o077 == 0, path


def test_commands_may_run_at_the_same_time(machine, ada):
    machine.signs_in(ada)
    with ThreadPoolExecutor(6) as threads:
        ended = list(threads.map(lambda _: machine.run("session", "--refresh"), range(6)))
    assert [each.returncode for each in ended] == [0] * 6, [each.stderr for each in ended]
    assert machine.run("credentials", "--process").returncode == 0


def test_a_second_configuration_file_has_another_session(machine, ada, outputs, tmp_path):
    machine.signs_in(ada)
    (tmp_path / "other").mkdir()
    other = Machine(tmp_path / "other", outputs)
    other.environment = machine.environment
    assert other.run("session").returncode == 1
    assert machine.run("session").returncode == 0


def test_the_configuration_of_the_current_folder_is_the_default(machine, ada):
    machine.signs_in(ada)
    ended = subprocess.run(
        [AMPLIFY, "session"], capture_output=True, text=True, timeout=120, env=machine.environment,
        cwd=machine.file.parent)
    assert ended.returncode == 0 and f"Signed in as {ada}" in ended.stdout


def test_a_sign_out_without_the_server_ends_the_session_here_and_says_what_is_missing(server, machine, ada):
    road = Road(server.port)
    machine.names(road.url)
    machine.signs_in(ada)
    road.close()
    ended = machine.run("sign-out")
    assert ended.returncode == 69 and "Signed out on this device." in ended.stderr
    assert road.url in " ".join(ended.stderr.split())
    assert machine.run("session").returncode == 1


def test_a_changed_configuration_does_not_send_the_tokens_to_another_server(server, machine, ada, outputs):
    machine.signs_in(ada)
    road = Road(server.port)
    machine.names(road.url)
    for arguments in [["session", "--refresh"], ["credentials", "--process"]]:
        refused = machine.run(*arguments)
        words = " ".join(refused.stderr.split())
        assert refused.returncode == 1 and refused.stdout == ""
        assert outputs["custom"]["gatehouse"]["endpoint"] in words and road.url in words and "amplify sign-in" in words
    assert road.count == 0
    machine.names(outputs["custom"]["gatehouse"]["endpoint"])
    assert machine.run("session", "--refresh").returncode == 0
    machine.names(road.url)
    ended = machine.run("sign-out")
    assert ended.returncode == 1 and "Signed out on this device." in ended.stderr and road.count == 0
    machine.signs_in(ada)
    assert road.count > 0 and machine.run("session").returncode == 0
    road.close()


def test_models_are_generated_from_the_schema_of_the_project(tmp_path):
    def codegen(*arguments, folder=tmp_path):
        return subprocess.run(
            [AMPLIFY, "codegen", "models", *arguments], capture_output=True, text=True, timeout=120, cwd=folder)

    api = tmp_path / "amplify/backend/api/posts"
    api.mkdir(parents=True)
    (tmp_path / "amplify/.config").mkdir()
    (tmp_path / "amplify/.config/project-config.json").write_text("{}")
    missing = codegen()
    assert missing.returncode == 66 and "--model-schema" in missing.stderr
    (api / "schema.graphql").write_text("type Post @model { id: ID! title: String! }")
    (tmp_path / "App").mkdir()
    ended = codegen(folder=tmp_path / "App")
    assert ended.returncode == 0 and ended.stdout == "", ended.stderr
    models = tmp_path / "amplify/generated/models"
    assert sorted(path.name for path in models.iterdir()) == [
        "AmplifyModels.swift", "Post+Schema.swift", "Post.swift"]
    # The commands of the document.
    (tmp_path / "schema.graphql").write_text((api / "schema.graphql").read_text())
    shell(snippet("--output-dir Sources/App/Models"), tmp_path, {}, pathlib.Path(AMPLIFY).parent)
    for path in models.iterdir():
        assert (tmp_path / "Sources/App/Models" / path.name).read_bytes() == path.read_bytes()
    (tmp_path / "schema.graphql").write_text(
        'type Post @model @key(fields: ["author", "day"]) { author: ID! day: AWSDate! }')
    refused = codegen("--model-schema", "schema.graphql", "--output-dir", "refused")
    assert refused.returncode == 66 and refused.stderr == snippet("schema.graphql:1:18: error")
    assert not (tmp_path / "refused").exists()
    assert codegen("--target", "kotlin").returncode == 64


def test_each_kind_of_failure_has_its_status(machine, ada):
    assert machine.run("sign-in", ada, PASSWORD).returncode == 64
    ended = machine.run("sign-in", ada, typed="wrong\n")
    assert ended.returncode == 1 and ended.stdout == ""
    # The port of the discard service, on which no server listens.
    machine.names("http://localhost:9")
    assert machine.run("sign-in", ada, typed=f"{PASSWORD}\n").returncode == 69
    machine.file.write_text("{}")
    assert machine.run("session").returncode == 66
    machine.file.unlink()
    ended = machine.run("session")
    assert ended.returncode == 66 and "There is no file" in ended.stderr
