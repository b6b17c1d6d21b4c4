#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Draws the parts of the house into docs/architecture.md, and the targets of Sources into docs/targets.md; with --check,
fails when a picture is out of date.

An arrow points to what is depended on. Arrows that follow from others are left out. Scripts/check-law.py names the parts.
"""
import runpy
import sys

sys.dont_write_bytecode = True

import generated_part  # noqa: E402

LAW = runpy.run_path(str(generated_part.ROOT / "Scripts/check-law.py"))

# The parts that the picture of the house leaves out.
NOT_DRAWN = ("App testing", "Tools")

# The target that tests import, which has no part: it depends on both halves.
OF_NO_PART = "Testing of both halves"


def targets():
    """The targets of Sources, with the dependencies of each."""
    found = {}
    for target in LAW["manifest"]()["targets"]:
        if (target.get("path") or "").startswith("Sources/") and target["type"] != "test":
            found[target["name"]] = LAW["declared"](target)
    return {name: inside & found.keys() for name, inside in found.items()}


def part(name):
    """The part of a target; a library of the system belongs to the part of a target that imports it."""
    owner = min(LAW["OWNERS"].get(name, [name]))
    return LAW["TARGETS"].get(name if name in LAW["TARGETS"] else owner, (OF_NO_PART,))[0]


def node(name):
    """The name of a part without spaces."""
    return "".join(word[0].upper() + word[1:] for word in name.split())


def reachable(name, edges):
    """Everything that a node depends on, directly or not."""
    found = set()
    waiting = list(edges[name])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += edges[other]
    return found


def arrows(edges, label=str):
    """The lines of the arrows that do not follow from others."""
    for name in sorted(edges):
        implied = set().union(*(reachable(other, edges) for other in edges[name]))
        if direct := sorted(edges[name] - implied):
            yield f"    {label(name)} --> {' & '.join(map(label, direct))}"


def parts_picture(found):
    """The parts with the targets in each, and their arrows."""
    drawn = [name for name in LAW["PARTS"] if name not in NOT_DRAWN]
    edges = {name: set() for name in drawn}
    for name, inside in found.items():
        if part(name) in edges:
            edges[part(name)] |= {part(other) for other in inside} & edges.keys() - {part(name)}

    lines = ["```mermaid", "flowchart TD"]
    for name in drawn:
        members = [each for each in sorted(found, key=str.lower) if part(each) == name]
        lines.append(f'    {node(name)}["<b>{name}</b><br/>{"<br/>".join(members)}"]')
    return "\n".join([*lines, *arrows(edges, node), "```"])


def targets_picture(found):
    groups = [*LAW["PARTS"], OF_NO_PART]
    lines = ["```mermaid", "flowchart TD"]
    for group in groups:
        if members := [name for name in sorted(found) if part(name) == group]:
            lines += [f"    subgraph {node(group)}[{group}]", f"        {'; '.join(members)}", "    end"]
    return "\n".join([*lines, *arrows(found), "```"])


def main():
    found = targets()
    pictures = [
        ("docs/architecture.md", "parts", parts_picture(found)), ("docs/targets.md", "targets", targets_picture(found))]
    return max(generated_part.update(*picture) for picture in pictures)


if __name__ == "__main__":
    sys.exit(main())
