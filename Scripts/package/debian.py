# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The Debian package of the server and of the command for users."""
import email.utils
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile

from commands import output
from tree import Entry, compressed, with_folders

FILES = pathlib.Path(__file__).resolve().parent / "files"
MAINTAINER = "the Gatehouse authors <gatehouse@gatehouse.invalid>"
CONFIGURATION = "etc/gatehouse/gatehouse.json"
# The revision of the package of one release.
REVISION = 1


def build(target, programs, shared, version, time):
    """Writes the package into the folder `target` and returns its path; `shared` are the files below /usr/share."""
    architecture = output("dpkg", "--print-architecture").strip()
    full = f"{version}-{REVISION}"
    entries = {
        **{f"usr/bin/{name}": Entry(program.read_bytes(), 0o755) for name, program in programs.items()},
        "lib/systemd/system/gatehouse.service": Entry((FILES / "gatehouse.service").read_bytes()),
        CONFIGURATION: Entry((FILES / "gatehouse.json").read_bytes()),
        "usr/share/doc/gatehouse/changelog.Debian.gz": Entry(compressed(changelog(full, time).encode())),
        "usr/share/doc/gatehouse/copyright": Entry((FILES / "copyright").read_bytes()),
        **{f"usr/share/{path}": entry for path, entry in shared.items()},
    }
    size = sum(len(entry.content) for entry in entries.values()) // 1024
    controls = {
        "control": control(full, architecture, size, dependencies(programs.values())),
        "conffiles": f"/{CONFIGURATION}\n",
        "md5sums": "".join(
            f"{hashlib.md5(entry.content).hexdigest()}  {path}\n"
            for path, entry in sorted(entries.items()) if path != CONFIGURATION),
    }
    scripts = {name: (FILES / name).read_text() for name in ("postinst", "prerm", "postrm")}
    for name, text in (controls | scripts).items():
        entries[f"DEBIAN/{name}"] = Entry(text.encode(), 0o755 if name in scripts else 0o644)
    package = target / f"gatehouse_{full}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        write(entries, pathlib.Path(folder))
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, package], check=True,
            stdout=subprocess.DEVNULL, env=os.environ | {"SOURCE_DATE_EPOCH": str(time)})
    return package


def write(entries, folder):
    folder.chmod(0o755)
    for path, entry in with_folders(entries).items():
        place = folder / path
        if entry.content is None:
            place.mkdir()
        else:
            place.write_bytes(entry.content)
        place.chmod(entry.mode)


def dependencies(programs):
    """The packages of the shared libraries that the programs are linked with, and their least versions."""
    with tempfile.TemporaryDirectory() as folder:
        control = pathlib.Path(folder, "debian/control")
        control.parent.mkdir()
        control.write_text("Source: gatehouse\n\nPackage: gatehouse\nArchitecture: any\n")
        found = subprocess.run(
            ["dpkg-shlibdeps", "-O", *(f"-e{program}" for program in programs)], check=True, cwd=folder,
            capture_output=True, text=True).stdout
    return re.search(r"shlibs:Depends=(.*)", found)[1]


def control(version, architecture, size, libraries):
    return f"""\
Package: gatehouse
Version: {version}
Architecture: {architecture}
Maintainer: {MAINTAINER}
Installed-Size: {size}
Depends: adduser, init-system-helpers (>= 1.52), {libraries}
Recommends: ca-certificates
Section: net
Priority: optional
Description: server for the protocols of Amazon Cognito
 Gatehouse is a server with user pools and identity pools. The AWS CLI, boto3,
 pycognito and apps with Amplify use it in place of Amazon Cognito.
 .
 The server runs as a service of systemd under a user of its own. Its keys are
 made at the first installation.
 .
 The command amplify signs users of an app in, and passes their credentials to
 the AWS CLI.
"""


def changelog(version, time):
    return f"""\
gatehouse ({version}) unstable; urgency=medium

  * The changes of this release are in changelog.gz.

 -- {MAINTAINER}  {email.utils.formatdate(time)}
"""
