#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Runs the law of the house over manifest and sources, and prints each breach with the rule it breaks.

1. Imports point down the picture: each target has a part of the house and a layer, and imports from lower layers of the
   parts that its part sees, with the exceptions that are named here.
2. Client and Server meet only in Shared; only testing, samples and benchmarks import both.
3. A file imports only what its target declares. SwiftPM's own check (Makefile, IMPORT_CHECK) accepts the imports of
   modules that a declared dependency depends on; Scripts/check-imports-self-test.sh shows both.
4. One owner per foreign library, and for each database one folder of the server that knows it.
5. No target grows past 10,000 lines of code, no hand-written file past 500 lines.
6. `public` appears only under Sources/Client, Sources/Verifier and Sources/Testing.
7. No `try!`, `as!` and `fatalError(`; `@unchecked Sendable` and `nonisolated(unsafe)` carry their reason.
8. No `@_exported`: an import brings the names of one module.
9. Tests that run in an optimised build too (Makefile, PLAIN_TESTS) have plain imports only.
10. Tests that the thread sanitizer runs at each commit (Makefile, TSAN_TESTS) compile without the server.
11. Of the targets that answer requests of data APIs, a few files know the store of records; all others get records from
    the guarded store, which only the judge of the rules opens.
12. Statements of the server have nothing that other engines lack: no sequences, triggers, stored functions, LISTEN and
    temporary tables.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Rules 1 and 2: the parts of the house, each with its half and the parts that it sees. A target imports from its own part
# and from those that its part sees, and only from lower layers: never upwards, never sideways.
PARTS = {
    "Shared": ("Shared", ()),
    "Core": ("Server", ("Shared",)),
    "User pools": ("Server", ("Shared", "Core")),
    "Access": ("Server", ("Shared", "Core")),
    "Data": ("Server", ("Shared", "Core")),
    "Adapters": ("Server", ("Shared", "Core")),
    "Door": ("Server", ("Shared", "Core")),
    "Sites": ("Server", ("Shared", "Core", "User pools", "Door")),
    "House": ("Server", ("Shared", "Core", "User pools", "Access", "Data", "Adapters", "Door", "Sites")),
    "Verifier": ("Server", ("Shared",)),
    "Engine": ("Client", ("Shared",)),
    "Amplify plugin": ("Client", ("Shared", "Engine")),
    "Mobile client": ("Client", ("Shared", "Engine")),
    "App testing": ("Client", ("Shared", "Engine", "Amplify plugin")),
    "Tools": ("Shared", ()),
}

# The layer of programs, which no target imports.
PROGRAM = 99

# The part of each target, and its layer. A new target is one line here.
TARGETS = {
    "CSRPArithmetic": ("Shared", 0),
    "CSystemCrypto": ("Shared", 0),
    "CNarrowSRPArithmetic": ("Shared", 1),
    "GatehouseText": ("Shared", 0),
    "GatehouseOutput": ("Shared", 0),
    "GatehouseWire": ("Shared", 1),
    "GatehouseCrypto": ("Shared", 1),
    "GatehouseGraphQL": ("Shared", 2),
    "GatehouseDataModel": ("Shared", 3),
    "GatehouseSchemaCompiler": ("Shared", 4),
    "CognitoShapes": ("Shared", 2),
    "CognitoAdminShapes": ("Shared", 3),
    "AccessManagementShapes": ("Shared", 3),
    "ProjectShapes": ("Shared", 3),
    "GatehouseClientFiles": ("Shared", 4),
    "GatehouseServerCrypto": ("Core", 4),
    "GatehouseCore": ("Core", 5),
    "GatehouseWebAuthn": ("Core", 5),
    "GatehouseUserPoolModel": ("User pools", 6),
    "GatehouseUserPoolKernel": ("User pools", 7),
    "GatehouseAccounts": ("User pools", 8),
    "GatehouseSignIn": ("User pools", 8),
    "GatehouseUserPools": ("User pools", 9),
    "CXMLSignatures": ("Access", 0),
    "GatehouseFederation": ("Access", 6),
    "GatehouseAccess": ("Access", 6),
    "GatehouseIdentityPoolModel": ("Access", 7),
    "GatehouseSecurityTokens": ("Access", 7),
    "GatehouseAccessManagement": ("Access", 8),
    "GatehouseProjectStores": ("Access", 6),
    "GatehouseProjects": ("Access", 7),
    "GatehouseIdentityPools": ("Access", 8),
    "GatehouseCallers": ("Access", 9),
    "GatehouseDataStores": ("Data", 6),
    "GatehouseData": ("Data", 7),
    "CAllocator": ("Adapters", 0),
    "CProcess": ("Adapters", 0),
    "CLibCrypto": ("Adapters", 0),
    "CPasswordHashing": ("Adapters", 0),
    "GatehouseLibCrypto": ("Adapters", 6),
    "GatehousePasswordHashing": ("Adapters", 6),
    "GatehouseOutbound": ("Adapters", 6),
    "GatehouseStorage": ("Adapters", 6),
    "GatehouseSQLite": ("Adapters", 7),
    "GatehousePostgres": ("Adapters", 7),
    "GatehouseSites": ("Door", 6),
    "GatehouseGateway": ("Door", 11),
    "GatehouseHTTP": ("Door", 12),
    "GatehousePages": ("Sites", 6),
    "GatehouseOAuth": ("Sites", 10),
    "GatehouseServices": ("Sites", 10),
    "GatehouseDataSite": ("Sites", 10),
    "GatehouseDevelopmentPages": ("Sites", 10),
    "GatehouseMeasurements": ("House", 12),
    "GatehouseServer": ("House", 13),
    "GatehouseCommand": ("House", PROGRAM),
    "SocketEcho": ("House", PROGRAM),
    "GatehouseVerifier": ("Verifier", 5),
    "GatehouseVerifierHummingbird": ("Verifier", 6),
    "VerifiedOrders": ("Verifier", PROGRAM),
    "CSecretService": ("Engine", 0),
    "GatehousePresentation": ("Engine", 0),
    "GatehouseClient": ("Engine", 4),
    "GatehouseSession": ("Engine", 5),
    "SessionSharer": ("Engine", PROGRAM),
    "CredentialStoreWriter": ("Engine", PROGRAM),
    "Amplify": ("Amplify plugin", 6),
    "AWSPluginsCore": ("Amplify plugin", 7),
    "AWSCognitoAuthPlugin": ("Amplify plugin", 8),
    "AWSAPIPlugin": ("Amplify plugin", 8),
    "AWSDataStorePlugin": ("Amplify plugin", 8),
    "GatehouseSecurityKeys": ("Amplify plugin", 9),
    "GatehouseProject": ("Amplify plugin", 6),
    "GatehouseDeployment": ("Amplify plugin", 7),
    "GatehouseDialogue": ("Amplify plugin", 9),
    "GatehouseModelGenerator": ("Amplify plugin", 9),
    "AmplifyCommand": ("Amplify plugin", PROGRAM),
    "Interview": ("Amplify plugin", PROGRAM),
    "DocumentedCalls": ("Amplify plugin", PROGRAM),
    "GeneratedModels": ("Amplify plugin", 9),
    "AWSMobileClient": ("Mobile client", 6),
    "AWSUserPoolsSignIn": ("Mobile client", 7),
    "AWSAuthUI": ("Mobile client", 7),
    "AWSFacebookSignIn": ("Mobile client", 7),
    "AWSGoogleSignIn": ("Mobile client", 7),
    "DocumentedMobileCalls": ("Mobile client", PROGRAM),
    "Todos": ("Amplify plugin", PROGRAM),
    "Notes": ("Amplify plugin", PROGRAM),
    "MobileClient": ("Mobile client", PROGRAM),
    "MobileApp": ("Mobile client", PROGRAM),
    "GatehouseAppTesting": ("App testing", 9),
    "GatehouseTestServer": ("App testing", 10),
    "CEnqueueHook": ("Tools", 0),
    "ShapeGenerator": ("Tools", PROGRAM),
}

# What a target imports beside that: names of targets, or of parts for all their lower layers.
FURTHER = {
    "GatehouseUserPools": {"GatehouseFederation"},
    "GatehouseOAuth": {"GatehouseFederation"},
    # Models and store protocols.
    "GatehouseStorage": {
        "GatehouseUserPoolModel", "GatehouseIdentityPoolModel", "GatehouseAccess", "GatehouseDataStores",
        "GatehouseProjectStores",
    },
    # Every site can ask who calls it.
    "GatehouseCallers": {"GatehouseSites"},
    "GatehouseServices": {"Access"},
    "GatehouseDataSite": {"Access", "Data"},
    "GatehouseVerifier": {"GatehouseServerCrypto"},
    # A sample and a test of apps that use both clients.
    "MobileClient": {"Amplify plugin"},
    "MobileApp": {"Amplify plugin"},
}

# The targets that import this alone, whatever their layers allow.
ONLY = {
    "CognitoShapes": {"GatehouseWire"},
    "CognitoAdminShapes": {"GatehouseWire", "CognitoShapes"},
    "AccessManagementShapes": {"GatehouseWire", "CognitoShapes"},
    "ProjectShapes": {"GatehouseWire", "CognitoShapes"},
    "GatehouseCore": {"GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire"},
    "GatehouseSQLite": {"GatehouseCore", "GatehouseStorage"},
    "GatehousePostgres": {"GatehouseCore", "GatehouseCrypto", "GatehouseStorage"},
    "GatehousePages": {"GatehouseText", "GatehouseWire"},
    "Amplify": {"GatehouseOutput", "GatehousePresentation"},
    "AWSPluginsCore": {"Amplify"},
}

# Targets that the manifest has on Linux only.
OF_LINUX = {"GatehouseSecurityKeys"}

# Rule 2: who may import both halves.
BOTH_HALVES = re.compile(r"^(GatehouseTesting|GatehouseTestSupport|SignIn|GatehouseBenchmarks|\w+Tests|StorageCrashWriter)$")


def refusal(name, other):
    """Why a target may not import another one; None if it may."""
    if BOTH_HALVES.match(name):
        return None
    if name not in TARGETS:
        return f"{name} is not in the law's list of targets"
    if other not in TARGETS:
        return f"{name} may not depend on {other}, which imports both halves"
    part, layer = TARGETS[name]
    other_part, other_layer = TARGETS[other]
    further = FURTHER.get(name, ())
    if name in ONLY:
        return None if other in ONLY[name] else f"{name} depends on {', '.join(sorted(ONLY[name]))} alone, not on {other}"
    if other in further:
        return None
    if other_part != part and other_part not in PARTS[part][1] and other_part not in further:
        return f"{name} of {part} may not depend on {other} of {other_part}"
    if other_layer >= min(layer, PROGRAM):
        return f"{name} of layer {layer} may not depend on {other} of layer {other_layer}"
    return None

# Rule 4: the one target, or the few, that a foreign module or a module in C belongs to.
OWNERS = {
    "CAllocator": {"GatehouseServer"},
    "CLibCrypto": {"GatehouseLibCrypto"},
    "CPasswordHashing": {"GatehousePasswordHashing"},
    "CProcess": {"GatehouseOutbound", "GatehouseServer"},
    "CSRPArithmetic": {"GatehouseCrypto"},
    "CSecretService": {"GatehouseSession"},
    "CSystemCrypto": {"GatehouseCrypto"},
    "CXMLSignatures": {"GatehouseFederation"},
    "Hummingbird": {"GatehouseVerifierHummingbird", "VerifiedOrders"},
    "HummingbirdCore": {"GatehouseHTTP"},
    "GRDB": {"GatehouseSQLite", "AWSDataStorePlugin"},
    "AsyncHTTPClient": {"GatehouseClient", "GatehouseOutbound", "GatehouseVerifier"},
    "ArgumentParser": {"AmplifyCommand", "GatehouseCommand", "ShapeGenerator"},
    "Configuration": {"GatehouseServer"},
    "Crypto": {"GatehouseCrypto", "GatehouseServerCrypto"},
    "CryptoExtras": {"GatehouseServerCrypto"},
    "OpenCombine": {"Amplify", "AWSAPIPlugin", "AWSDataStorePlugin"},
    "SwiftASN1": {"GatehouseFederation", "GatehouseWebAuthn"},
    "X509": {"GatehouseFederation", "GatehouseWebAuthn"},
    "CFIDO2": {"GatehouseSecurityKeys"},
    "CLibPQ": {"GatehousePostgres"},
    "CQRCode": {"GatehousePages", "SignIn"},
    "Mustache": {"GatehousePages"},
}

# Rule 4: the one folder of a target that imports a module; the rest of the target knows a port.
PLACES = {
    ("GatehouseServer", "GatehouseSQLite"): "Sources/Server/GatehouseServer/DatabaseFile/",
    ("GatehouseServer", "GatehousePostgres"): "Sources/Server/GatehouseServer/DatabaseServer/",
}

# Rule 3: the modules of the toolchain and of Apple's systems, which nothing declares.
OF_THE_SYSTEM = {
    "AuthenticationServices", "Combine", "CoreFoundation", "CryptoKit", "Darwin", "Dispatch", "Foundation",
    "FoundationNetworking", "Glibc", "Musl", "Network", "Security", "Synchronization", "Testing", "UIKit", "os",
}

# Rule 11: the files that know the store of records: the guarded store and who makes it, what an operator does, and the
# change log, whose records each subscriber judges.
RECORD_STORE = re.compile(r"\b(?:SQL)?Record(?:Store|Reading|Writing)\b")
KNOW_RECORD_STORE = {
    "GatehouseData": {"Judgement/GuardedStore.swift", "Service/DataService.swift", "Changes/RecordRemoval.swift",
        "Changes/SchemaPush.swift", "Events/ChangeLog.swift"},
    "GatehouseDataSite": {"Control/DataAPIAdministration.swift", "Control/RecordImport.swift"},
}


def reaches_past_the_judge(name, file, code):
    """Whether a line of a file, given by its path in the target, names the store of records where it may not."""
    return name in KNOW_RECORD_STORE and file not in KNOW_RECORD_STORE[name] and bool(RECORD_STORE.search(code))


# Rule 12: what engines that distribute rows lack or do in another way. Keywords are in capitals.
ENGINE_FEATURE = re.compile(
    r"\b(?:CREATE|DROP)\s+(?:OR\s+REPLACE\s+|CONSTRAINT\s+|GLOBAL\s+|LOCAL\s+)*"
    r"(?:TEMP|TEMPORARY|UNLOGGED|SEQUENCE|TRIGGER|FUNCTION|PROCEDURE)\b"
    r"|\bINTO\s+TEMP|\bAUTOINCREMENT\b|\b(?:BIG|SMALL)?SERIAL\d?\b|\bGENERATED\s+(?:ALWAYS|BY\s+DEFAULT)\b"
    r"|\b(?:UN)?LISTEN\s+[\w*\\]|\bNOTIFY\s+[\w\\]|\bDO\s+\$|\b(?i:nextval|currval|setval|pg_notify)\s*\("
)


def has_engine_feature(line):
    """Whether a line of the server's code, comments aside, has a statement that other engines refuse."""
    return not line.lstrip().startswith("//") and bool(ENGINE_FEATURE.search(line))

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
        halves = {PARTS[TARGETS[other][0]][0] for other in inside if other in TARGETS}
        for reason in filter(None, (refusal(name, other) for other in sorted(inside))):
            breach(1, reason)
        if name not in TARGETS and not BOTH_HALVES.match(name):
            breach(1, f"{name} is not in the law's list of targets")
        if {"Client", "Server"} <= halves and not BOTH_HALVES.match(name):
            breach(2, f"{name} depends on client and server")
    for name in sorted(TARGETS.keys() - targets.keys() - OF_LINUX):
        breach(1, f"{name} is in the law's list of targets, and not in the manifest")


def check_sources(targets):
    for name, target in targets.items():
        folder = ROOT / target["path"]
        total = 0
        for path in sorted(folder.rglob("*.swift")):
            text = path.read_text()
            total += lines_of_code(text)
            check_file(name, declared(target) | OF_THE_SYSTEM, path, text, target["path"])
        if total > MOST_LINES_OF_CODE:
            breach(5, f"{name} has {total} lines of code")


# One edit recompiles a module: about four seconds at this size.
MOST_LINES_OF_CODE = 10_000

# The most lines of a hand-written file, with comments.
MOST_LINES = 500


def names_of(variable):
    """The names of targets in a variable of the Makefile."""
    found = re.search(rf"^{variable} [:?]= ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.M)
    return found.group(1).replace("\\", " ").split()


# Rule 10: what takes longest to compile, and with the sanitizer longer still.
HEAVY = {"GatehouseServer", "GatehouseOAuth", "GatehousePages"}


def check_sanitized_tests(targets):
    found, waiting = set(), names_of("TSAN_TESTS")
    while waiting:
        name = waiting.pop()
        if name in targets and name not in found:
            found.add(name)
            waiting += declared(targets[name])
    for name in sorted(found & HEAVY):
        breach(10, f"a test of TSAN_TESTS needs {name}")


def check_plain_tests(targets):
    for name in names_of("PLAIN_TESTS"):
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


def check_file(name, importable, path, text, root):
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
            place = PLACES.get((name, module))
            if place and not str(where).startswith(place):
                breach(4, f"{where}:{number} imports {module} outside {place}")
        if in_sources:
            if not public_ok and re.search(r"\b(public|open)\s+(?!import)(\w+)", code):
                breach(6, f"{where}:{number} says public")
            if re.search(r"\btry!|\bas!|\bfatalError\(", code):
                breach(7, f"{where}:{number} overrules the compiler")
            if reaches_past_the_judge(name, path.relative_to(ROOT / root).as_posix(), code):
                breach(11, f"{where}:{number} knows the store of records, whose records no rule has admitted")
            if str(where).startswith("Sources/Server/") and has_engine_feature(line):
                breach(12, f"{where}:{number} has a statement that ties the server to one engine")
            if "@_exported" in code:
                breach(8, f"{where}:{number} exports another module's names")
            if re.search(r"@unchecked Sendable|nonisolated\(unsafe\)", code) and "//" not in line + "".join(recent):
                breach(7, f"{where}:{number} gives no reason")
        recent = [*recent[-3:], line]


# Joints of the house that must be refused, by part, by layer or by name.
REFUSED = [
    ("GatehouseAccounts", "GatehouseSignIn"), ("GatehouseSignIn", "GatehouseAccounts"),
    ("GatehouseUserPoolModel", "GatehouseUserPoolKernel"), ("GatehouseUserPoolKernel", "GatehouseAccounts"),
    ("GatehouseWebAuthn", "GatehouseUserPoolModel"), ("GatehouseCore", "CognitoShapes"),
    ("CognitoShapes", "GatehouseCrypto"), ("GatehouseWire", "CognitoShapes"),
    # Domains know no other domain, no SQL, no HTTP and no process.
    ("GatehouseUserPools", "GatehouseSecurityTokens"), ("GatehouseIdentityPools", "GatehouseUserPoolModel"),
    ("GatehouseSecurityTokens", "GatehouseIdentityPools"), ("GatehouseFederation", "GatehouseAccess"),
    ("GatehouseUserPools", "GatehouseStorage"), ("GatehouseAccess", "GatehouseSQLite"),
    ("GatehouseSignIn", "GatehouseOutbound"), ("GatehouseIdentityPools", "GatehouseHTTP"),
    ("GatehouseUserPools", "GatehouseGateway"), ("GatehouseUserPools", "GatehouseServer"),
    # Storage sees models and store protocols only, and drivers see storage.
    ("GatehouseStorage", "GatehouseUserPools"), ("GatehouseStorage", "GatehouseSignIn"),
    ("GatehouseStorage", "GatehouseIdentityPools"), ("GatehouseIdentityPoolModel", "GatehouseSecurityTokens"),
    ("GatehouseStorage", "GatehouseData"),
    ("GatehouseStorage", "GatehouseSQLite"), ("GatehouseSQLite", "GatehouseUserPoolModel"),
    ("GatehouseStorage", "GatehousePostgres"), ("GatehousePostgres", "GatehouseSQLite"),
    ("GatehouseOutbound", "GatehouseStorage"), ("GatehouseStorage", "GatehouseOutbound"),
    # A site does not know the gateway below it, nor the stores.
    ("GatehouseOAuth", "GatehouseGateway"), ("GatehouseOAuth", "GatehouseStorage"),
    ("GatehouseOAuth", "GatehouseIdentityPools"), ("GatehousePages", "GatehouseCore"),
    ("GatehouseSites", "GatehouseGateway"), ("GatehouseHTTP", "GatehouseUserPools"),
    ("GatehouseGateway", "GatehouseOAuth"), ("GatehouseGateway", "GatehouseHTTP"),
    # The halves meet in Shared.
    ("GatehouseSession", "GatehouseCore"), ("GatehouseClient", "GatehouseServerCrypto"),
    ("GatehouseServer", "GatehouseSession"), ("GatehouseTestServer", "GatehouseServer"),
    ("GatehouseVerifier", "GatehouseCore"), ("GatehouseCrypto", "GatehouseServerCrypto"),
    ("GatehouseTestServer", "GatehouseTesting"), ("GatehouseServer", "GatehouseTesting"),
    # The engine knows none of its two faces, and they do not know each other.
    ("GatehouseSession", "Amplify"), ("Amplify", "GatehouseSession"), ("AWSMobileClient", "Amplify"),
    ("AWSCognitoAuthPlugin", "AWSMobileClient"), ("GatehouseClient", "GatehouseSession"),
    ("GatehouseSession", "SessionSharer"), ("GatehouseServer", "GatehouseCommand"),
    ("ANewTarget", "GatehouseText"),
]

# Joints that must be accepted.
ACCEPTED = [
    ("GatehouseUserPools", "GatehouseFederation"), ("GatehouseOAuth", "GatehouseSignIn"),
    ("GatehouseStorage", "GatehouseUserPoolModel"), ("GatehouseVerifier", "GatehouseServerCrypto"),
    ("GatehouseTesting", "GatehouseServer"), ("GatehouseHTTP", "GatehouseGateway"),
    ("AWSCognitoAuthPlugin", "GatehouseSession"), ("MobileApp", "Amplify"),
]


def self_test():
    """Checks the joints above, and that a new target needs one line."""
    wrong = [f"{name} may depend on {other}" for name, other in REFUSED if not refusal(name, other)]
    wrong += [reason for reason in (refusal(name, other) for name, other in ACCEPTED) if reason]
    TARGETS["ANewSite"] = ("Sites", 10)
    if refusal("ANewSite", "GatehouseSites") or refusal("ANewSite", "GatehouseUserPools"):
        wrong.append("a new site may not depend on what sites see")
    if not refusal("ANewSite", "GatehouseOAuth") or not refusal("ANewSite", "GatehouseSQLite"):
        wrong.append("a new site may depend on another site, or on a driver")
    del TARGETS["ANewSite"]
    for name, file, code, wrong_place in [
        ("GatehouseData", "Execution/DataResolver.swift", "    let store: any RecordStore", True),
        ("GatehouseData", "Execution/RecordReader.swift", "    let reader: any RecordReading", True),
        ("GatehouseData", "Mutations/RecordWriter.swift", "init(_ writer: some RecordWriting) {", True),
        ("GatehouseDataSite", "HTTP/DataEndpoint.swift", "let records = SQLRecordStore(database)", True),
        ("GatehouseData", "Execution/DataResolver.swift", "    let store: GuardedStore", False),
        ("GatehouseData", "Judgement/GuardedStore.swift", "    private let store: any RecordStore", False),
        ("GatehouseStorage", "Records/SQLRecordStore.swift", "protocol SQLRecordReading: RecordReading {", False),
    ]:
        if reaches_past_the_judge(name, file, code) != wrong_place:
            wrong.append(f"{name}/{file} may{'' if wrong_place else ' not'} say: {code.strip()}")
    for line, is_refused in [
        ('"CREATE TEMP TABLE things (id BIGINT)",', True), ("    CREATE TEMPORARY TABLE things (", True),
        ('"CREATE SEQUENCE numbers"', True), ('"CREATE TABLE things (id BIGSERIAL PRIMARY KEY)"', True),
        ("    id BIGINT GENERATED ALWAYS AS IDENTITY,", True), ("    id INTEGER PRIMARY KEY AUTOINCREMENT,", True),
        ("    CREATE OR REPLACE FUNCTION total() RETURNS BIGINT AS $$", True), ('"DO $$ BEGIN END $$"', True),
        ('"CREATE CONSTRAINT TRIGGER late AFTER INSERT ON users"', True), ('"LISTEN changes"', True),
        ('"NOTIFY changes"', True), ("\"SELECT nextval('numbers')\"", True), ('"LISTEN \\(name)"', True),
        ('"SELECT pg_notify($1, $2)"', True), ("    SELECT id INTO TEMP things FROM users", True),
        ('"CREATE TABLE user_counts (pool_id TEXT NOT NULL)",', False), ("    // LISTEN changes", False),
        ('"CREATE UNIQUE INDEX users_by_name ON users (pool_id, name)"', False),
        ('environment["NOTIFY_SOCKET"]', False), ("case trigger, serial, function, temporary", False),
    ]:
        if has_engine_feature(line) != is_refused:
            wrong.append(f"a statement may{'' if is_refused else ' not'} be: {line.strip()}")
    for line in wrong:
        print(f"self-test: {line}")
    return not wrong


def main():
    if not self_test():
        return 1
    targets = {
        target["name"]: target | {"path": target.get("path") or f"Sources/{target['name']}"}
        for target in manifest()["targets"]
        if target["type"] != "system"
    }
    check_edges(targets)
    check_sources(targets)
    check_plain_tests(targets)
    check_sanitized_tests(targets)
    for line in breaches:
        print(line)
    print(f"The law holds in {len(targets)} targets." if not breaches else f"{len(breaches)} breaches of the law.")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
