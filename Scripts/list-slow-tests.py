#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs a command that runs Swift tests, copies its output, and lists the tests that took more than ten seconds.

    Scripts/list-slow-tests.py swift test --skip-build
"""
import re
import subprocess
import sys

MOST_SECONDS = 10
FINISHED = re.compile(r"Test (?!run )(.+?)(?: with \d+ test cases)? (?:passed|failed) after ([\d.]+) seconds")


def main():
    slow = []
    with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            match = FINISHED.search(line)
            if match and float(match[2]) > MOST_SECONDS:
                slow.append((float(match[2]), match[1]))
    for seconds, name in sorted(slow, reverse=True):
        print(f"{seconds:6.1f} s  {name}")
    print(f"{len(slow)} tests took more than {MOST_SECONDS} s.")
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
