# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Projects of `amplify`: the folder of an app, a developer at a terminal, and the way to a server with requests to
count, to hold and to lose."""
import http.client
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import threading

import pyte
import pytest

from gatehouse import BINARY, Gatehouse
from local_server import LocalServer
from seat import ENTER, SHELL, Seat

AMPLIFY = str(pathlib.Path(BINARY).with_name("amplify"))
SIZES = [(80, 24), (40, 10)]
# The rows of a transcript that are kept: more than any of the tests prints.
PAPER = 600
# Names of the machine's own files below `amplify`, which no push sends.
LOCAL = (".config/local-", "#current-cloud-backend/.config/local-")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for the pushes of one file: since the first push registers a role, identity pools of other tests could
    not name unregistered roles."""
    server = Gatehouse(tmp_path_factory.mktemp("gatehouse")).start()
    yield server
    assert server.stop() == 0


def words(text):
    """A text without the places at which a terminal breaks its lines."""
    return " ".join(text.split())


def tree(folder):
    """Each file and link of a folder with its mode and content, by its path."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        mode = path.lstat().st_mode
        if not stat.S_ISDIR(mode):
            content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            found[str(path.relative_to(folder))] = (stat.S_IMODE(mode), content)
    return found


class Developer(Seat):
    """A person at a terminal who answers the questions of a command."""

    def __init__(self, command, folder, columns=80, rows=24, **environment):
        # What scrolls off the screen stays on the paper.
        self.paper = pyte.Screen(columns, PAPER)
        self.printer = pyte.ByteStream(self.paper)
        # The question that was answered last: the screen has it until the program has drawn the next one.
        self.answered = None
        super().__init__([*SHELL, *command], columns, rows, folder, **environment)

    def shows(self, data):
        super().shows(data)
        self.printer.feed(data)

    @property
    def transcript(self):
        """All that was printed, without the breaks of lines."""
        return words("\n".join(self.paper.display))

    @property
    def question(self):
        """The words of the question that waits for an answer; `None` between questions."""
        cursor = self.screen.cursor
        rows = [row.rstrip() for row in self.screen.display[:cursor.y + 1]]
        first = max((index for index, row in enumerate(rows) if row.startswith("? ")), default=None)
        # The cursor is in the lines of the question, of which all but the first are indented.
        if first is None or not cursor.x or any(not row.startswith("  ") for row in rows[first + 1:]):
            return None
        found = re.match(r"\? (.*?[?:])(?: |$)", words("\n".join(rows[first:])))
        return found and found[1]

    @property
    def has_ended(self):
        return re.search(r"Ended with \d+\.", self.text) is not None

    def meets(self, text):
        """Waits for a question by a part of its words, in small or large letters."""
        self.until(lambda at: at.question not in (None, at.answered) and text.lower() in at.question.lower())

    def answers(self, text, *keys):
        """Waits for a question, and presses keys."""
        self.meets(text)
        self.answered = self.question
        self.presses(*keys)

    def chooses(self, text, row):
        """Chooses a row of a list by its first letters; those that would move the cursor are pasted."""
        letters = row.encode()
        self.answers(text, b"\x1b[200~%s\x1b[201~" % letters if row[0] in "jk" else letters, ENTER)

    def writes(self, text, answer):
        """Types an answer to a question for a text."""
        self.answers(text, answer.encode(), ENTER)

    def takes_defaults(self, keys=None, until=None):
        """Answers the remaining questions with Enter, or with the keys for a part of their words; returns their words.

        Stops at the question `until`, which is not answered.
        """
        asked, others = [], keys or {}
        while True:
            self.until(lambda at: at.has_ended or ">> " in at.text or at.question not in (None, at.answered))
            assert ">> " not in self.text, self.text
            if self.has_ended or until and until in self.question:
                return asked
            self.answered = self.question
            asked.append(self.question)
            self.presses(*next((pressed for part, pressed in others.items() if part in self.question), (ENTER,)))

    def ends(self, status=0):
        """Waits for the end of the command; returns the transcript."""
        found = self.status()
        assert found == status, f"{found}: {self.transcript}"
        return self.transcript


class App:
    """The folder of an app on a developer's machine."""

    def __init__(self, folder, home=None, program=AMPLIFY):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.home = pathlib.Path(home or self.folder.parent / "home")
        self.home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "share"),
            "XDG_CONFIG_HOME": str(self.home / "config"), "LC_ALL": "C.UTF-8",
        }

    def copied(self, folder):
        """A copy of the folder, and of the other files of the machine beside the copy."""
        copy = App(folder, program=self.program)
        shutil.copytree(self.folder, copy.folder, symlinks=True, dirs_exist_ok=True)
        shutil.copytree(self.home, copy.home, symlinks=True, dirs_exist_ok=True)
        return copy

    # Commands

    def starts(self, *arguments, **environment):
        """Starts a command of `amplify` whose input is empty."""
        return subprocess.Popen(
            [self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**self.environment, **environment}, cwd=self.folder)

    def run(self, *arguments, given=None, status=0, **environment):
        """Runs a command of `amplify` to its end, which must have this status."""
        ended = subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=300, cwd=self.folder, input=given or "",
            env={**self.environment, **environment})
        assert ended.returncode == status, f"{ended.returncode}: {ended.stdout}{ended.stderr}"
        return ended

    def at(self, *arguments, columns=80, rows=24, **environment):
        """A developer at a terminal in the folder."""
        return Developer(
            [self.program, *arguments], str(self.folder), columns, rows, **{**self.environment, **environment})

    def init(self, url, name="shop", environment="dev", frontend="ios", region="us-east-1"):
        """Makes a project without questions."""
        self.run(
            "init", "--yes", "--amplify", json.dumps({"projectName": name, "envName": environment}),
            "--frontend", json.dumps({"frontend": frontend}),
            "--providers", json.dumps({"gatehouse": {"baseURL": url, "region": region}}))
        return self

    def add_auth(self, **answers):
        """Adds auth with the defaults, apart from the answers given."""
        self.answered("add", answers)
        return self

    def update_auth(self, **answers):
        self.answered("update", answers)
        return self

    def answered(self, verb, answers):
        file = self.home / "answers.json"
        file.write_text(json.dumps(answers))
        self.run(verb, "auth", "--answers", str(file))

    def push(self, *arguments, status=0):
        return self.run("push", "--yes", *arguments, status=status)

    def status(self):
        """What `amplify status` prints as JSON."""
        return json.loads(self.run("status", "--json").stdout)

    def operations(self):
        """The operation of each resource that a push would do, by category."""
        return {row["category"]: row["operation"] for row in self.status()["resources"]}

    # Files

    def json(self, path):
        return json.loads((self.folder / path).read_text())

    def change(self, path, change):
        """Changes a JSON file of the folder."""
        content = self.json(path)
        change(content)
        (self.folder / path).write_text(json.dumps(content, indent=2))

    def files(self):
        return tree(self.folder)

    def shared_files(self):
        """The files without those that belong to this machine."""
        return {path: found for path, found in self.files().items()
                if not path.removeprefix("amplify/").startswith(LOCAL)}

    @property
    def place(self):
        """Where the environment is, as the project's files have it."""
        environment = self.json("amplify/.config/local-env-info.json")["envName"]
        return self.json("amplify/team-provider-info.json")[environment]["gatehouse"]

    @property
    def resource(self):
        """The name of the auth resource."""
        [name] = [name for name, value in self.json("amplify/backend/backend-config.json")["auth"].items()
                  if value["service"] == "Cognito"]
        return name

    @property
    def inputs(self):
        return self.json(f"amplify/backend/auth/{self.resource}/cli-inputs.json")["cognitoConfig"]

    @property
    def ids(self):
        """The ids of the pools."""
        return self.json("amplify/backend/amplify-meta.json")["auth"][self.resource]["output"]


class Passage(LocalServer):
    """A way to a server, for the requests of one app.

    `before` and `after` run around each request that is forwarded, with its number, counted from 1, and its operation.
    """

    def __init__(self, server):
        super().__init__()
        self.target = server.port
        self.url = f"http://127.0.0.1:{self.port}"
        self.operations = []
        self.lock = threading.Lock()
        self.before = self.after = nothing
        # A request without an answer, or a client that is gone, is no fault of the test.
        self.server.handle_error = lambda *_: None

    def respond(self, path, headers, body):
        operation = headers.get("X-Amz-Target", path).rpartition(".")[2]
        if found := re.search(rb"(?:^|&)Action=(\w+)", body):
            operation = found[1].decode()
        with self.lock:
            self.operations.append(operation)
            number = len(self.operations)
        self.before(number, operation)
        connection = http.client.HTTPConnection("127.0.0.1", self.target, timeout=300)
        try:
            sent = {name: value for name, value in headers.items() if name.lower() != "connection"}
            connection.request("POST" if "Content-Length" in headers else "GET", path, body or None, sent)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        self.after(number, operation)
        kept = {name: value for name, value in answer.getheaders()
                if name.lower() not in ("content-length", "connection", "transfer-encoding", "date", "server")}
        return answer.status, kept, content


def nothing(number, operation):
    """What a passage does around requests before a test sets something else."""


def belongings(server, app):
    """The names of all that the server has of the environment of an app, each kind sorted.

    Names of pools and clients have the random id of the auth resource; names of roles have that of the project, which a
    test with several projects makes unique.
    """
    id = app.inputs["sharedId"]
    users, identities, iam = (server.client(name) for name in ("cognito-idp", "cognito-identity", "iam"))

    def all_of(client, operation, member, **arguments):
        return [each for page in client.get_paginator(operation).paginate(**arguments) for each in page[member]]

    pools = [pool for pool in all_of(users, "list_user_pools", "UserPools", MaxResults=60) if id in pool["Name"]]

    def parts_of_pools(operation, member, name):
        return sorted(
            each[name] for pool in pools for each in all_of(users, operation, member, UserPoolId=pool["Id"]))

    roles = [role["RoleName"] for role in all_of(iam, "list_roles", "Roles")]
    names = [app.place["AuthRoleName"].rsplit("-", 2)[0] + "-", *(f"{pool['Id']}-" for pool in pools)]
    return {
        "user pools": sorted(pool["Name"] for pool in pools),
        "clients": parts_of_pools("list_user_pool_clients", "UserPoolClients", "ClientName"),
        "groups": parts_of_pools("list_groups", "Groups", "GroupName"),
        "identity pools": sorted(
            pool["IdentityPoolName"]
            for pool in all_of(identities, "list_identity_pools", "IdentityPools", MaxResults=60)
            if id in pool["IdentityPoolName"]),
        "roles": sorted(role for role in roles if role.startswith(tuple(names))),
    }
