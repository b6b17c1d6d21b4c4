#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Builds the documentation of the public modules from their DocC catalogues and doc comments; any warning is an error.
# The modules must be compiled.
#
#   Scripts/docs.sh [BUILD]     BUILD is the folder of a debug build; .build/debug without an argument
#
# Writes .build-docs/<Module>.doccarchive, and .build-docs/Gatehouse.doccarchive with all of them, which any web server
# can serve: python3 -m http.server --directory .build-docs/Gatehouse.doccarchive

set -eu
cd "$(dirname "$0")/.."
build=${1:-.build/debug}
out=.build-docs
modules="Amplify AWSPluginsCore AWSCognitoAuthPlugin AWSAPIPlugin AWSDataStorePlugin AWSMobileClient
    GatehouseSecurityKeys GatehouseTestServer GatehouseTesting"

if [ ! -e "$build/Modules/Amplify.swiftmodule" ]; then
    echo "There are no compiled modules in $build/Modules; \`make docs\` builds them." >&2
    exit 1
fi

# The tools beside the compiler, also where only `swift` is in the path.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)
checkouts=$(dirname "$build")/checkouts

# Module maps of the C targets, of this package and of others.
set --
for map in "$build"/*.build/module.modulemap "$checkouts"/*/Sources/*/include/module.modulemap \
    "$checkouts"/*/Sources/*/module.modulemap Sources/*/*/include/module.modulemap Sources/*/*/module.modulemap; do
    [ -e "$map" ] && set -- "$@" -Xcc -fmodule-map-file="$map" -Xcc -I"$(dirname "$map")"
done

rm -rf "$out"
mkdir -p "$out/symbols"

# Writes the archive of a module; a failure of either tool is the function's.
document() {
    module=$1
    shift
    mkdir "$out/symbols/$module"
    "$tools/swift-symbolgraph-extract" -module-name "$module" -I "$build/Modules" "$@" -target "$target" \
        -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members \
        -module-cache-path "$out/cache" -output-dir "$out/symbols/$module" &&
        "$tools/docc" convert Sources/*/"$module/$module.docc" \
            --additional-symbol-graph-dir "$out/symbols/$module" --warnings-as-errors \
            --fallback-display-name "$module" --fallback-bundle-identifier "gatehouse.$module" \
            --output-path "$out/$module.doccarchive"
}

archives=
for module in $modules; do
    document "$module" "$@" || exit 1
    archives="$archives $out/$module.doccarchive"
done
"$tools/docc" merge $archives --synthesized-landing-page-name Gatehouse --output-path "$out/Gatehouse.doccarchive"
echo "Wrote $out/Gatehouse.doccarchive"
