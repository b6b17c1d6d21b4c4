#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs `swift test`, lists the ten slowest tests by the time since they began, and ends a run that hangs.

    Scripts/run-tests.py swift test --skip-build
    Scripts/run-tests.py --self-test

The durations that `swift test` prints include the time that a test waits for its turn; the times of its events do not.
A run hangs if no test begins or ends for twenty minutes (GATEHOUSEBUILD_TEST_PATIENCE, in seconds), or if its processes
do not end within two minutes after its last test: they are killed, and the script prints the tests that had begun and
not ended, the processes, and what each thread of the test program was doing. A run that hangs has failed, unless all its
tests had ended and passed: that the program did not exit afterwards is a warning then.
"""
import collections
import contextlib
import io
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
PATIENCE_AFTER_LAST = 120


class Durations:
    """Which test cases run, how long those that ended took, and whether the run has ended or has failed."""

    def __init__(self):
        self.has_ended = False
        self.has_failed = False
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
        elif kind == "issueRecorded":
            issue = event.get("issue", {})
            self.has_failed |= issue.get("isFailure", not issue.get("isKnown", False))
        elif kind == "runEnded":
            self.has_ended = True


def whole_lines(file, rest):
    """The lines that were completed since the last read, and the beginning of the next one."""
    *lines, rest = (rest + file.read()).split("\n")
    return lines, rest


def status_fields(process):
    """The state of a process, its parent and its group, as strings; none if it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
    except OSError:
        return None


def process_ids():
    return [name for name in os.listdir("/proc") if name.isdigit()]


def open_files(process):
    """What the descriptors of a process refer to, by their numbers; nothing if it has ended."""
    found = {}
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with contextlib.suppress(OSError):
                found[int(name)] = os.readlink(f"/proc/{process}/fd/{name}")
    return found


def processes_of(run):
    """The process of the run and all that it started, parents first.

    They are found by their parents, since `swift test` starts the test program in a process group of its own; and by
    the pipes that `swift test` reads to their ends, since a process that a test left behind may hold one.
    """
    children = collections.defaultdict(list)
    for process in process_ids():
        fields = status_fields(process)
        if fields:
            children[fields[1]].append(process)
    found = [str(run)]
    for process in found:
        found += children[process]
    pipes = {link for number, link in open_files(run).items() if number > 2 and link.startswith("pipe:")}
    holders = [process for process in process_ids() if pipes & set(open_files(process).values())]
    return found + [process for process in holders if process not in found]


def is_test_program(process):
    """Whether a process is the one that runs the tests, not one of those that started it or that a test started."""
    try:
        return pathlib.Path(f"/proc/{process}/exe").readlink().name.endswith((".xctest", "swiftpm-testing-helper"))
    except OSError:
        return False


def command_of(process):
    """The command of a process with its arguments; empty if it has ended."""
    try:
        command = pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return ""
    return command.replace(b"\0", b" ").decode(errors="replace").strip()


def print_processes(processes):
    """Prints the state of each process, its command, and the files that its standard output and error go to."""
    for process in processes:
        outputs = " ".join(open_files(process).get(number, "closed") for number in (1, 2))
        print(f"  {process} {' '.join(status_fields(process) or ['ended'])} {outputs}  {command_of(process)[:200]}")


def print_threads(process):
    """Prints the stack of each thread of a process, if the machine has a debugger that works."""
    for debugger in (["gdb", "--batch", "-p", process, "-ex", "thread apply all backtrace 40"],
                     ["lldb", "--batch", "-p", process, "-o", "thread backtrace all"]):
        try:
            if subprocess.run(debugger, stdin=subprocess.DEVNULL, timeout=300, check=False).returncode == 0:
                break
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"{debugger[0]} printed no stacks of process {process}: {error}", flush=True)


def kill(processes):
    """Kills processes, each with the group that it leads."""
    for process in reversed(processes):
        for send in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError):
                send(int(process), signal.SIGKILL)


def limit(durations, patience):
    """The seconds without an event after which a run hangs."""
    return min(patience, PATIENCE_AFTER_LAST) if durations.has_ended else patience


def end_hanging_run(run, durations, patience):
    """Says what hangs, and kills the run with all that it started."""
    processes = processes_of(run.pid)
    if durations.has_ended:
        seconds = limit(durations, patience)
        print(f"\nWARNING: all tests have ended, and the processes of the run have not within {seconds} s.")
    else:
        print(f"\nNo test began or ended for {patience} s. These had begun:")
    for test, cases in durations.running.items():
        if cases:
            print(f"  {test} ({len(cases)} running)")
    print("The processes of the run:")
    print_processes(processes)
    sys.stdout.flush()
    for process in filter(is_test_program, processes):
        print_threads(process)
    kill(processes)
    run.wait()


def run_tests(command, durations, patience=PATIENCE):
    """Runs the command, and returns its status; if it hung, 0 if all its tests had ended and passed, else 1."""
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
                elif status is None and time.monotonic() - last > limit(durations, patience):
                    end_hanging_run(run, durations, patience)
                    return 0 if durations.has_ended and not durations.has_failed else 1
        except BaseException:
            kill(processes_of(run.pid))
            raise
    return status


# MARK: Self-test

# A command that writes events as `swift test` does, and reads the output of a process that it starts in a group of its
# own; that process ends, hangs, or ends and leaves another one behind.
PRETENDED_RUN = """
import json, subprocess, sys
path = sys.argv[sys.argv.index("--event-stream-output-path") + 1]
events, program = json.loads(sys.argv[1]), sys.argv[2]
child = subprocess.Popen(["sh", "-c", program], process_group=0, stdout=subprocess.PIPE)
with open(path, "a") as file:
    for event in events:
        file.write(json.dumps({"kind": "event", "payload": event}) + "\\n")
child.communicate()
sys.exit(3 if any(event["kind"] == "issueRecorded" for event in events) else 0)
"""


def self_test():
    """Whether runs that end and runs that hang have the right status, and leave no process behind."""
    def event(kind, seconds=0, **members):
        return {"kind": kind, "testID": "test", "instant": {"absolute": seconds}, **members}

    passed = [event("testCaseStarted", 1), event("testCaseEnded", 3)]
    failed = [event("issueRecorded", issue={"isFailure": True})]
    ended = [event("runEnded")]
    ends, hangs, leaves = "true", "sleep 601", "sleep 602 &"
    cases = [
        ("a run that passes", passed + ended, ends, 0),
        ("a run that fails", passed + failed + ended, ends, 3),
        ("a test that hangs", passed[:1], hangs, 1),
        ("a run that hangs between tests", passed, hangs, 1),
        ("a run that hangs after its last test", passed + ended, hangs, 0),
        ("a run that waits for a process left behind", passed + ended, leaves, 0),
        ("a run that hangs after a failure", passed + failed + ended, hangs, 1),
    ]
    wrong = []
    for name, events, program, expected in cases:
        durations = Durations()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            status = run_tests(
                [sys.executable, "-c", PRETENDED_RUN, json.dumps(events), program], durations, patience=1)
        if status != expected:
            wrong.append(f"{name} has the status {status}, not {expected}")
        if program != ends and program.removesuffix(" &") not in printed.getvalue():
            wrong.append(f"{name} does not name the process that hangs")
        if len(events) > 1 and durations.longest["test"] != 2:
            wrong.append(f"{name} has a test of {durations.longest['test']} s, not 2")
    left = [process for process in process_ids() if command_of(process) in ("sleep 601", "sleep 602")]
    if any((status_fields(process) or "Z")[0] != "Z" for process in left):
        wrong.append("a process is left behind")
    for text in wrong:
        print(f"self-test: {text}")
    if not wrong:
        print("Runs that hang are ended, and their status is right.")
    return not wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
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
