#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Makes a Python environment and prints the path of its Python. Without arguments: .venv, with the clients that the
# end-to-end tests use.
#
# usage: python-environment.sh [FOLDER REQUIREMENTS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-.venv}
requirements=${2:-Tests/EndToEnd/requirements.txt}
stamp=$folder/requirements.txt
if ! cmp -s "$requirements" "$stamp"; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" >&2
    cp "$requirements" "$stamp"
fi
echo "$PWD/$folder/bin/python"
