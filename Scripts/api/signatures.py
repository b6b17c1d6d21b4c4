# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Swift declarations in one form, so that two of them can be compared as text: see Scripts/check-api.py.

What an app's source cannot see is left out: the internal names of parameters, modifiers, `any`, `Sendable`, attributes
and the text of strings.
"""
import re

TYPES = {"class", "struct", "enum", "protocol", "actor"}
# The types of type aliases; the aliases of our modules are added when the modules are read.
ALIASES = {
    "OSStatus": "Int32", "TimeInterval": "Double",
    "ModelIdentifierProtocol.Field": "(name:String,value:Persistable)",
    "IncludedAssociations<M>": "(ModelPath<M>)->[PropertyContainerPath]",
}

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|`?[\w#$]+`?|->|\.\.\.|[^\s\w]')
MODIFIERS = {
    "public", "open", "final", "override", "nonisolated", "required", "convenience", "any", "indirect", "unowned",
    "private", "internal", "package", "fileprivate", "weak", "lazy", "isolated", "sending", "consuming", "borrowing",
}


def tokens(text):
    """The tokens of a declaration, without attributes, modifiers and what else an app cannot see."""
    found = []
    text = re.sub(r"\[setter \w+\]\s*$", "", text)
    parts = TOKEN.findall(text)
    position = 0
    while position < len(parts):
        part = parts[position].strip("`")
        if part == "@":
            # Only these have arguments; the parenthesis after another one, such as @Sendable, opens a closure's type.
            has_arguments = parts[position + 1] in ("available", "_spi", "convention", "backDeployed")
            position = closing(parts, position + 2) + 1 if has_arguments else position + 2
            continue
        if part in MODIFIERS and parts[position + 1 : position + 2] not in ([":"], ["="], [","], [")"]):
            position += 1
            if parts[position : position + 3] in (["(", "set", ")"], ["(", "nonsending", ")"]):
                position += 3
            continue
        found.append('""' if part.startswith('"') else part)
        position += 1
    return found


def closing(parts, opening):
    """The index of the bracket that closes the one at `opening`, in tokens or in text."""
    depth = 0
    for index in range(opening, len(parts)):
        if parts[index] in "([{":
            depth += 1
        elif parts[index] in ")]}":
            depth -= 1
            if depth == 0:
                return index
    raise ValueError(f"unbalanced: {' '.join(parts)}")


def split(parts, separator):
    """Splits tokens at a separator that stands outside of all brackets."""
    pieces, piece, depth = [], [], 0
    for index, part in enumerate(parts):
        if part in "([{<":
            depth += 1
        elif part in ")]}" or part == ">":
            depth -= 1
        if part == separator and depth == 0:
            pieces.append(piece)
            piece = []
        else:
            piece.append(part)
    return [*pieces, piece] if piece or pieces else []


def type_text(parts, owner):
    """A type without spaces, without the path of the type that it stands in, and without needless parentheses."""
    text = "".join(f" {part} " if part in ("async", "throws", "rethrows", "some", "inout") else part for part in parts)
    text = text.replace("Swift.", "").replace("Foundation.", "").replace("Self.", "")
    for alias, meaning in ALIASES.items():
        text = re.sub(rf"(?<![\w.]){re.escape(alias)}(?!\w)", meaning, text)
    path = owner.split(".") if owner else []
    for depth in range(len(path), 0, -1):
        prefix = ".".join(path[:depth])
        text = re.sub(rf"(?<![\w.]){re.escape(prefix)}(<[\w,]*>)?\.(?=\w)", "", text)
    if path:
        # Inside a type, its name alone and `Self` are the same.
        text = re.sub(rf"(?<![\w.]){re.escape(path[-1])}(<[\w,]*>)?(?![\w.<])", "Self", text)
    text = re.sub(r"\(([\w.]+(?:<[^()]*>)?)\)(?=\?|$|[],>)])", r"\1", text)
    text = re.sub(r"\s+", " ", text).replace("&Sendable", "").strip()
    # A closure that is the whole type needs no parentheses around it.
    return text[1:-1] if text.startswith("(") and "->" in text and closing(text, 0) == len(text) - 1 else text


def generics(parts, owner):
    """Constraints of a generic clause and of a where clause, which say the same in two places."""
    constraints = set()
    for piece in parts:
        if ":" in piece:
            index = piece.index(":")
            name = type_text(piece[:index], owner)
            for protocol in split(piece[index + 1 :], "&"):
                if "Sendable" not in protocol:
                    constraints.add(f"{name}:{type_text(protocol, owner)}")
        elif "=" in piece:
            constraints.add("==".join(sorted(type_text(piece, owner).split("=="))))
    return constraints


def parameter(parts, owner):
    """The type and the default value of a parameter, whose label is part of the declaration's name."""
    value = ""
    if "=" in parts:
        value = "".join(parts[parts.index("=") + 1 :])
        parts = parts[: parts.index("=")]
    depth = 0
    for index, part in enumerate(parts):
        depth += (part in "([{<") - (part in ")]}>")
        if part == ":" and depth == 0:
            parts = parts[index + 1 :]
            break
    return type_text(parts, owner), value


def signature(kind, text, owner):
    """What two declarations of one name must have in common, and the default values of the parameters."""
    parts = tokens(text)
    if kind in TYPES:
        return kind, []
    if kind == "typealias":
        parts = parts[: parts.index("where")] if "where" in parts else parts
        return type_text(parts[parts.index("=") + 1 :], owner) if "=" in parts else "", []
    if kind == "associatedtype":
        return "", []
    if kind == "var":
        return variable(parts, owner), []
    return function(kind, parts, owner)


def variable(parts, owner):
    for index, part in enumerate(parts):
        if part == ":":
            rest = parts[index + 1 :]
            if "{" in rest:
                rest = rest[: rest.index("{")]
            return type_text(rest, owner)
    return ""


def function(kind, parts, owner):
    rest, constraints = [], set()
    if "(" in parts:
        start = parts.index("(")
        if "<" in parts[:start] and ">" in parts[:start]:
            begin = parts.index("<")
            end = max(index for index, part in enumerate(parts[:start]) if part == ">")
            constraints |= generics(split(parts[begin + 1 : end], ","), owner)
        end = closing(parts, start)
        arguments = [parameter(piece, owner) for piece in split(parts[start + 1 : end], ",")]
        rest = parts[end + 1 :]
    else:
        arguments = []
    types, defaults = ",".join(text for text, _ in arguments), [value for _, value in arguments]
    if kind == "case":
        return types, defaults
    if "{" in rest:
        rest = rest[: rest.index("{")]
    if "where" in rest:
        index = rest.index("where")
        constraints |= generics(split(rest[index + 1 :], ","), owner)
        rest = rest[:index]
    effects, result = (rest[: rest.index("->")], rest[rest.index("->") + 1 :]) if "->" in rest else (rest, [])
    effects = " ".join(part for part in effects if part in ("async", "throws", "rethrows"))
    returned = type_text(result, owner) or "Void"
    failable = "?" if "init" in parts[:3] and "?" in parts[: parts.index("(")] else ""
    where = " where " + ",".join(sorted(constraints)) if constraints else ""
    effects = f" {effects}" if effects else ""
    return f"{failable}({types}){effects} -> {returned}{where}", defaults


def inherited(text):
    """The protocols and the class that a type's declaration names."""
    parts = tokens(text)
    depth = 0
    for index, part in enumerate(parts):
        depth += (part == "<") - (part == ">")
        if part == ":" and depth == 0:
            stop = parts.index("where") if "where" in parts[index:] else len(parts)
            for piece in split(parts[index + 1 : stop], ","):
                yield type_text(piece, "-")
            return
