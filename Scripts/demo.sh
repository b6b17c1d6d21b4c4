#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Starts a server in a temporary folder, runs the sample program against it over HTTP, and leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bin=$(swift build --show-bin-path)
folder=$(mktemp -d)
server=
cleanup() {
    if [[ -n $server ]]; then
        kill -TERM "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap cleanup EXIT

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://localhost:$port
"$bin/gatehouse" dev --port "$port" --data-dir "$folder/data" >"$folder/log" 2>&1 &
server=$!

for _ in $(seq 600); do
    curl --silent --fail --output /dev/null "$url/health" && break
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
done

echo "Gatehouse listens on $url, its data in a temporary folder."
echo
XDG_DATA_HOME="$folder/app" "$bin/SignIn" "$folder/data/amplify_outputs.json" "$url/dev/outbox"
