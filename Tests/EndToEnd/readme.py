# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What the README says is built; its table is generated from the code."""
import pathlib
import re

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def operations_built(title):
    for line in README.read_text().splitlines():
        cells = line.split("|")
        if len(cells) == 5 and cells[1].strip() == title:
            return set(re.findall(r"`(\w+)`", cells[3]))
    raise LookupError(title)
