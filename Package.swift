// swift-tools-version: 6.2

import PackageDescription

/// Whether SwiftPM checked this out on behalf of an app; flags that it calls unsafe stay out of the manifest then.
let isDependency = Context.packageDirectory.contains("/checkouts/")

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "gatehouse", targets: ["GatehouseCommand"]),
        .library(name: "Amplify", targets: ["Amplify"]),
        .library(name: "AWSPluginsCore", targets: ["AWSPluginsCore"]),
        .library(name: "AWSCognitoAuthPlugin", targets: ["AWSCognitoAuthPlugin"]),
        .library(name: "GatehouseTesting", targets: ["GatehouseTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: shared + server + client + commands + testing
)

// MARK: - Shared: words and mathematics

var shared: [Target] {
    [
        .target(name: "GatehouseWire", path: "Sources/Shared/GatehouseWire"),
        .target(name: "CognitoShapes", dependencies: ["GatehouseWire"], path: "Sources/Shared/CognitoShapes"),
        .target(
            name: "CognitoAdminShapes",
            dependencies: ["CognitoShapes", "GatehouseWire"],
            path: "Sources/Shared/CognitoAdminShapes"
        ),
        .target(
            name: "GatehouseCrypto",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Sources/Shared/GatehouseCrypto"
        ),
    ]
}

// MARK: - Server: the house

var server: [Target] {
    [
        .target(
            name: "GatehouseCore",
            dependencies: ["GatehouseCrypto", "GatehouseWire", .product(name: "Logging", package: "swift-log")],
            path: "Sources/Server/GatehouseCore"
        ),
        .target(
            name: "GatehouseWebAuthn",
            dependencies: ["GatehouseCrypto", "GatehouseWire"],
            path: "Sources/Server/GatehouseWebAuthn"
        ),
        .target(
            name: "GatehouseUserPools",
            dependencies: [
                "GatehouseCore", "GatehouseCrypto", "GatehouseWebAuthn", "CognitoShapes", "CognitoAdminShapes",
                "GatehouseWire",
            ],
            path: "Sources/Server/GatehouseUserPools",
            exclude: ["SignIn/SignInMachine.mermaid"]
        ),
        .target(
            name: "GatehouseIdentityPools",
            dependencies: ["GatehouseCore", "GatehouseCrypto", "CognitoShapes", "CognitoAdminShapes", "GatehouseWire"],
            path: "Sources/Server/GatehouseIdentityPools"
        ),
        .target(
            name: "GatehouseStorage",
            dependencies: [
                "GatehouseCore", "GatehouseCrypto", "GatehouseUserPools", "GatehouseIdentityPools", "GatehouseWebAuthn",
                "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            ],
            path: "Sources/Server/GatehouseStorage"
        ),
        .target(
            name: "GatehouseSQLite",
            dependencies: [
                "GatehouseStorage", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Server/GatehouseSQLite"
        ),
        .target(
            name: "GatehouseOutbound",
            dependencies: [
                "GatehouseCore", "GatehouseCrypto", "GatehouseWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/Server/GatehouseOutbound"
        ),
        .target(
            name: "CLibCrypto",
            path: "Sources/Server/CLibCrypto",
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        .target(
            name: "GatehouseLibCrypto",
            dependencies: ["CLibCrypto", "GatehouseCrypto"],
            path: "Sources/Server/GatehouseLibCrypto"
        ),
        .target(
            name: "CPasswordHashing",
            path: "Sources/Server/CPasswordHashing",
            linkerSettings: [.linkedLibrary("argon2"), .linkedLibrary("crypt"), .linkedLibrary("crypto")]
        ),
        .target(
            name: "GatehousePasswordHashing",
            dependencies: ["CPasswordHashing", "GatehouseCore"],
            path: "Sources/Server/GatehousePasswordHashing"
        ),
        .target(
            name: "GatehouseHTTP",
            dependencies: [
                "GatehouseCore", "GatehouseCrypto", "GatehouseUserPools", "GatehouseIdentityPools", "GatehouseWire",
                "CognitoShapes", "CognitoAdminShapes",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Server/GatehouseHTTP"
        ),
        .target(
            name: "GatehouseServer",
            dependencies: [
                "GatehouseHTTP", "GatehouseStorage", "GatehouseSQLite", "GatehouseOutbound", "GatehouseLibCrypto",
                "GatehousePasswordHashing",
                "GatehouseCore", "GatehouseCrypto", "GatehouseUserPools", "GatehouseIdentityPools", "GatehouseWire",
                "CognitoShapes", "CognitoAdminShapes",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Server/GatehouseServer"
        ),
    ]
}

// MARK: - Client: what apps import

var client: [Target] {
    [
        .target(
            name: "Amplify",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
            ],
            path: "Sources/Client/Amplify"
        ),
        .target(name: "AWSPluginsCore", dependencies: ["Amplify"], path: "Sources/Client/AWSPluginsCore"),
        .target(
            name: "GatehouseClient",
            dependencies: [
                "GatehouseWire", "CognitoShapes", "GatehouseCrypto",
                .product(
                    name: "AsyncHTTPClient",
                    package: "async-http-client",
                    condition: .when(platforms: [.linux])
                ),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(
                    name: "NIOHTTPCompression",
                    package: "swift-nio-extras",
                    condition: .when(platforms: [.linux])
                ),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux])),
            ],
            path: "Sources/Client/GatehouseClient"
        ),
        .target(
            name: "GatehouseSession",
            dependencies: ["GatehouseClient", "GatehouseWire", "CognitoShapes", "GatehouseCrypto"],
            path: "Sources/Client/GatehouseSession"
        ),
        .target(
            name: "AWSCognitoAuthPlugin",
            dependencies: [
                "Amplify", "AWSPluginsCore", "GatehouseSession", "GatehouseClient", "GatehouseWire", "CognitoShapes",
                "GatehouseCrypto",
            ],
            path: "Sources/Client/AWSCognitoAuthPlugin"
        ),
    ]
}

// MARK: - Commands, samples, tools

var commands: [Target] {
    [
        .executableTarget(
            name: "GatehouseCommand",
            dependencies: [
                "GatehouseServer", "GatehouseHTTP", "GatehouseCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Sources/Commands/GatehouseCommand"
        ),
        .executableTarget(
            name: "ShapeGenerator",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Sources/Tools/ShapeGenerator"
        ),
        .systemLibrary(
            name: "CQRCode",
            path: "Samples/CQRCode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .executableTarget(
            name: "SignIn",
            dependencies: [
                "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseCrypto",
                "CognitoShapes", "CQRCode",
            ],
            path: "Samples/SignIn"
        ),
        .executableTarget(
            name: "GatehouseBenchmarks",
            dependencies: [
                "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseCrypto",
                "GatehouseLibCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes", "GatehouseStorage",
                "GatehouseSQLite", "GatehouseUserPools", "GatehouseSession",
            ],
            path: "Benchmarks"
        ),
    ]
}

// MARK: - Testing

var testing: [Target] {
    [
        .target(
            name: "GatehouseTesting",
            dependencies: [
                "GatehouseServer", "GatehouseStorage", "GatehouseSQLite", "GatehouseHTTP", "GatehouseOutbound",
                "GatehouseCore", "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
                "GatehouseClient", "GatehouseUserPools", "GatehouseIdentityPools", "GatehouseWebAuthn",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Sources/Testing/GatehouseTesting"
        ),
        tests("GatehouseWireTests", in: "Shared", ["GatehouseWire", "CognitoShapes", "CognitoAdminShapes"]),
        tests("GatehouseCryptoTests", in: "Shared", ["GatehouseCrypto"], resources: [.copy("Vectors")]),
        tests("SignInTests", in: "Samples", ["SignIn", "Amplify", "AWSCognitoAuthPlugin"]),
        tests("ShapeGeneratorTests", in: "Tools", ["ShapeGenerator", "GatehouseWire"]),
        tests(
            "GatehouseWebAuthnTests",
            in: "Server",
            ["GatehouseWebAuthn", "GatehouseTesting", "GatehouseCrypto", "GatehouseWire"],
            resources: [.copy("Certificates")]
        ),
        tests(
            "GatehouseUserPoolsTests",
            in: "Server",
            [
                "GatehouseUserPools", "GatehouseTesting", "GatehouseWebAuthn", "GatehouseServer", "GatehouseOutbound",
                "GatehouseCore", "GatehouseCrypto", "GatehousePasswordHashing", "GatehouseWire", "CognitoShapes",
                "CognitoAdminShapes",
            ]
        ),
        tests(
            "GatehouseUserPoolSettingsTests",
            in: "Server",
            [
                "GatehouseUserPools", "GatehouseTesting", "GatehouseServer", "GatehouseCore", "GatehouseCrypto",
                "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            ]
        ),
        tests(
            "GatehouseUserPoolRulesTests",
            in: "Server",
            [
                "GatehouseUserPools", "GatehouseCore", "GatehouseCrypto", "GatehousePasswordHashing", "GatehouseWire",
                "CognitoShapes", "CognitoAdminShapes",
            ]
        ),
        tests(
            "GatehouseIdentityPoolsTests",
            in: "Server",
            [
                "GatehouseIdentityPools", "GatehouseTesting", "GatehouseServer", "GatehouseSQLite",
                "GatehousePasswordHashing",
                "GatehouseStorage", "GatehouseUserPools", "GatehouseCore", "GatehouseCrypto", "GatehouseWire",
                "CognitoShapes", "CognitoAdminShapes",
            ]
        ),
        tests(
            "GatehouseStorageTests",
            in: "Server",
            [
                "GatehouseStorage", "GatehouseSQLite", "GatehouseIdentityPools", "GatehouseCore", "GatehouseWire",
                "CognitoShapes", "CognitoAdminShapes",
            ]
        ),
        tests(
            "GatehouseSQLiteTests",
            in: "Server",
            [
                "GatehouseSQLite", "GatehouseStorage", "GatehouseTesting", "StorageCrashWriter",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "StorageCrashWriter",
            dependencies: ["GatehouseSQLite", "GatehouseStorage"],
            path: "Tests/Server/StorageCrashWriter"
        ),
        tests("GatehouseLibCryptoTests", in: "Server", ["GatehouseLibCrypto", "GatehouseCrypto"]),
        tests(
            "GatehouseOutboundTests",
            in: "Server",
            [
                "GatehouseOutbound", "GatehouseTesting", "GatehouseStorage", "GatehouseSQLite", "GatehouseCore",
                "GatehouseCrypto", "GatehouseWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        tests(
            "GatehouseHTTPTests",
            in: "Server",
            [
                "GatehouseHTTP", "GatehouseTesting", "GatehouseServer", "GatehouseOutbound", "GatehouseCore",
                "GatehouseCrypto", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]
        ),
        tests(
            "GatehouseServerTests",
            in: "Server",
            [
                "GatehouseServer", "GatehouseTesting", "GatehouseHTTP", "GatehouseOutbound", "GatehouseSQLite",
                "GatehouseStorage", "GatehouseCore", "GatehouseCrypto", "GatehouseWire", "GatehouseUserPools",
                "CognitoAdminShapes",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Certificates")]
        ),
        tests("AmplifyTests", in: "Client", ["Amplify"]),
        tests("AWSPluginsCoreTests", in: "Client", ["Amplify", "AWSPluginsCore"]),
        tests(
            "GatehouseClientTests",
            in: "Client",
            ["GatehouseClient", "GatehouseTesting", "GatehouseCrypto", "GatehouseWire", "CognitoShapes"]
        ),
        tests(
            "GatehouseSessionTests",
            in: "Client",
            [
                "GatehouseSession", "GatehouseTesting", "GatehouseClient", "GatehouseServer", "GatehouseUserPools",
                "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes", "CredentialStoreWriter",
            ]
        ),
        .executableTarget(
            name: "CredentialStoreWriter",
            dependencies: ["GatehouseSession"],
            path: "Tests/Client/CredentialStoreWriter"
        ),
        tests(
            "AWSCognitoAuthPluginTests",
            in: "Client",
            [
                "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseTesting", "GatehouseSession",
                "GatehouseClient", "GatehouseServer", "GatehouseUserPools", "GatehouseOutbound", "GatehouseCore",
                "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("Functions")]
        ),
        .target(name: "CEnqueueHook", path: "Tests/Client/CEnqueueHook"),
        tests(
            "SimulationTests",
            in: "Client",
            [
                "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "CEnqueueHook", "GatehouseTesting",
                "GatehouseSession", "GatehouseClient", "GatehouseServer", "GatehouseUserPools", "GatehouseCore",
                "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            ]
        ),
    ]
}

/// A test target; its folder bears its name and lies in `folder`, as the sources of what it tests do.
func tests(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(folder)/\(name)", resources: resources)
}

// MARK: - Security keys, where libfido2 is

#if os(Linux)
// Only apps that choose the product link the library.
package.products.append(.library(name: "GatehouseSecurityKeys", targets: ["GatehouseSecurityKeys"]))
package.targets += [
    .systemLibrary(
        name: "CFIDO2",
        path: "Sources/Client/CFIDO2",
        pkgConfig: "libfido2",
        providers: [.apt(["libfido2-dev"])]
    ),
    .target(
        name: "GatehouseSecurityKeys",
        dependencies: ["CFIDO2", "AWSCognitoAuthPlugin", "GatehouseSession", "GatehouseWire", "GatehouseCrypto"],
        path: "Sources/Client/GatehouseSecurityKeys"
    ),
    tests(
        "GatehouseSecurityKeysTests",
        in: "Client",
        [
            "GatehouseSecurityKeys", "CFIDO2", "GatehouseTesting", "GatehouseServer", "GatehouseUserPools",
            "GatehouseWebAuthn", "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "CryptoExtras", package: "swift-crypto"),
        ]
    ),
]
#endif

// MARK: - Fuzzing

/// What the parsers that read bytes from outside need.
let fuzzedModules: [Target.Dependency] = [
    "Amplify", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseSession", "GatehouseTesting",
    "GatehouseServer", "GatehouseHTTP", "GatehouseOutbound", "GatehouseUserPools", "GatehouseCore",
    "GatehouseCrypto", "GatehouseWebAuthn", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
    .product(name: "Configuration", package: "swift-configuration"),
]

// The program has no main function but libFuzzer's, so it exists only where that is linked: see Scripts/fuzz.sh.
// Everywhere else the same parsers are a test that reads the corpus, so that a change cannot break them unseen.
if !isDependency {
    package.targets.append(
        Context.environment["GATEHOUSE_FUZZ"] != nil
            ? .executableTarget(
                name: "Fuzz",
                dependencies: fuzzedModules,
                path: "Fuzz",
                exclude: ["Corpus", "CorpusTests.swift"],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
            : .testTarget(
                name: "FuzzTests",
                dependencies: fuzzedModules,
                path: "Fuzz",
                exclude: ["Fuzz.swift"],
                resources: [.copy("Corpus")]
            )
    )
}

// MARK: - Settings, the same for every target

let targetsInC = ["CEnqueueHook", "CLibCrypto", "CPasswordHashing"]

for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
    var settings = target.swiftSettings ?? []
    settings += [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .strictMemorySafety(),
    ]
    // Big-number arithmetic is unusable without the optimiser, so development builds optimise this one target.
    if target.name == "GatehouseCrypto" && !isDependency {
        settings.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
    // Generic code of one target is specialised for its users in the others.
    if !isDependency {
        settings.append(.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
    }
    if Context.environment["GATEHOUSE_WARNINGS_AS_ERRORS"] != nil && !isDependency {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
