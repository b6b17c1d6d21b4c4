# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What an operator reads about a full disk and missing rights: each cure is performed as it is written."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import pytest

from cures import Site, original, site  # noqa: F401 (fixtures)
from small_disk import fill, small_disk

NOBODY = 65_534


@pytest.mark.parametrize("free", [0, 8_192])
def test_a_start_on_a_full_disk_asks_for_space_and_works_with_it(site, free):
    with small_disk(site):
        filler = fill(site.data, free)
        refused = site.refused_start()
        assert "Make space on its disk." in refused and "folder you may write" not in refused
        assert "--data-dir" not in refused
        filler.unlink()
        site.works()


def test_a_first_start_on_a_full_disk_asks_for_space(site):
    shutil.rmtree(site.data)
    site.data.mkdir(mode=0o700)
    with small_disk(site):
        filler = fill(site.data)
        assert "Make space on its disk. Or choose another folder with --data-dir." in site.refused_start()
        filler.unlink()
        with site.server as server:
            assert server.json("/health")


def test_a_backup_on_a_full_disk_asks_for_space(site):
    disk = Site(site.folder / "disk", "", "", {})
    disk.data.mkdir(parents=True)
    with small_disk(disk):
        filler = fill(disk.data, 65_536)
        refused = site.run("backup", disk.data / "copy")
        assert refused.returncode == 73 and "Make space on its disk." in refused.stderr
        assert [path.name for path in disk.data.iterdir()] == ["filler"]
        filler.unlink()
        assert site.run("backup", disk.data / "copy").returncode == 0


def test_a_backup_of_a_data_folder_that_is_read_only_names_the_folder(site):
    with small_disk(site):
        server = site.server
        server.start()
        server.stop(signal.SIGKILL)
        # SQLite must make this file anew to read the log that the killed server has left.
        (site.data / "gatehouse.sqlite-shm").unlink()
        subprocess.run(["mount", "-o", "remount,ro", str(site.data)], check=True)
        refused = site.run("backup", site.folder / "copy")
        assert refused.returncode == 69 and f"{site.database} cannot be read" in refused.stderr, refused.stderr
        assert f"make {site.data} writable" in refused.stderr and not (site.folder / "copy").exists()
        subprocess.run(["mount", "-o", "remount,rw", str(site.data)], check=True)
        assert site.run("backup", site.folder / "copy").returncode == 0


def test_a_file_system_that_is_read_only_is_named(site):
    with small_disk(site):
        subprocess.run(["mount", "-o", "remount,ro", str(site.data)], check=True)
        assert "Mount its file system for writing" in site.refused_start()
        subprocess.run(["mount", "-o", "remount,rw", str(site.data)], check=True)
        site.works()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
@pytest.mark.parametrize("name", ["", "gatehouse.sqlite", "master.check"])
def test_a_file_that_the_user_may_not_use_is_named(original, name):
    # Folders of pytest are closed to other users.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(original.folder, pathlib.Path(folder) / "site")
        (pathlib.Path(folder) / "site").chmod(0o755)
        site = Site(pathlib.Path(folder) / "site", original.pool, original.client_id, {})
        for path in [site.keys, site.data, *site.data.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
        target = site.data / name
        if name:
            os.chown(target, 0, 0)
            target.chmod(0o600)
        else:
            (site.data / "gatehouse.lock").unlink()
            target.chmod(0o500)
        refused = site.refused_start()
        assert "Let this user read and write" in refused or "Correct its owner" in refused, refused
        assert "another folder with --data-dir." not in refused
        if name:
            os.chown(target, NOBODY, NOBODY)
        else:
            target.chmod(0o700)
        site.works()
