#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs `swift test` and lists the tests that took more than ten seconds, once they had begun.

    Scripts/list-slow-tests.py swift test --skip-build

The durations that `swift test` prints include the time that a test waits for its turn; the times of its events do not.
"""
import collections
import json
import subprocess
import sys
import tempfile

MOST_SECONDS = 10


def durations(lines):
    """The longest duration of a test's cases, in seconds, by the test's id."""
    begun, longest = collections.defaultdict(list), collections.Counter()
    for line in lines:
        event = json.loads(line)["payload"]
        if event.get("kind") == "testCaseStarted":
            begun[event["testID"]].append(event["instant"]["absolute"])
        elif event.get("kind") == "testCaseEnded":
            seconds = event["instant"]["absolute"] - begun[event["testID"]].pop(0)
            longest[event["testID"]] = max(longest[event["testID"]], seconds)
    return longest


def main():
    with tempfile.NamedTemporaryFile("r") as events:
        status = subprocess.run(
            [*sys.argv[1:], "--event-stream-output-path", events.name, "--event-stream-version", "6.3"]).returncode
        slow = [each for each in durations(events).most_common() if each[1] > MOST_SECONDS]
    for test, seconds in slow:
        print(f"{seconds:6.1f} s  {test}")
    print(f"{len(slow)} tests took more than {MOST_SECONDS} s.")
    return status


if __name__ == "__main__":
    sys.exit(main())
