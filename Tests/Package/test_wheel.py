# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The Python wheel in a new environment of Debian's Python, on a machine without Swift and without a network."""
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/EndToEnd"))
from documents import README, shell  # noqa: E402

DIST = ROOT / "dist"
WHEELS = ROOT / ".build-wheels"
# Seconds until a step ends on an overloaded machine.
PATIENCE = 600
# The longest start of a server with keys from an earlier start, in seconds.
LONGEST_START = 0.2

pytestmark = pytest.mark.skipif(
    "GATEHOUSEBUILD_MACHINE_COPY" not in os.environ, reason="runs in the copy of a machine by Scripts/package-test.sh")


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel():
    [wheel] = DIST.glob("gatehouse-*.whl")
    return wheel


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    """The folder of the programs of a new environment, with the wheel and what the sample needs."""
    folder = tmp_path_factory.mktemp("environment")
    run("/usr/bin/python3", "-m", "venv", folder)
    # The machine has no network: pip takes from a folder what it gets from PyPI elsewhere.
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS)}
    [install] = re.findall(r"`(pip install .*?)`", README.read_text())
    shell(install, ROOT, index, folder / "bin")
    requirements = ROOT / "Samples/FlaskApp/requirements.txt"
    run(folder / "bin/pip", "install", "--requirement", requirements, env=index)
    return folder / "bin"


@pytest.fixture
def environment(tmp_path):
    """Folders for temporary files and for the cache that no other test has."""
    for name in ("tmp", "cache"):
        (tmp_path / name).mkdir()
    return {
        "PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "TMPDIR": str(tmp_path / "tmp"),
        "XDG_CACHE_HOME": str(tmp_path / "cache")}


def processes(folder):
    """The processes that have an argument in a folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if f"{folder}/".encode() in arguments:
            found.append(arguments.replace(b"\0", b" ").decode())
    return found


def require_nothing_left(environment):
    deadline = time.monotonic() + 60
    folder = environment["TMPDIR"]
    while processes(folder) or [name for name in os.listdir(folder) if name.startswith("gatehouse")]:
        assert time.monotonic() < deadline, (processes(folder), os.listdir(folder))
        time.sleep(0.02)


def test_the_machine_has_no_swift():
    assert shutil.which("swift") is None
    found = run("find", "/usr", "/opt", "-xdev", "-name", "libswiftCore*", "-o", "-xdev", "-name", "swift-frontend")
    assert found == ""


def test_the_wheel_has_the_program_and_each_library_but_those_of_the_platform(wheel, programs):
    assert "-py3-none-manylinux_2_" in wheel.name
    [program] = programs.parent.glob("lib/python3*/site-packages/pytest_gatehouse/bin/gatehouse")
    linked = [line.split() for line in run("ldd", program).splitlines() if "=>" in line]
    for name, _, path, *_ in linked:
        # The libraries that PEP 600 expects of each machine.
        own = name.startswith(("libc.", "libm.", "libgcc_s.", "libstdc++.", "libz.", "libpthread.", "libdl.", "librt."))
        assert own or "/gatehouse.libs/" in path, f"{name} is taken from {path}."
    version = run(programs / "gatehouse", "--version").strip()
    assert wheel.name.startswith(f"gatehouse-{version}-")


def test_the_command_serves(programs, environment, tmp_path):
    process = subprocess.Popen(
        [programs / "gatehouse", "dev", "--port", "0", "--until-input-ends", "--data-dir", tmp_path / "data"],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert "listens on http://localhost:" in process.stdout.readline()
    process.stdin.close()
    assert process.wait(timeout=60) == 0


def test_the_tests_of_the_sample_pass_with_two_workers(programs, environment, tmp_path):
    shutil.copytree(ROOT / "Samples/FlaskApp", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shown = run(programs / "pytest", "-n", "2", "-p", "no:cacheprovider", env=environment, cwd=tmp_path / "app")
    assert "10 passed" in shown
    require_nothing_left(environment)


# Starts a server, prints the seconds until it accepts connections, and ends with its input.
STARTED = """
import sys, time
from pytest_gatehouse import Gatehouse
from pytest_gatehouse.program import find
from pytest_gatehouse.server import signing_keys_file
for line in sys.stdin:
    begin = time.monotonic()
    server = Gatehouse(find(), signing_keys=signing_keys_file())
    print(time.monotonic() - begin, flush=True)
    if line == "stop\\n":
        server.stop()
    else:
        time.sleep(600)
"""


def test_a_hundred_starts_leave_nothing_whether_stopped_or_killed(programs, environment):
    seconds = []
    for how in [*["stop"] * 50, *["kill"] * 50]:
        process = subprocess.Popen(
            [programs / "python", "-c", STARTED], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        process.stdin.write(f"{how}\n")
        process.stdin.flush()
        seconds.append(float(process.stdout.readline()))
        if how == "kill":
            process.kill()
        process.stdin.close()
        process.wait(timeout=60)
    require_nothing_left(environment)
    first, *others = seconds
    print(f"the first start: {first:.3f} s; the others: {min(others):.3f} to {max(others):.3f} s, "
          f"median {statistics.median(others):.3f} s")
    assert statistics.median(others) < LONGEST_START, seconds


def test_the_record_of_the_wheel_and_its_list_of_parts_are_complete(programs):
    [information] = programs.parent.glob("lib/python3*/site-packages/gatehouse-*.dist-info")
    run(programs / "pip", "check")
    listed = json.loads((information / "sboms/gatehouse.spdx.json").read_text())
    names = {package["name"] for package in listed["packages"]}
    licences = (information / "licenses/LICENCES").read_text()
    for library in information.parent.glob("gatehouse.libs/*"):
        name = library.name.partition(".so")[0].rpartition("-")[0]
        [origin] = {
            path.split(":")[0] for path in run("dpkg-query", "--search", f"*/{name}.so.*").splitlines()
            if "/x86_64-linux-gnu/" in path or "/aarch64-linux-gnu/" in path}
        assert origin in names and f"=== {origin}: copyright ===" in licences, library.name
