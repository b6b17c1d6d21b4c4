#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Type-checks snippets against the built client modules.
#
#   Scripts/check-snippets.sh CHECK [NAME ...]
#
# CHECK is a program that finds modules below .build of the folder it is run in. It is run in a folder whose .build
# holds what the client modules need and nothing else: a full build also holds several module maps of one name
# (GRDB's checkout has two, a plugin's tool brings a second ArgumentParser), which no compiler takes together.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

check=$(realpath "$1")
shift
bin=$(swift build --show-bin-path)
folder=$(mktemp -d .build/snippets.XXXXXX)
trap 'rm -rf "$OLDPWD/$folder"' EXIT

mkdir -p "$folder/.build/debug"
ln -s "$bin/Modules" "$folder/.build/debug/Modules"
# Hard links: the maps name headers beside them.
for map in "$bin"/*.build/module.modulemap "$bin"/*.build/include/module.modulemap; do
    case $map in *-tool.build/* | */GRDB.build/*) continue ;; esac
    mkdir -p "$folder/.build/debug/$(basename "${map%.build/*}").build"
    cp -al "$(dirname "$map")" "$folder/.build/debug/$(basename "${map%.build/*}").build/"
done
while IFS= read -r map; do
    mkdir -p "$folder/$(dirname "$(dirname "$map")")"
    cp -al "$(dirname "$map")" "$folder/$(dirname "$(dirname "$map")")/"
done < <(find .build/checkouts -name module.modulemap -not -path '*/Tests/*' \
    \( -not -path '*/GRDB.swift/*' -o -path '*/GRDBSQLite/*' \))
cd "$folder"
"$check" "$@"
