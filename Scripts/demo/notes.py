# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The story of DataStore: Samples/Notes on devices of one user and of a guest, while the server is away and returns."""
import json
import os
import pathlib
import re
import subprocess

from gatehouse import client_of
from person import PATIENCE, Person
from visitor import PASSWORD

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "Samples/notes.graphql"


class Device:
    """The sample on a device of its own; each command is a process."""

    def __init__(self, server, name):
        self.name = name
        program = pathlib.Path(server.command[0]).with_name("Notes")
        self.command = [str(program), str(server.data / "amplify_outputs.json")]
        self.environment = {"XDG_DATA_HOME": str(server.folder / "notes"), "GATEHOUSE_APP_ID": name}

    def does(self, *command, typed=""):
        """Runs a command to its end; returns what it prints."""
        ended = subprocess.run(
            [*self.command, *command], input=typed, capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, **self.environment})
        if ended.returncode:
            raise ValueError(f"{self.name}, {' '.join(command)}: {ended.stdout}{ended.stderr}")
        return ended.stdout

    def signs_in(self, name):
        if f"Signed in as {name}" not in self.does("signIn", name, typed=f"{PASSWORD}\n"):
            raise ValueError(f"{self.name} is not signed in")

    def watches(self):
        """The command that prints the notes after each change, in a terminal."""
        return Person([*self.command, "watch"], self.environment)

    def shows(self, *texts):
        """Prints the notes of the device, which must be these."""
        printed = self.does("list")
        found = re.findall(r"^Note: (.*), id ", printed, re.MULTILINE)
        print(f"    {self.name} sees: {', '.join(found) or 'nothing'}")
        if found != sorted(texts):
            raise ValueError(f"{self.name} has {found}")
        return printed


def make_user(server, name):
    """Makes a user of the server's first pool."""
    outputs = json.loads((server.data / "amplify_outputs.json").read_text())
    user = {"UserPoolId": outputs["auth"]["user_pool_id"], "Username": name}
    server.administer(
        "AdminCreateUser", **user, MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}])
    server.administer("AdminSetUserPassword", **user, Password=PASSWORD, Permanent=True)


def detect_conflicts(server):
    """Turns on the versions of the records of the server's only API, without which no client can sync."""
    appsync = client_of(server.url, "appsync")
    arn = appsync.list_graphql_apis()["graphqlApis"][0]["arn"]
    appsync.tag_resource(resourceArn=arn, tags={"gatehouse:conflict-handler": "AUTOMERGE"})


def devices(table, main, visit):
    """Notes that a user saves without a network, on the user's other device and on one of a guest."""
    folder = main.folder / "notes-server"
    folder.mkdir()
    with main.another(folder, schema=SCHEMA) as server:
        detect_conflicts(server)
        phone, tablet, guest = (Device(server, name) for name in ("phone", "tablet", "guest"))
        make_user(server, "ada-notes")
        for device in (phone, tablet):
            device.signs_in("ada-notes")
        with tablet.watches() as watching:
            watching.reads("Notes: 0")
            server.stop()
            with table.step("save", "no network: the note is on the device at once"):
                phone.does("add", "Buy tea")
                if "Waiting to be sent: 1" not in phone.shows("Buy tea"):
                    raise ValueError("the note does not wait")
                if "Buy tea" in watching.transcript:
                    raise ValueError("the tablet has the note already")
            server.start()
            with table.step("start", "the network is back: the note is sent, by another process"):
                if "All notes are sent." not in phone.does("sync"):
                    raise ValueError("the note is not sent")
            with table.step("observeQuery", "the other device receives it by its subscription"):
                watching.wait_for(r"Note: Buy tea, id \S+")
            with table.step("subscribe", "and the next one, after the cut"):
                phone.does("add", "Read a book")
                phone.does("sync")
                watching.wait_for(r"Note: Read a book, id \S+")
            watching.presses(b"\x04")
            watching.reads("Goodbye.")
        with table.step("query", "both devices print the same notes"):
            phone.shows("Buy tea", "Read a book")
            tablet.shows("Buy tea", "Read a book")
        with table.step("authModeStrategy: .multiAuth", "a guest reads by the rule for the API key"):
            guest.does("sync")
            guest.shows("Buy tea", "Read a book")
        with table.step("delete", "on the tablet, and then on the phone"):
            note = re.search(r"Note: Buy tea, id (\S+)", tablet.does("list")).group(1)
            tablet.does("remove", note)
            tablet.does("sync")
            phone.does("sync")
            phone.shows("Read a book")
            tablet.shows("Read a book")
