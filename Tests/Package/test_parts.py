# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The list of the software inside a release: each part has a version and a licence, and each licence has its text."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"

pytestmark = pytest.mark.skipif(
    "GATEHOUSEBUILD_MACHINE_COPY" not in os.environ, reason="runs in the copy of a machine by Scripts/package-test.sh")


@pytest.fixture(scope="module")
def listed():
    [file] = DIST.glob("gatehouse-*.spdx.json")
    return json.loads(file.read_text())


@pytest.fixture(scope="module")
def archive():
    """The documents of the archive, by the name of their file."""
    [file] = DIST.glob("gatehouse-*.tar.gz")
    with tarfile.open(file) as packed:
        return {
            pathlib.Path(member.name).name: packed.extractfile(member).read()
            for member in packed if member.isfile() and "/doc/gatehouse/" in member.name}


def inside(listed, name):
    """The names of the parts inside one of the release's files."""
    names = {package["SPDXID"]: package["name"] for package in listed["packages"]}
    return {
        names[each["relatedSpdxElement"]] for each in listed["relationships"]
        if names.get(each["spdxElementId"]) == name and each["relationshipType"] == "CONTAINS"}


def test_the_list_has_the_form_of_spdx(listed):
    assert listed["spdxVersion"] == "SPDX-2.3" and listed["dataLicense"] == "CC0-1.0"
    ids = [package["SPDXID"] for package in listed["packages"]]
    assert len(ids) == len(set(ids)) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", each) for each in ids)
    for relation in listed["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= {*ids, "SPDXRef-DOCUMENT"}
    texts = {each["licenseId"] for each in listed["hasExtractedLicensingInfos"]}
    for package in listed["packages"]:
        assert package["versionInfo"], package["name"]
        licence = package["licenseDeclared"]
        assert licence in {"Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "Unicode-3.0", *texts}


def test_each_package_of_swift_is_listed_with_its_version(listed):
    pinned = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    versions = {
        package["externalRefs"][0]["referenceLocator"].partition("@")[0].lower(): package["versionInfo"]
        for package in listed["packages"] if "externalRefs" in package}
    for pin in pinned:
        name = "pkg:swift/" + pin["location"].removeprefix("https://").removesuffix(".git").lower()
        assert versions.get(name) == pin["state"]["version"], name
    names = {package["name"] for package in listed["packages"]}
    assert {"swift", "ICU in Foundation", "BoringSSL in swift-crypto", "BoringSSL in swift-nio-ssl"} <= names


def test_the_checksums_of_the_list_are_those_of_the_files(listed):
    files = [package for package in listed["packages"] if "checksums" in package]
    assert len(files) == 4
    for package in files:
        [checksum] = package["checksums"]
        content = (DIST / package["packageFileName"]).read_bytes()
        assert checksum == {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}


def test_each_library_of_the_image_is_listed_as_a_part_of_it(listed):
    [folder] = DIST.glob("gatehouse-*-oci")
    index = json.loads((folder / "index.json").read_text())
    manifest = json.loads(blob(folder, index["manifests"][0]))
    parts = inside(listed, f"{folder.name}/index.json")
    [libraries, _] = manifest["layers"]
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(blob(folder, libraries)))) as layer:
        notices = {member.name.split("/")[3] for member in layer if member.name.endswith("/copyright")}
    assert notices and notices <= parts


def blob(folder, described):
    return (folder / "blobs/sha256" / described["digest"].removeprefix("sha256:")).read_bytes()


def test_the_package_depends_on_what_the_list_says(listed):
    [package] = DIST.glob("gatehouse_*.deb")
    needed = subprocess.run(
        ["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True).stdout
    names = {each["name"] for each in listed["packages"]}
    libraries = set(re.findall(r"\b(lib[\w.+-]+|zlib1g)\b", needed))
    assert libraries and libraries <= names


def test_the_archive_has_the_list_and_the_text_of_each_licence(listed, archive):
    own = json.loads(gzip.decompress(archive["gatehouse.spdx.json.gz"]))
    licences = gzip.decompress(archive["LICENCES.gz"]).decode()
    contained = inside(own, "gatehouse")
    assert contained == inside(listed, "gatehouse") and len(contained) > 20
    for name in contained:
        assert f"\n=== {name}: " in licences or licences.startswith(f"=== {name}: "), name
