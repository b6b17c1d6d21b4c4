# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The container image, as a folder in the layout of the Open Container Initiative.

The image has the program, the shared libraries of this machine that it is linked with, and the certificates of public
authorities; no shell and no other program.
"""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess

from tree import Entry, compressed, tar

# The user that the server runs as; the number that images without a shell commonly use.
USER = 65532
DATA = "var/lib/gatehouse"
CERTIFICATES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


def build(target, program, shared, version, architecture, time):
    """Writes the image to the folder `target`; `shared` are the files below /usr/share."""
    libraries = linked(program)
    layers = [
        {**base(), **library_files(libraries)},
        {"usr/bin/gatehouse": Entry(program.read_bytes(), 0o755),
         **{f"usr/share/{path}": entry for path, entry in shared.items() if path.startswith("doc/")}},
    ]
    archives = [tar(layer, time) for layer in layers]
    packed = [compressed(archive) for archive in archives]
    created = iso(time)
    config = blob(target, encoded({
        "created": created, "architecture": architecture, "os": "linux",
        "config": {
            "User": f"{USER}:{USER}",
            "ExposedPorts": {"9229/tcp": {}},
            "Env": ["PATH=/usr/bin", f"GATEHOUSE_DATA_DIR=/{DATA}", "GATEHOUSE_HOST=0.0.0.0"],
            "Entrypoint": ["/usr/bin/gatehouse"],
            "Cmd": ["serve"],
            "Volumes": {f"/{DATA}": {}},
            "WorkingDir": "/",
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "gatehouse", "org.opencontainers.image.version": version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(archive) for archive in archives]},
        "history": [
            {"created": created, "created_by": "the libraries of the program"},
            {"created": created, "created_by": "the program"},
        ],
    }))
    kind = "application/vnd.oci.image"
    manifest = blob(target, encoded({
        "schemaVersion": 2, "mediaType": f"{kind}.manifest.v1+json",
        "config": {"mediaType": f"{kind}.config.v1+json", **config},
        "layers": [{"mediaType": f"{kind}.layer.v1.tar+gzip", **blob(target, layer)} for layer in packed],
    }))
    (target / "index.json").write_bytes(encoded({
        "schemaVersion": 2, "mediaType": f"{kind}.index.v1+json",
        "manifests": [{
            "mediaType": f"{kind}.manifest.v1+json", **manifest,
            "platform": {"architecture": architecture, "os": "linux"},
            "annotations": {"org.opencontainers.image.ref.name": version},
        }],
    }))
    (target / "oci-layout").write_bytes(encoded({"imageLayoutVersion": "1.0.0"}))


def base():
    """What the libraries expect of a file system, and the data folder."""
    account = f"gatehouse:x:{USER}:{USER}:Gatehouse:/{DATA}:/nonexistent"
    return {
        "bin": Entry(link="usr/bin"), "lib": Entry(link="usr/lib"), "lib64": Entry(link="usr/lib64"),
        "etc/passwd": Entry(f"root:x:0:0:root:/:/nonexistent\n{account}\n".encode()),
        "etc/group": Entry(f"root:x:0:\ngatehouse:x:{USER}:\n".encode()),
        "etc/nsswitch.conf": Entry(b"passwd: files\ngroup: files\nhosts: files dns\n"),
        str(CERTIFICATES).lstrip("/"): Entry(CERTIFICATES.read_bytes()),
        **notice("ca-certificates"),
        "dev": Entry(mode=0o755), "proc": Entry(mode=0o555), "sys": Entry(mode=0o555), "tmp": Entry(mode=0o1777),
        DATA: Entry(mode=0o700, owner=USER),
    }


def linked(program):
    """The shared libraries of a program and its loader, as the paths under which the loader looks for them."""
    listed = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    if "not found" in listed:
        raise SystemExit(f"A library of {program} is missing:\n{listed}")
    return sorted(pathlib.Path(path) for path in re.findall(r"(/\S+) \(0x", listed))


def library_files(libraries):
    """The libraries, and the copyright files of the packages that they come from."""
    files = {}
    for library in libraries:
        place = str(library) if str(library).startswith("/usr/") else f"/usr{library}"
        files[place.lstrip("/")] = Entry(library.read_bytes(), 0o755)
        files |= notice(package_of(library))
    return files


def notice(package):
    """The copyright file of a package, with its licence."""
    file = pathlib.Path("/usr/share/doc", package, "copyright")
    return {str(file).lstrip("/"): Entry(file.read_bytes())}


def package_of(library):
    """The Debian package of a library, whose path may be listed with or without /usr."""
    real = library.resolve()
    places = [str(real), str(real).removeprefix("/usr")]
    for place in places:
        found = subprocess.run(["dpkg-query", "--search", place], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"{library} belongs to no Debian package, so its licence is unknown.")


def blob(target, content):
    """Writes a blob and returns its descriptor."""
    folder = target / "blobs/sha256"
    folder.mkdir(parents=True, exist_ok=True)
    name = digest(content)
    (folder / name.removeprefix("sha256:")).write_bytes(content)
    return {"digest": name, "size": len(content)}


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def iso(time):
    return datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
