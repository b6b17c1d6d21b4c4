# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The callers, the readings and the bounds of the benchmark's part `postgresql`."""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time
import types

import pytest
from pycognito.aws_srp import AWSSRP

from local_server import LocalServer

for folder in ("counts", "sizing"):
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts" / folder))
from callers import Powers, run_load  # noqa: E402
from operations import Unexpected  # noqa: E402
from readings import processor_time, runs_again, time_of_tree  # noqa: E402
from tables import OPERATIONS, Cost, Report  # noqa: E402

METRICS = """\
# TYPE gatehouse_database_runs_again_total counter
gatehouse_database_runs_again_total{operation="SignUp"} 3
gatehouse_database_runs_again_total{operation="none"} 40
gatehouse_database_runs_again_total{operation="InitiateAuth"} 2
gatehouse_requests_total{operation="SignUp"} 9
"""
BACK = types.SimpleNamespace(pool="us-east-1_pool", app="app", users=["ada", "bob"])


class Answers(LocalServer):
    """Signs every user in, refuses every third sign-up, and fails at anything else."""

    def __init__(self):
        super().__init__()
        self.server.RequestHandlerClass.protocol_version = "HTTP/1.1"
        self.numbers = itertools.count()
        self.sign_ups = 0

    def respond(self, path, headers, body):
        operation = headers["X-Amz-Target"].rpartition(".")[2]
        if operation == "InitiateAuth":
            tokens = {"AccessToken": "access", "RefreshToken": "refresh"}
            return 200, {}, json.dumps({"AuthenticationResult": tokens}).encode()
        if operation == "SignUp" and next(self.numbers) % 3:
            self.sign_ups += 1
            return 200, {}, b"{}"
        if operation == "SignUp":
            return 503, {}, b'{"__type": "TooManyRequestsException"}'
        return 500, {}, b'{"__type": "InternalErrorException"}'


def test_powers_are_those_of_python():
    proof = AWSSRP("ada", "any", pool_id=BACK.pool, client_id=BACK.app, client=object())
    modulus, power = proof.big_n, Powers()
    for base in (2, 3, -5, proof.large_a_value):
        for exponent in (1, 65_537, proof.small_a_value):
            assert power(base, exponent, modulus) == pow(base, exponent, modulus)


def test_callers_count_what_was_done_and_what_was_refused():
    with Answers() as server:
        seen = []

        def look():
            seen.append(server.sign_ups)
            return len(seen)

        # The first sign-up of a caller, which prepares it, must succeed.
        next(server.numbers)
        load, before, after = run_load([server.port], BACK, "sign_up", 1, 0.5, look, look)
    assert (before, after) == (1, 2)
    assert load.done == seen[1] - seen[0] > 0 and load.refused > 0 and not load.failures
    assert 0.5 <= load.seconds < 60 and load.rate == load.done / load.seconds


def test_a_caller_that_is_never_ready_ends_the_load():
    with Answers() as server, pytest.raises(Unexpected, match="InternalErrorException"):
        run_load([server.port], BACK, "refresh", 2, 1, dict, dict)


def test_runs_again_are_those_of_operations():
    assert runs_again(METRICS) == 5
    assert runs_again("") == 0


def test_the_time_of_a_process_and_its_children_counts_the_ended_ones():
    command = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(range(10**7))']); input()"
    process = subprocess.Popen([sys.executable, "-c", command], stdin=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while time_of_tree(process.pid) - processor_time(process.pid) < 0.05:
            assert time.monotonic() < deadline, "the time of the child does not count"
            time.sleep(0.01)
    finally:
        process.communicate(b"\n")
    assert time_of_tree(os.getpid()) >= processor_time(process.pid) == 0


def costs(share, log):
    return {operation: [Cost(1e-3, share * 1e-3, log, 100, 1e-4)] for operation in OPERATIONS}


@pytest.mark.parametrize("share, log, missed", [
    (0.5, 0, []), (0.55, 0, ["share"]), (0.5, 1_301, ["log"]), (0.61, 5_000, ["share", "log"])])
def test_a_bound_that_is_missed_is_named(share, log, missed, capsys):
    report = Report()
    report.costs(costs(share, log), 8)
    assert report.missed == bool(missed)
    lines = capsys.readouterr().out.splitlines()
    assert all(any(name in line for line in lines if "**missed**" in line) for name in missed)
    assert any(line.startswith("| Refresh with rotation | 1.00 ms |") for line in lines)


@pytest.mark.parametrize("share, missed", [(0.2, False), (0.4, True)])
def test_two_nodes_take_a_tenth_more_at_most(share, missed):
    report = Report()
    report.compared("Two nodes.", ("One", "Two"), costs(0.1, 0), costs(share, 0), 1.1)
    assert report.missed == missed
