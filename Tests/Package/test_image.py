# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The container image: its form, and its root file system as a container has it, without anything of this machine."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import time
import urllib.error
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
PAGE = ROOT / "docs/pytest.md"
# Seconds until a server answers on an overloaded machine.
PATIENCE = 120

pytestmark = pytest.mark.skipif(
    "GATEHOUSEBUILD_MACHINE_COPY" not in os.environ, reason="runs in the copy of a machine by Scripts/package-test.sh")


class Image:
    def __init__(self, folder):
        self.folder = folder
        [described] = json.loads((folder / "index.json").read_text())["manifests"]
        self.manifest = json.loads(self.blob(described))
        self.config = json.loads(self.blob(self.manifest["config"]))

    def blob(self, described):
        """A blob, whose size and digest are those of its description."""
        name = described["digest"].removeprefix("sha256:")
        content = (self.folder / "blobs/sha256" / name).read_bytes()
        assert len(content) == described["size"] and hashlib.sha256(content).hexdigest() == name
        return content

    def layers(self):
        return [gzip.decompress(self.blob(layer)) for layer in self.manifest["layers"]]


@pytest.fixture(scope="module")
def image():
    [folder] = DIST.glob("gatehouse-*-oci")
    return Image(folder)


@pytest.fixture(scope="module")
def root(image, tmp_path_factory):
    """The root file system of a container."""
    root = tmp_path_factory.mktemp("root")
    for layer in image.layers():
        with tarfile.open(fileobj=io.BytesIO(layer)) as archive:
            archive.extractall(root, numeric_owner=True, filter="fully_trusted")
    root.chmod(0o755)
    # As in every container; Swift reads the arguments of a process there.
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    yield root
    subprocess.run(["umount", root / "proc"], check=True)


def started(image, root, environment, arguments=None, **options):
    """The command of the image, or another one, as a process in a container: its root, user and environment, no
    capability."""
    config = image.config["config"]
    user, group = map(int, config["User"].split(":"))

    def enter():
        os.chroot(root)
        os.chdir(config["WorkingDir"])
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)

    return subprocess.Popen(
        [*config["Entrypoint"], *(arguments or config["Cmd"])], preexec_fn=enter, text=True,
        env=dict(variable.split("=", 1) for variable in config["Env"]) | environment, **options)


def test_the_layers_are_those_of_the_configuration(image):
    named = [f"sha256:{hashlib.sha256(layer).hexdigest()}" for layer in image.layers()]
    assert image.config["rootfs"]["diff_ids"] == named


def test_the_image_has_no_shell_and_no_file_that_its_user_can_change(image):
    for layer in image.layers():
        with tarfile.open(fileobj=io.BytesIO(layer)) as archive:
            for member in archive:
                assert not member.mode & 0o6000, member.name
                assert member.issym() or not member.mode & 0o002 or member.name == "tmp", member.name
                assert member.uid == 0 or member.name == "var/lib/gatehouse", member.name
                assert not member.name.startswith("usr/bin/") or member.name == "usr/bin/gatehouse", member.name


def test_the_server_of_the_image_refuses_to_start_without_keys(image, root):
    process = started(image, root, {}, stderr=subprocess.PIPE)
    _, log = process.communicate(timeout=60)
    assert process.returncode == 78 and "GATEHOUSE_" in log


def wait_until_it_answers(process, port):
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/health", timeout=PATIENCE):
                break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)


def test_the_server_of_the_image_serves(image, root, tmp_path):
    environment = {
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR", "GATEHOUSE_BEHIND_PROXY": "true", "GATEHOUSE_PORT": "9400",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab",
        "GATEHOUSE_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    }
    with open(tmp_path / "log", "w") as log:
        process = started(image, root, environment, stdout=log, stderr=log)
    wait_until_it_answers(process, 9400)
    process.terminate()
    assert process.wait(timeout=60) == 0, (tmp_path / "log").read_text()
    assert "listens on http://0.0.0.0:9400" in (tmp_path / "log").read_text()
    assert list((root / "var/lib/gatehouse").glob("*.sqlite*")) != []


def test_the_image_runs_a_server_for_tests_as_the_page_about_pytest_says(image, root, tmp_path):
    [command] = re.findall(r"^docker run .*:/seed:ro.* gatehouse:[\d.]+ (dev .*)$", PAGE.read_text(), re.M)
    (root / "seed").mkdir()
    (root / "seed/seed.json").write_text('{"userPools": [{"id": "us-east-1_Shop00001", "name": "shop"}]}')
    with open(tmp_path / "log", "w") as log:
        process = started(
            image, root, {"GATEHOUSE_DATA_DIR": "/tmp/data"}, command.split(), stdout=log, stderr=log)
    wait_until_it_answers(process, 9229)
    try:
        with urllib.request.urlopen("http://localhost:9229/", timeout=PATIENCE) as answer:
            assert "us-east-1_Shop00001" in {pool["id"] for pool in json.load(answer)["userPools"]}
    finally:
        process.terminate()
    assert process.wait(timeout=60) == 0, (tmp_path / "log").read_text()
