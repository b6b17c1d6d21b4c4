#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Writes the generated targets CognitoShapes, CognitoAdminShapes, AccessManagementShapes and ProjectShapes of
# Sources/Shared anew from Models.
# With --check, changes nothing and fails if the tree differs from what the models say; a program as the second argument
# is the generator of a build that has just been made.
set -eu

cd "$(dirname "$0")/.."
program=
generate() {
    if [ -n "$program" ]; then
        "$program" --models Models --output "$1"
    else
        Scripts/swift-in-ci.sh swift run --quiet ShapeGenerator --models Models --output "$1"
    fi
}

case "${1-}" in
    "")
        generate Sources/Shared
        ;;
    --check)
        program=${2-}
        fresh=$(mktemp -d)
        trap 'rm -rf "$fresh"' EXIT
        generate "$fresh"
        for target in CognitoShapes CognitoAdminShapes AccessManagementShapes ProjectShapes; do
            diff -r "$fresh/$target" "Sources/Shared/$target" || {
                echo "Generated shapes have drifted: run Scripts/generate-shapes.sh." >&2
                exit 1
            }
        done
        ;;
    *)
        echo "usage: $0 [--check [PROGRAM]]" >&2
        exit 2
        ;;
esac
