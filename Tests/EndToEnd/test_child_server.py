# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse dev` as the child of a program: a port that it chooses, and an end with the end of its input."""
import json
import pathlib
import re
import subprocess
import sys
import urllib.request

from gatehouse import BINARY
from server_process import PATIENCE


def command(folder):
    return [BINARY, "dev", "--port", "0", "--until-input-ends", "--data-dir", str(folder)]


def test_a_child_chooses_a_port_and_ends_with_its_input(tmp_path):
    with subprocess.Popen(command(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        url = re.search(r"listens on (\S+)", child.stdout.readline())[1]
        with urllib.request.urlopen(f"{url}/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert json.loads((tmp_path / "amplify_outputs.json").read_text())["auth"]["user_pool_id"]
        # Bytes are ignored; the end of the input is what counts.
        child.stdin.write("text\n")
        child.stdin.flush()
        assert child.poll() is None
        child.stdin.close()
        assert child.wait(timeout=PATIENCE) == 0


def test_a_child_ends_when_its_parent_is_killed(tmp_path):
    # The parent prints the child's process id and its first line, and then waits to be killed.
    parent = (
        "import subprocess, sys\n"
        "child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
        "print(child.pid, child.stdout.readline(), end='', flush=True)\n"
        "child.wait()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent, *command(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        pid = int(process.stdout.readline().split()[0])
        process.kill()
        process.wait(timeout=PATIENCE)
    # `tail` ends with the process whose id it is given.
    status = pathlib.Path(f"/proc/{pid}/stat")
    wait = subprocess.run(["tail", f"--pid={pid}", "--sleep-interval=0.02", "-f", "/dev/null"], timeout=PATIENCE)
    assert wait.returncode == 0
    assert not status.exists() or status.read_text().split()[2] == "Z"
