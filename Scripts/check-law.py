#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs the law of the house over manifest and sources, and prints each breach with the rule it breaks.

1. Imports point down the picture: every dependency between targets is one of those listed here.
2. Client and Server meet only in Shared; only testing, samples and benchmarks import both.
3. A file imports only what its target declares. SwiftPM's own check (Makefile, IMPORT_CHECK) accepts the imports of
   modules that a declared dependency depends on; Scripts/check-imports-self-test.sh shows both.
4. One owner per foreign library.
5. No target grows past 10,000 lines of code, no hand-written file past 500 lines.
6. `public` appears only under Sources/Client, Sources/Verifier and Sources/Testing.
7. No `try!`, `as!` and `fatalError(`; `@unchecked Sendable` and `nonisolated(unsafe)` carry their reason.
8. No `@_exported`: an import brings the names of one module.
9. Tests that run in an optimised build too (Makefile, PLAIN_TESTS) have plain imports only.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

USER_POOLS = {
    "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
}
DOMAINS = USER_POOLS | {
    "GatehouseIdentityPools", "GatehouseSecurityTokens", "GatehouseFederation", "GatehouseAccess",
}
SHAPES = {"CognitoShapes", "CognitoAdminShapes", "GatehouseText", "GatehouseWire"}
RIM = {
    "GatehouseGateway", "GatehouseHTTP", "GatehouseStorage", "GatehouseSQLite", "GatehouseOutbound",
    "GatehouseLibCrypto", "GatehousePasswordHashing", "GatehouseSites",
}
CORE = {"GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto"}

# Rule 1: what each target may import of the house.
ALLOWED = {
    "GatehouseText": set(),
    "GatehouseOutput": set(),
    "GatehouseWire": {"GatehouseText"},
    "CognitoShapes": {"GatehouseWire"},
    "CognitoAdminShapes": {"GatehouseWire", "CognitoShapes"},
    "CSRPArithmetic": set(),
    "CNarrowSRPArithmetic": {"CSRPArithmetic"},
    "CSystemCrypto": set(),
    "GatehouseCrypto": {"CSRPArithmetic", "CSystemCrypto"},
    "GatehouseServerCrypto": {"GatehouseCrypto", "GatehouseText", "GatehouseWire"},
    "GatehouseCore": {"GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire"},
    "GatehouseWebAuthn": {"GatehouseCrypto", "GatehouseServerCrypto", "GatehouseText", "GatehouseWire"},
    "GatehouseUserPoolModel": CORE | SHAPES | {"GatehouseWebAuthn"},
    "GatehouseUserPoolKernel": CORE | SHAPES | {"GatehouseUserPoolModel"},
    "GatehouseAccounts": CORE | SHAPES | {"GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseWebAuthn"},
    "GatehouseSignIn": CORE | SHAPES | {"GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseWebAuthn"},
    "GatehouseUserPools": CORE | SHAPES | USER_POOLS - {"GatehouseUserPools"} | {"GatehouseFederation"},
    "CXMLSignatures": set(),
    "GatehouseFederation": CORE | {"CXMLSignatures", "GatehouseText", "GatehouseWire"},
    "GatehouseAccess": CORE | {"GatehouseText", "GatehouseWire"},
    "GatehouseSecurityTokens": CORE | {"CognitoShapes", "GatehouseFederation", "GatehouseAccess", "GatehouseWire"},
    "GatehouseIdentityPools": CORE | SHAPES | {"GatehouseSecurityTokens", "GatehouseFederation", "GatehouseAccess"},
    "GatehouseStorage": CORE | SHAPES | {
        "GatehouseUserPoolModel", "GatehouseIdentityPools", "GatehouseWebAuthn", "GatehouseAccess",
    },
    "GatehouseSQLite": {"GatehouseCore", "GatehouseStorage"},
    "GatehouseOutbound": CORE | {"CProcess", "GatehouseText", "GatehouseWire"},
    "CAllocator": set(),
    "CProcess": set(),
    "CLibCrypto": set(),
    "GatehouseLibCrypto": {"CLibCrypto", "GatehouseCrypto", "GatehouseServerCrypto"},
    "CPasswordHashing": set(),
    "GatehousePasswordHashing": {"CPasswordHashing", "GatehouseCore"},
    "GatehouseSites": {"GatehouseCore", "GatehouseText", "GatehouseWire"},
    "GatehousePages": {"GatehouseText", "GatehouseWire"},
    "GatehouseOAuth": CORE | SHAPES | USER_POOLS | {"GatehouseFederation", "GatehousePages", "GatehouseSites"},
    "GatehouseGateway": CORE | SHAPES | DOMAINS | {"GatehouseOutput", "GatehouseSites"},
    "GatehouseHTTP": {"GatehouseCore", "GatehouseGateway", "GatehouseSites"},
    "GatehouseServer": CORE | SHAPES | DOMAINS | RIM | {
        "CAllocator", "CProcess", "GatehouseOAuth", "GatehouseOutput",
    },
    "GatehouseCommand": {"GatehouseServer", "GatehouseGateway", "GatehouseCore", "GatehouseOutput"},
    "GatehouseDialogue": {"Amplify", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseWire"},
    "AmplifyCommand": {
        "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseDialogue", "GatehouseSession",
        "GatehouseClient", "GatehouseOutput",
    },
    "GatehouseVerifier": {"GatehouseCrypto", "GatehouseServerCrypto", "GatehouseText", "GatehouseWire"},
    "GatehouseVerifierHummingbird": {"GatehouseVerifier"},
    "GatehousePresentation": set(),
    "Amplify": {"GatehouseOutput", "GatehousePresentation"},
    "AWSPluginsCore": {"Amplify"},
    "GatehouseClient": {"GatehouseWire", "CognitoShapes", "GatehouseCrypto"},
    "CSecretService": set(),
    "GatehouseSession": {"CSecretService", "GatehouseClient", "GatehouseWire", "CognitoShapes", "GatehouseCrypto"},
    "AWSCognitoAuthPlugin": {
        "Amplify", "AWSPluginsCore", "GatehouseSession", "GatehouseClient", "GatehouseWire", "CognitoShapes",
        "GatehouseCrypto",
    },
    "AWSMobileClient": {
        "GatehouseSession", "GatehousePresentation", "GatehouseClient", "GatehouseWire", "CognitoShapes",
        "GatehouseCrypto",
    },
    "AWSUserPoolsSignIn": {"AWSMobileClient"},
    "AWSAuthUI": {"AWSMobileClient"},
    "AWSFacebookSignIn": {"AWSMobileClient"},
    "AWSGoogleSignIn": {"AWSMobileClient"},
    "GatehouseAppTesting": {"Amplify", "GatehouseSession"},
    "GatehouseTestServer": {
        "Amplify", "AWSCognitoAuthPlugin", "GatehouseAppTesting", "GatehouseClient", "GatehouseWire", "CognitoShapes",
        "GatehouseCrypto",
    },
    "GatehouseSecurityKeys": {"AWSCognitoAuthPlugin", "GatehouseSession", "GatehouseWire", "GatehouseCrypto"},
    "CredentialStoreWriter": {"GatehouseSession"},
    "SessionSharer": {"GatehouseSession", "GatehouseClient", "GatehouseCrypto", "GatehouseWire"},
    "DocumentedCalls": {"Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin"},
    "DocumentedMobileCalls": {"AWSMobileClient"},
    "MobileApp": {
        "AWSMobileClient", "AWSUserPoolsSignIn", "AWSAuthUI", "AWSFacebookSignIn", "AWSGoogleSignIn", "Amplify",
    },
    "MobileClient": {"AWSMobileClient", "AWSCognitoAuthPlugin", "AWSPluginsCore"},
    "VerifiedOrders": {"GatehouseVerifier", "GatehouseVerifierHummingbird"},
    "ShapeGenerator": set(),
    "CEnqueueHook": set(),
}

# Rule 2: who may import both halves.
BOTH_HALVES = re.compile(r"^(GatehouseTesting|SignIn|GatehouseBenchmarks|\w+Tests|StorageCrashWriter)$")

# Rule 4: the one target, or the few, that a foreign module belongs to.
OWNERS = {
    "Hummingbird": {"GatehouseVerifierHummingbird", "VerifiedOrders"},
    "HummingbirdCore": {"GatehouseHTTP"},
    "GRDB": {"GatehouseSQLite"},
    "AsyncHTTPClient": {"GatehouseClient", "GatehouseOutbound", "GatehouseVerifier"},
    "ArgumentParser": {"AmplifyCommand", "GatehouseCommand", "ShapeGenerator"},
    "Configuration": {"GatehouseServer"},
    "Crypto": {"GatehouseCrypto", "GatehouseServerCrypto"},
    "CryptoExtras": {"GatehouseServerCrypto"},
    "OpenCombine": {"Amplify"},
    "SwiftASN1": {"GatehouseFederation", "GatehouseWebAuthn"},
    "X509": {"GatehouseFederation", "GatehouseWebAuthn"},
    "CFIDO2": {"GatehouseSecurityKeys"},
    "CLibPQ": {"PostgresPortabilityTests"},
    "CQRCode": {"GatehousePages", "SignIn"},
    "Mustache": {"GatehousePages"},
}

# Rule 3: the modules of the toolchain and of Apple's systems, which nothing declares.
OF_THE_SYSTEM = {
    "AuthenticationServices", "Combine", "CoreFoundation", "CryptoKit", "Darwin", "Dispatch", "Foundation",
    "FoundationNetworking", "Glibc", "Musl", "Security", "Synchronization", "Testing", "UIKit", "os",
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)

STRING = re.compile(r'"(?:\\.|[^"\\])*"')

breaches = []


def breach(rule, text):
    breaches.append(f"rule {rule}: {text}")


def manifest():
    output = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return json.loads(output)


def declared(target):
    """Names of the targets and products that a target declares."""
    return {value[0] for dependency in target["dependencies"] for value in dependency.values()}


def check_edges(targets):
    for name, target in targets.items():
        inside = {other for other in declared(target) if other in targets}
        halves = {half for half in ("Client", "Server") for other in inside if f"Sources/{half}/" in targets[other]["path"]}
        if name in ALLOWED:
            for other in sorted(inside - ALLOWED[name]):
                breach(1, f"{name} may not depend on {other}")
        elif not BOTH_HALVES.match(name):
            breach(1, f"{name} is not in the law's list of targets")
        if len(halves) == 2 and not BOTH_HALVES.match(name):
            breach(2, f"{name} depends on client and server")


def check_sources(targets):
    for name, target in targets.items():
        folder = ROOT / target["path"]
        total = 0
        for path in sorted(folder.rglob("*.swift")):
            text = path.read_text()
            total += lines_of_code(text)
            check_file(name, declared(target) | OF_THE_SYSTEM, path, text)
        if total > MOST_LINES_OF_CODE:
            breach(5, f"{name} has {total} lines of code")


# One edit recompiles a module: about four seconds at this size.
MOST_LINES_OF_CODE = 10_000

# The most lines of a hand-written file, with comments.
MOST_LINES = 500


def check_plain_tests(targets):
    words = re.search(r"^PLAIN_TESTS := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.M).group(1)
    for name in words.replace("\\", " ").split():
        for path in sorted((ROOT / targets[name]["path"]).rglob("*.swift")):
            if "@testable" in path.read_text():
                breach(9, f"{path.relative_to(ROOT)} needs a build for tests")


def lines_of_code(text):
    """What a compiler has to do with; comments cost it nothing."""
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def without_strings(code):
    """A line without the text of its string literals; code inside an interpolation goes with it."""
    return STRING.sub('""', code)


def check_file(name, importable, path, text):
    where = path.relative_to(ROOT)
    generated = "Generated by ShapeGenerator" in text[:400]
    if not generated and text.count("\n") > MOST_LINES:
        breach(5, f"{where} has {text.count(chr(10))} lines")
    in_sources = str(where).startswith("Sources/")
    public_ok = str(where).startswith(("Sources/Client/", "Sources/Testing/", "Sources/Verifier/"))
    recent = []
    for number, line in enumerate(text.splitlines(), 1):
        code = without_strings(line).split("//")[0]
        match = IMPORT.match(code)
        if match:
            module = match.group(1)
            if module not in importable:
                breach(3, f"{where}:{number} imports {module}, which {name} does not declare")
            if in_sources and module in OWNERS and name not in OWNERS[module]:
                breach(4, f"{where}:{number} imports {module}, which belongs to {', '.join(sorted(OWNERS[module]))}")
        if in_sources:
            if not public_ok and re.search(r"\b(public|open)\s+(?!import)(\w+)", code):
                breach(6, f"{where}:{number} says public")
            if re.search(r"\btry!|\bas!|\bfatalError\(", code):
                breach(7, f"{where}:{number} overrules the compiler")
            if "@_exported" in code:
                breach(8, f"{where}:{number} exports another module's names")
            if re.search(r"@unchecked Sendable|nonisolated\(unsafe\)", code) and "//" not in line + "".join(recent):
                breach(7, f"{where}:{number} gives no reason")
        recent = [*recent[-3:], line]


def main():
    targets = {
        target["name"]: target | {"path": target.get("path") or f"Sources/{target['name']}"}
        for target in manifest()["targets"]
        if target["type"] != "system"
    }
    check_edges(targets)
    check_sources(targets)
    check_plain_tests(targets)
    for line in breaches:
        print(line)
    print(f"The law holds in {len(targets)} targets." if not breaches else f"{len(breaches)} breaches of the law.")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
