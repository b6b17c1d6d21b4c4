# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Pushes that are killed, and what must be on the server after the next one."""
import os
import re
import threading

from amplify_project import nothing

# Requests that change nothing: a kill after one of them is a kill before the next change.
READING = re.compile(r"(?:Describe|List|Get|Find|Renew)|/")
# Whether all kills are played, as the environment asks for it with that many runs. `make soak` does.
IS_WHOLE = int(os.environ.get("GATEHOUSEBUILD_RUNS", "0")) >= 1_000


def sample(cases, usually):
    """The cases that a run of the tests plays: a few, evenly spread, with the first and the last one; or all."""
    cases = list(cases)
    if IS_WHOLE or len(cases) <= usually:
        return cases
    return [cases[number * (len(cases) - 1) // (usually - 1)] for number in range(usually)]


def expected(app, groups=()):
    """All that an environment has after its push, once each."""
    name, inputs, place = app.inputs["resourceNameTruncated"], app.inputs, app.place
    pool = app.ids["UserPoolId"]
    return {
        "user pools": [f"{inputs['userPoolName']}-dev"], "clients": [f"{name}_app_client", f"{name}_app_clientWeb"],
        "groups": sorted(groups), "identity pools": [f"{inputs['identityPoolName']}__dev"],
        "roles": sorted([
            place["AuthRoleName"], place["UnauthRoleName"], *(f"{pool}-{each}GroupRole" for each in groups)]),
    }


def changes(passage):
    """The operations of the requests that changed something."""
    return [name for name in passage.operations if not READING.match(name)]


def push_until(app, passage, is_last, arrives=True):
    """Pushes until a request is the last one, then kills the process; returns its status.

    `is_last` gets each request's operation. The last request reaches the server, and its answer is on the way, or it
    does not arrive there.
    """
    passage.operations.clear()
    begun = threading.Event()

    def kill(number, operation):
        if is_last(operation):
            begun.wait()
            process.kill()
            if not arrives:
                raise ConnectionAbortedError

    if arrives:
        passage.after = kill
    else:
        passage.before = kill
    process = app.starts("push", "--yes")
    begun.set()
    process.communicate(timeout=300)
    passage.before = passage.after = nothing
    return process.returncode


def push_until_step(app, last):
    """Pushes until the step `last` is announced, then kills the process; returns the number of steps.

    Without a last step the push ends by itself.
    """
    process, count = app.starts("push", "--yes"), 0
    for line in process.stderr:
        if line.startswith("… "):
            count += 1
            if count == last:
                process.kill()
    process.communicate(timeout=300)
    return count
