# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The program `gatehouse`: the one of this package, or the one that the user names."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

VARIABLE = "GATEHOUSE_PROGRAM"
# The wheel has the program here; a checkout of the repository has none.
OWN = Path(__file__).resolve().parent / "bin" / "gatehouse"


class ProgramMissing(Exception):
    """There is no program to start; the text names what to do."""


def find(named: str | None = None) -> Path:
    """The program: the named one, else that of the variable GATEHOUSE_PROGRAM, of this package, or of the PATH."""
    sources = {"--gatehouse-program": named, VARIABLE: os.environ.get(VARIABLE)}
    for source, text in sources.items():
        if text:
            found = shutil.which(text)
            if found is None:
                raise ProgramMissing(f"{source} names {text}, which is not a program: correct the path.")
            return Path(found).resolve()
    if OWN.is_file():
        return OWN
    found = shutil.which("gatehouse")
    if found is None:
        raise ProgramMissing(
            "There is no program gatehouse: install the wheel of Gatehouse for this machine, or name a program with "
            f"--gatehouse-program or {VARIABLE}.")
    return Path(found).resolve()


def main() -> NoReturn:
    """Continues as the program of this package, with the arguments of the process."""
    if not OWN.is_file():
        sys.exit("gatehouse: this installation has no program: install the wheel of Gatehouse for this machine.")
    os.execv(OWN, ["gatehouse", *sys.argv[1:]])
