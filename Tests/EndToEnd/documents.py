# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The operations, commands and settings of the documents, as they are written there."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def operations_built(title):
    for line in (ROOT / "docs/operations.md").read_text().splitlines():
        cells = line.split("|")
        if len(cells) == 5 and cells[1].strip() == title:
            return set(re.findall(r"`(\w+)`", cells[3]))
    raise LookupError(title)


def snippet(text):
    """The block of commands that contains a text; exactly one block does."""
    blocks = [block for path in documents() for block in path.read_text().split("```")[1::2] if text in block]
    [block] = blocks
    return block.split("\n", 1)[1]


def settings():
    """The variables in the first column of the tables of settings."""
    lines = (ROOT / "docs/settings.md").read_text().splitlines()
    rows = [line.split("|")[1] for line in lines if line.startswith("| `GATEHOUSE_")]
    return {name for row in rows for name in re.findall(r"GATEHOUSE_[A-Z_]*[A-Z]", row)}
