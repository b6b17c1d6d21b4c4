# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What the benchmark's part `counts` reads in the files of callgrind and strace."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/counts"))
from callgrind import Counts  # noqa: E402
from system_calls import TracedCalls  # noqa: E402

CALLGRIND = """\
version: 1
events: Ir

fn=(1) answer
5 100
cfn=(2) gatehouse_rsa_sign
calls=2 10
+3 5000
cfn=(3) RSA_generate_key_ex
calls=1 7
* 900

fn=(2)
10 200
cfn=(4) BN_mod_exp'2
calls=2 20
-1 4800
cfn=(5) gatehouse_group_power
calls=1 3
* 4

fn=(4)
20 4800

fn=(5)
3 4

fn=(3)
7 100
cfn=(6) RSA_generate_key_ex_maybe_fips
calls=1 9
+1 800

fn=(6)
9 800
totals: 6004
"""

STRACE = """\
7 epoll_wait(21<anon_inode:[eventpoll]>, [{...}], 64, -1) = 1
7 read(28<socket:[15]>, ""..., 2048) = 190
8 write(2</tmp/gatehouse.log>, ""..., 176) = 176
9 pwrite64(10</tmp/data/gatehouse.sqlite-wal>, ""..., 24, 32) = 24
9 pwrite64(10</tmp/data/gatehouse.sqlite-wal>, ""..., 4096, 56) = 4096
9 pwrite64(10</tmp/data/gatehouse.sqlite-wal>, ""..., 8240, 4152 <unfinished ...>
7 getrandom(""..., 16, 0) = 16
9 <... pwrite64 resumed>) = 8240
9 pwrite64(11</tmp/data/gatehouse.sqlite>, ""..., 4096, 0) = 4096
9 fdatasync(10</tmp/data/gatehouse.sqlite-wal>) = 0
7 write(28<socket:[15]>, ""..., 450) = 450
7 +++ exited with 0 +++
"""


def test_arithmetic_and_keys_are_apart_from_the_rest_and_count_once(tmp_path):
    file = tmp_path / "callgrind.out.1"
    file.write_text(CALLGRIND)
    counts = Counts(file)
    assert counts.total == 6_004
    assert counts.arithmetic == 5_000
    assert counts.keys == 900
    assert counts.rest == 104
    assert counts.own["BN_mod_exp"] == 4_800


def test_calls_are_those_of_the_threads_that_read_from_connections(tmp_path):
    traced = TracedCalls(None, tmp_path / "calls")
    traced.add(STRACE.splitlines())
    assert (traced.loops, traced.syncs, traced.pages) == (4, 1, 3)
