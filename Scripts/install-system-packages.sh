#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Installs the Debian packages that building and testing need, and those given as arguments, if they are not there yet.
# Swift itself must be there.
set -euo pipefail

packages=(
    curl git libargon2-dev libcrypt-dev libfido2-dev libpq-dev libqrencode-dev libsqlite3-dev libssl-dev libxmlsec1-dev
    make pkg-config python3 python3-venv "$@"
)

missing=()
for package in "${packages[@]}"; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' \
        || missing+=("$package")
done

if ((${#missing[@]})); then
    run=()
    if ((EUID != 0)); then run=(sudo); fi
    echo "Installing ${missing[*]}"
    "${run[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if ! command -v swift >/dev/null; then
    echo "Swift 6.3 or later is needed: https://www.swift.org/install" >&2
    exit 1
fi
