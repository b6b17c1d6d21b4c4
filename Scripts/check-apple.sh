#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Parses every file that apps build, as the compiler for each of Apple's systems does, so that code behind `#if os(…)` and
# `#if canImport(…)` cannot stop to be Swift unseen. Types are not checked: that needs Apple's SDKs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for target in arm64-apple-ios18.0 arm64-apple-macosx15.0 arm64-apple-tvos18.0 arm64-apple-watchos11.0 \
    arm64-apple-xros2.0; do
    git ls-files -z 'Sources/Client/*.swift' 'Sources/Shared/*.swift' \
        | xargs -0 swiftc -frontend -parse -swift-version 6 -package-name gatehouse -target "$target"
done
