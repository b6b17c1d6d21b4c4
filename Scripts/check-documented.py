#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Counts the `public` and `package` declarations of Sources that have a doc comment; 95% must have one.

    Scripts/check-documented.py [--list] [TARGET ...]     prints the share of each target, or of the targets named
    Scripts/check-documented.py --self-test               checks only the rules; each run does that first

Counted are declarations that say `public`, `open` or `package`, the requirements of such protocols and the cases of
such enums. Generated files are not. These need no comment of their own, and are left out of the count:

1. extensions, imports, operators' implementations, deinitialisers, and declarations that override another;
2. members that a protocol of the standard library or of a package explains (STANDARD below);
3. members that implement a requirement of a protocol in Sources under the same name, if the requirement has a comment
   or belongs to a generated protocol, whose requirements are the operations of the service;
4. initialisers that only assign properties (or pass their parameters on to one other initialiser);
5. cases without associated values, where the enum has a comment;
6. properties whose type or literal says what they are: `options: Options`, `validation = "ValidationException"`.

A comment that only repeats the declaration's name does not count. The declarations without a comment are listed with
`--list`, and when the total is under the limit; the exit status is 1 then.
"""
import bisect
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST = 95.0

# Names that a protocol of the standard library, Foundation, Testing, Logging, Metrics or NIO documents.
STANDARD = set("""
    == < hash hashValue description debugDescription customMirror testDescription testScope provideScope
    errorDescription recoverySuggestion failureReason encode init(from CodingKeys rawValue RawValue init(rawValue
    stringValue intValue init(stringValue init(intValue allCases makeIterator makeAsyncIterator next Element Iterator
    AsyncIterator startIndex endIndex init(stringLiteral init(integerLiteral init(arrayLiteral init(dictionaryLiteral
    init(booleanLiteral init(floatLiteral init(nilLiteral init(stringInterpolation StringInterpolation
    init(literalCapacity appendLiteral unownedExecutor log logLevel metadata metadataProvider subscript(metadataKey
    makeCounter makeFloatingPointCounter makeMeter makeRecorder makeTimer destroyCounter destroyFloatingPointCounter
    destroyMeter destroyRecorder destroyTimer InboundIn InboundOut OutboundIn OutboundOut handlerAdded handlerRemoved
    channelActive channelInactive channelRead channelReadComplete channelWritabilityChanged errorCaught
    userInboundEventTriggered triggerUserOutboundEvent write flush read close
""".split())

BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|(#+)"""[\s\S]*?"""\1|(#+)".*?"\2|"""(?:\\.|[^\\])*?"""|'
    r'"(?:\\\((?:[^()"]|"[^"]*"|\([^()]*\))*\)|\\.|[^"\\\n])*"', re.DOTALL)
ATTRIBUTE = r"@\w+(?:\((?:[^()]|\([^()]*\))*\))?"
MODIFIER = (
    r"(?:public|package|open|internal|private|fileprivate|static|class(?=\s+(?:func|var|let|subscript))|final|override|"
    r"mutating|nonmutating|consuming|borrowing|nonisolated|isolated|lazy|weak|unowned|required|convenience|indirect|"
    r"dynamic|optional|prefix|postfix|infix|distributed|async)(?:\((?:set|unsafe|nonsending)\))?")
DECLARATION = re.compile(
    rf"^[ \t]*(?P<attributes>(?:{ATTRIBUTE}\s+)*)(?P<modifiers>(?:{MODIFIER}\s+|{ATTRIBUTE}\s+)*)"
    r"(?P<kind>struct|class|actor|enum|protocol|extension|func|var|let|init|subscript|typealias|associatedtype|case|"
    r"macro|deinit)(?P<mark>[?!]?)(?=[\s(<{])\s*(?P<name>`[^`]+`|[\w.]+|[-+*/<>=!&|^~%?]+)?", re.MULTILINE)
TYPES = {"struct", "class", "actor", "enum", "protocol", "extension"}
ACCESS = re.compile(r"\b(public|open|package)\b(?!\()")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def blank(text):
    """The text with comments and strings blanked, so that braces and words in them do not count."""
    return BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def braces(code):
    """The ends of brace pairs, by the positions of their beginnings."""
    ends, stack = {}, []
    for match in re.finditer(r"[{}]", code):
        if match[0] == "{":
            stack.append(match.start())
        elif stack:
            ends[stack.pop()] = match.end()
    return ends


class Declaration:
    """A declaration with its place, its enclosing type and the parts that the rules look at."""

    def __init__(self, match, file, number, scope, generated):
        self.kind, self.name = match["kind"], (match["name"] or "").strip("`")
        self.modifiers = match["attributes"] + match["modifiers"]
        self.file, self.number, self.scope = file, number, scope
        self.generated = generated
        self.comment, self.inherited, self.type, self.body, self.parameters = "", set(), "", "", ""

    @property
    def access(self):
        return bool(ACCESS.search(self.modifiers))

    @property
    def counted(self):
        if self.kind in ("extension", "deinit") or self.generated:
            return False
        if self.kind == "case" or self.scope and self.scope.kind == "protocol":
            return bool(self.scope and self.scope.access)
        return self.access

    @property
    def key(self):
        """The name as protocols and STANDARD know it; with the first label of an initialiser or subscript."""
        if self.kind in ("init", "subscript"):
            label = re.match(r"\s*(\w+)", self.parameters)
            return f"{self.kind}({label[1] if label else ''}"
        return self.name

    @property
    def owner(self):
        return self.scope.name.split(".")[-1] if self.scope else ""

    @property
    def commented(self):
        """Whether the comment says something that the name does not."""
        return bool(words(self.comment) - {"the", "a", "an", "of", "this"} - words(self.name))


def words(text):
    """The words of a sentence or of a name in camel case."""
    return {word.lower() for word in WORD.findall(text)}


def enclosing(position, starts, scopes):
    """The innermost brace pair around a position, as the declaration that it belongs to; False in other braces."""
    for index in range(bisect.bisect(starts, position) - 1, -1, -1):
        start, end, owner = scopes[index]
        if position < end:
            return owner
    return None


def comment_above(lines, number):
    """The doc comment that ends above a line, over attributes that have lines of their own."""
    said = []
    for line in reversed(lines[:number - 1]):
        line = line.strip()
        if line.startswith("///"):
            said.append(line[3:])
        elif said or not re.match(r"@\w|#if|#else|#endif", line):
            break
    return " ".join(reversed(said))


def parenthesised(code, start):
    """What stands between the parentheses that begin at a position."""
    depth = 0
    for position in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[position], 0)
        if not depth:
            return code[start + 1:position], position + 1
    return "", start


def parse(text, file, generated=False):
    """The declarations of a file, in types or at the top; those in bodies of functions are left out."""
    code, lines = blank(text), text.splitlines()
    ends, newlines = braces(code), [match.start() for match in re.finditer("\n", code)]
    scopes = {start: False for start in ends}
    found, starts = [], sorted(ends)
    for match in DECLARATION.finditer(code):
        known = [(start, ends[start], scopes[start]) for start in starts if start < match.start("kind")]
        scope = enclosing(match.start("kind"), [start for start, _, _ in known], known)
        if scope is False or match["kind"] == "case" and not (scope and scope.kind == "enum"):
            continue
        first = bisect.bisect(newlines, match.start("attributes")) + 1
        number = bisect.bisect(newlines, match.start("kind")) + 1
        declaration = Declaration(match, file, number, scope, generated)
        declaration.comment = comment_above(lines, first)
        after = match.end()
        opening = re.compile(r"[({]").search(code, after)
        if match["kind"] in TYPES:
            brace = code.find("{", after)
            if brace in scopes:
                scopes[brace] = declaration
                head = code[after:brace].split(" where ")[0]
                declaration.inherited = set(re.findall(r"\w+", head.partition(":")[2])) if ":" in head else set()
        elif match["kind"] == "case":
            declaration.type = code[after:code.find("\n", after)]
        elif match["kind"] in ("var", "let"):
            rest = slice(after, code.find("\n", after))
            literal = re.search(r'= ("\w*")$', text[rest])
            declaration.type = literal[1] if literal else re.split(r"[={]", code[rest].partition(":")[2])[0]
        elif match["kind"] in ("init", "subscript") and opening:
            declaration.parameters, rest = parenthesised(code, opening.start())
            brace = code.find("{", rest)
            if brace in ends and "}" not in code[rest:brace]:
                declaration.body = text[brace + 1:ends[brace] - 1]
        found.append(declaration)
    return found


ASSIGNMENT = re.compile(r"^(?:self\.)?[\w.]+ = \S|^(?:try )?self\.init\(.*\)$|^super\.init\(.*\)$")


def only_assigns(declaration):
    """Whether an initialiser only assigns; a wrapped expression counts as part of the line where it begins."""
    body = re.sub(r"//[^\n]*", "", declaration.body)
    if not body.strip():
        return not declaration.parameters.strip()
    statements = re.sub(r"(?<=[(,\[{])\s*\n\s*|\n\s*(?=[.)\]?:}&|+])", " ", body.strip()).splitlines()
    return all(ASSIGNMENT.match(part.strip()) for line in statements for part in line.split("; ") if part.strip())


class Sources:
    """All declarations, with the protocols and the conformances that explain members."""

    def __init__(self, declarations):
        self.requirements, self.parents = collections.defaultdict(set), collections.defaultdict(set)
        for declaration in declarations:
            if declaration.kind in TYPES:
                self.parents[declaration.name.split(".")[-1]] |= declaration.inherited
            scope = declaration.scope
            if scope and scope.kind == "protocol" and (declaration.commented or declaration.generated):
                self.requirements[scope.name].add(declaration.key)

    def ancestors(self, name):
        """The protocols and classes above a type."""
        known, open_names = set(), [name]
        while open_names:
            new = self.parents[open_names.pop()] - known
            known |= new
            open_names += new
        return known

    def explained(self, declaration):
        """Whether one of the five rules says what a declaration is."""
        scope, key = declaration.scope, declaration.key
        if declaration.kind == "func" and not re.match(r"\w", declaration.name) or "override" in declaration.modifiers:
            return True
        if scope and scope.kind != "protocol":
            if key in STANDARD:
                return True
            types = self.ancestors(declaration.owner) | {declaration.owner}
            if any(key in self.requirements[name] for name in types):
                return True
        if declaration.kind == "init":
            return only_assigns(declaration)
        if declaration.kind in ("var", "let"):
            return words(declaration.name) <= words(declaration.type)
        return declaration.kind == "case" and "(" not in declaration.type and bool(scope.comment)


def targets():
    """The folders of the targets, by name."""
    groups = [ROOT / "Sources" / group for group in ("Client", "Commands", "Server", "Shared", "Testing", "Tools")]
    groups.append(ROOT / "Sources/Server/UserPools")
    return {folder.name: folder for group in groups for folder in sorted(group.glob("*"))
            if folder.name != "UserPools" and any(folder.rglob("*.swift"))}


def read():
    for name, folder in targets().items():
        for path in sorted(folder.rglob("*.swift")):
            text = path.read_text()
            generated = "Generated by ShapeGenerator" in text[:400]
            if not generated or " protocol " in text:
                yield from ((name, each) for each in parse(text, path.relative_to(ROOT), generated))


def percent(part, whole):
    return 100 * part / whole if whole else 100.0


def report(names, listed):
    everything = list(read())
    sources = Sources([declaration for _, declaration in everything])
    counts, missing = collections.defaultdict(lambda: [0, 0]), []
    for name, declaration in everything:
        if names and name not in names or not declaration.counted or sources.explained(declaration):
            continue
        counts[name][0] += declaration.commented
        counts[name][1] += 1
        if not declaration.commented:
            missing.append(declaration)
    documented, total = (sum(count[part] for count in counts.values()) for part in (0, 1))
    share = percent(documented, total)
    if listed or share < LEAST:
        for declaration in missing:
            name = f"{declaration.owner}.{declaration.name}" if declaration.owner else declaration.name
            print(f"{declaration.file}:{declaration.number}: no doc comment: {declaration.kind} {name}".rstrip("."))
    if listed or names or share < LEAST:
        for name, (part, whole) in sorted(counts.items()):
            print(f"{percent(part, whole):6.1f}%  {part:5} of {whole:5}  {name}")
    print(f"{share:.1f}% of {total} declarations have a doc comment; {LEAST:.0f}% must.")
    return share >= LEAST


# MARK: Self-test

# A sample of Swift for each rule; a declaration is expected to be missed if `// missing` ends its line.
SAMPLE = '''
/// A planet of a star.
package struct Planet: Orbiting, Equatable {
    package let name: String  // missing
    /// The name.
    package let name: String  // missing
    /// The radius in kilometres.
    package let radius: Double
    package let star: Star
    package static let closest = "Closest"
    package var size: Size { Size("} not the end {") }  // and a brace in a comment: {
    package var isFar: Bool { true }  // missing
    package init(name: String, star: Star = .sun) {
        self.name = name
        self.star = star
    }
    package init(text: String) throws {  // missing
        guard text.isEmpty else { throw Failure() }
        self.init(name: text)
    }
    package static func == (one: Planet, other: Planet) -> Bool { true }
    package func hash(into hasher: inout Hasher) {
        package let inside = 1
    }
    package func advance(by days: Int) {}
    package func land() {}  // missing
    func hidden() {}
    @discardableResult
    package func probe() -> Int { 1 }  // missing
}

/// A body that circles another one.
package protocol Orbiting: Named {
    /// Moves the body along its orbit.
    func advance(by days: Int)
    func land()  // missing
}

package enum Phase {  // missing
    case new  // missing
}

/// The part of a planet that is lit.
package enum Light {
    case none, half
    case part(Double)  // missing
    /// The light of the given planet.
    case reflected(Planet)
}
'''


def self_test():
    """Checks that each rule finds what it must find, and nothing else."""
    declarations = parse(SAMPLE, "sample")
    sources, lines = Sources(declarations), SAMPLE.splitlines()
    found = {each.number for each in declarations
             if each.counted and not sources.explained(each) and not each.commented}
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("// missing")}
    for number in sorted(found ^ expected):
        print(f"self-test: {'found' if number in found else 'missed'}: {lines[number - 1].strip()}")
    return found == expected


def main():
    options, names = ({word for word in sys.argv[1:] if word.startswith("--") == wanted} for wanted in (True, False))
    unknown = options - {"--list", "--self-test"} | names - set(targets())
    if unknown:
        sys.exit(f"Unknown: {', '.join(sorted(unknown))}")
    if not self_test():
        return 1
    return 0 if "--self-test" in options or report(names, "--list" in options) else 1


if __name__ == "__main__":
    sys.exit(main())
