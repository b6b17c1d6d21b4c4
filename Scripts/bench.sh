#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs the benchmarks on the release build and prints their table.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bin=$(swift build -c release --show-bin-path)
store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
XDG_DATA_HOME=$store "$bin/GatehouseBenchmarks" "$bin/gatehouse"
