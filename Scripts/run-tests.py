#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs `swift test`, lists the ten slowest tests by the time since they began, and ends a run that hangs.

    Scripts/run-tests.py swift test --skip-build

The durations that `swift test` prints include the time that a test waits for its turn; the times of its events do not.
A run hangs if no test begins or ends for twenty minutes (GATEHOUSEBUILD_TEST_PATIENCE, in seconds): it is killed, and the
script prints the tests that had begun and not ended, and what each thread was doing.
"""
import collections
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

SHOWN = 10
MOST_SECONDS = 10
PATIENCE = int(os.environ.get("GATEHOUSEBUILD_TEST_PATIENCE", 1200))


class Durations:
    """Which test cases run, and how long those that ended took."""

    def __init__(self):
        self.running = collections.defaultdict(list)
        self.longest = collections.Counter()

    def add(self, event):
        """Takes one event of the stream that Swift Testing writes."""
        kind, test = event.get("kind"), event.get("testID")
        if kind == "testCaseStarted":
            self.running[test].append(event["instant"]["absolute"])
        elif kind == "testCaseEnded":
            seconds = event["instant"]["absolute"] - self.running[test].pop(0)
            self.longest[test] = max(self.longest[test], seconds)


def whole_lines(file, rest):
    """The lines that were completed since the last read, and the beginning of the next one."""
    *lines, rest = (rest + file.read()).split("\n")
    return lines, rest


def is_test_program(process):
    """Whether a process is the one that runs the tests, not one of those that started it or that a test started."""
    try:
        return pathlib.Path(f"/proc/{process}/exe").readlink().name.endswith((".xctest", "swiftpm-testing-helper"))
    except OSError:
        return False


def print_threads(group):
    """Prints the stack of each thread of the test program, if the machine has a debugger that works."""
    found = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, text=True, check=False).stdout.split()
    for process in filter(is_test_program, found):
        for debugger in (["gdb", "--batch", "-p", process, "-ex", "thread apply all backtrace 40"],
                         ["lldb", "--batch", "-p", process, "-o", "thread backtrace all"]):
            try:
                if subprocess.run(debugger, stdin=subprocess.DEVNULL, timeout=300, check=False).returncode == 0:
                    break
            except (OSError, subprocess.TimeoutExpired) as error:
                print(f"{debugger[0]} printed no stacks of process {process}: {error}", flush=True)


def end_hanging_run(run, durations):
    """Says what hangs, and kills the run with all that it started."""
    print(f"\nNo test began or ended for {PATIENCE} s. These had begun:")
    for test, cases in durations.running.items():
        if cases:
            print(f"  {test} ({len(cases)} running)")
    sys.stdout.flush()
    print_threads(run.pid)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()


def run_tests(command, durations):
    """Runs the command, and returns its status; 1 if it hung."""
    with tempfile.NamedTemporaryFile("r") as events:
        command = [*command, "--event-stream-output-path", events.name, "--event-stream-version", "6.3"]
        # In a group of its own, so that all that it started can be ended with it.
        run = subprocess.Popen(command, process_group=0, stdin=subprocess.DEVNULL)
        last, rest, status = time.monotonic(), "", None
        try:
            while status is None:
                try:
                    status = run.wait(timeout=1)
                except subprocess.TimeoutExpired:
                    pass
                lines, rest = whole_lines(events, rest)
                for line in lines:
                    durations.add(json.loads(line)["payload"])
                if lines:
                    last = time.monotonic()
                elif status is None and time.monotonic() - last > PATIENCE:
                    end_hanging_run(run, durations)
                    return 1
        except BaseException:
            os.killpg(run.pid, signal.SIGKILL)
            raise
    return status


def main():
    durations = Durations()
    status = run_tests(sys.argv[1:], durations)
    print(f"\nThe {SHOWN} slowest tests, each by its longest case:")
    for test, seconds in durations.longest.most_common(SHOWN):
        print(f"{seconds:6.1f} s  {test}")
    slow = sum(seconds > MOST_SECONDS for seconds in durations.longest.values())
    print(f"{slow} tests took more than {MOST_SECONDS} s; each has its reason beside it.")
    return status


if __name__ == "__main__":
    sys.exit(main())
