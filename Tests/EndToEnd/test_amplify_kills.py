# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Pushes that end early: killed after changes of the server and at steps, interrupted, and without a server.

Most runs play a part of the kills: `sample`.
"""
import re
import shutil
import signal
import threading

import pytest

from amplify_kills import READING, changes, expected, push_until, push_until_step, sample
from amplify_project import App, Passage, belongings, nothing, server  # noqa: F401 (server is a fixture)
from seat import ENTER, INTERRUPT


@pytest.fixture
def passage(server):
    with Passage(server) as passage:
        yield passage


def is_complete(server, app, groups=()):
    """Pushes again, and checks that nothing is missing and nothing is there twice."""
    app.push()
    assert belongings(server, app) == expected(app, groups)
    assert set(app.operations().values()) <= {"No Change"}
    assert "no changes" in app.push().stderr


def push_until_change(app, passage, count):
    """Pushes until the answer to a number of changes is on its way, then kills the process; returns its status."""
    return push_until(
        app, passage, lambda operation: not READING.match(operation) and len(changes(passage)) == count)


def test_a_first_push_killed_after_any_change_is_finished_by_the_next(server, passage, tmp_path):
    def project(name):
        return App(tmp_path / name).init(passage.url, name=name).add_auth()

    whole = project("whole")
    passage.operations.clear()
    whole.push()
    names = changes(passage)
    assert {"LockEnvironment", "CreateUserPool", "CreateIdentityPool", "PutState", "UnlockEnvironment"} <= set(names)
    for count in sample(range(1, len(names) + 1), usually=5):
        app = project(f"shop{count}")
        assert push_until_change(app, passage, count) == -signal.SIGKILL
        is_complete(server, app)


def test_a_later_push_killed_after_any_change_is_finished_by_the_next(server, passage, tmp_path):
    app = App(tmp_path / "Shop").init(passage.url, name="later").add_auth()
    app.push()
    groups = []

    def add_group():
        """Adds a group, so that each push has the same changes."""
        more = {"addUserPoolGroups": True} if groups else {}
        groups.append(f"Group{len(groups)}")
        app.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=groups[-1], **more)

    # The first group also changes the user pool, which gets the mark of pools with groups.
    add_group()
    app.push()
    add_group()
    passage.operations.clear()
    app.push()
    for count in sample(range(1, len(changes(passage)) + 1), usually=4):
        add_group()
        assert push_until_change(app, passage, count) == -signal.SIGKILL
        is_complete(server, app, groups)


def test_a_push_killed_at_any_step_is_finished_by_the_next(server, tmp_path):
    def project(name):
        return App(tmp_path / name).init(server.url, name=name).add_auth()

    total = push_until_step(project("steps"), None)
    assert total >= 6
    for step in sample(range(1, total + 1), usually=3):
        app = project(f"step{step}")
        assert push_until_step(app, step) >= step
        is_complete(server, app)


def test_ctrl_c_at_the_question_of_a_push_changes_nothing(server, tmp_path):
    app = App(tmp_path / "Shop").init(server.url, name="asked").add_auth()
    before = app.files()
    with app.at("push") as at:
        flags = at.flags_before()
        at.meets("Do you want to continue?")
        at.presses(INTERRUPT)
        at.ends(130)
        assert at.flags() == flags
    assert app.files() == before and not any(belongings(server, app).values())
    with app.at("push") as at:
        at.answers("Do you want to continue?", b"n", ENTER)
        at.ends(1)
    assert app.files() == before and not any(belongings(server, app).values())


def test_ctrl_c_ends_a_push_after_its_step_and_the_next_continues(server, passage, tmp_path):
    app = App(tmp_path / "Shop").init(passage.url, name="stopped").add_auth()
    reached = threading.Event()

    def hold(number, operation):
        # The answer takes 2 seconds, less than the time that a step has after Ctrl-C.
        if operation == "CreateUserPool":
            reached.set()
            threading.Event().wait(2)

    passage.after = hold
    with app.at("push", "--yes") as at:
        flags = at.flags_before()
        at.until("Create the user pool")
        assert reached.wait(300)
        at.presses(INTERRUPT)
        said = at.ends(130)
        assert at.flags() == flags
    assert "Done: " in said and "Left: " in said and "amplify push" in said
    assert app.ids["UserPoolId"]
    passage.after = nothing
    is_complete(server, app)


def test_a_server_that_goes_away_leaves_a_project_that_continues(server, passage, tmp_path):
    app = App(tmp_path / "Shop").init(passage.url, name="lost").add_auth()
    gone = False

    def lose(number, operation):
        nonlocal gone
        gone = gone or operation == "CreateIdentityPool"
        if gone:
            raise ConnectionAbortedError

    passage.before = lose
    said = app.push(status=69).stderr
    assert "Done: " in said and "Left: " in said and "amplify push" in said
    pool = app.ids["UserPoolId"]
    # Without the server, `status` compares with the last push.
    told = app.run("status")
    assert app.resource in told.stdout and "got no answer" in told.stderr
    passage.before = nothing
    is_complete(server, app)
    assert app.ids["UserPoolId"] == pool


def test_of_two_pushes_at_once_the_second_learns_who_holds_the_environment(server, passage, tmp_path):
    first = App(tmp_path / "Shop").init(passage.url, name="twice").add_auth()
    shutil.copytree(first.folder, tmp_path / "copy")
    second = App(tmp_path / "copy")
    reached, goes = threading.Event(), threading.Event()

    def hold(number, operation):
        if operation == "CreateUserPool" and not reached.is_set():
            reached.set()
            goes.wait(300)

    passage.before = hold
    process = first.starts("push", "--yes")
    assert reached.wait(300)
    said = " ".join(second.push(status=75).stderr.split())
    held = r"Another deployment is in progress: the environment is locked by \S+.* since \d{4}-\d\d-\d\dT"
    assert re.search(held, said), said
    # A second command in the same folder waits for nothing, too.
    assert "in progress" in first.push(status=75).stderr
    goes.set()
    process.communicate(timeout=300)
    assert process.returncode == 0
    is_complete(server, first)
    # The copy follows the state of the first push when its folder is the same.
    assert second.push().returncode == 0
    assert belongings(server, first) == expected(first)
