# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The operations, commands and settings of the documents, as they are written there."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def documents():
    return [README, *sorted((ROOT / "docs").glob("*.md"))]


def operations_built(title):
    for line in (ROOT / "docs/operations.md").read_text().splitlines():
        cells = line.split("|")
        if len(cells) == 5 and cells[1].strip() == title:
            return set(re.findall(r"`(\w+)`", cells[3]))
    raise LookupError(title)


def snippet(text, document=None):
    """The block of commands that contains a text; exactly one block of the document, or of all documents, does."""
    paths = [document] if document else documents()
    [block] = [block for path in paths for block in path.read_text().split("```")[1::2] if text in block]
    return block.split("\n", 1)[1]


def shell(script, folder, environment, *programs):
    """Runs commands in a folder, with the Python, the AWS CLI and the `programs` of these tests before those of the
    machine; returns what they print."""
    path = [*(str(folder) for folder in programs), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True, timeout=300,
        env={"PATH": ":".join(path), "HOME": str(folder), **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def settings():
    """The variables in the first column of the tables of settings."""
    lines = (ROOT / "docs/settings.md").read_text().splitlines()
    rows = [line.split("|")[1] for line in lines if line.startswith("| `GATEHOUSE_")]
    return {name for row in rows for name in re.findall(r"GATEHOUSE_[A-Z_]*[A-Z]", row)}
