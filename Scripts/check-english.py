#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Finds wording that is hard to read for developers whose English is a second language, and names a plain form.

It reads comments, names of tests, sentences in string literals, and documents. Code, `code marks` and strings of one or
two words are data, for example the user name "nobody". A phrase may continue on the next line.

    Scripts/check-english.py [--count] [PATH ...]      files or folders; without any, the whole repository

The exit status is 1 if there is a finding. `--count` prints the number of findings in each folder.
"""
import collections
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACES = [
    ".ci", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Fuzz", "Makefile", "Package.swift", "Python", "README.md",
    "SECURITY.md", "Samples", "Scripts", "Sources", "Tests", "docs",
]
SKIPPED = {"Corpus", "__pycache__", ".build"}

BE = "(?:is|are|was|were|be|been|being)"
# Phrases to avoid anywhere, and what to write instead. A space in a phrase matches a line's end as well.
PHRASES = {
    "nobody|no one": "no user, no caller, an unknown user name",
    "somebody|someone|anybody|everybody": "a user, a caller, an attacker",
    "whoever|whomever|whom": "the caller that …, a user with …",
    "stands? for|stood for|standing for": "is, means, represents",
    f"{BE} told": "receives, gets",
    f"{BE} asked": "is called, is queried, the user must enter …",
    f"{BE} given up": "is cancelled, is released",
    "(?:brings?|brought|bringing) along": "includes, imports",
    "(?:what|that|which|who) (?:is|are) no(?! (?:longer|more|less|later|earlier|greater|older|newer))": "an invalid …",
    "nor (?:does|do|did|is|are|was|were|has|have|had|can|could|may|must|will|would)": "a second clause with “not”",
    "(?<!key\\s)rings?": "key ring",
    "tickets?": "single-use token",
    "pledges?": "promise",
    "errands?": "pending delivery",
    "desks?": "dispatcher",
    "households?": "fixture",
}
# Words to avoid at the beginning of a statement, where they make a clause the subject.
OPENINGS = {"Who|Whose": "a subject that is a noun: a user with …, a caller that …"}
# Words to avoid at the beginning of a test's name.
NAME_OPENINGS = {"who|whose|what|whatever|where nobody": "a subject that is a noun"}

# Texts that must stay: (file, phrase, reason).
ALLOWED = [
    ("Scripts/check-english.py", ".*", "lists the phrases"),
]


def matcher(opening, phrases, ending, flags=0):
    groups = "|".join(f"({phrase})" for phrase in phrases)
    return re.compile(f"{opening}(?:{groups}){ending}".replace(" ", r"\s+"), flags), list(phrases.values())


MATCHERS = [
    matcher(r"(?<![\w-])", PHRASES, r"(?![\w-])", re.IGNORECASE),
    matcher(r"\b", OPENINGS, r"\b(?![^.?]*\?)"),
    matcher("(?<=`)", NAME_OPENINGS, r"\b"),
]

# The parts of a file with text. What matches none of them is code.
SHORT_STRING = r'(?P<string>"(?:\\\((?:[^()"]|"[^"]*"|\([^()]*\))*\)|\\.|[^"\\\n])*")'
SWIFT = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string3>#+"""[\s\S]*?"""#+|#+".*?"#+|"""(?:\\.|[^\\])*?""")|'
    + SHORT_STRING + r"|(?<=func )(?P<name>`[^`\n]+`)", re.DOTALL)
PYTHON = re.compile(
    r'(?P<string3>"""(?:\\.|[^\\])*?""")|(?P<comment>#[^\n]*)|' + SHORT_STRING
    + r"|'(?:\\.|[^'\\\n])*'|(?<=def )(?P<name>test_\w+)", re.DOTALL)
SHELL = re.compile(r"(?P<comment>(?:^|(?<=\s))#[^\n]*)|" + SHORT_STRING + r"|'[^']*'", re.MULTILINE)
LANGUAGES = {
    ".swift": SWIFT, ".c": SWIFT, ".h": SWIFT, ".py": PYTHON, ".sh": SHELL, "Makefile": SHELL, "run": SHELL, ".md": None,
    ".mermaid": None,
}
CODE_IN_TEXT = re.compile(r"^ *```.*?^ *```|``[^`\n]+``|`[^`\n]+`", re.DOTALL | re.MULTILINE)
INTERPOLATION = re.compile(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


def masked(code):
    """The code with every character hidden, so that what follows keeps its place."""
    return re.sub(r"\S", "|", code)


def without_code(text):
    return CODE_IN_TEXT.sub(lambda match: masked(match[0]), text)


def is_sentence(string):
    return len(re.findall(r"(?<!\S)[A-Za-z]{2,}(?=[\s.,;:!?]|$)", string)) > 2


def text(match):
    """The checked text of a part, as long as the part itself."""
    part = match[0]
    if match.lastgroup == "comment":
        return without_code(re.sub(r"^\s*(/[/*]+|#+!?)|\*/$", lambda mark: " " * len(mark[0]), part))
    if match.lastgroup == "name":
        return part if part[0] == "`" else "`" + part[5:].replace("_", " ") + "    "
    if match.lastgroup is None or not is_sentence(part[1:-1]):
        return masked(part)
    return without_code(INTERPOLATION.sub(lambda inner: masked(inner[0]), part))


def texts(source, language):
    """The texts of a source, as (offset, text); comments on consecutive lines are one text."""
    if language is None:
        yield 0, without_code(source)
        return
    begin, parts, end = 0, [], 0
    for match in language.finditer(source):
        between = source[end:match.start()]
        if between.strip():
            yield begin, "".join(parts)
            begin, parts = match.start(), []
        else:
            parts.append(between)
        parts.append(text(match))
        end = match.end()
    yield begin, "".join(parts)


def findings(path):
    """The findings in a file as (line, phrase, advice)."""
    source = (ROOT / path).read_text(encoding="utf-8")
    for offset, seen in texts(source, LANGUAGES[path.suffix or path.name]):
        for pattern, advice in MATCHERS:
            for match in pattern.finditer(seen):
                phrase = " ".join(match[0].split())
                line = source.count("\n", 0, offset + match.start()) + 1
                if not is_allowed(path, phrase):
                    yield line, phrase, advice[match.lastindex - 1]


def is_allowed(path, phrase):
    return any(path.as_posix() == file and re.fullmatch(allowed, phrase) for file, allowed, _ in ALLOWED)


def files(places):
    for place in places:
        if place.is_file():
            yield place.relative_to(ROOT)
        for folder, folders, names in os.walk(place):
            folders[:] = sorted(set(folders) - SKIPPED)
            for path in (pathlib.Path(folder, name) for name in sorted(names)):
                if (path.suffix or path.name) in LANGUAGES:
                    yield path.relative_to(ROOT)


def main(arguments):
    counting = "--count" in arguments
    places = [pathlib.Path(argument).resolve() for argument in arguments if argument != "--count"]
    counts = collections.Counter()
    for path in files(places or [ROOT / place for place in PLACES]):
        for line, phrase, advice in sorted(findings(path)):
            counts["/".join(path.parts[:2] if len(path.parts) > 2 else path.parts[:1])] += 1
            if not counting:
                print(f'{path}:{line}: "{phrase}": use {advice}')
    if counting:
        for folder, count in sorted(counts.items()):
            print(f"{count:5} {folder}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
