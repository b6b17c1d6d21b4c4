# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`amplify` with a server that answers what no Gatehouse answers, and with projects that others prepared."""
import json
import os
import re
import shutil

import pytest

from amplify_kills import IS_WHOLE, sample
from amplify_project import App, Passage, server, tree  # noqa: F401 (server is a fixture)
from seat import INTERRUPT

# What changes what a terminal shows: a title, an empty screen, the 8-bit form of a colour, the direction of text.
ESCAPES = "\x1b]0;title\x07\x1b[2J\u009b31m\u202e"
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
COMMANDS = [
    ["status"], ["status", "-v"], ["push", "--yes"], ["pull", "--yes"], ["env", "list", "--details"],
    ["env", "history"], ["env", "checkout", "dev"], ["env", "restore", "1", "--yes"], ["console"],
    ["delete", "--force", "--yes"]]


def changed(value, change):
    """A JSON value with a change of each value that is neither an object nor an array."""
    if isinstance(value, dict):
        return {name: changed(each, change) for name, each in value.items()}
    if isinstance(value, list):
        return [changed(each, change) for each in value]
    return change(value)


def numbers(other):
    return lambda value: other if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def texts(change):
    return lambda value: change(value) if isinstance(value, str) else value


def json_with(change):
    return lambda content: json.dumps(changed(json.loads(content), change)).encode()


ANSWERS = {
    "escapes": json_with(texts(lambda text: text + ESCAPES)),
    "paths": json_with(texts(lambda text: "../../" + text)),
    "empty texts": json_with(texts(lambda _: "")),
    "long texts": json_with(texts(lambda text: text * 100_000 if len(text) < 40 else text)),
    "greatest numbers": json_with(numbers(2**63 - 1)),
    "least numbers": json_with(numbers(-2**63)),
    "numbers out of bounds": json_with(numbers(1e308)),
    "nulls": json_with(lambda _: None),
    "an empty object": lambda _: b"{}",
    "an array": lambda content: b"[" + content + b"]",
    "half of it": lambda content: content[:len(content) // 2],
    "great depth": lambda _: b"[" * 1_000_000,
    "a great length": lambda _: b'{"a": "' + b"x" * 40_000_000 + b'"}',
}


class Liar(Passage):
    """A way to a server on which answers are changed."""

    answer = None

    def respond(self, path, headers, body):
        status, kept, content = super().respond(path, headers, body)
        if self.answer and status == 200 and content.startswith(b"{"):
            content = self.answer(content)
        return status, kept, content


@pytest.fixture(scope="module")
def liar(server):
    with Liar(server) as liar:
        yield liar


@pytest.fixture(scope="module")
def pushed(liar, tmp_path_factory):
    """A project with an API and a change that was not pushed, which no test changes."""
    app = App(tmp_path_factory.mktemp("attacks") / "Shop").init(liar.url).add_auth()
    app.run("add", "api", "--yes")
    app.push()
    app.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups="Admins")
    return app


@pytest.fixture
def project(pushed, tmp_path):
    """A copy of the project."""
    return pushed.copied(tmp_path / "Shop")


def ends_in_order(app, *command):
    """Runs a command, which must end with a status of its own and a text that leaves the terminal as it is."""
    process = app.starts(*command)
    said = "".join(process.communicate(timeout=300))
    assert process.returncode in (0, 1, 64, 66, 69, 75), (command, said)
    assert not CONTROLS.search(said), (command, said)
    return process.returncode


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_answer_of_a_server_breaks_a_command_or_leaves_the_project(liar, pushed, project, tmp_path, answer):
    around = {path: found for path, found in tree(tmp_path).items() if not path.startswith(("Shop/", "home/"))}
    # Most runs play a third of the commands for each answer.
    for command in COMMANDS if IS_WHOLE else COMMANDS[list(ANSWERS).index(answer) % 3::3]:
        liar.answer = ANSWERS[answer]
        try:
            ends_in_order(project, *command)
        finally:
            liar.answer = None
        # Nothing is written outside of the folders of the app and of the tool.
        assert {path: found for path, found in tree(tmp_path).items()
                if not path.startswith(("Shop/", "home/"))} == around
        shutil.rmtree(project.folder)
        shutil.copytree(pushed.folder, project.folder)


def test_a_list_at_a_terminal_shows_names_without_escapes(liar, tmp_path):
    app = App(tmp_path / "Shop")
    liar.answer = ANSWERS["escapes"]
    try:
        with app.at("pull") as at:
            at.writes("address of the server", liar.url)
            at.meets("Which project")
            at.presses(INTERRUPT)
            at.ends(130)
    finally:
        liar.answer = None
    assert b"\x1b]0" not in at.bytes and b"\x07" not in at.bytes and "\u202e".encode() not in at.bytes


def members(value, place=()):
    """The places of all members and texts in a JSON value."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield (*place, name), True
            yield from members(each, (*place, name))
    elif isinstance(value, str):
        yield place, False


@pytest.mark.parametrize("path", [
    "amplify/team-provider-info.json", "amplify/.config/project-config.json", "amplify/.config/local-env-info.json",
    "amplify/backend/backend-config.json"])
def test_names_in_files_of_a_project_do_not_change_the_terminal(project, path):
    content = project.json(path)
    for number, (place, is_name) in enumerate(sample(members(content), usually=6)):
        value = json.loads(json.dumps(content))
        holder = value
        for name in place[:-1]:
            holder = holder[name]
        if is_name:
            holder[place[-1] + ESCAPES] = holder.pop(place[-1])
        else:
            holder[place[-1]] += ESCAPES
        (project.folder / path).write_text(json.dumps(value))
        ends_in_order(project, *[["status"], ["env", "list", "--details"], ["push", "--dry-run"]][number % 3])


@pytest.mark.parametrize("path", [
    "amplify/backend/amplify-meta.json", "amplify/.config/local-gatehouse-info.json", "amplify/backend",
    "amplify/#current-cloud-backend", "amplify_outputs.json", ".gitignore"])
def test_a_link_in_a_project_leads_no_write_out_of_it(project, tmp_path, path):
    at = project.folder / path
    outside = tmp_path / "outside"
    shutil.move(at, outside)
    at.symlink_to(outside)
    before = tree(outside) if outside.is_dir() else outside.read_bytes()
    for command in (["push", "--yes"], ["pull", "--yes"], ["env", "checkout", "dev"]):
        ends_in_order(project, *command)
        assert (tree(outside) if outside.is_dir() else outside.read_bytes()) == before, command


def test_a_pipe_in_the_place_of_a_file_does_not_hold_a_command_up(project):
    path = project.folder / "amplify/backend/backend-config.json"
    path.unlink()
    os.mkfifo(path)
    assert ends_in_order(project, "push", "--yes") == 66
    assert ends_in_order(project, "status") == 66
