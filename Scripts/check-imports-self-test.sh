#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Builds a package of three targets, with the flags of its arguments, and plants undeclared imports in it: SwiftPM's check
# must refuse one of a module that no dependency has, and accept a declared one. It accepts one of a module that a
# dependency depends on, so that `Scripts/check-law.py` checks imports as well; once SwiftPM refuses it, this fails.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/Sources/{A,B,C}
echo 'public let a = 1' >"$folder/Sources/A/A.swift"
printf 'import A\npublic let b = a\n' >"$folder/Sources/B/B.swift"
printf 'import A\nlet c = a\n' >"$folder/Sources/C/C.swift"

# Builds with a list of what C declares; B, which declares A, is built first, so that C finds the module of A.
build() {
    local declared=$1
    shift
    cat >"$folder/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "imports",
    targets: [
        .target(name: "A"), .target(name: "B", dependencies: ["A"]), .target(name: "C", dependencies: [$declared]),
    ])
MANIFEST
    swift build --package-path "$folder" --target B >"$folder/log" 2>&1 \
        && swift build --package-path "$folder" "$@" >"$folder/log" 2>&1
}

fail() {
    echo "check-imports-self-test: $1" >&2
    cat "$folder/log" >&2
    exit 1
}

build '' "$@" && fail "SwiftPM accepts an undeclared import."
grep -q 'Target C imports another target (A) in the package without declaring it' "$folder/log" \
    || fail "The build failed for another reason than the undeclared import."
build '"A"' "$@" || fail "SwiftPM refuses a declared import."
build '"B"' "$@" || fail "SwiftPM refuses what a dependency depends on: check-law.py need not check imports any more."

# The law's own check, on a copy of the manifest and of one target's folder.
python3 - "$repository" <<'CHECK' || fail "check-law.py does not find an undeclared import."
import importlib.util, pathlib, sys
spec = importlib.util.spec_from_file_location("law", pathlib.Path(sys.argv[1], "Scripts/check-law.py"))
law = importlib.util.module_from_spec(spec)
spec.loader.exec_module(law)
law.check_file("C", {"B"} | law.OF_THE_SYSTEM, law.ROOT / "Tests/C.swift", "import Foundation\n@testable import A\nimport B\n", "Tests")
sys.exit(law.breaches != ["rule 3: Tests/C.swift:2 imports A, which C does not declare"])
CHECK
echo "An undeclared import is refused."
