#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a half of what takes too long for each commit, every part even if one before it fails, and prints how long each
# took. A half takes less than two hours on two cores.
#
#   Scripts/nightly.sh a    what is optimised: the tests, the soak, the package, benchmarks and overloads
#   Scripts/nightly.sh b    what is instrumented: all tests under the thread sanitizer, and fuzzing of half the parsers,
#                           the other half each time; then the app by URL, and the soak of the mobile client
#
# SECONDS_EACH (180) is the time for each parser that is fuzzed. If all parts pass, the commit is recorded in
# Checks/nightly.json, which is to be committed. Ends with status 1 if a part failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

half=${1:-}
if [[ $half != a && $half != b ]]; then
    echo "usage: Scripts/nightly.sh a|b" >&2
    exit 2
fi

export GATEHOUSEBUILD_WARNINGS_AS_ERRORS=1
GATEHOUSEBUILD_TIMES=$(mktemp)
export GATEHOUSEBUILD_TIMES
trap 'printf "\nDurations:\n"; cat "$GATEHOUSEBUILD_TIMES"; printf "%-36s %5d s\n" all "$SECONDS"; \
    rm -f "$GATEHOUSEBUILD_TIMES"' EXIT
commit=$(Scripts/green.py begin) || commit=
failed=0

if [[ $half == a ]]; then
    make test-release || failed=1
    Scripts/timed.sh "soak of the optimised build" make soak-release || failed=1
    make package-test || failed=1
    Scripts/timed.sh "benchmarks" make bench || failed=1
    Scripts/timed.sh "overload" make overload || failed=1
else
    Scripts/with-postgres.sh make tsan TSAN_TESTS= || failed=1
    make fuzz-nightly SECONDS="${SECONDS_EACH:-180}" PARSERS="$(Scripts/green.py parsers)" || failed=1
    Scripts/timed.sh "app by URL" make by-url || failed=1
    Scripts/timed.sh "soak of the mobile client" make soak-mobile || failed=1
fi

if ((failed == 0)) && [[ -n $commit ]]; then
    Scripts/green.py record "$half" "$commit" || failed=1
fi
exit "$failed"
