#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Type-checks the client as each of Apple's systems compiles it, on Linux: with stub modules that declare the part of
# Apple's frameworks that the client uses, and with each condition `os(…)` and `canImport(…)` decided for that system.
# The modules of other packages come from the debug build. docs/client.md says what this does not show.
#
#   Scripts/type-check-apple.sh [SYSTEM...]    all systems, or some of iOS macOS tvOS watchOS visionOS
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
work=.build/apple
modules=$root/.build/debug/Modules
[[ -e $modules/OpenCombine.swiftmodule ]] || { echo "Run swift build first." >&2; exit 1; }
if (($# != 1)); then
    (($#)) || set -- iOS macOS tvOS watchOS visionOS
    printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' "$0" '{}'
    exit
fi
system=$1
start=$SECONDS
rm -rf "${work:?}/$system"
mkdir -p "$work/$system"

# SwiftPM names the package after its folder; modules of the build share their `package` declarations by that name.
package=$(basename "$root" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
flags=(-swift-version 6 -package-name "$package" -parse-as-library -wmo -suppress-warnings)
# The language features that the manifest gives the targets, as the build was run with them.
features=$(grep '"-module-name","GatehouseCrypto"' .build/debug.yaml | grep -o '"-enable-upcoming-feature","[A-Za-z]*"' |
    cut -d'"' -f4 | sort -u) || true
[[ $features ]] || { echo "$0: the build in .build/debug.yaml names no language features." >&2; exit 1; }
for feature in $features; do
    flags+=(-enable-upcoming-feature "$feature")
done
# Headers in C that the modules of other packages import.
for map in .build/debug/*.build/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap \
    .build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap; do
    flags+=(-Xcc "-fmodule-map-file=$root/$map" -Xcc "-I$(dirname "$root/$map")")
done

flags+=(-D "SYSTEM_$system" -I . -I "$modules")

# The sources of a module for the system: `os(…)` becomes a flag of that name, and modules that Apple's systems do not
# have cannot be imported. FoundationNetworking stays, since Foundation on Linux has no URLSession without it.
copy() {
    local file
    git ls-files -z --cached --others --exclude-standard "$1/*.swift" | while IFS= read -r -d '' file; do
        [[ -e $file ]] || continue
        mkdir -p "$work/$system/$(dirname "$file")"
        sed -E '/^ *#(if|elseif)/{
            s/\bos\((\w+)\)/SYSTEM_\1/g
            s/\bcanImport\((Glibc|Musl|AsyncHTTPClient|OpenCombine)\)/SYSTEM_Linux/g
        }' "$file" >"$work/$system/$file"
    done
}

# Compiles a module from the files, in the folder of the system; messages therefore name the files as they are here.
compile() {
    local name=$1
    shift
    (cd "$work/$system" && swiftc -emit-module -emit-module-path "$name.swiftmodule" -module-name "$name" \
        "${flags[@]}" "$@")
}

# Modules come before those that import them. Only macOS has AppKit, and only macOS has no UIKit.
stubs=(Combine Darwin os Network Security UIKit AuthenticationServices)
[[ $system != macOS ]] || stubs=(Combine Darwin os Network Security AppKit AuthenticationServices)
for name in "${stubs[@]}"; do compile "$name" "$root/Scripts/apple-stubs/$name.swift"; done

# The other modules of Sources/Shared have no conditions; those of the build serve.
for folder in Sources/Shared/GatehouseCrypto Sources/Client/GatehousePresentation \
    Sources/Client/{Amplify,AWSPluginsCore,GatehouseClient} \
    Sources/Client/{GatehouseSession,AWSCognitoAuthPlugin,AWSAPIPlugin,AWSDataStorePlugin,AWSMobileClient}; do
    copy "$folder"
    mapfile -t files < <(cd "$work/$system" && find "$folder" -name '*.swift')
    # Its language mode is that of the apps that it is for.
    [[ $folder != */AWSMobileClient ]] || files+=(-swift-version 5 -enable-upcoming-feature StrictConcurrency)
    compile "$(basename "$folder")" "${files[@]}"
done
echo "$system: the client's types are right ($((SECONDS - start)) s)"
