#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a command in CI with ccache in front of the C compiler where the machine has ccache, so that a new clone does not
# compile the same C code again. Elsewhere the command runs unchanged, so that `swift build` typed by hand shares one
# build with `make`.
#
# usage: compiler-cache.sh COMMAND [ARGUMENT...]
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
exec "$@"
