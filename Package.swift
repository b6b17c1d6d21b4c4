// swift-tools-version: 6.2

import PackageDescription

/// Whether SwiftPM checked this out on behalf of an app; flags that it calls unsafe stay out of the manifest then.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// Other packages on GitHub, the first version that fits, and their products that targets need.
let others: [(path: String, version: Version, products: [String])] = [
    ("apple/swift-argument-parser", "1.8.2", ["ArgumentParser"]),
    ("apple/swift-asn1", "1.7.4", ["SwiftASN1"]),
    ("apple/swift-certificates", "1.21.1", ["X509"]),
    ("apple/swift-configuration", "1.4.0", ["Configuration"]),
    ("apple/swift-crypto", "4.5.2", ["Crypto", "CryptoExtras"]),
    ("apple/swift-http-types", "1.8.0", ["HTTPTypes"]),
    ("apple/swift-log", "1.16.2", ["Logging"]),
    ("apple/swift-metrics", "2.13.0", ["Metrics"]),
    ("apple/swift-nio", "2.101.2", ["NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix", "NIOWebSocket"]),
    ("apple/swift-nio-extras", "1.35.2", ["NIOHTTPCompression"]),
    ("apple/swift-nio-ssl", "2.37.6", ["NIOSSL"]),
    ("groue/GRDB.swift", "7.10.0", ["GRDB", "GRDBSQLite"]),
    ("hummingbird-project/hummingbird", "2.28.1", ["Hummingbird", "HummingbirdCore"]),
    ("hummingbird-project/swift-mustache", "2.1.1", ["Mustache"]),
    ("OpenCombine/OpenCombine", "0.14.0", ["OpenCombine"]),
    ("swift-server/async-http-client", "1.37.0", ["AsyncHTTPClient"]),
    ("swift-server/swift-service-lifecycle", "2.13.0", ["ServiceLifecycle", "ServiceLifecycleTestKit", "UnixSignals"]),
]

/// Modules for apps of Swift 5, in whose mode their calls compile: callbacks without a promise about threads.
let ofSwift5 = ["AWSMobileClient", "AWSUserPoolsSignIn", "AWSAuthUI", "AWSFacebookSignIn", "AWSGoogleSignIn"]

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "gatehouse", targets: ["GatehouseCommand"]),
        .executable(name: "amplify", targets: ["AmplifyCommand"]),
    ]
        + ([
            "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "AWSAPIPlugin", "AWSDataStorePlugin",
            "GatehouseTesting", "GatehouseTestServer", "GatehouseVerifier", "GatehouseVerifierHummingbird",
        ] + ofSwift5).map { .library(name: $0, targets: [$0]) },
    // What an app on Linux compiles: docs/client.md. Servers need the packages anyway, apps on Apple's systems never.
    traits: [
        .trait(name: "AsyncHTTPClient", description: "On Linux, apps send with AsyncHTTPClient instead of URLSession."),
        .trait(name: "SwiftCrypto", description: "On Linux, apps compute with swift-crypto instead of libcrypto."),
        .default(enabledTraits: ["AsyncHTTPClient", "SwiftCrypto"]),
    ],
    dependencies: others.map { .package(url: "https://github.com/\($0.path)", from: $0.version) }
)

// MARK: - Targets

/// What a target needs, by name: targets of this package, and products of others.
func named(_ names: [String], when condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
    names.map { name in
        if let origin = others.first(where: { $0.products.contains(name) })?.path.split(separator: "/").last {
            .product(name: name, package: String(origin), condition: condition)
        } else {
            .byName(name: name, condition: condition)
        }
    }
}

/// A target that others import; `withTrait` has what it needs on Linux if the app enables the trait.
func module(
    _ name: String, exclude: [String] = [], headers: String? = nil, linking libraries: [String]? = nil,
    onLinux: [String] = [], withTrait: [String: [String]] = [:], needs: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: named(needs) + named(onLinux, when: .when(platforms: [.linux]))
            + withTrait.flatMap { named($1, when: .when(platforms: [.linux], traits: [$0])) },
        exclude: exclude, cSettings: headers.map { [.headerSearchPath($0)] },
        linkerSettings: libraries?.map { .linkedLibrary($0) })
}

/// A target that is run.
func program(_ name: String, onLinux: [String] = [], needs: [String], packageAccess: Bool = true) -> Target {
    .executableTarget(
        name: name, dependencies: named(needs) + named(onLinux, when: .when(platforms: [.linux])),
        packageAccess: packageAccess)
}

/// A target of tests: they may import the module whose name they bear, what that needs, and what `needs` adds.
@MainActor func tests(
    _ name: String, resources: [String] = [], needs: [String] = [], packageAccess: Bool = true
) -> Target {
    let subject = package.targets.first { "\($0.name)Tests" == name }
    let inherited = subject.map { $0.dependencies + named([$0.name]) } ?? []
    let known = Set(inherited.map(\.name))
    return .testTarget(
        name: name, dependencies: inherited + named(needs.filter { !known.contains($0) }),
        resources: resources.map { .copy($0) }, packageAccess: packageAccess)
}

extension Target.Dependency {
    /// The name of the target or the product.
    var name: String {
        switch self {
        case .targetItem(let name, _), .productItem(let name, _, _, _), .byNameItem(let name, _): name
        @unknown default: preconditionFailure("SwiftPM has another kind of dependency.")
        }
    }
}

/// Adds targets whose folders, which bear their names, are in this one.
@MainActor func place(in folder: String, _ targets: Target...) {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    package.targets += targets
}

// MARK: - Targets that are needed together

let text = ["GatehouseText", "GatehouseWire"]
let words = ["CognitoShapes", "CognitoAdminShapes", "GatehouseWire"]
let crypto = ["GatehouseCrypto", "GatehouseServerCrypto"]
let core = crypto + ["GatehouseCore"]
let userPools = [
    "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
]
let pools = userPools + core + words
let gateway = ["GatehouseGateway", "GatehouseSites"]
let sites = ["GatehouseCallers", "GatehouseServices", "GatehouseDevelopmentPages"]
let securityTokens = ["GatehouseSecurityTokens", "GatehouseAccess"]
let server = ["GatehouseTesting", "GatehouseTestSupport", "GatehouseServer"]
let database = ["GatehouseSQLite", "GatehouseStorage"]
let plugin = ["Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin"]
let calls = ["GatehouseClient", "GatehouseWire", "CognitoShapes", "GatehouseCrypto"]

// MARK: - Shared: words and mathematics

place(
    in: "Sources/Shared",
    module("GatehouseText"),
    module("GatehouseOutput"),
    module("GatehouseWire", needs: ["GatehouseText"]),
    module("GatehouseGraphQL", needs: text),
    module("GatehouseDataModel", needs: ["GatehouseGraphQL"]),
    module("GatehouseSchemaCompiler", needs: ["GatehouseDataModel", "GatehouseGraphQL", "GatehouseWire"]),
    module("CognitoShapes", needs: ["GatehouseWire"]),
    module("CognitoAdminShapes", needs: ["CognitoShapes", "GatehouseWire"]),
    module("AccessManagementShapes", needs: ["CognitoShapes", "GatehouseWire"]),
    module("ProjectShapes", needs: ["CognitoShapes", "GatehouseWire"]),
    module("GatehouseClientFiles", needs: words),
    module("CSRPArithmetic"),
    module("CSystemCrypto"),
    module(
        "GatehouseCrypto", onLinux: ["CSystemCrypto"], withTrait: ["SwiftCrypto": ["Crypto"]],
        needs: ["CSRPArithmetic"])
)

// MARK: - Server: the house

place(
    in: "Sources/Server",
    module("GatehouseServerCrypto", needs: text + ["GatehouseCrypto", "Crypto", "CryptoExtras"]),
    module("GatehouseCore", needs: crypto + ["GatehouseWire", "Logging"]),
    module("GatehouseWebAuthn", needs: crypto + text + ["SwiftASN1", "X509"]),
    // Links to the folders of the headers stand in for pkg-config, of whose flags SwiftPM refuses some.
    module(
        "CXMLSignatures", exclude: ["system"], headers: "system",
        linking: ["xmlsec1-openssl", "xmlsec1", "xml2", "crypto"]),
    module("GatehouseFederation", needs: core + text + ["CXMLSignatures", "SwiftASN1", "X509"]),
    module("GatehouseAccess", needs: core + text),
    module(
        "GatehouseSecurityTokens",
        needs: core + ["CognitoShapes", "GatehouseFederation", "GatehouseAccess", "GatehouseWire"]),
    module(
        "GatehouseAccessManagement",
        needs: core + securityTokens + [
            "AccessManagementShapes", "CognitoShapes", "GatehouseFederation", "GatehouseWire",
        ]),
    module(
        "GatehouseIdentityPoolModel",
        needs: ["GatehouseCore", "GatehouseAccess", "GatehouseWire", "CognitoAdminShapes"]),
    module(
        "GatehouseIdentityPools",
        needs: core + words + securityTokens + ["GatehouseIdentityPoolModel", "GatehouseFederation"]),
    module("GatehouseDataStores", needs: ["GatehouseCore", "GatehouseDataModel", "GatehouseGraphQL"]),
    module("GatehouseProjectStores", needs: ["GatehouseCore"]),
    module(
        "GatehouseProjects",
        needs: core + ["CognitoShapes", "GatehouseProjectStores", "GatehouseText", "GatehouseWire", "ProjectShapes"]),
    module(
        "GatehouseData",
        needs: core + [
            "GatehouseDataModel", "GatehouseDataStores", "GatehouseGraphQL", "GatehouseSchemaCompiler", "GatehouseWire",
        ]),
    module(
        "GatehouseStorage",
        needs: core + words + [
            "GatehouseUserPoolModel", "GatehouseIdentityPoolModel", "GatehouseWebAuthn", "GatehouseAccess",
            "GatehouseDataModel", "GatehouseDataStores", "GatehouseGraphQL", "GatehouseProjectStores",
        ]),
    module("GatehouseSQLite", needs: ["GatehouseStorage", "GatehouseCore", "GRDB", "GRDBSQLite"]),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    module(
        "GatehousePostgres", needs: ["GatehouseStorage", "GatehouseCore", "GatehouseCrypto", "CLibPQ", "Logging"]),
    module(
        "GatehouseOutbound",
        needs: core + text + ["CProcess", "AsyncHTTPClient", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL"]),
    module("CAllocator"),
    module("CProcess"),
    module("CLibCrypto", linking: ["crypto"]),
    module("GatehouseLibCrypto", needs: crypto + ["CLibCrypto"]),
    module("CPasswordHashing", linking: ["argon2", "crypt", "crypto"]),
    module("GatehousePasswordHashing", needs: ["CPasswordHashing", "GatehouseCore"]),
    module("GatehouseSites", needs: text + ["GatehouseCore", "GatehouseCrypto"]),
    module(
        "GatehouseCallers",
        needs: core + securityTokens + ["CognitoShapes", "GatehouseSites", "GatehouseText", "GatehouseWire"]),
    module(
        "GatehouseServices",
        needs: core + words + ["GatehouseText"] + securityTokens + [
            "AccessManagementShapes", "GatehouseAccessManagement", "GatehouseCallers", "GatehouseProjects",
            "GatehouseSites", "ProjectShapes", "GatehouseUserPools", "GatehouseUserPoolKernel",
            "GatehouseUserPoolModel", "GatehouseIdentityPools",
        ]),
    module(
        "GatehouseDataSite",
        needs: core + text + [
            "GatehouseCallers", "GatehouseData", "GatehouseDataModel", "GatehouseDataStores", "GatehouseFederation",
            "GatehouseGraphQL", "GatehouseSchemaCompiler", "GatehouseSecurityTokens", "GatehouseSites",
        ]),
    module("GatehouseDevelopmentPages", needs: text + ["GatehouseCore", "GatehouseCrypto", "GatehouseSites"]),
    .systemLibrary(
        name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    module("GatehousePages", needs: text + ["CQRCode", "Mustache"]),
    module(
        "GatehouseOAuth",
        needs: core + words + userPools + ["GatehouseFederation", "GatehousePages", "GatehouseSites", "GatehouseText"]),
    module(
        "GatehouseGateway",
        needs: core + text + ["GatehouseSites", "GatehouseOutput", "Logging", "Metrics"]),
    module(
        "GatehouseHTTP",
        needs: gateway + [
            "GatehouseCore", "GatehouseWire", "HTTPTypes", "HummingbirdCore", "Logging", "Metrics", "NIOCore",
            "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOWebSocket", "ServiceLifecycle",
        ]),
    module(
        "GatehouseMeasurements",
        needs: core + words + [
            "GatehouseGateway", "GatehouseStorage", "GatehouseOutbound", "GatehouseData", "GatehouseDataModel",
            "GatehouseDataSite", "GatehouseDataStores", "Logging", "Metrics",
        ]),
    module(
        "GatehouseServer",
        needs: core + words + database + gateway + securityTokens + [
            "GatehousePostgres", "GatehouseHTTP", "GatehouseOutbound", "GatehouseLibCrypto", "GatehousePasswordHashing",
            "GatehouseUserPools", "GatehouseAccounts", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseIdentityPools", "GatehouseFederation", "GatehouseOAuth", "GatehouseText", "GatehouseOutput",
            "GatehouseCallers", "GatehouseServices", "GatehouseDevelopmentPages", "GatehouseData", "GatehouseDataModel",
            "GatehouseDataSite", "GatehouseDataStores", "GatehouseSchemaCompiler", "GatehouseClientFiles",
            "GatehouseProjects", "GatehouseProjectStores", "GatehouseMeasurements", "Configuration", "Logging",
            "Metrics",
            "ServiceLifecycle", "UnixSignals", "CAllocator", "CProcess",
        ])
)

place(
    in: "Sources/Server/UserPools",
    module("GatehouseUserPoolModel", needs: words + ["GatehouseCore", "GatehouseCrypto", "GatehouseWebAuthn"]),
    module("GatehouseUserPoolKernel", needs: core + words + ["GatehouseText", "GatehouseUserPoolModel"]),
    module(
        "GatehouseAccounts",
        needs: core + words + ["GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseWebAuthn"]),
    module(
        "GatehouseSignIn", exclude: ["SignInMachine.mermaid"],
        needs: core + words + ["GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseWebAuthn"]),
    module(
        "GatehouseUserPools",
        needs: core + words + [
            "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseFederation", "GatehouseText",
        ])
)

// MARK: - Verifier: what other servers import

place(
    in: "Sources/Verifier",
    module("GatehouseVerifier", needs: crypto + text + ["AsyncHTTPClient", "NIOCore", "NIOHTTP1"]),
    module(
        "GatehouseVerifierHummingbird", needs: ["GatehouseVerifier", "Hummingbird", "HTTPTypes", "Logging", "NIOCore"])
)

// MARK: - Client: what apps import

place(
    in: "Sources/Client",
    module("GatehousePresentation"),
    module("Amplify", onLinux: ["OpenCombine"], needs: ["GatehouseOutput", "GatehousePresentation"]),
    module("AWSPluginsCore", needs: ["Amplify"]),
    module(
        "GatehouseClient",
        withTrait: [
            "AsyncHTTPClient": [
                "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL", "NIOWebSocket",
            ]
        ],
        needs: ["GatehouseWire", "CognitoShapes", "GatehouseCrypto"]),
    module("CSecretService"),
    module("GatehouseSession", onLinux: ["CSecretService"], needs: calls),
    module("AWSCognitoAuthPlugin", needs: calls + ["Amplify", "AWSPluginsCore", "GatehouseSession"]),
    module(
        "AWSAPIPlugin", onLinux: ["OpenCombine"],
        needs: ["GatehouseClient", "GatehouseWire", "GatehouseCrypto", "Amplify", "AWSPluginsCore"]),
    module(
        "AWSDataStorePlugin", onLinux: ["OpenCombine"],
        needs: [
            "GatehouseClient", "GatehouseSession", "GatehouseCrypto", "Amplify", "AWSPluginsCore", "GRDB", "GRDBSQLite",
        ]),
    module("AWSMobileClient", needs: calls + ["GatehouseSession", "GatehousePresentation"]),
    module("AWSUserPoolsSignIn", needs: ["AWSMobileClient"]),
    module("AWSAuthUI", needs: ["AWSMobileClient"]),
    module("AWSFacebookSignIn", needs: ["AWSMobileClient"]),
    module("AWSGoogleSignIn", needs: ["AWSMobileClient"])
)

// MARK: - Commands, samples, tools

place(
    in: "Sources/Commands",
    program(
        "GatehouseCommand",
        needs: [
            "GatehouseServer", "GatehouseGateway", "GatehouseCore", "GatehouseOutput", "ArgumentParser", "Logging",
            "Metrics", "NIOCore",
        ]),
    module("GatehouseDialogue", needs: ["Amplify", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseWire"]),
    module("GatehouseProject", needs: ["GatehouseText", "GatehouseWire"]),
    module(
        "GatehouseDeployment",
        needs: calls + [
            "AccessManagementShapes", "CognitoAdminShapes", "GatehouseClientFiles", "GatehouseDataModel",
            "GatehouseGraphQL", "GatehouseProject", "GatehouseSchemaCompiler", "GatehouseSession", "GatehouseText",
            "ProjectShapes",
        ]),
    module("GatehouseModelGenerator", needs: ["GatehouseDataModel", "GatehouseGraphQL", "GatehouseSchemaCompiler"]),
    program(
        "AmplifyCommand",
        needs: plugin + [
            "GatehouseDialogue", "GatehouseSession", "GatehouseClient", "GatehouseOutput", "GatehouseModelGenerator",
            "GatehouseDataModel", "GatehouseDeployment", "GatehouseProject", "GatehouseText", "GatehouseWire",
            "GatehouseCrypto", "CognitoAdminShapes", "ProjectShapes", "ArgumentParser",
        ])
)

place(in: "Sources/Tools", program("ShapeGenerator", needs: ["ArgumentParser"]))

place(
    in: "Samples",
    program(
        "SignIn", onLinux: ["OpenCombine"],
        needs: plugin + ["GatehouseDialogue", "GatehouseClient", "GatehouseCrypto", "CognitoShapes", "CQRCode"]),
    program("Todos", needs: plugin + ["AWSAPIPlugin", "GatehouseDialogue"]),
    program("Notes", needs: plugin + ["AWSAPIPlugin", "AWSDataStorePlugin", "GatehouseDialogue"]),
    // As an app, it sees public declarations only.
    program(
        "MobileClient", needs: ["AWSMobileClient", "AWSCognitoAuthPlugin", "AWSPluginsCore"], packageAccess: false),
    program("VerifiedOrders", needs: ["GatehouseVerifier", "GatehouseVerifierHummingbird", "Hummingbird", "Logging"])
)

let benchmarks = program(
    "GatehouseBenchmarks",
    needs: crypto + words + plugin + database + [
        "AWSAPIPlugin", "AWSDataStorePlugin", "GatehouseClient", "GatehouseLibCrypto", "GatehouseUserPools",
        "GatehouseUserPoolModel", "GatehouseSession", "GatehouseCore", "GatehouseData", "GatehouseDataModel",
        "GatehouseDataStores", "GatehouseGraphQL", "GatehouseSchemaCompiler", "CSRPArithmetic", "GRDB", "NIOCore",
        "NIOPosix",
    ])
benchmarks.path = "Benchmarks"
package.targets.append(benchmarks)

// MARK: - Testing

place(
    in: "Sources/Testing",
    module("GatehouseAppTesting", needs: ["Amplify", "GatehouseSession"]),
    // What this project's own tests share. It does not compile the server, so that those without it build quickly.
    module(
        "GatehouseTestSupport",
        needs: core + words + [
            "GatehouseUserPoolModel", "GatehouseIdentityPoolModel", "GatehouseSecurityTokens", "GatehouseAccess",
            "GatehouseWebAuthn", "GatehouseStorage", "GatehouseOutbound", "GatehouseClient", "Logging",
            "GatehouseDataModel", "GatehouseDataStores", "GatehouseGraphQL", "GatehouseProjectStores", "NIOCore",
            "NIOHTTP1", "NIOPosix", "NIOWebSocket",
        ]),
    module("GatehouseTestServer", needs: calls + ["Amplify", "AWSCognitoAuthPlugin", "GatehouseAppTesting"]),
    module(
        "GatehouseTesting",
        needs: pools + database + gateway + securityTokens + [
            "GatehouseServer", "GatehousePostgres", "GatehouseOutbound", "GatehouseClient", "GatehouseIdentityPools",
            "GatehouseWebAuthn", "Logging", "Metrics", "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin",
            "AWSAPIPlugin", "AWSDataStorePlugin", "GatehouseSession", "GatehouseAppTesting", "GatehouseClientFiles",
            "GatehouseDataModel", "GatehouseDataSite", "GatehouseDataStores", "GatehouseSchemaCompiler",
        ])
)

place(in: "Tests/Testing", tests("GatehouseTestServerTests"))

place(
    in: "Tests/Shared",
    tests("GatehouseTextTests"),
    tests("GatehouseOutputTests"),
    tests("GatehouseWireTests", needs: words + ["AccessManagementShapes", "ProjectShapes"]),
    tests("GatehouseGraphQLTests"),
    module("CNarrowSRPArithmetic", needs: ["CSRPArithmetic"]),
    tests("GatehouseCryptoTests", resources: ["Vectors"], needs: ["CNarrowSRPArithmetic"])
)

place(
    in: "Tests/Commands",
    tests("GatehouseDialogueTests"),
    tests("GatehouseProjectTests", needs: ["GatehouseCrypto", "GatehouseTestSupport"]),
    tests(
        "GatehouseDeploymentTests", needs: plugin + server + ["AWSAPIPlugin", "AWSMobileClient", "GatehouseSession"]),
    tests("GatehouseModelGeneratorTests", resources: ["Schemas"]),
    tests("AmplifyCommandTests", needs: ["GatehouseTesting", "GatehouseTestSupport", "GatehouseGraphQL"])
)

// The Swift snippets of the documents: Scripts/snippets.py. As apps, they see public declarations only.
place(
    in: "Tests/Documents",
    tests(
        "ReadmeSnippetTests", needs: plugin + ["AWSAPIPlugin", "GatehouseTestServer", "GeneratedModels"],
        packageAccess: false)
)

place(in: "Tests/Samples", tests("SignInTests"))
place(in: "Tests/Tools", tests("ShapeGeneratorTests", needs: ["GatehouseWire"]))

place(
    in: "Tests/Server",
    tests("GatehouseWebAuthnTests", resources: ["Certificates"], needs: ["GatehouseTesting"]),
    tests(
        "GatehouseUserPoolsTests",
        needs: database + server + [
            "GatehouseWebAuthn", "GatehouseOutbound", "GatehousePasswordHashing", "GatehouseIdentityPools",
            "GatehousePostgres", "Logging",
        ]),
    tests(
        "GatehouseUserPoolAccountsTests",
        needs: pools + server + ["GatehouseOutbound", "GatehousePostgres", "GatehouseStorage"]),
    tests("GatehouseUserPoolSettingsTests", needs: pools + server + ["GatehouseIdentityPools", "GatehouseWebAuthn"]),
    tests("GatehouseUserPoolRulesTests", needs: pools + ["GatehousePasswordHashing"]),
    tests("GatehousePagesTests"),
    tests("GatehouseOAuthTests", needs: gateway + server + ["GatehouseOutbound", "Logging"]),
    tests("GatehouseProjectsTests", needs: database + server),
    tests("GatehouseDataModelTests", needs: ["GatehouseDataStores"]),
    tests(
        "GatehouseDataTests", resources: ["Golden"], needs: database + ["GatehouseTesting", "GatehouseTestSupport"]),
    tests("GatehouseSecurityTokensTests", needs: database + ["GatehouseTesting", "GatehouseTestSupport"]),
    tests(
        "GatehouseIdentityPoolsTests",
        needs: userPools + database + ["GatehouseTesting", "GatehouseTestSupport", "GatehousePasswordHashing"]),
    tests(
        "GatehouseFederationTests", resources: ["SAML/Fixtures"], needs: ["GatehouseTesting", "GatehouseTestSupport"]),
    tests(
        "GatehouseVerifierTests",
        needs: securityTokens + server + ["GatehouseVerifierHummingbird", "Hummingbird", "HTTPTypes", "Logging"]),
    tests("GatehouseAccessTests", needs: ["GatehouseTesting"]),
    tests("GatehouseStorageTests", needs: database),
    tests(
        "GatehouseSQLiteTests",
        needs: [
            "GatehouseAccess", "GatehouseDataModel", "GatehouseDataStores", "GatehouseGraphQL",
            "GatehouseProjectStores", "GatehouseTestSupport", "StorageCrashWriter",
        ]),
    tests(
        "GatehousePostgresTests",
        needs: [
            "GatehouseTestSupport", "GatehouseServerCrypto", "GatehouseData", "GatehouseDataModel",
            "GatehouseDataStores", "GatehouseGraphQL", "GatehouseSchemaCompiler",
        ]),
    program("StorageCrashWriter", needs: database),
    tests("GatehouseServerCryptoTests"),
    tests("GatehouseLibCryptoTests"),
    tests("GatehouseSitesTests"),
    tests(
        "GatehouseDataSiteTests", resources: ["Matrix"],
        needs: pools + database + server + gateway + securityTokens + ["GatehouseIdentityPools", "Logging", "Metrics"]),
    tests("GatehouseOutboundTests", needs: database + ["GatehouseFederation", "GatehouseTestSupport", "NIOEmbedded"]),
    tests(
        "GatehouseGatewayTests",
        needs: server + sites + pools + securityTokens + ["GatehouseIdentityPools", "GatehouseOutbound"]),
    tests("GatehouseHTTPTests", needs: ["GatehouseTestSupport", "NIOEmbedded"]),
    tests(
        "GatehouseServerTests", resources: ["Certificates", "SealedForms"],
        needs: userPools + [
            "GatehouseTesting", "GatehouseTestSupport", "GatehouseClient", "GRDB", "NIOCore", "NIOPosix", "NIOSSL",
            "ServiceLifecycleTestKit",
        ])
)

// Programs that end-to-end tests run: one for WebSockets and the measurement of idle ones, one for questions in terminals.
place(
    in: "Tests/EndToEnd",
    program("SocketEcho", needs: core + gateway + ["GatehouseHTTP", "Logging", "ServiceLifecycle", "UnixSignals"]),
    program("Interview", needs: ["GatehouseDialogue"])
)

place(
    in: "Tests/Client",
    tests("AmplifyTests", needs: ["GatehouseTesting"]),
    tests("AWSPluginsCoreTests"),
    tests("GatehouseClientTests", needs: ["GatehouseTestSupport"]),
    tests(
        "GatehouseSessionTests",
        needs: words + server + [
            "GatehouseUserPools", "GatehouseAccounts", "GatehouseUserPoolKernel", "GatehouseOutbound",
            "CredentialStoreWriter", "SessionSharer",
        ]),
    // What `amplify codegen models` writes for the schemas of its tests, compiled as in an app.
    .target(name: "GeneratedModels", dependencies: named(["Amplify"]), packageAccess: false),
    tests(
        "GeneratedModelsTests",
        needs: pools + plugin + server + [
            "GeneratedModels", "AWSAPIPlugin", "GatehouseClient", "GatehouseDataModel", "GatehouseDataSite",
            "GatehouseDataStores", "GatehouseSchemaCompiler",
        ]),
    program("CredentialStoreWriter", needs: ["GatehouseSession"]),
    program("SessionSharer", needs: ["GatehouseSession", "GatehouseClient", "GatehouseCrypto", "GatehouseWire"]),
    // As apps, these see public declarations only.
    program("DocumentedCalls", onLinux: ["OpenCombine"], needs: plugin, packageAccess: false),
    program("DocumentedMobileCalls", needs: ["AWSMobileClient"], packageAccess: false),
    // No test depends on this program, whose text for errors would be that of all tests.
    program("MobileApp", needs: ofSwift5 + ["Amplify"], packageAccess: false),
    tests(
        "AWSCognitoAuthPluginTests", resources: ["Functions"],
        needs: pools + server + ["GatehouseOutbound", "GatehouseIdentityPools", "GatehouseSecurityTokens", "Logging"]),
    tests(
        "AWSAPIPluginTests",
        needs: server + ["GatehouseTestServer", "AWSCognitoAuthPlugin", "NIOCore", "NIOWebSocket"]),
    tests(
        "AWSDataStorePluginTests",
        needs: ["AWSAPIPlugin", "GeneratedModels", "GatehouseTesting", "GatehouseTestSupport", "GatehouseWire"]),
    // Devices with DataStore beside a real server, without `@testable`, so that their simulation can be optimised.
    tests(
        "DataStoreDeviceTests",
        needs: plugin + [
            "AWSAPIPlugin", "AWSDataStorePlugin", "GatehouseClient", "GatehouseCrypto", "GatehouseTesting",
            "GatehouseTestSupport", "GatehouseWire", "GeneratedModels",
        ]),
    tests(
        "AWSMobileClientTests",
        needs: pools + plugin + server + ofSwift5 + [
            "GatehouseOutbound", "GatehouseIdentityPools", "GatehouseSecurityTokens", "Logging",
        ]),
    module("CEnqueueHook"),
    tests(
        "SimulationTests",
        needs: pools + plugin + database + gateway + server + [
            "CEnqueueHook", "GatehouseSession", "GatehouseClient", "GatehouseOutbound",
        ])
)

// MARK: - Security keys, where libfido2 is

#if os(Linux)
// Only apps that choose the product link the library.
package.products.append(.library(name: "GatehouseSecurityKeys", targets: ["GatehouseSecurityKeys"]))
place(
    in: "Sources/Client",
    .systemLibrary(name: "CFIDO2", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
    module(
        "GatehouseSecurityKeys",
        needs: ["CFIDO2", "AWSCognitoAuthPlugin", "GatehouseSession", "GatehouseWire", "GatehouseCrypto"])
)
place(
    in: "Tests/Client",
    tests(
        "GatehouseSecurityKeysTests",
        needs: userPools + words + server + ["GatehouseWebAuthn", "Crypto", "CryptoExtras"])
)
// Some of the documents are about apps on Linux.
place(
    in: "Tests/Documents",
    tests(
        "DocumentSnippetTests",
        needs: plugin + [
            "AWSAPIPlugin", "AWSDataStorePlugin", "AWSMobileClient", "GatehouseTesting", "GatehouseVerifier",
            "GatehouseVerifierHummingbird", "Hummingbird", "GatehouseSecurityKeys", "GeneratedModels", "OpenCombine",
        ],
        packageAccess: false)
)
#endif

// MARK: - Fuzzing

/// What the parsers that read bytes from outside need.
let fuzzedModules = named(
    userPools + core + words + gateway + sites + [
        "Amplify", "AWSCognitoAuthPlugin", "AWSMobileClient", "GatehouseClient", "GatehouseSession", "GatehouseTesting",
        "GatehouseServer", "GatehouseHTTP", "GatehouseOutbound", "GatehouseWebAuthn", "GatehouseText",
        "GatehouseFederation", "GatehouseAccess", "GatehouseVerifier", "GatehouseOAuth", "GatehousePages", "NIOCore",
        "NIOEmbedded", "NIOWebSocket", "GatehouseGraphQL", "GatehouseDataSite", "GatehouseProject",
        "GatehouseDeployment", "ProjectShapes",
    ])

// The program has no main function but libFuzzer's, so it exists only where that is linked: see Scripts/fuzz.sh.
// Everywhere else the same parsers are a test that reads the corpus, so that a change cannot break them unseen.
if !isDependency {
    package.targets.append(
        Context.environment["GATEHOUSEBUILD_FUZZ"] != nil
            ? .executableTarget(
                name: "Fuzz", dependencies: fuzzedModules, path: "Fuzz",
                exclude: ["Corpus", "Tests", "hostile.dict"],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])])
            : .testTarget(
                name: "FuzzTests", dependencies: fuzzedModules, path: "Fuzz",
                exclude: ["Fuzz.swift"], resources: [.copy("Corpus"), .copy("hostile.dict")])
    )
}

// MARK: - Some of the tests

// The names of the test targets to build, separated by spaces. Only they exist then, and what they need; no program of
// the package that no test runs, nor a product. See the Makefile.
if let names = Context.environment["GATEHOUSEBUILD_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    let tests = package.targets.filter { $0.type == .test }.map(\.name)
    precondition(Set(names).isSubset(of: tests), "GATEHOUSEBUILD_TEST_TARGETS names a target that does not exist.")
    var needed = Set(names)
    var waiting = names
    while let name = waiting.popLast() {
        let dependencies = package.targets.first { $0.name == name }?.dependencies ?? []
        waiting += dependencies.map(\.name).filter { needed.insert($0).inserted }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

// MARK: - Settings, the same for every target of our own code

/// The calls of Amplify's documentation, the snippets of our documents, word for word, and what has generated code: they
/// compile as in an app.
let quoted = ["DocumentedCalls", "DocumentSnippetTests", "ReadmeSnippetTests", "GeneratedModels", "Todos", "Notes"]

/// Apps as those that AWSMobileClient is for, one of them with the calls of its documentation, word for word.
let appsOfSwift5 = ["DocumentedMobileCalls", "MobileApp", "MobileClient"]

let targetsInC = [
    "CAllocator", "CEnqueueHook", "CLibCrypto", "CNarrowSRPArithmetic", "CPasswordHashing", "CProcess",
    "CSRPArithmetic", "CSystemCrypto", "CXMLSignatures",
]

// Password hashes and tests with thousands of sign-ins take long without the optimiser, so development builds optimise
// C. The flag is called unsafe and stays out of the manifest that apps see; `make by-url` measures what they get.
for target in package.targets where targetsInC.contains(target.name) && !isDependency {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"], .when(configuration: .debug))]
}

// Tests compare libcrypto with swift-crypto; apps compile and link only the one that they chose. Apps of Swift 5 have no
// further settings.
for target in package.targets {
    switch target.name {
    case "CSystemCrypto" where isDependency:
        target.cSettings = [.define("GATEHOUSE_WITHOUT_SYSTEM_CRYPTO", .when(traits: ["SwiftCrypto"]))]
    case "GatehouseCrypto" where !isDependency, "GatehouseCryptoTests" where !isDependency:
        target.swiftSettings = [.define("BothCryptoLibraries")]
    case let name where appsOfSwift5.contains(name): target.swiftSettings = [.swiftLanguageMode(.v5)]
    default: break
    }
}

/// Parsers, writers and checks of bytes, which all servers and clients of tests go through.
///
/// Development builds optimise them as the code in C; the checks for overflows and bounds stay.
let optimised = ["GatehouseText", "GatehouseWire", "GatehouseCrypto", "GatehouseGraphQL"]

let withOtherSettings = targetsInC + quoted + appsOfSwift5
for target in package.targets where target.type != .system && !withOtherSettings.contains(target.name) {
    var settings = (target.swiftSettings ?? []) + [.strictMemorySafety()]
    settings +=
        ofSwift5.contains(target.name)
        ? [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")] : [.swiftLanguageMode(.v6)]
    settings += [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances", "ImmutableWeakCaptures",
    ].map { .enableUpcomingFeature($0) }
    // Generic code of one target is specialised for its users in the others.
    if !isDependency {
        settings.append(.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
        if optimised.contains(target.name) {
            settings.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
        }
    }
    if Context.environment["GATEHOUSEBUILD_WARNINGS_AS_ERRORS"] != nil && !isDependency {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
