#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Kills pushes of `amplify` at random points, and counts what a kill must never leave.

    kills-amplify.py [FOLDER]    the folder of the programs amplify and gatehouse; .build/debug without it

    --kills NUMBER   how many pushes are killed (200)
    --seed NUMBER    chooses the projects, their changes and the points; a run prints its seed
    --self-test      damages a project and its server in each way that counts, and checks that it is counted

A push is killed before or after a request, at the beginning of a step, or after a random time; every fourth of the
pushes that continue is killed, too. After each kill another command must accept the project, and the next push must
finish the work. The exit status is 1 unless all counts are 0. Runs with the Python of Scripts/python-environment.sh.
"""
import argparse
import collections
import json
import pathlib
import random
import signal
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests/EndToEnd"))
from amplify_kills import expected, push_until, push_until_step  # noqa: E402
from amplify_project import App, Passage, belongings  # noqa: E402
from gatehouse import client_of  # noqa: E402
from server_process import ServerProcess  # noqa: E402

# Kills of one project before a new one begins, and of all projects of one server.
PUSHES, PROJECTS = 6, 12
COMMANDS = [["status", "--json"], ["env", "list", "--json"], ["env", "get", "--name", "dev"], ["env", "history"]]
SCHEMA = 'type Note @model @auth(rules: [{allow: public}]) { id: ID! text: String %s}\n'
MANUAL = {"updateFlow": "manual", "thirdPartyAuth": False, "userPoolGroups": False, "adminQueries": False,
          "hostedUI": False, "configureTriggers": False}
# The last points at which a push is killed. A push that ends before its point is followed by another change.
REQUESTS, STEPS, SECONDS = 36, 6, 2


class Project:
    """A project with the changes that a random generator chooses."""

    def __init__(self, folder, url, program, number, chance):
        self.app = App(folder, program=program).init(url, name=f"kill{number}").add_auth()
        self.chance, self.groups, self.guests, self.fields = chance, [], False, []
        self.has_api = chance.random() < 0.5
        if self.has_api:
            self.app.run("add", "api", "--yes")
            self.write_schema()

    def write_schema(self):
        [schema] = (self.app.folder / "amplify/backend/api").glob("*/schema.graphql")
        schema.write_text(SCHEMA % "".join(f"{name}: String " for name in self.fields))

    def change(self):
        """Changes the project's files, so that the next push has work."""
        ways = [self.add_group, self.change_guests] + [self.add_field] * self.has_api
        if self.groups:
            ways.append(self.remove_group)
        self.chance.choice(ways)()

    def add_group(self):
        more = {"addUserPoolGroups": True} if self.groups else {}
        name = f"Group{self.chance.randrange(10**9)}"
        self.groups.append(name)
        self.app.update_auth(updateFlow="updateUserPoolGroups", newUserPoolGroups=name, **more)

    def remove_group(self):
        name = self.groups.pop(self.chance.randrange(len(self.groups)))
        self.app.update_auth(updateFlow="updateUserPoolGroups", deleteUserPoolGroups=[name])

    def change_guests(self):
        self.guests = not self.guests
        self.app.update_auth(**MANUAL, allowUnauthenticatedIdentities=self.guests)

    def add_field(self):
        self.fields.append(f"field{len(self.fields)}")
        self.write_schema()

    # What the server has

    def expected(self):
        return {**expected(self.app, self.groups), "APIs": [self.app.place["AppId"]] * self.has_api}

    def found(self, server):
        id = self.app.place["AppId"]
        apis = client_of(server.url, "appsync").get_paginator("list_graphql_apis").paginate()
        return {**belongings(server, self.app), "APIs": [
            id for page in apis for api in page["graphqlApis"] if api.get("tags", {}).get("amplify:app-id") == id]}


class Server(ServerProcess):
    def client(self, service):
        return client_of(self.url, service)


class Kills:
    """Kills pushes, and counts."""

    def __init__(self, programs, seed):
        self.programs, self.seed = programs, seed
        self.done = self.number = 0
        self.counts = collections.Counter()
        self.kinds = collections.Counter()

    def run(self, kills):
        while self.done < kills:
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                with Server(str(self.programs / "gatehouse"), folder) as server, Passage(server) as passage:
                    for _ in range(PROJECTS):
                        if self.done < kills:
                            self.number += 1
                            self.work_on_a_project(folder, server, passage, kills)

    def work_on_a_project(self, folder, server, passage, kills):
        # Each project has a generator of its own, so that it is the same whatever the times of others were.
        chance = random.Random(f"{self.seed}/{self.number}")
        project = Project(
            folder / f"app{self.number}", passage.url, str(self.programs / "amplify"), self.number, chance)
        for number in range(PUSHES):
            if self.done >= kills:
                return
            if number > 0:
                project.change()
            points = []
            while not points or chance.random() < 0.25:
                if not (point := self.kill(project.app, passage, chance)):
                    # The push ended before its point.
                    break
                points.append(point)
                self.done += 1
                command = chance.choice(COMMANDS)
                self.accepts(project, points, command)
            self.check(project, server, points)
            if points:
                print(f"{self.done:4d} project {self.number}, push {number + 1}: {', '.join(points)}", flush=True)

    def kill(self, app, passage, chance):
        """Kills a push at a random point; returns the point in words, or nothing if the push ended before."""
        kind = chance.choice(["before a request", "after a request", "at a step", "at a time"])
        if kind == "at a step":
            step = chance.randint(1, STEPS)
            point = f"step {step}"
            killed = push_until_step(app, step) >= step
        elif kind == "at a time":
            seconds = chance.uniform(0, SECONDS)
            point = f"{seconds:.2f} s"
            process = app.starts("push", "--yes")
            began = time.monotonic()
            while process.poll() is None and time.monotonic() - began < seconds:
                time.sleep(0.001)
            process.kill()
            process.communicate(timeout=300)
            killed = process.returncode == -signal.SIGKILL
        else:
            request = chance.randint(1, REQUESTS)
            point = f"{kind.removesuffix(' a request')} request {request}"
            killed = push_until(
                app, passage, lambda _: len(passage.operations) == request,
                arrives=kind == "after a request") == -signal.SIGKILL
            if killed:
                point += f" ({passage.operations[request - 1]})"
        if killed:
            self.kinds[kind] += 1
        return point if killed else None

    def accepts(self, project, points, command):
        """Counts a project that a command does not accept."""
        try:
            return project.app.run(*command)
        except AssertionError as error:
            self.tell("refused", project, points, f"amplify {' '.join(command)}: {error}")
            return None

    def check(self, project, server, points):
        """Pushes, and counts what is there twice, what is there and belongs to no file, and what is missing."""
        if not self.accepts(project, points, ["push", "--yes"]):
            return
        wanted, found = project.expected(), project.found(server)
        for kind in wanted:
            there, due = collections.Counter(found[kind]), collections.Counter(wanted[kind])
            for name, count in ((there - due) + (due - there)).items():
                how = "missing" if due[name] > there[name] else "duplicates" if name in due else "orphans"
                self.tell(how, project, points, f"{kind}: {name}", count)
        status = self.accepts(project, points, ["status", "--json"])
        rows = json.loads(status.stdout)["resources"] if status else []
        if changes := [row for row in rows if row["operation"] != "No Change"]:
            self.tell("missing", project, points, f"the push left {changes}")

    def tell(self, what, project, points, text, count=1):
        self.counts[what] += count
        print(f"{what}: project {project.app.folder.name} after {', '.join(points)}: {text}", flush=True)


def self_test(kills):
    """What was not counted of the damage to a project that was pushed."""
    chance = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with Server(str(kills.programs / "gatehouse"), folder) as server:
            project = Project(folder / "app", server.url, str(kills.programs / "amplify"), 1, chance)
            project.add_group()
            kills.check(project, server, ["nothing"])
            assert not kills.counts, kills.counts
            users, ids = server.client("cognito-idp"), project.app.ids
            name = users.describe_user_pool(UserPoolId=ids["UserPoolId"])["UserPool"]["Name"]
            # Each damage is one that a push does not mend by itself.
            users.create_user_pool(PoolName=name)
            kills.check(project, server, ["a second pool"])
            users.create_group(UserPoolId=ids["UserPoolId"], GroupName="Orphan")
            kills.check(project, server, ["a group of no project"])
            project.groups.append("Missing")
            kills.check(project, server, ["a group that is not there"])
            (project.app.folder / "amplify/backend/backend-config.json").write_text("{")
            kills.check(project, server, ["a file that is not JSON"])
    return {"duplicates", "orphans", "missing", "refused"} - set(kills.counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("programs", nargs="?", default=ROOT / ".build/debug", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--self-test", action="store_true")
    given = parser.parse_args()
    if given.self_test:
        uncounted = self_test(Kills(given.programs.resolve(), 0))
        print(f"Not counted: {', '.join(sorted(uncounted)) or 'nothing'}")
        return 1 if uncounted else 0
    print(f"Seed {given.seed}", flush=True)
    began, kills = time.monotonic(), Kills(given.programs.resolve(), given.seed)
    kills.run(given.kills)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(kills.kinds.items()))
    print(f"\n{kills.done} kills of pushes of {kills.number} projects in {time.monotonic() - began:.0f} s: {kinds}\n")
    print("| After the next push | Number | Promise |\n|---|--:|--:|")
    rows = {"duplicates": "Duplicates", "orphans": "Orphans", "refused": "Projects that a command does not accept",
            "missing": "Missing things"}
    for name, title in rows.items():
        print(f"| {title} | {kills.counts[name]} | 0 |")
    return 1 if kills.counts else 0


if __name__ == "__main__":
    sys.exit(main())
