# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The part of a document that a script writes, between two marks."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def update(document, name, part):
    """Writes `part` between the marks `name` of a document; with --check, compares them and returns 1 if they differ."""
    path = ROOT / document
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = path.read_text()
    before, rest = text.split(begin)
    fresh = f"{before}{begin}\n{part}\n{end}{rest.split(end)[1]}"
    if "--check" not in sys.argv:
        path.write_text(fresh)
        return 0
    if fresh != text:
        print(f"The {name} of {document} are out of date: run {sys.argv[0]}.")
        return 1
    print(f"The {name} of {document} are up to date.")
    return 0
