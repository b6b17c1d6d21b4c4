#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs the benchmarks on the release build, beside other people's servers, and prints their table; with the names of
# parts, such as `factors`, only those. The part `counts` counts instructions and system calls, the part `postgresql`
# measures PostgreSQL beside SQLite; both have tables of their own. GATEHOUSEBUILD_BENCH_USERS and
# GATEHOUSEBUILD_BENCH_SECONDS are the largest number of users of `postgresql`, and the time for each of its measurements.
# With --overload first, loads of more than the servers can do, in the same way.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=${GATEHOUSEBUILD_PROGRAMS:-$(swift build -c release --scratch-path .build-static --show-bin-path)}
missed=0
rest=()
for part; do
    [[ $part == counts || $part == postgresql ]] || rest+=("$part")
done
if [[ ${1:-} != --overload ]] && (($# == 0 || ${#rest[@]} < $#)); then
    python=$(Scripts/python-environment.sh)
    if [[ $# == 0 || " $* " == *" counts "* ]]; then
        "$python" Scripts/bench-counts.py "$programs/gatehouse" || missed=1
    fi
    if [[ $# == 0 || " $* " == *" postgresql "* ]]; then
        "$python" Scripts/bench-postgres.py "$programs/gatehouse" \
            ${GATEHOUSEBUILD_BENCH_USERS:+--users "$GATEHOUSEBUILD_BENCH_USERS"} \
            ${GATEHOUSEBUILD_BENCH_SECONDS:+--seconds "$GATEHOUSEBUILD_BENCH_SECONDS"} || missed=1
    fi
    if (($# && !${#rest[@]})); then exit "$missed"; fi
    set -- "${rest[@]}"
fi

python=$(Scripts/python-environment.sh .venv-bench Scripts/bench-requirements.txt)
# Ten thousand connections need as many descriptors.
ulimit -n "$(ulimit -H -n)"
run=("$programs/GatehouseBenchmarks")
more=()
if [[ ${1:-} == --overload ]]; then
    shift
    # The servers have the first core.
    run=(taskset --cpu-list 1 "$programs/GatehouseBenchmarks" overload)
    more=("$python" Scripts/overload-clients.py)
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [[ $# == 0 || " $* " == *" peers "* || " $* " == *" hosted "* || " $* " == *" data "* ]]; then
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
fi
XDG_DATA_HOME=$folder "${run[@]}" "$programs/gatehouse" "$folder/peers.json" "${more[@]}" "$@"
exit "$missed"
