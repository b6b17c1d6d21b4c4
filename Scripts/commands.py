# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The commands that scripts run in the folder of the project."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    """What a command prints, its last line break included; raises an error if the command fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
