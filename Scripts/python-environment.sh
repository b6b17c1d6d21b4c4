#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Makes .venv with the clients that the end-to-end tests use, and prints the path of its Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

requirements=Tests/EndToEnd/requirements.txt
stamp=.venv/requirements.txt
if ! cmp -s "$requirements" "$stamp"; then
    rm -rf .venv
    python3 -m venv .venv >&2
    .venv/bin/pip install --quiet --disable-pip-version-check --requirement "$requirements" >&2
    cp "$requirements" "$stamp"
fi
echo "$PWD/.venv/bin/python"
