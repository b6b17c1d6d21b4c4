# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What the README says is built, in a table that is generated from the code, and what it says can be set."""
import pathlib
import re

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def operations_built(title):
    for line in README.read_text().splitlines():
        cells = line.split("|")
        if len(cells) == 5 and cells[1].strip() == title:
            return set(re.findall(r"`(\w+)`", cells[3]))
    raise LookupError(title)


def snippet(text):
    """The block of commands that contains a text."""
    blocks = README.read_text().split("```")[1::2]
    return next(block.split("\n", 1)[1] for block in blocks if text in block)


def settings():
    """The settings in the first column of the README's tables."""
    rows = [line.split("|")[1] for line in README.read_text().splitlines() if line.startswith("| `GATEHOUSE_")]
    return {name for row in rows for name in re.findall(r"GATEHOUSE_[A-Z_]*[A-Z]", row)}
