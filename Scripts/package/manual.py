# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Manual pages, one for each command, from the description of the help that the program itself gives."""
import json
import subprocess


def pages(program, version, date):
    """The manual pages of a program in the language of `man`, by file name."""
    dumped = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    main = json.loads(dumped)["command"]
    return {f"{'-'.join(path)}.1": page(path, near, command, version, date) for path, near, command in listed(main)}


def listed(command, above=(), beside=()):
    """A command and the commands below it: the path of each, the names of the pages near it, and its description."""
    path = (*above, command["commandName"])
    below = {"-".join((*path, each["commandName"])): each for each in subcommands(command)}
    parent = ["-".join(above)] if above else []
    yield path, [*parent, *beside, *below], command
    for name, each in below.items():
        yield from listed(each, path, [other for other in below if other != name])


def subcommands(command):
    return [each for each in command.get("subcommands", []) if each["commandName"] != "help"]


def page(path, near, command, version, date):
    name = "-".join(path)
    commands = subcommands(command)
    shown = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    lines = [
        f'.TH "{escaped(name.upper())}" 1 "{escaped(date)}" "Gatehouse {escaped(version)}" "User Commands"',
        # Names of settings are long words: no hyphenation, and no spaces to fill lines.
        ".nh", ".ad l",
        ".SH NAME", f"{escaped(name)} \\- {escaped(without_stop(command['abstract']))}",
        ".SH SYNOPSIS", f".B {escaped(' '.join(path))}", *synopsis(shown, commands),
        ".SH DESCRIPTION", *description(command),
    ]
    if commands:
        lines.append(".SH COMMANDS")
        for each in commands:
            lines += [".TP", f".BR {escaped(name)}\\-{escaped(each['commandName'])} (1)", *text(each["abstract"])]
    lines.append(".SH OPTIONS")
    for argument in shown:
        lines += [".TP", ", ".join(spellings(argument)), *text(meaning(argument))]
    others = [f".BR {escaped(other)} (1)" for other in near]
    lines += [".SH SEE ALSO", *(f"{other}," for other in others[:-1]), *others[-1:]]
    return "\n".join(lines) + "\n"


def synopsis(shown, commands):
    """The arguments of a command: each one that is needed, and the place of the others."""
    if commands:
        return [".I COMMAND", "[\\fIOPTION\\fR]..."]
    needed = [argument for argument in shown if not argument["isOptional"]]
    options = [spelling(argument, argument["preferredName"]) for argument in needed if "preferredName" in argument]
    values = [value(argument) for argument in needed if argument["kind"] == "positional"]
    return [*options, "[\\fIOPTION\\fR]...", *values]


def spellings(argument):
    """Every way to type an argument: the names of an option, or the value alone."""
    return [spelling(argument, name) for name in argument["names"]] if "names" in argument else [value(argument)]


def value(argument):
    return f"\\fI{escaped(argument['valueName'].upper())}\\fR"


def spelling(argument, name):
    """One name of an option as it is typed, with its value."""
    dashes = "\\-" if name["kind"] == "short" else "\\-\\-"
    option = f"\\fB{dashes}{escaped(name['name'])}\\fR"
    return option if argument["kind"] == "flag" else f"{option} {value(argument)}"


def meaning(argument):
    default = f" (default: {argument['defaultValue']})" if "defaultValue" in argument else ""
    return argument.get("abstract", "") + default


def description(command):
    paragraphs = (command.get("discussion") or command["abstract"]).split("\n\n")
    return [line for paragraph in paragraphs for line in [".PP", *text(paragraph)]]


def text(paragraph):
    """Lines of running text; a line must not begin with a character that begins a request."""
    return [("\\&" if line[:1] in ".'" else "") + escaped(line) for line in paragraph.splitlines()]


def without_stop(sentence):
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def escaped(plain):
    return plain.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
