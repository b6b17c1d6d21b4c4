#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes what people install from a built server, in the folder `dist`.

    Scripts/package.py [FOLDER]       the folder of the programs; without it: .build-static/release

    gatehouse, amplify                   the programs without their symbols
    gatehouse-VERSION-linux-ARCH.tar.gz  the programs, manual pages, completions of shells, documents, the unit
    gatehouse_VERSION-1_ARCH.deb         the Debian package
    gatehouse-VERSION-oci                the container image, a folder in the layout of the Open Container Initiative
    SHA256SUMS                           the checksums of all of these

The version is the one that the server prints. The same commit and programs give the same bytes.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time as clock

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "dist"

sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Scripts/package"))

import debian  # noqa: E402
import image  # noqa: E402
import manual  # noqa: E402
from tree import Entry, compressed, tar  # noqa: E402

# The documents for people who run a server, and those that their texts and the help of the commands name.
DOCUMENTS = [
    "SECURITY.md", "docs/access.md", "docs/authentication-levels.md", "docs/backup.md", "docs/deployment.md",
    "docs/development.md", "docs/command.md", "docs/glossary.md", "docs/import.md", "docs/mail-and-sms.md",
    "docs/master-keys.md", "docs/operations.md", "docs/saml.md", "docs/settings.md", "docs/triggers.md",
]
PROGRAMS = ["gatehouse", "amplify"]
COMPLETIONS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def main(built):
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    programs = {name: stripped(pathlib.Path(built, name)) for name in PROGRAMS}
    server = programs["gatehouse"]
    version = output(server, "--version").strip()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"{server} --version prints {version!r} instead of three numbers.")
    architecture = debian.output("dpkg", "--print-architecture")
    shared = shared_files(programs, version, time, licences(built))
    name = f"gatehouse-{version}"
    archive = TARGET / f"{name}-linux-{architecture}.tar.gz"
    archive.write_bytes(compressed(tar(archive_files(name, programs, shared), time)))
    debian.build(TARGET, programs, shared, version, time)
    image.build(TARGET / f"{name}-oci", server, shared, version, architecture, time)
    sums = "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(TARGET)}\n"
        for path in sorted(TARGET.rglob("*")) if path.is_file())
    (TARGET / "SHA256SUMS").write_text(sums)
    for path in sorted(TARGET.iterdir()):
        print(f"dist/{path.name}")


def stripped(built):
    """A copy of a program without its symbols."""
    program = TARGET / built.name
    subprocess.run(["strip", "--remove-section=.comment", "-o", program, built], check=True)
    program.chmod(0o755)
    return program


def shared_files(programs, version, time, licences):
    """The files below /usr/share: manual pages, completions, documents."""
    date = clock.strftime("%Y-%m-%d", clock.gmtime(time))
    files = {}
    for name, program in programs.items():
        for title, page in manual.pages(program, version, date).items():
            files[f"man/man1/{title}.gz"] = compressed(page.encode())
        for shell, path in COMPLETIONS.items():
            # Shells read the file; none runs it as a program.
            script = output(program, "--generate-completion-script", shell).removeprefix("#!/bin/bash\n")
            files[path.format(name)] = script.encode()
    for document in DOCUMENTS:
        files[f"doc/gatehouse/{document}"] = (ROOT / document).read_bytes()
    files["doc/gatehouse/changelog.gz"] = compressed((ROOT / "CHANGELOG.md").read_bytes())
    files["doc/gatehouse/LICENCES.gz"] = compressed(licences)
    return {path: Entry(content) for path, content in files.items()}


def archive_files(name, programs, shared):
    """The files of the archive for systems without Debian's packages."""
    unit = debian.FILES / "gatehouse.service"
    return {
        **{f"{name}/bin/{each}": Entry(program.read_bytes(), 0o755) for each, program in programs.items()},
        f"{name}/lib/systemd/system/gatehouse.service": Entry(unit.read_bytes()),
        **{f"{name}/share/{path}": entry for path, entry in shared.items()},
    }


def licences(built):
    """The licences and notices of this project, of the packages that were checked out to build it, and of Swift."""
    checkouts = pathlib.Path(built).resolve().parents[1] / "checkouts"
    found = [("gatehouse", ROOT / "LICENSE")]
    if not checkouts.is_dir():
        raise SystemExit(f"{checkouts} does not exist, so the licences of the libraries are not known.")
    for package in sorted(checkouts.iterdir()):
        files = [path for pattern in ("LICEN[CS]E*", "NOTICE*") for path in sorted(package.glob(pattern))]
        if not files:
            raise SystemExit(f"The package {package.name} has no licence.")
        found += [(package.name, path) for path in files]
    swift = pathlib.Path(shutil.which("swift")).resolve().parent.parent / "share/swift/LICENSE.txt"
    found.append(("swift", swift))
    return "\n".join(f"=== {name}: {path.name} ===\n\n{path.read_text()}" for name, path in found).encode()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build-static/release")
