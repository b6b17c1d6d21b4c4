#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Writes the tables of operations in docs/operations.md from the code; with --check, fails when they are out of date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED, SERVER = ROOT / "Sources/Shared", ROOT / "Sources/Server"
BEGIN, END = "<!-- operations: begin -->", "<!-- operations: end -->"

SERVICES = [
    ("User pools", ["CognitoShapes", "CognitoAdminShapes"], "CognitoIdentityProvider", "GatehouseUserPools"),
    ("Identity pools", ["CognitoShapes", "CognitoAdminShapes"], "CognitoIdentity", "GatehouseIdentityPools"),
    ("STS", ["CognitoShapes"], "SecurityToken", "GatehouseIdentityPools"),
]


def operations(targets, folder):
    """Every operation that the service protocols have."""
    names = set()
    for target in targets:
        for path in (SHARED / target / folder).glob("*.swift"):
            names |= set(re.findall(r"^package enum (\w+)Operation: ServiceOperation", path.read_text(), re.M))
            names |= set(re.findall(r'static let name = "(\w+)"', path.read_text()))
    return {name for name in names if name[0].isupper()}


def not_built(domain):
    """Every operation whose implementation says only that it is not there."""
    text = "".join(path.read_text() for path in SERVER.rglob(f"{domain}/**/*NotBuilt*.swift"))
    return set(re.findall(r'notBuilt\("(\w+)"', text))


def table():
    rows = ["| Service | Built | Operations |", "|---|--:|---|"]
    missing = ["| Service | Operations that are not built |", "|---|---|"]
    for title, targets, folder, domain in SERVICES:
        every = operations(targets, folder)
        built = every - not_built(domain)
        rows.append(f"| {title} | {len(built)} of {len(every)} | {listed(built)} |")
        missing.append(f"| {title} | {listed(every - built)} |")
    return "\n".join([*rows, "", *missing])


def listed(names):
    return ", ".join(f"`{name}`" for name in sorted(names))


def main():
    document = ROOT / "docs/operations.md"
    text = document.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    fresh = f"{before}{BEGIN}\n{table()}\n{END}{after}"
    if "--check" not in sys.argv:
        document.write_text(fresh)
        return 0
    if fresh != text:
        print("The tables of docs/operations.md are out of date: run Scripts/operations-table.py.")
        return 1
    print("The tables of docs/operations.md are those of the code.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
