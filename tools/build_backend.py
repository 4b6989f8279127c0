"""Builds the packages with setuptools; the sdist comes out the same, byte for byte, for the same SOURCE_DATE_EPOCH.

Setuptools leaves the time, the owner and the order of the files in the archive to the machine it runs on.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def build_sdist(sdist_directory: str, config_settings: dict[str, list[str] | str] | None = None) -> str:
    """Build the sdist and, if SOURCE_DATE_EPOCH is set, pack it again with that time; the name of the file."""
    name = build_meta.build_sdist(sdist_directory, config_settings)
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        _pack_again(Path(sdist_directory) / name, int(epoch))
    return name


def _pack_again(path: Path, epoch: int) -> None:
    """Rewrite the archive: files in the order of their names, all with the same time and no owner."""
    tar = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=tar, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            packed = tarfile.TarInfo(member.name)
            packed.type, packed.size, packed.mtime = member.type, member.size, epoch
            packed.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(packed, old.extractfile(member) if member.isfile() else None)
    path.write_bytes(gzip.compress(tar.getvalue(), mtime=epoch))
