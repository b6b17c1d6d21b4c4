#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs what takes too long for each commit, every part even if one before it fails, and prints how long each took.
# SECONDS_EACH is the time for each parser that is fuzzed. Ends with status 1 if a part failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

export GATEHOUSEBUILD_WARNINGS_AS_ERRORS=1
GATEHOUSEBUILD_TIMES=$(mktemp)
export GATEHOUSEBUILD_TIMES
trap 'printf "\nDurations:\n"; cat "$GATEHOUSEBUILD_TIMES"; rm -f "$GATEHOUSEBUILD_TIMES"' EXIT
failed=0

make test-release || failed=1
Scripts/with-postgres.sh make tsan TSAN_TESTS= || failed=1
make fuzz-nightly SECONDS="${SECONDS_EACH:-600}" || failed=1
Scripts/timed.sh "soak" make soak || failed=1
make package-test || failed=1
Scripts/timed.sh "benchmarks" make bench || failed=1
Scripts/timed.sh "overload" make overload || failed=1
exit "$failed"
