# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The files to install, as values: their owner, mode and time do not depend on the machine that packs them."""
import dataclasses
import gzip
import io
import tarfile


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file, or a folder (`content` is None), or a symbolic link (`link` is its target)."""

    content: bytes | None = None
    mode: int = 0o644
    owner: int = 0
    link: str | None = None


def with_folders(entries):
    """The entries with every folder above them, sorted by path."""
    folders = {}
    for path in entries:
        parts = path.split("/")
        for count in range(1, len(parts)):
            folders["/".join(parts[:count])] = Entry(mode=0o755)
    return dict(sorted({**folders, **entries}.items()))


def tar(entries, time):
    """An uncompressed archive of the entries, the same bytes for the same entries."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, entry in with_folders(entries).items():
            info = tarfile.TarInfo(path)
            info.mtime, info.mode, info.uid, info.gid = time, entry.mode, entry.owner, entry.owner
            if entry.link is not None:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.link, 0o777
                archive.addfile(info)
            elif entry.content is None:
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                info.size = len(entry.content)
                archive.addfile(info, io.BytesIO(entry.content))
    return packed.getvalue()


def compressed(content):
    """The content, compressed without a name or a time."""
    return gzip.compress(content, compresslevel=6, mtime=0)
