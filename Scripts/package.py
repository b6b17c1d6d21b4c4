#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Makes what people install from a built server, in the folder `dist`.

    Scripts/package.py [FOLDER]       the folder of the programs; without it: .build-static/release

    gatehouse, amplify                   the programs without their symbols
    gatehouse-VERSION-linux-ARCH.tar.gz  the programs, manual pages, completions of shells, documents, the unit
    gatehouse_VERSION-1_ARCH.deb         the Debian package
    gatehouse-VERSION-oci                the container image, a folder in the layout of the Open Container Initiative
    gatehouse-VERSION-….whl              the Python wheel: the server, and the plugin of pytest
    gatehouse-VERSION.spdx.json          the software of others inside each of these, with versions and licences
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
import parts  # noqa: E402
import sbom  # noqa: E402
import wheel  # noqa: E402
from commands import output  # noqa: E402
from tree import Entry, compressed, tar  # noqa: E402

# The documents for people who run a server, and those that their texts and the help of the commands name.
DOCUMENTS = [
    "SECURITY.md", "docs/access.md", "docs/authentication-levels.md", "docs/backup.md", "docs/deployment.md",
    "docs/data-api.md", "docs/data-limits.md", "docs/data-rules.md", "docs/datastore.md", "docs/development.md",
    "docs/command.md", "docs/copying.md", "docs/database-engines.md", "docs/glossary.md", "docs/import.md",
    "docs/mail-and-sms.md", "docs/managing-data-apis.md", "docs/master-keys.md", "docs/operations.md",
    "docs/postgresql-backups.md", "docs/pytest.md", "docs/saml.md", "docs/settings.md", "docs/several-nodes.md",
    "docs/triggers.md", "docs/unknown-outcomes.md",
]
PROGRAMS = ["gatehouse", "amplify"]
COMPLETIONS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}


def main(built):
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    programs = {name: stripped(pathlib.Path(built, name)) for name in PROGRAMS}
    server = programs["gatehouse"]
    version = output(server, "--version").strip()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"{server} --version prints {version!r} instead of three numbers.")
    architecture = output("dpkg", "--print-architecture").strip()
    contained = parts.in_the_programs(pathlib.Path(built).resolve().parents[1] / "checkouts")
    libraries = {each: image.linked(program) for each, program in programs.items()}
    needed = debian_parts(library for linked in libraries.values() for library in linked)
    included = [*debian_parts(libraries["gatehouse"]), parts.debian("ca-certificates")]
    shared = shared_files(programs, version, time, contained, needed)
    name = f"gatehouse-{version}"
    archive = TARGET / f"{name}-linux-{architecture}.tar.gz"
    archive.write_bytes(compressed(tar(archive_files(name, programs, shared), time)))
    package = debian.build(TARGET, programs, shared, version, time)
    picture = TARGET / f"{name}-oci"
    image.build(picture, server, shared, version, architecture, time)
    python = output(ROOT / "Scripts/python-environment.sh", ".venv-package", "Scripts/package/requirements.txt").strip()
    python_wheel, grafted = wheel.build(
        TARGET, python, server, version, time, contained, image.package_of, libraries["gatehouse"])
    artifacts = [
        (archive, []), (package, []), (picture / "index.json", included), (python_wheel, grafted)]
    listed = [(str(path.relative_to(TARGET)), checksum(path), inside) for path, inside in artifacts]
    (TARGET / f"{name}.spdx.json").write_bytes(sbom.document(version, time, contained, needed, listed))
    sums = "".join(
        f"{checksum(path)}  {path.relative_to(TARGET)}\n"
        for path in sorted(TARGET.rglob("*")) if path.is_file())
    (TARGET / "SHA256SUMS").write_text(sums)
    for path in sorted(TARGET.iterdir()):
        print(f"dist/{path.name}")


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def debian_parts(libraries):
    """The packages of Debian that shared libraries come from."""
    return [parts.debian(package) for package in sorted({image.package_of(library) for library in libraries})]


def stripped(built):
    """A copy of a program without its symbols."""
    program = TARGET / built.name
    subprocess.run(["strip", "--remove-section=.comment", "-o", program, built], check=True)
    program.chmod(0o755)
    return program


def shared_files(programs, version, time, contained, needed):
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
    own = (ROOT / "LICENSE").read_text()
    files["doc/gatehouse/LICENCES.gz"] = compressed(parts.text(own, contained))
    files[f"doc/gatehouse/{sbom.FILE}.gz"] = compressed(sbom.document(version, time, contained, needed))
    return {path: Entry(content) for path, content in files.items()}


def archive_files(name, programs, shared):
    """The files of the archive for systems without Debian's packages."""
    unit = debian.FILES / "gatehouse.service"
    return {
        **{f"{name}/bin/{each}": Entry(program.read_bytes(), 0o755) for each, program in programs.items()},
        f"{name}/lib/systemd/system/gatehouse.service": Entry(unit.read_bytes()),
        **{f"{name}/share/{path}": entry for path, entry in shared.items()},
    }


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build-static/release")
