#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs the benchmarks on the release build, beside other people's servers, and prints their table; with the names of
# parts, such as `factors`, only those.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bin=$(swift build -c release --show-bin-path)
server=$(swift build -c release --scratch-path .build-static --show-bin-path)
python=$(Scripts/python-environment.sh .venv-bench Scripts/bench-requirements.txt)
folder=$(mktemp -d)
mkfifo "$folder/until"
"$python" Scripts/bench-peers.py "$folder" <"$folder/until" &
peers=$!
exec 3>"$folder/until"
trap 'exec 3>&-; wait "$peers" || true; rm -rf "$folder"' EXIT

while [[ ! -e $folder/peers.json ]]; do
    if ! kill -0 "$peers" 2>/dev/null; then
        cat "$folder"/*.log >&2
        exit 1
    fi
    sleep 0.2
done
XDG_DATA_HOME=$folder "$bin/GatehouseBenchmarks" "$server/gatehouse" "$folder/peers.json" "$@"
