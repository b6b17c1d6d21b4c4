#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs `swift` in CI in the way that compiles a new clone soonest: without debug information, and with ccache in front of
# the C compiler where the machine has ccache. Elsewhere the command runs unchanged, so that `swift build` typed by hand
# shares one build with `make`. The index stays: SwiftPM finds the tests in it.
#
# usage: swift-in-ci.sh swift SUBCOMMAND [ARGUMENT...]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ -n ${CI:-} && -z ${CC:-} ]] && cache=$(command -v ccache); then
    links=$root/.build-ccache
    mkdir -p "$links"
    ln -sf "$cache" "$links/clang"
    ln -sf "$cache" "$links/clang++"
    export PATH=$links:$PATH CC=$links/clang
    # Paths below the folder of the clones count as relative, and neither they nor times are part of the key.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$(dirname "$root")} CCACHE_NOHASHDIR=1
    export CCACHE_SLOPPINESS=modules,include_file_mtime,include_file_ctime,time_macros
fi
# The Makefile says why.
export SWIFT_DETERMINISTIC_HASHING=1
if [[ -n ${GATEHOUSEBUILD_LEAN:-} ]]; then
    exec "$1" "$2" -debug-info-format none "${@:3}"
fi
exec "$@"
