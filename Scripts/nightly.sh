#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a half of what takes too long for each commit, every part even if one before it fails, and prints how long each
# took. A half takes less than two hours on two cores.
#
#   Scripts/nightly.sh a [PART...]   what is optimised: test-release, soak-release, package-test, bench, overload; and the
#                                    tests of all domains on PostgreSQL, and programs of others against three nodes
#                                    (postgres)
#   Scripts/nightly.sh b [PART...]   what is instrumented: all tests under the thread sanitizer (tsan), and fuzzing of
#                                    half the parsers, the other half each time (fuzz); by-url; soak-mobile
#
# With names, only these parts run. SECONDS_EACH (180) is the time for each parser that is fuzzed. The commit at which a
# part passed is recorded in Checks/nightly.json, which is to be committed. Ends with status 1 if a part failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

half=${1:-}
if ! names=$(Scripts/green.py parts "$half" 2>/dev/null); then
    echo "usage: Scripts/nightly.sh a|b [PART...]" >&2
    exit 2
fi
read -ra parts <<<"$names"
chosen=("${@:2}")
for part in "${chosen[@]}"; do
    if [[ " ${parts[*]} " != *" $part "* ]]; then
        echo "$part is no part of half $half, which has: ${parts[*]}" >&2
        exit 2
    fi
done

export GATEHOUSEBUILD_WARNINGS_AS_ERRORS=1
GATEHOUSEBUILD_TIMES=$(mktemp)
export GATEHOUSEBUILD_TIMES
trap 'printf "\nDurations:\n"; cat "$GATEHOUSEBUILD_TIMES"; printf "%-36s %5d s\n" all "$SECONDS"; \
    rm -f "$GATEHOUSEBUILD_TIMES"' EXIT

run() {
    case $1 in
        test-release | package-test) make "$1" ;;
        soak-release) Scripts/timed.sh "soak of the optimised build" make soak-release ;;
        bench) Scripts/timed.sh "benchmarks" make bench bench-amplify ;;
        overload) Scripts/timed.sh "overload" make overload ;;
        postgres)
            make test-postgres POSTGRES_TESTS= &&
                Scripts/timed.sh "programs of others, three nodes" make end-to-end NODES=3
            ;;
        tsan) Scripts/with-postgres.sh make tsan TSAN_TESTS= ;;
        fuzz) make fuzz-nightly SECONDS="${SECONDS_EACH:-180}" PARSERS="$(Scripts/green.py parsers)" ;;
        by-url) Scripts/timed.sh "app by URL" make by-url ;;
        soak-mobile) Scripts/timed.sh "soak of the mobile client and of pushes" make soak-mobile kills-amplify ;;
    esac
}

commit=$(Scripts/green.py begin) || commit=
failed=0
for part in "${parts[@]}"; do
    if ((${#chosen[@]} > 0)) && [[ " ${chosen[*]} " != *" $part "* ]]; then
        continue
    fi
    if ! run "$part"; then
        failed=1
    elif [[ -n $commit ]]; then
        Scripts/green.py record "$part" "$commit" || failed=1
    fi
done
exit "$failed"
