#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Draws the targets of Sources into docs/architecture.md; with --check, fails when the picture is out of date.

An arrow points from a target to those that it depends on. Arrows that follow from others are left out.
"""
import runpy
import sys

sys.dont_write_bytecode = True

import generated_part  # noqa: E402

GROUPS = ["Commands", "Testing", "Client", "Verifier", "Server", "Shared", "Tools"]


def targets():
    """The targets of Sources: the group and the dependencies of each."""
    law = runpy.run_path(str(generated_part.ROOT / "Scripts/check-law.py"))
    found = {}
    for target in law["manifest"]()["targets"]:
        folder, _, rest = (target.get("path") or "").partition("/")
        if folder == "Sources" and target["type"] != "test":
            found[target["name"]] = (rest.split("/")[0], law["declared"](target))
    return {name: (group, inside & found.keys()) for name, (group, inside) in found.items()}


def reachable(name, edges):
    """Every target that a target depends on, directly or not."""
    found = set()
    waiting = list(edges[name])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += edges[other]
    return found


def picture():
    found = targets()
    if unknown := {group for group, _ in found.values()} - set(GROUPS):
        sys.exit(f"{', '.join(sorted(unknown))}: add the folder of Sources to GROUPS.")
    edges = {name: inside for name, (_, inside) in found.items()}
    lines = ["```mermaid", "flowchart TD"]
    for group in GROUPS:
        members = "; ".join(name for name in sorted(found) if found[name][0] == group)
        lines += [f"    subgraph {group}", f"        {members}", "    end"]
    for name in sorted(edges):
        implied = set().union(*(reachable(other, edges) for other in edges[name]))
        if direct := sorted(edges[name] - implied):
            lines.append(f"    {name} --> {' & '.join(direct)}")
    return "\n".join([*lines, "```"])


if __name__ == "__main__":
    sys.exit(generated_part.update("docs/architecture.md", "targets", picture()))
