# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Questions of `amplify` that are interrupted, refused or answered by files; files that cannot be used; statuses."""
import json
import os
import pathlib
import re
import signal
import termios

import pytest

from amplify_answers import EMPTIED, ERASE, EVERYTHING, REFUSED, answers, lines
from amplify_kills import sample
from amplify_project import App, tree, words, server  # noqa: F401 (server is a fixture)
from seat import ENTER, INTERRUPT
from server_process import free_port

INIT = [
    ("name for the project", (ENTER,), ""), ("make the project with this configuration", (b"n", ENTER), "n"),
    ("name for the environment", (ENTER,), ""), ("type of the app", (ENTER,), ""),
    ("Which server", (b"Another", ENTER), "Another Gatehouse"),
]
HEADLESS = {"version": 2, "resourceName": "shopauth", "serviceConfiguration": {
    "serviceName": "Cognito", "includeIdentityPool": True, "identityPoolConfiguration": {"unauthenticatedLogin": True},
    "userPoolConfiguration": {
        "signinMethod": "EMAIL", "requiredSignupAttributes": ["EMAIL", "NAME"],
        "userPoolGroups": [{"groupName": "Admins"}], "mfa": {"mode": "OFF"},
        "passwordPolicy": {"minimumLength": 10, "additionalConstraints": ["REQUIRE_DIGIT"]}, "refreshTokenPeriod": 7}}}


@pytest.fixture(scope="module")
def made(server, tmp_path_factory):
    """A project for questions, which no test changes."""
    return App(tmp_path_factory.mktemp("questions") / "Shop").init(server.url)


@pytest.fixture(scope="module")
def with_auth(made):
    """A project with auth, which no test changes."""
    return made.copied(made.folder.parent / "with-auth/Shop").add_auth()


@pytest.fixture
def project(made, tmp_path):
    """A project that the test changes."""
    return made.copied(tmp_path / "Shop")


# Interruptions


@pytest.mark.parametrize("number", sample(range(len(EVERYTHING)), usually=14))
def test_ctrl_c_at_a_question_leaves_the_folder_and_the_terminal_as_they_were(made, number):
    before = made.files(), tree(made.home)
    with made.at("add", "auth") as at:
        flags = at.flags_before()
        answers(at, EVERYTHING[:number])
        at.meets(EVERYTHING[number][0])
        at.presses(INTERRUPT)
        at.ends(130)
        assert at.flags() == flags and at.flags()[3] & termios.ECHO
    assert (made.files(), tree(made.home)) == before


@pytest.mark.parametrize("sign, status", [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("number", sample([0, 6, 13, 21, 30], usually=2))
def test_other_signals_at_a_question_do_the_same(made, number, sign, status):
    before = made.files()
    with made.at("add", "auth") as at:
        flags = at.flags_before()
        answers(at, EVERYTHING[:number])
        at.meets(EVERYTHING[number][0])
        os.killpg(os.tcgetpgrp(at.child.child_fd), sign)
        at.ends(status)
        assert at.flags() == flags
    assert made.files() == before


@pytest.mark.parametrize("number", [0, 21, len(EVERYTHING) - 1])
def test_a_kill_at_a_question_leaves_the_folder_as_it_was(made, number):
    before = made.files()
    with made.at("add", "auth") as at:
        answers(at, EVERYTHING[:number])
        at.meets(EVERYTHING[number][0])
        [child] = pathlib.Path(f"/proc/{at.child.pid}/task/{at.child.pid}/children").read_text().split()
        os.kill(int(child), signal.SIGKILL)
        at.ends(137)
    assert made.files() == before


@pytest.mark.parametrize("number", range(len(INIT) + 1))
def test_ctrl_c_at_a_question_of_init_leaves_an_empty_folder(server, tmp_path, number):
    app = App(tmp_path / "Shop")
    with app.at("init") as at:
        answers(at, INIT[:number])
        at.meets([*(row[0] for row in INIT), "address of the server"][number])
        at.presses(INTERRUPT)
        at.ends(130)
    assert app.files() == {}


# Refusals


def test_refused_answers_name_the_rule_and_the_question_comes_again(made):
    before = made.files()
    refused = dict(REFUSED)
    with made.at("add", "auth", columns=100, rows=30) as at:
        for question, keys, _ in EVERYTHING[:-1]:
            at.meets(question)
            for answer, reason in refused.pop(question, []):
                at.presses(ERASE, answer.encode(), ENTER)
                at.until(lambda at: ">> " in at.text and reason in words(at.text.rpartition(">> ")[2]))
                assert question in at.question
                at.presses(ERASE)
                at.until(lambda at: ">> " not in at.text)
            if key := EMPTIED.get(question):
                at.presses(key, ENTER)
                at.until(">> Choose one at least.")
                at.presses(key)
                at.until(lambda at: ">> " not in at.text)
            at.answers(question, *keys)
        assert not refused
        at.meets(EVERYTHING[-1][0])
        at.presses(INTERRUPT)
        at.ends(130)
    assert made.files() == before


def test_an_explanation_comes_before_the_same_question(made):
    with made.at("add", "auth") as at:
        at.meets(EVERYTHING[0][0])
        at.presses(b"\x1b[F", ENTER)
        at.until("asks for every setting.")
        at.until(lambda at: at.question and EVERYTHING[0][0] in at.question)
        at.presses(INTERRUPT)
        at.ends(130)


def test_names_and_addresses_of_init_have_rules(tmp_path):
    app = App(tmp_path / "Shop")
    refused = {
        "name for the project": [("ab", "3 to 20"), ("my-shop", "letters and digits"), ("x" * 21, "3 to 20")],
        "name for the environment": [("Dev", "lowercase"), ("d", "2 to 10"), ("dev2", "lowercase letters")],
    }
    with app.at("init") as at:
        for question, keys, _ in INIT:
            at.meets(question)
            for answer, reason in refused.get(question, []):
                at.presses(ERASE, answer.encode(), ENTER)
                at.until(lambda at: reason in words(at.text.rpartition(">> ")[2]))
                at.presses(ERASE)
                at.until(lambda at: ">> " not in at.text)
            at.answers(question, *keys)
        at.meets("address of the server")
        at.presses(b"ftp://example.com", ENTER)
        at.until(">> Enter an address")
        at.presses(ERASE)
        at.until(lambda at: ">> " not in at.text)
        # No server listens there: nothing is written.
        at.answers("address of the server", f"http://localhost:{free_port()}".encode(), ENTER)
        at.answers("region", ENTER)
        at.chooses("authentication method", "None")
        assert "cannot be reached" in at.ends(69)
    assert app.files() == {}


# Terminals


def test_without_utf8_everything_is_ascii(project):
    with project.at("add", "auth", columns=40, rows=10, LC_ALL="C", LANG="C") as at:
        answers(at, EVERYTHING)
        at.ends()
        assert at.bytes.isascii() and b"[x]" in at.bytes
    with project.at("status", columns=40, rows=10, LC_ALL="C", LANG="C") as at:
        at.ends()
        assert at.bytes.isascii()


def test_no_color_and_a_dumb_terminal_are_respected(project):
    with project.at("add", "auth", NO_COLOR="1") as at:
        at.meets(EVERYTHING[0][0])
        at.presses(INTERRUPT)
        at.ends(130)
        # At the end, the terminal is reset, whatever was drawn.
        assert not re.search(rb"\x1b\[[1-9]\d*m", at.bytes)
    with project.at("add", "auth", TERM="dumb") as at:
        at.until("Number or title (1):")
        at.presses(b"\n")
        at.until("How do your users sign in?")
        at.presses(b"\n")
        at.until("advanced settings")
        at.presses(b"\n")
        at.ends()
        assert b"\x1b" not in at.bytes


# Answers without a terminal


def test_without_a_terminal_the_question_and_the_ways_to_answer_it_are_named(made):
    before = made.files()
    said = words(made.run("add", "auth", status=1).stderr)
    assert "Do you want to use the default authentication and security configuration?" in said
    assert all(way in said for way in ("--yes", "--headless", "--answers"))
    assert made.files() == before


def test_a_recorded_dialogue_as_a_file_gives_the_same_files(server, tmp_path):
    typed, read = (App(tmp_path / name / "Shop").init(server.url) for name in ("typed", "read"))
    with typed.at("add", "auth") as at:
        answers(at, EVERYTHING)
        at.ends()
    file = tmp_path / "answers.txt"
    file.write_text(lines(EVERYTHING))
    read.run("add", "auth", "--answers", str(file))

    def settings(app):
        """The files of the back end without the random id."""
        id = app.inputs["sharedId"].encode()
        files = tree(app.folder / "amplify/backend")
        return {path: (mode, content.replace(id, b"ID")) for path, (mode, content) in files.items()}

    assert settings(typed) == settings(read)
    for app in (typed, read):
        assert not any(b"-hush" in content for _, content in app.files().values())
        [kept] = (app.home / "config/amplify/secrets").rglob("*.json")
        assert b"twitter-hush" in kept.read_bytes() and b"facebook-hush" in kept.read_bytes()


@pytest.mark.parametrize("given, key", [
    ({"useDefault": "manual", "passwordPolicyMinLength": "5"}, "passwordPolicyMinLength"),
    ({"useDefault": "default", "hostedUIDomainName": "shop"}, "hostedUIDomainName"),
    ({"useDefault": "default", "unheardOf": True}, "unheardOf"),
    ({"useDefault": 3}, "useDefault"),
    ({"useDefault": "defaultSocial", "newCallbackURLs": "http://example.com/"}, "newCallbackURLs"),
])
def test_an_answer_that_is_refused_in_a_file_is_named_by_its_key(made, tmp_path, given, key):
    before = made.files()
    if key == "passwordPolicyMinLength":
        given = {**given, "userPoolGroups": False, "hostedUI": False, "defaultPasswordPolicy": True}
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(given))
    assert key in made.run("add", "auth", "--answers", str(file), status=64).stderr
    assert made.files() == before


def test_a_line_too_many_and_one_too_few_are_refused(made, tmp_path):
    before, file = made.files(), tmp_path / "answers.txt"
    file.write_text("\n\n\nmore\n")
    assert "more" in made.run("add", "auth", "--answers", str(file), status=64).stderr
    file.write_text("\n\n")
    assert "advanced settings" in words(made.run("add", "auth", "--answers", str(file), status=64).stderr)
    assert made.files() == before


def test_a_headless_object_of_aws_s_tool_is_the_answer(project):
    project.run("add", "auth", "--headless", given=json.dumps(HEADLESS))
    inputs = project.inputs
    assert inputs["resourceName"] == "shopauth" and inputs["usernameAttributes"] == ["email"]
    assert inputs["allowUnauthenticatedIdentities"] is True and inputs["requiredAttributes"] == ["email", "name"]
    assert inputs["passwordPolicyMinLength"] == 10 and inputs["userpoolClientRefreshTokenValidity"] == 7
    assert inputs["userPoolGroupList"] == ["Admins"]


@pytest.mark.parametrize("path, value, pointer", [
    (["version"], "two", "/version"),
    (["serviceConfiguration", "userPoolConfiguration", "signinMethod"], "FAX",
     "/serviceConfiguration/userPoolConfiguration/signinMethod"),
    (["serviceConfiguration", "includeIdentityPool"], "yes", "/serviceConfiguration/includeIdentityPool"),
    (["unheardOf"], 1, "/unheardOf"),
])
def test_a_flaw_of_a_headless_object_is_named_with_its_place(made, path, value, pointer):
    before, given = made.files(), json.loads(json.dumps(HEADLESS))
    place = given
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    assert pointer in made.run("add", "auth", "--headless", given=json.dumps(given), status=64).stderr
    assert made.files() == before


# Files that cannot be used


def no_json(path):
    path.write_text("{")


def wrong_kind(path):
    path.write_text("[]")


def link(path):
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


def too_large(path):
    path.write_bytes(b'{"a": "' + b"x" * (50 << 20) + b'"}')


@pytest.mark.parametrize("spoil", [no_json, wrong_kind, link, too_large])
@pytest.mark.parametrize("path", [
    "amplify/.config/project-config.json", "amplify/backend/backend-config.json", "amplify/team-provider-info.json"])
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_written(with_auth, tmp_path, path, spoil):
    project = with_auth.copied(tmp_path / "Shop")
    spoil(project.folder / path)
    before = project.files()
    for command in (["push", "--yes"], ["status"], ["update", "auth", "--yes"]):
        said = project.run(*command, status=66).stderr
        assert path in words(said), said
    assert project.files() == before


# Statuses


def test_each_kind_of_refusal_has_its_status(project, tmp_path):
    empty = App(tmp_path / "empty")
    for command in (["status"], ["push", "--yes"], ["add", "auth", "--yes"], ["env", "list"]):
        assert "amplify init" in words(empty.run(*command, status=66).stderr)
    for command in (["add", "storage"], ["hosting"], ["publish"], ["configure", "project"], ["upgrade"]):
        assert "not a part of Gatehouse" in words(project.run(*command, status=64).stderr)
    project.run("unheard-of", status=64)
    project.run("push", "--unheard-of", status=64)
    assert "amplify add auth" in words(project.run("update", "auth", "--yes", status=1).stderr)
    project.add_auth()
    assert "amplify update auth" in words(project.run("add", "auth", "--yes", status=1).stderr)
    inner = App(project.folder / "Sources/App", project.home)
    assert "inside the project" in words(inner.run("init", "--yes", status=1).stderr)
    # The project of a folder below it is found.
    assert inner.status()["environment"] == "dev"


def test_help_names_the_commands_and_needs_no_project(tmp_path):
    app = App(tmp_path / "Shop")
    said = app.run("--help").stdout
    assert all(command in said for command in ("init", "add", "push", "status", "pull", "env", "sign-in"))
    assert app.run("--version").stdout.strip()
    assert "--allow-destroy" in app.run("push", "--help").stdout
