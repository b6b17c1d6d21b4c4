#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Feeds the parsers that read bytes from outside, each for a time, as many at once as there are cores.
#
#   Scripts/fuzz.sh SECONDS [PARSER...]          all parsers, or some
#   Scripts/fuzz.sh --merge SECONDS [PARSER...]  the same; then the inputs that reach new code go to Fuzz/Corpus
#   Scripts/fuzz.sh --replay PARSER FILE         one input again, with what it breaks
#
# What is learned is kept in .build-fuzz/corpus, with hostile text of full length; without --merge the seeds in
# Fuzz/Corpus are only read, and with it nothing longer than 4 KiB is added to them. An input that takes more than a
# second is a finding: 64 KiB never need that long.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=.build-fuzz
program=$work/debug/Fuzz
GATEHOUSEBUILD_FUZZ=1 Scripts/swift-in-ci.sh swift build --product Fuzz --sanitize=fuzzer --scratch-path "$work" \
    >"$work.log" 2>&1 || { tail -40 "$work.log"; exit 1; }
rm -f "$work.log"

if [[ ${1:-} == --replay ]]; then
    GATEHOUSEBUILD_FUZZ_PARSER=$2 exec "$program" "$3"
fi

export MERGE=
if [[ ${1:-} == --merge ]]; then
    MERGE=1
    shift
fi
seconds=${1:-60}
shift || true
parsers=("$@")
if ((${#parsers[@]} == 0)); then
    for folder in Fuzz/Corpus/*/; do parsers+=("$(basename "$folder")"); done
fi

fuzz_one() {
    local parser=$1 seconds=$2 work=$3 program=$4
    local log=$work/logs/$parser.log
    mkdir -p "$work/corpus/$parser" "$work/findings" "$work/logs"
    if GATEHOUSEBUILD_FUZZ_PARSER=$parser GATEHOUSEBUILD_FUZZ_SEEDS=$work/corpus/$parser \
        "$program" "$work/corpus/$parser" "Fuzz/Corpus/$parser" \
        -max_total_time="$seconds" -timeout=1 -rss_limit_mb=4096 -max_len=65536 -dict=Fuzz/hostile.dict \
        -artifact_prefix="$work/findings/$parser-" >"$log" 2>&1
    then
        echo "$parser: $(grep -E '^Done' "$log" || echo 'done')"
    else
        echo "$parser: a finding"
        tail -25 "$log"
        sed -n "s|.*Test unit written to \(.*\)|Replay it with: Scripts/fuzz.sh --replay $parser \1|p" "$log"
        return 1
    fi
    if [[ -n $MERGE ]]; then
        GATEHOUSEBUILD_FUZZ_PARSER=$parser "$program" -merge=1 -max_len=4096 "Fuzz/Corpus/$parser" \
            "$work/corpus/$parser" >>"$log" 2>&1 || { echo "$parser: the merge failed"; tail -25 "$log"; return 1; }
    fi
}
export -f fuzz_one

printf '%s\n' "${parsers[@]}" \
    | xargs -P "$(nproc)" -I '{}' bash -c 'fuzz_one "$@"' _ '{}' "$seconds" "$work" "$program"
