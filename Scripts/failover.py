#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Three nodes on a PostgreSQL with a standby under load, while nodes and servers are killed, connections are cut, a
disk is full, a clock is wrong, a node sleeps, and all nodes are replaced. It counts every promise that is broken, and
damages the database in the end, to show that each count can fail. docs/failover.md describes it. Runs with the Python
of Scripts/python-environment.sh.

    PARTS="a b" RUNS=3 SEED=1 Scripts/failover.py [the program gatehouse]

PARTS names some of the parts a to g and `controls`, the damages. RUNS (20) is the number of nodes that part a kills;
for 20, part b kills three primaries and part c cuts 200 connections. SEED repeats the random choices. Ends with status 1
if a count is not zero, or if a damage was not counted. Needs Debian's packages etcd-server, haproxy, patroni and
postgresql. The part with the full disk needs root, to mount one.
"""
import os
import pathlib
import random
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path += [str(ROOT / "Scripts/failover"), str(ROOT / "Tests/EndToEnd")]
if len(sys.argv) > 1:
    os.environ["GATEHOUSE"] = sys.argv[1]

from controls import Controls  # noqa: E402
from faults import PARTS, Faults  # noqa: E402
from installation import Installation  # noqa: E402
from ledger import Count, Ledger  # noqa: E402
from load import Load, audit  # noqa: E402
from report import print_cuts, print_table  # noqa: E402

CONTROLS = "controls"
# What a load examines, whatever happens to it.
ALWAYS = set(Count) - {Count.LATE, Count.CUTS, Count.CHECKS}


# What is noted and not required: a node's clock is wrong for some seconds before it sees that, and until then it takes
# the codes of other nodes for expired.
TOLERATED = {("e", Count.REFUSALS)}


def run_part(letter, faults, installation, ledger):
    """Runs a part under load, and audits its users; returns them."""
    title, fault = PARTS[letter]
    ledger.part = letter
    faults.notes, start = [], time.monotonic()
    sent_twice = faults.installation.mailbox.sent_twice()
    print(f"\n({letter}) {title}", flush=True)
    with Load(installation.person, ledger) as load:
        try:
            fault(faults)
        except Exception as error:
            ledger.check(Count.CHECKS, False, f"the part broke off: {type(error).__name__}: {str(error)[-1000:]}")
            faults.installation.recover()
    people = load.people + faults.people
    faults.people = []
    audit(people)
    ledger.check(Count.CHECKS, load.finished > 0, "no user of the load came to the end of their story")
    sent_twice = faults.installation.mailbox.sent_twice() - sent_twice
    faults.notes.append(f"{len(people)} users, {load.finished} stories to their end, {sent_twice} messages sent twice")
    for note in faults.notes:
        print(f"    {note}")
    for count in Count:
        for text in ledger.texts(count, letter)[:10]:
            print(f"    BROKEN: {count.value}: {text}")
    print(f"    {time.monotonic() - start:.0f} s", flush=True)
    return people


def main():
    named = (os.environ.get("PARTS") or " ".join([*PARTS, CONTROLS])).split()
    parts = [part for part in named if part != CONTROLS]
    runs, seed = int(os.environ.get("RUNS") or 20), int(os.environ.get("SEED") or random.randrange(1_000_000))
    unknown = [part for part in parts if part not in PARTS]
    if unknown or runs < 1:
        print(f"PARTS are some of {' '.join(PARTS)} {CONTROLS}, RUNS is at least 1", file=sys.stderr)
        return 64
    print(f"PARTS=\"{' '.join(named)}\" RUNS={runs} SEED={seed}")
    ledger, people = Ledger(), []
    with tempfile.TemporaryDirectory(prefix="gatehouse-failover-", ignore_cleanup_errors=True) as folder, \
            Installation(folder, ledger) as installation:
        print(f"A pair of PostgreSQL servers was up in {installation.pair_took:.0f} s.")
        installation.prepare_probe()
        faults = Faults(installation, ledger, random.Random(seed), runs)
        for letter in parts:
            people += run_part(letter, faults, installation, ledger)
        # What was acknowledged in the first part is there after the last.
        ledger.part = "end"
        audit(people)
        noted = None
        if CONTROLS in named:
            print("\nDamaging the database, to see each count fail", flush=True)
            noted = Controls(installation).run()
    print_cuts(faults.cuts)
    columns = [*parts, "end"]
    fine = print_table(ledger, columns, noted, TOLERATED)
    for letter in parts:
        for count in ALWAYS:
            if ledger.seen(count, letter) == 0:
                print(f"Nothing was examined in part {letter}: {count.value}")
                fine = False
    return 0 if fine and (noted is None or all(noted.values())) else 1


if __name__ == "__main__":
    sys.exit(main())
