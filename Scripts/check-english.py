#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Finds wording that is hard to read for developers whose English is a second language, and names a plain form.

It reads comments, names of tests, sentences in string literals, and documents. Code, `code marks` and strings of one or
two words are data, for example the user name "nobody". A phrase may continue on the next line.

    Scripts/check-english.py [--count] [PATH ...]      files or folders; without any, the whole repository

It also finds relative clauses that are nested in relative clauses, by the number of relative words in one clause.

The exit status is 1 if there is a finding. `--count` prints the number of findings in each folder. A check of the whole
repository begins with the self-test, which `--self-test` runs alone.
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
# Phrases to avoid in folders that were read for them, and what to write instead.
PHRASES_OF_READ_FOLDERS = {
    "that of|those of": "the noun again, or a possessive",
    "goes on|go on|went on": "continues",
    "hears?|heard": "is notified of",
    "meanwhile": "until then, in between, during …",
}
READ_FOLDERS = ("Sources/Client/", "Tests/Client/")
# Words to avoid at the beginning of a statement, where they make a clause the subject.
OPENINGS = {"Who|Whose": "a subject that is a noun: a user with …, a caller that …"}
# Words to avoid at the beginning of a test's name.
NAME_OPENINGS = {"who|whose|what|whatever|where nobody": "a subject that is a noun"}

# Words that begin a relative clause, and the number of them that a clause may not have; "so that" begins another kind.
RELATIVE = re.compile(r"\b(?<!\bso )(?:that|which|whose|what|who)\b", re.IGNORECASE)
STACKED = 3
STACKED_IN_READ_FOLDERS = 2
# What ends a clause: punctuation, a conjunction, the end of a paragraph, an item of a list, a cell of a table.
CLAUSE_END = re.compile(r"[.!?;:,()|]|\b(?:and|or|but)\b|\n\s*\n|\n\s*(?:[-*]|\d+\.)\s")
STACKED_ADVICE = "two sentences, or a noun in place of a clause"

# Texts that must stay: (file, phrase, reason).
ALLOWED = [
    ("Scripts/check-english.py", ".*", "lists the phrases"),
]


def matcher(opening, phrases, ending, flags=0):
    groups = "|".join(f"({phrase})" for phrase in phrases)
    return re.compile(f"{opening}(?:{groups}){ending}".replace(" ", r"\s+"), flags), list(phrases.values())


MATCHERS_OF_READ_FOLDERS = [matcher(r"(?<![\w-])", PHRASES_OF_READ_FOLDERS, r"(?![\w-])", re.IGNORECASE)]
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


def stacked(text, limit):
    """The clauses of a text with at least so many relative words, as (offset, clause)."""
    begin = 0
    for end, next_begin in [match.span() for match in CLAUSE_END.finditer(text)] + [(len(text), len(text))]:
        if len(RELATIVE.findall(" ".join(text[begin:end].split()))) >= limit:
            yield begin + len(text[begin:end]) - len(text[begin:end].lstrip()), " ".join(text[begin:end].split())
        begin = next_begin


def findings(path):
    """The findings in a file as (line, phrase, advice)."""
    source = (ROOT / path).read_text(encoding="utf-8")
    is_read = path.as_posix().startswith(READ_FOLDERS)
    for offset, seen in texts(source, LANGUAGES[path.suffix or path.name]):
        found = [
            (match.start(), " ".join(match[0].split()), advice[match.lastindex - 1])
            for pattern, advice in MATCHERS + (MATCHERS_OF_READ_FOLDERS if is_read else [])
            for match in pattern.finditer(seen)
        ]
        for begin, clause in stacked(seen, STACKED_IN_READ_FOLDERS if is_read else STACKED):
            found.append((begin, clause, STACKED_ADVICE))
        for begin, phrase, advice in found:
            if not is_allowed(path, phrase):
                yield source.count("\n", 0, offset + begin) + 1, phrase, advice


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


def self_test():
    """Checks that nested relative clauses are found, and that others are not."""
    nested = [
        "the session whose tokens a call needs that waits",
        "A pool with users who enter what the app\n    asks for.",
        "Returns a name, which is the name of a key that\n    is kept.",
    ]
    plain = [
        "A session that waits, whose tokens a call needs.",
        "a user who signs in and who has a passkey",
        "A pool waits so that the app which asks gets an answer.",
        "- a key that is old\n- a key that is new",
    ]
    for text in nested:
        if len(list(stacked(text, 2))) != 1:
            sys.exit(f"self-test: not found: {text}")
    for text in plain:
        if list(stacked(text, 2)):
            sys.exit(f"self-test: found for no reason: {text}")
    if list(stacked("the key that a user who waits knows", 3)) or not list(stacked("what that user knows who waits", 3)):
        sys.exit("self-test: the number of relative words does not count")


def main(arguments):
    if "--self-test" in arguments:
        return self_test()
    counting = "--count" in arguments
    places = [pathlib.Path(argument).resolve() for argument in arguments if argument != "--count"]
    if not places:
        self_test()
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
