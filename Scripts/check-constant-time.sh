#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs the arithmetic of SRP, compiled without and with the optimiser, on memory that Valgrind takes for secret, and
# fails if a branch or an address depends on it. A planted leak shows that Valgrind would report one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ $(uname -m) != x86_64 && $(uname -m) != aarch64 ]]; then
    echo "Valgrind does not run here; the constant-time check is skipped."
    exit 0
fi
Scripts/install-system-packages.sh valgrind
sources=Sources/Shared/CSRPArithmetic
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Arguments go to the compiler.
check() {
    clang -std=c11 -Wall -Wextra -Werror -I$sources/include "$@" -c $sources/srp_arithmetic.c -o "$folder/arithmetic.o"
    clang -std=c11 -Wall -Wextra -Werror -I$sources/include "$@" Tests/Shared/ConstantTime/constant_time.c \
        "$folder/arithmetic.o" -o "$folder/program"
    valgrind --quiet --error-exitcode=1 "$folder/program" >"$folder/log" 2>&1
}

for level in -O0 -O2 -Os; do
    for limbs in "" -DGATEHOUSE_SRP_NARROW; do
        if ! check $level $limbs; then
            cat "$folder/log"
            echo "Time or addresses of SRP's arithmetic depend on secrets at $level $limbs." >&2
            exit 1
        fi
    done
done
if check -O0 -DPLANT_A_LEAK; then
    echo "Valgrind does not see the planted leak." >&2
    exit 1
fi
echo "SRP's arithmetic takes no branch and no address from a secret at -O0, -O2 and -Os, with limbs of 64 and 32 bits."
