#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Finds links of the documents to a file or a heading that does not exist."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def prose(path):
    """The text of a document without its blocks of code."""
    return FENCE.sub("", path.read_text())


def anchors(path):
    """The anchors of a document's headings, as GitHub forms them."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(document):
    """The links of a document that lead nowhere."""
    for target in LINK.findall(prose(document)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (document.parent / name).resolve() if name else document
        if not path.exists() or anchor and anchor not in anchors(path):
            yield target


def main():
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    failures = [(path, target) for path in sorted(documents) for target in broken(path)]
    for path, target in failures:
        print(f"{path.relative_to(ROOT)} links to {target}, which does not exist.")
    if not failures:
        print(f"The links of {len(documents)} documents lead to files and headings that exist.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
