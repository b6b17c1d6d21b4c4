#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Drives Samples/SignIn, in a terminal, through every step of every sign-in and through the pages in a browser, other
clients through federation, a project of `amplify` from an empty folder to users of two apps, Samples/MobileClient
through the workflows of AWSMobileClient, Samples/Todos through a GraphQL API, Samples/Notes on several devices through a
cut of the network, and callers of all kinds through the common patterns of its rules. It prints a table of steps and
results, and runs with the Python of Scripts/python-environment.sh.

    Scripts/demo.py [--nodes NUMBER] [FOLDER]

FOLDER has the programs gatehouse, amplify, SignIn, MobileClient, Todos and Notes.

A server is started in a temporary folder; each story has a user pool set up for it. Ends with status 1 if a step
failed. Screenshots of the pages in the browser stay in .build-screenshots; everything else is removed.

With --nodes, and under Scripts/with-postgres.sh, each server is so many nodes on PostgreSQL behind a balancer, which
gives each request to the next node. All stories run. The end says how many requests each node of the main server got.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path += [str(ROOT / "Scripts/demo"), str(ROOT / "Tests/EndToEnd")]

import accounts  # noqa: E402
import choices  # noqa: E402
import factors  # noqa: E402
import federation  # noqa: E402
import hosted  # noqa: E402
import mobile  # noqa: E402
import mobile_identities  # noqa: E402
import notes  # noqa: E402
import projects  # noqa: E402
import rules  # noqa: E402
import todos  # noqa: E402
from server import Server  # noqa: E402
from server_process import NotReady  # noqa: E402
from several_nodes import Nodes  # noqa: E402
from table import Table  # noqa: E402
from visitor import Visitor  # noqa: E402

STORIES = [
    ("The back end of an app, with amplify", projects.back_end),
    ("Records of their owners, with Amplify.API", todos.owners),
    ("Notes on several devices, with Amplify.DataStore", notes.devices),
    ("Patterns of rules: readers, refusals, events", rules.patterns),
    ("An account, in the pool of `gatehouse dev`", accounts.life),
    ("Sign-ins that cannot go on as they are", accounts.unfinished),
    ("Second factors by choice", factors.chosen),
    ("Second factors by demand", factors.required),
    ("Remembered devices", factors.devices),
    ("First factors by choice", choices.chosen),
    ("Custom challenges", choices.riddles),
    ("Pages in a browser", hosted.pages),
    ("Federation with an OpenID Connect provider", federation.openid),
    ("Federation with a SAML provider", federation.saml),
    ("Federation with an app's own back end", federation.developer),
    ("The AWS CLI as a signed-in user", federation.command_line),
    ("AWSMobileClient: a guest who becomes a user", mobile.accounts),
    ("AWSMobileClient: sign-ins with further steps", mobile.challenges),
    ("AWSMobileClient: tokens of other providers", mobile_identities.tokens),
    ("AWSMobileClient: pages in a browser", mobile_identities.pages),
    ("AWSMobileClient: interruptions", mobile.interruptions),
]


def all_steps():
    """The names of Amplify's steps, from the enumeration itself."""
    source = (ROOT / "Sources/Client/Amplify/Auth/Results/AuthSignInStep.swift").read_text()
    return set(re.findall(r"^    case (\w+)", source, re.MULTILINE))


def serves(options, program, folder):
    """The main server: one, or nodes in its place."""
    if options.nodes:
        return Nodes(program, folder, options.nodes, todos.SCHEMA)
    return Server(program, folder, schema=todos.SCHEMA)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=0, help="as many nodes in the place of each server")
    parser.add_argument("binaries", nargs="?", help="the folder of the programs")
    options = parser.parse_args()
    binaries = options.binaries or subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    table = Table()
    visitors = []
    with (tempfile.TemporaryDirectory() as folder,
          serves(options, f"{binaries}/gatehouse", folder) as server):
        def visit(configuration, **environment):
            visitors.append(Visitor(f"{binaries}/SignIn", configuration, f"{folder}/app", server, environment))
            return visitors[-1]

        for title, story in STORIES:
            with table.story(title):
                story(table, server, visit)
    seen = {step for visitor in visitors for step in re.findall(r"Next step: (\w+)", visitor.transcript)}
    if missing := all_steps() - seen:
        table.failures.append(f"no story came to {', '.join(sorted(missing))}")
    print()
    if options.nodes:
        counts = ", ".join(map(str, server.requests))
        print(f"{sum(server.requests)} requests went to the nodes of the main server in turn: {counts}.")
        if not server.took_turns:
            table.failures.append(f"the nodes did not take turns: {counts}")
    for failure in table.failures:
        print(failure, file=sys.stderr)
    print(f"{table.rows} rows; every case of AuthSignInStep was met." if not table.failures else "Not all went well.")
    return 1 if table.failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NotReady as error:
        sys.exit(str(error))
