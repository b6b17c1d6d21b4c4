# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The software of others inside what people install, with the licence of each part.

A part whose licence is not known ends the build of the packages.
"""
import dataclasses
import json
import pathlib
import re
import shutil

from commands import output

FILES = pathlib.Path(__file__).resolve().parent / "files"
# The texts by which a licence is recognised.
MARKS = {
    "Apache-2.0": "Apache License",
    "MIT": "Permission is hereby granted, free of charge, to any person obtaining",
}


@dataclasses.dataclass(frozen=True)
class Part:
    """A library: its licence as an expression of SPDX, its texts, and its address as a package URL."""

    name: str
    version: str
    licence: str
    texts: tuple[tuple[str, str], ...]
    url: str | None = None
    source: str = "NOASSERTION"


def in_the_programs(checkouts):
    """Everything that is linked into the programs: the packages of Swift, C libraries inside them, Swift's runtime."""
    packages = swift_packages(checkouts)
    return [*packages, *vendored(checkouts, packages), *runtime()]


def swift_packages(checkouts):
    """The packages that the server and its clients depend on, directly or not."""
    shown = json.loads(output(
        "swift", "package", "--scratch-path", checkouts.parent, "show-dependencies", "--format", "json"))
    found = {}
    waiting = list(shown["dependencies"])
    while waiting:
        each = waiting.pop()
        waiting += each["dependencies"]
        folder = checkouts / pathlib.Path(each["path"]).name
        if each["identity"] in found or not folder.is_dir():
            continue
        source = each["url"].removesuffix(".git")
        texts = notices(folder, ["LICEN[CS]E*", "NOTICE*", "Sources/**/LICEN[CS]E*"])
        found[each["identity"]] = Part(
            folder.name, each["version"], recognised(folder.name, texts), texts,
            f"pkg:swift/{source.removeprefix('https://')}@{each['version']}", f"git+{source}@{each['version']}")
    if not found:
        raise SystemExit(f"{checkouts} has none of the packages, so the licences of the libraries are not known.")
    return [found[identity] for identity in sorted(found)]


def vendored(checkouts, packages):
    """The C libraries whose source is inside a package."""
    texts = {part.name: part.texts for part in packages}
    parts = []
    for package, folder in [
        ("swift-crypto", "Sources/CCryptoBoringSSL"), ("swift-nio-ssl", "Sources/CNIOBoringSSL"),
    ]:
        place = checkouts / package / folder
        revision = re.search(r"revision (\w+)", (place / "hash.txt").read_text())[1]
        # One file is empty.
        headers = {header(file) for file in sorted(place.rglob("*.cc"))} - {""}
        if any("Apache License, Version 2.0" not in header for header in headers):
            raise SystemExit(f"A file of {place} is not under the licence of the others: name its licence here.")
        parts.append(Part(
            f"BoringSSL in {package}", revision, "Apache-2.0", texts[package][:1],
            f"pkg:generic/boringssl@{revision}", f"git+https://boringssl.googlesource.com/boringssl@{revision}"))
    parser = checkouts / "swift-nio/Sources/CNIOLLHTTP"
    version = re.findall(r"#define LLHTTP_VERSION_\w+ (\d+)", (parser / "include/c_nio_llhttp.h").read_text())
    return [*parts, Part(
        "llhttp in swift-nio", ".".join(version), "MIT", notices(parser, ["LICENSE"]),
        f"pkg:github/nodejs/llhttp@{'.'.join(version)}", "https://github.com/nodejs/llhttp")]


def header(file):
    """The comment at the beginning of a source file."""
    return "\n".join(line for line in file.read_text().splitlines()[:20] if line.startswith(("//", " *", "/*")))


def runtime():
    """The libraries of Swift, and the ICU inside Foundation."""
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parent.parent
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    texts = ((("LICENSE.txt"), (toolchain / "share/swift/LICENSE.txt").read_text()),)
    library = (toolchain / "lib/swift_static/linux/lib_FoundationICU.a").read_bytes()
    icu = re.search(rb"icudt(\d+)", library)[1].decode()
    # Debian's file has the licences of the dictionaries inside ICU too.
    debian = sorted(pathlib.Path("/usr/share/doc").glob("libicu[0-9]*/copyright"))[-1]
    return [
        Part(
            "swift", version, "Apache-2.0 WITH Swift-exception", texts, f"pkg:github/swiftlang/swift@{version}",
            f"https://github.com/swiftlang/swift/tree/swift-{version}-RELEASE"),
        Part(
            "ICU in Foundation", icu, "Unicode-3.0",
            (("Unicode-3.0", (FILES / "Unicode-3.0").read_text()), ("ICU", debian.read_text())),
            f"pkg:github/unicode-org/icu@{icu}", "https://github.com/unicode-org/icu"),
    ]


def debian(package):
    """A package of Debian, whose file `copyright` is its licence."""
    version, source = output("dpkg-query", "--show", "--showformat=${Version} ${source:Package}", package).split()
    place = pathlib.Path("/usr/share/doc", package.partition(":")[0], "copyright")
    if not place.is_file():
        raise SystemExit(f"{place} is missing, so the licence of {package} is unknown.")
    name = package.partition(":")[0]
    return Part(
        name, version, f"LicenseRef-debian-{re.sub('[^A-Za-z0-9.-]', '-', name)}", (("copyright", place.read_text()),),
        f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}",
        f"https://tracker.debian.org/pkg/{source}")


def text(own, parts):
    """The licences and notices of the project and of the parts, one after the other."""
    found = [("gatehouse", "LICENSE", own)]
    found += [(part.name, name, text) for part in parts for name, text in part.texts]
    return "\n".join(f"=== {part}: {name} ===\n\n{text}" for part, name, text in found).encode()


def notices(folder, patterns):
    found = [path for pattern in patterns for path in sorted(folder.glob(pattern)) if path.is_file()]
    if not found:
        raise SystemExit(f"The package {folder.name} has no licence.")
    return tuple((str(path.relative_to(folder)), path.read_text()) for path in dict.fromkeys(found))


def recognised(name, texts):
    main = texts[0][1]
    if MARKS["Apache-2.0"] in main and "Version 2.0" in main:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in main else "Apache-2.0"
    if MARKS["MIT"] in main:
        return "MIT"
    raise SystemExit(f"The licence of {name} is not known: name its text in Scripts/package/parts.py.")
