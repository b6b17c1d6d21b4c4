#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Keeps the commits at which each part of `make nightly` was green last, in Checks/nightly.json.

    Scripts/green.py begin                prints the commit that is checked; fails if there are changes without a commit
    Scripts/green.py record PART COMMIT   writes that a part was green at the commit, which is still the current one
    Scripts/green.py parts HALF           prints the parts of nightly-a or nightly-b in order
    Scripts/green.py parsers              prints the parsers that the next run fuzzes: the other half of them each time
    Scripts/green.py show                 prints when each part was green; the last line warns if that is long ago
    Scripts/green.py --self-test          checks this script on a repository of its own

A part is green long ago if more than 100 commits follow it, or if its commit is unknown. Dates are for readers only.
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = "Checks/nightly.json"
HALVES = {
    "a": ("test-release", "soak-release", "package-test", "bench", "overload", "postgres"),
    "b": ("tsan", "fuzz", "by-url", "soak-mobile"),
}
PARTS = [part for parts in HALVES.values() for part in parts]
MOST_COMMITS = 100

# What a run changes: fuzzing adds inputs to the corpora.
CHANGED_BY_RUNS = (RECORD, "Fuzz/Corpus")


class Repository:
    """A repository with a record."""

    def __init__(self, root):
        self.root = root

    def git(self, *arguments):
        """What git prints; None if it fails."""
        # Variables of a hook would name another repository.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    def head(self):
        return self.git("rev-parse", "HEAD")

    def changes(self, *excluded):
        """The changes without a commit, except those of the named places."""
        places = [".", *(f":(exclude){place}" for place in excluded)]
        return self.git("status", "--porcelain", "--", *places)

    def record(self):
        path = self.root / RECORD
        return json.loads(path.read_text()) if path.exists() else {}

    def write(self, part, commit):
        """Records that a part was green; returns the reason if it is not recorded."""
        if self.head() != commit:
            return f"The current commit is no longer {commit}"
        if self.changes(*CHANGED_BY_RUNS) != "":
            return "There are changes without a commit"
        record = self.record()
        entry = {"commit": commit, "date": datetime.date.today().isoformat()}
        if part == "fuzz":
            entry["half"] = self.next_parsers()
        record[part] = entry
        path = self.root / RECORD
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n")
        return None

    def next_parsers(self):
        """The half of the parsers whose turn it is: 0 or 1."""
        return 1 - self.record().get("fuzz", {}).get("half", 1)

    def parsers(self):
        names = sorted(path.name for path in (self.root / "Fuzz/Corpus").iterdir() if path.is_dir())
        return names[self.next_parsers()::2]

    def commits_since(self, part):
        """How many commits follow the one at which a part was green; None if that is unknown."""
        commit = self.record().get(part, {}).get("commit")
        if not commit or self.git("merge-base", "--is-ancestor", commit, "HEAD") is None:
            return None
        count = self.git("rev-list", "--count", f"{commit}..HEAD")
        return None if count is None else int(count)

    def lines(self, most=MOST_COMMITS):
        """When each part was green; the last line is a warning if one of them was long ago."""
        found, late = [], []
        for half, parts in HALVES.items():
            for part in parts:
                count = self.commits_since(part)
                if count is None:
                    found.append(f"nightly-{half}, {part}: no commit of this history is known at which it was green")
                else:
                    entry = self.record()[part]
                    found.append(
                        f"nightly-{half}, {part}: green {count} commits ago, at {entry['commit'][:10]} ({entry['date']})")
                if count is None or count > most:
                    late.append(part)
        if late:
            found.append(f"WARNING: not green within the last {most} commits: {', '.join(late)}.")
        return found


# MARK: Self-test

def self_test():
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(pathlib.Path(folder))
        missed = []

        def check(name, is_right):
            if not is_right:
                missed.append(name)

        def commit(number=1):
            for _ in range(number):
                repository.git("add", "--all")
                repository.git(
                    "-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit",
                    "--quiet", "--allow-empty", "--message", "A commit")
            return repository.head()

        def late():
            return [line for line in repository.lines(most=3) if line.startswith("WARNING")]

        repository.git("init", "--quiet")
        for name in ("csv", "json", "jwt"):
            (repository.root / "Fuzz/Corpus" / name).mkdir(parents=True)
            (repository.root / "Fuzz/Corpus" / name / "seed").write_text(name)
        first = commit()
        check("no record", late() == [f"WARNING: not green within the last 3 commits: {', '.join(PARTS)}."])
        check("all parsers in two runs", repository.parsers() == ["csv", "jwt"])
        others = [part for part in PARTS if part not in ("bench", "fuzz")]
        check("record parts", all(repository.write(part, first) is None for part in ["bench", *others]))
        check("only one part is late", late() == ["WARNING: not green within the last 3 commits: fuzz."])
        (repository.root / "Fuzz/Corpus/csv/found").write_text("found")
        check("record with new inputs", repository.write("fuzz", first) is None)
        check("the other parsers", repository.parsers() == ["json"])
        check("nothing is late", late() == [] and "green 0 commits ago" in repository.lines()[0])
        commit(3)
        check("three commits", late() == [])
        fourth = commit()
        check("four commits", late()[0].endswith(": " + ", ".join(PARTS) + "."))
        check("an old commit", repository.write("bench", first) is not None)
        (repository.root / "file").write_text("changed")
        check("a change without a commit", repository.write("bench", fourth) is not None and "bench" in late()[0])
        fifth = commit()
        check("after that commit", repository.write("bench", fifth) is None and "bench" not in late()[0])
        check("the parsers stay", repository.parsers() == ["json"])
        repository.git("reset", "--quiet", "--hard", first)
        (repository.root / RECORD).parent.mkdir(exist_ok=True)
        for unknown in (fifth, "0" * 40):
            entries = {part: {"commit": unknown, "date": "2026-01-01"} for part in PARTS}
            (repository.root / RECORD).write_text(json.dumps(entries))
            check(f"the commit {unknown}, of another history", late()[0].endswith(": " + ", ".join(PARTS) + "."))
    for name in missed:
        print(f"self-test: wrong: {name}")
    return not missed


def main(arguments):
    repository = Repository(ROOT)
    match arguments:
        case ["begin"]:
            if repository.changes(*CHANGED_BY_RUNS) != "":
                print("There are changes without a commit: this run will not be recorded.", file=sys.stderr)
                return 1
            print(repository.head())
        case ["record", part, commit] if part in PARTS:
            if reason := repository.write(part, commit):
                print(f"{reason}: {part} is not recorded as green.")
                return 1
            print(f"{part} is green at {commit[:10]}: add {RECORD} and new inputs in Fuzz/Corpus to a commit.")
        case ["parts", half] if half in HALVES:
            print(*HALVES[half])
        case ["parsers"]:
            print(*repository.parsers())
        case ["show"]:
            print(*repository.lines(), sep="\n")
        case ["--self-test"]:
            if not self_test():
                return 1
            print("The record of the nightly parts says what it must.")
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
