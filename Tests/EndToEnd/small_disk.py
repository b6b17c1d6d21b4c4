# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A small disk that a test fills; the test is skipped on machines without the right to mount one."""
import contextlib
import os
import shutil
import subprocess

import pytest


@contextlib.contextmanager
def small_disk(site, size="16m"):
    """Puts the data folder of a site or a server on a small file system of its own."""
    aside = site.folder / "aside"
    site.data.rename(aside)
    site.data.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(site.data)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("This machine does not allow to mount a file system.")
    try:
        shutil.copytree(aside, site.data, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(site.data)], check=True)


def fill(folder, free=0):
    """Fills a disk, but for some bytes."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while True:
            file.write(b"-" * 4_096)
    os.truncate(filler, max(0, filler.stat().st_size - free))
    return filler
