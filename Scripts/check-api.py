#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Compares the public declarations of the client modules with those of Amplify Swift.

    swift build && Scripts/check-api.py [--list STATUS] [--self-test]

Scripts/api/amplify-2.60.1.tsv holds the original's declarations; ours are read from the built debug modules by
`swift symbolgraph-extract`. Each declaration of the original is `same`, `missing` or `different` here. One that is not
the same must match a line of Scripts/api/deviations.tsv (area, declaration, reason; the first two may hold `*`, and the
second may end in a signature), and each of those lines must still be needed; otherwise this program fails.

What an app's source cannot see is left out of the comparison: the internal names of parameters, `final`, `any`,
`Sendable`, `@preconcurrency` and other attributes, the text of default strings, raw values, extensions as such. A
setter may be more than the original has. A declaration that a type inherits, or that the compiler writes for a
conformance, counts as the type's own.
"""
import argparse
import collections
import csv
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Scripts/api"))

from signatures import ALIASES, TYPES, inherited, signature  # noqa: E402

ORIGINAL = ROOT / "Scripts/api/amplify-2.60.1.tsv"
DEVIATIONS = ROOT / "Scripts/api/deviations.tsv"
MODULES = ["Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "AWSAPIPlugin", "AWSDataStorePlugin"]

# What the compiler writes for a conformance.
SYNTHESISED = {
    "==(_:_:)": "Equatable", "hash(into:)": "Hashable", "encode(to:)": "Encodable", "init(from:)": "Decodable",
    "rawValue": "RawRepresentable", "init(rawValue:)": "RawRepresentable",
}
# Types by the names that extensions of the original give them.
EXTENDED = {"DefaultModelIdentifier": "ModelIdentifier", "DataStoreResult": "Result"}
# A protocol that is two others.
COMPOSED = {"Codable": ["Encodable", "Decodable"]}

Declaration = collections.namedtuple("Declaration", "owner name static kind signature defaults settable")


# MARK: - The two sides

KINDS = {
    "swift.method": "func", "swift.type.method": "func", "swift.init": "func", "swift.func": "func",
    "swift.func.op": "func", "swift.property": "var", "swift.type.property": "var", "swift.subscript": "subscript",
    "swift.enum.case": "case", "swift.typealias": "typealias", "swift.associatedtype": "associatedtype",
    "swift.class": "class", "swift.struct": "struct", "swift.enum": "enum", "swift.protocol": "protocol",
}


def text_of(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


class Ours:
    """The public declarations of our modules."""

    def __init__(self, graphs):
        self.declarations = collections.defaultdict(list)
        self.parents = collections.defaultdict(set)
        names = {}
        for graph in graphs:
            for symbol in graph["symbols"]:
                names[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
        for graph in graphs:
            for symbol in graph["symbols"]:
                if symbol["kind"]["identifier"] == "swift.typealias" and len(symbol["pathComponents"]) == 1:
                    meaning, _ = signature("typealias", text_of(symbol), "")
                    if "swiftGenerics" not in symbol:
                        simple = re.fullmatch(r"[\w.]+", meaning)
                        ALIASES[symbol["pathComponents"][0]] = meaning if simple else f"({meaning})"
        for graph in graphs:
            for symbol in graph["symbols"]:
                self.add(symbol)
            for relation in graph["relationships"]:
                if relation["kind"] in ("conformsTo", "inheritsFrom") and relation["source"] in names:
                    target = names.get(relation["target"]) or relation.get("targetFallback", "").removeprefix("Swift.")
                    self.parents[names[relation["source"]]].add(target)

    def add(self, symbol):
        kind = KINDS.get(symbol["kind"]["identifier"])
        if kind is None or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            return
        *path, name = symbol["pathComponents"]
        text = text_of(symbol)
        owner = ".".join(path)
        if kind in TYPES:
            self.parents[".".join(symbol["pathComponents"])].update(inherited(text))
        static = symbol["kind"]["identifier"] in ("swift.type.method", "swift.type.property", "swift.func.op")
        settable = "set" in text.partition("{")[2].split() or ("{" not in text and re.search(r"\bvar ", text) is not None)
        declaration = Declaration(owner, name, static, kind, *signature(kind, text, owner), settable)
        self.declarations[owner, name].append(declaration)

    def ancestors(self, owner):
        """The type itself, what it inherits from and what it conforms to, at any distance."""
        seen, open_ends = [], [owner]
        while open_ends:
            name = open_ends.pop()
            if name not in seen:
                seen.append(name)
                open_ends += sorted(self.parents.get(name, ()))
        return seen

    def named(self, owner, name):
        return [found for type_name in self.ancestors(owner) for found in self.declarations.get((type_name, name), [])]


def original(rows):
    """The original's declarations with their rows, without those that no app can use."""
    for row in rows:
        # An extension as such says nothing, and an `@_spi` declaration is the original's private interface.
        kind, _, detail = row["kind"].partition(".")
        if row["kind"] == "extension" or row["name"] == "deinit" or "@_spi" in row["signature"]:
            continue
        kind = {"function": "func", "enumelement": "case"}.get(kind, kind)
        if row["kind"] == "function.subscript":
            kind = "subscript"
        owner = ALIASES.get(row["owner"], EXTENDED.get(row["owner"], row["owner"]))
        owner = "Array" if owner.startswith("[") else owner
        settable = "[setter public]" in row["signature"] or "{ get set }" in row["signature"]
        static = detail in ("static", "method.static", "method.class")
        name = row["name"]
        if kind == "func" and name in ("==", "<"):
            name += "(_:_:)"
        yield Declaration(
            owner, name.replace("`", ""), static, kind, *signature(kind, row["signature"], owner), settable
        ), row


def judge(theirs, row, ours):
    """`same`, `missing` or `different`, and what is here instead."""
    if theirs.kind in TYPES:
        return judge_type(theirs, row, ours)
    candidates = [found for found in ours.named(theirs.owner, theirs.name) if found.kind == theirs.kind]
    candidates = [found for found in candidates if found.static == theirs.static] or candidates
    if not candidates:
        conformance = SYNTHESISED.get(theirs.name)
        if conformance and conformance in ours.ancestors(theirs.owner):
            return "same", ""
        return "missing", ""
    for found in candidates:
        if fits(theirs, found):
            return "same", ""
    return "different", "; ".join(sorted({describe(found) for found in candidates}))


def fits(theirs, found):
    if theirs.static != found.static and theirs.kind != "case":
        return False
    if theirs.settable and not found.settable:
        return False
    # A declaration that names no type has the type of its value, and more defaults do no harm to a call.
    defaults = all(value in ("", here) for value, here in zip(theirs.defaults, found.defaults))
    return theirs.signature == found.signature and defaults or (theirs.kind == "var" and not theirs.signature)


def describe(declaration):
    text = ("static " if declaration.static else "") + (declaration.signature or declaration.kind)
    defaults = [value or "-" for value in declaration.defaults]
    return text + (f" defaults: {', '.join(defaults)}" if set(defaults) - {"-"} else "")


def judge_type(theirs, row, ours):
    found = ours.declarations.get((theirs.owner, theirs.name))
    if not found:
        return "missing", ""
    if found[0].kind != theirs.kind:
        return "different", found[0].kind
    path = full_name(theirs)
    ancestors = {name.split(".")[-1] for name in ours.ancestors(path)}
    lacking = []
    for parent in inherited(row["signature"]):
        # An alias of several protocols counts as all of them.
        needed = COMPOSED.get(parent, parent.strip("()").split("&"))
        if parent != "Sendable" and not all(name.split("<")[0].split(".")[-1] in ancestors for name in needed):
            # A raw type is not in the graph; that the enumeration has raw values is.
            if not (theirs.kind == "enum" and parent in ("String", "Int") and "RawRepresentable" in ancestors):
                lacking.append(parent)
    return ("different", "does not inherit from " + ", ".join(lacking)) if lacking else ("same", "")


# MARK: - The comparison

def load_graphs(modules):
    """The symbol graphs of our modules.

    The compiler names the module maps of C targets that it misses, one at a time.
    """
    flags, graphs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            while True:
                command = [
                    "swift", "symbolgraph-extract", "-module-name", module, "-target", target(),
                    "-I", str(modules), "-output-dir", folder, "-minimum-access-level", "public",
                    "-emit-extension-block-symbols", *flags,
                ]
                result = subprocess.run(command, capture_output=True, text=True)
                if result.returncode == 0:
                    break
                missing = re.search(r"missing required modules?:? '([^']+)'", result.stderr)
                found = missing and module_maps(missing[1], modules)
                if not found or f"-fmodule-map-file={found[0]}" in flags:
                    sys.exit(f"{module} cannot be read; run `swift build` first\n{result.stderr}")
                flags += ["-Xcc", f"-fmodule-map-file={found[0]}"]
        for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
            graphs.append(json.loads(path.read_text()))
    return graphs


def module_maps(name, modules):
    """The module maps of a C target: of one that was compiled, or of a system's library in a package's checkout."""
    compiled = sorted(modules.parent.glob(f"{name}.build/**/module.modulemap"))
    return compiled or sorted(modules.parent.parent.glob(f"checkouts/*/Sources/{name}/module.modulemap"))


def target():
    information = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(information)["target"]["triple"]


def read_rows():
    with ORIGINAL.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_deviations():
    lines = [line for line in DEVIATIONS.read_text().splitlines() if line and not line.startswith("#")]
    deviations = [tuple(line.split("\t")) for line in lines]
    for deviation in deviations:
        if len(deviation) != 3 or not deviation[2].strip():
            sys.exit(f"deviations.tsv: a line needs area, declaration and reason: {deviation}")
    return deviations


def full_name(declaration):
    return f"{declaration.owner}.{declaration.name}" if declaration.owner else declaration.name


def matching(deviations, theirs, row):
    """The deviations that name a declaration, by its name alone or with its signature."""
    name = full_name(theirs)
    names = [name, f"{name} {theirs.signature}"]
    return [
        (area, pattern, reason) for area, pattern, reason in deviations
        if fnmatch.fnmatchcase(row["area"], area) and any(fnmatch.fnmatchcase(name, pattern) for name in names)
    ]


def compare(rows, ours, deviations):
    """Counts by area and status, the list of all verdicts, and what is wrong."""
    counts, verdicts, problems = collections.defaultdict(collections.Counter), [], []
    needed = set()
    for theirs, row in original(rows):
        status, instead = judge(theirs, row, ours)
        name = full_name(theirs)
        verdicts.append((status, row["area"], name, theirs, row, instead))
        if status != "same":
            reasons = matching(deviations, theirs, row)
            needed.update(reasons)
            if reasons:
                status = "deviating"
            else:
                text = f"{status}: {row['area']}\t{name}\n    theirs: {describe(theirs)}"
                problems.append(text + (f"\n    ours:   {instead}" if instead else ""))
        counts[row["area"]][status] += 1
    for deviation in deviations:
        if deviation not in needed:
            problems.append(f"deviations.tsv has a line that is not needed: {deviation[0]}\t{deviation[1]}")
    return counts, verdicts, problems


def print_counts(counts):
    columns = ["same", "deviating", "missing", "different"]
    print(f"{'area':34}" + "".join(f"{column:>11}" for column in columns))
    total = collections.Counter()
    for area, count in sorted(counts.items()):
        total.update(count)
        print(f"{area:34}" + "".join(f"{count[column]:>11}" for column in columns))
    print(f"{'all':34}" + "".join(f"{total[column]:>11}" for column in columns))


# MARK: - Self test

def self_test(rows, ours, deviations):
    """Removes and alters each declaration that is the same, and expects the comparison to notice each time."""
    tested = 0
    for theirs, row in original(rows):
        if judge(theirs, row, ours)[0] != "same":
            continue
        hiding = [deviation for deviation in matching(deviations, theirs, row) if deviation[1] != "*"]
        expect(not hiding, f"the removal of {full_name(theirs)} would be hidden by {hiding}")
        keys = [(name, theirs.name) for name in ours.ancestors(theirs.owner) if (name, theirs.name) in ours.declarations]
        if not keys or theirs.name in SYNTHESISED:
            continue
        kept = {key: ours.declarations[key] for key in keys}
        for key in keys:
            del ours.declarations[key]
        expect(judge(theirs, row, ours)[0] == "missing", f"the removal of {full_name(theirs)} is not noticed")
        altered = "protocol" if theirs.kind != "protocol" else "struct"
        for key in keys:
            ours.declarations[key] = [
                found._replace(kind=altered) if theirs.kind in TYPES else found._replace(signature="(Altered)")
                for found in kept[key]
            ]
        if theirs.kind in TYPES or theirs.signature:
            status = judge(theirs, row, ours)[0]
            expect(status == "different", f"a change of {full_name(theirs)} is not noticed")
        ours.declarations.update(kept)
        tested += 1
    expect(tested > 500, f"only {tested} declarations are the same")
    stale = [*deviations, ("Amplify/Core", "NoSuchDeclaration", "a reason")]
    expect(len(compare(rows, ours, stale)[2]) == 1, "a deviation that is not needed is not noticed")
    expect(compare(rows, ours, deviations[1:])[2] != [], "a deviation that is not listed is not noticed")
    print(f"self test: the removal and the change of each of {tested} declarations are noticed")


def expect(condition, complaint):
    if not condition:
        sys.exit(f"self test: {complaint}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modules", type=pathlib.Path, default=ROOT / ".build/debug/Modules")
    parser.add_argument("--list", metavar="STATUS", choices=["same", "missing", "different"])
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if sys.platform != "linux":
        print("The declarations are compared on Linux only, for which the list of deviations is.")
        return
    rows, deviations = read_rows(), read_deviations()
    ours = Ours(load_graphs(arguments.modules))
    counts, verdicts, problems = compare(rows, ours, deviations)
    if arguments.list:
        for status, area, name, theirs, _, instead in verdicts:
            if status == arguments.list:
                print(f"{area}\t{name}\t{theirs.signature}\t{instead}")
        return
    print_counts(counts)
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} differences from the original's declarations are not listed as wanted")
    if arguments.self_test:
        self_test(rows, ours, deviations)


if __name__ == "__main__":
    main()
