#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Writes the tables of operations in docs/operations.md from the code; with --check, fails when they are out of date."""
import re
import sys

sys.dont_write_bytecode = True

import generated_part  # noqa: E402

SHARED, SERVER = generated_part.ROOT / "Sources/Shared", generated_part.ROOT / "Sources/Server"

SERVICES = [
    ("User pools", ["CognitoShapes", "CognitoAdminShapes"], "CognitoIdentityProvider", "GatehouseUserPools"),
    ("Identity pools", ["CognitoShapes", "CognitoAdminShapes"], "CognitoIdentity", "GatehouseIdentityPools"),
    ("STS", ["CognitoShapes"], "SecurityToken", "GatehouseSecurityTokens"),
    ("IAM", ["AccessManagementShapes"], "AccessManagement", "GatehouseAccessManagement"),
    ("Project records", ["ProjectShapes"], "ProjectRecords", "GatehouseProjects"),
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
        if every > built:
            missing.append(f"| {title} | {listed(every - built)} |")
    return "\n".join([*rows, "", *missing])


def listed(names):
    return ", ".join(f"`{name}`" for name in sorted(names))


if __name__ == "__main__":
    sys.exit(generated_part.update("docs/operations.md", "operations", table()))
