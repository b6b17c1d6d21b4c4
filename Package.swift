// swift-tools-version: 6.2

import PackageDescription

/// Whether SwiftPM checked this out on behalf of an app; flags that it calls unsafe stay out of the manifest then.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// The products that targets need of other packages.
let products = [
    "async-http-client": ["AsyncHTTPClient"],
    "GRDB.swift": ["GRDB", "GRDBSQLite"],
    "hummingbird": ["HummingbirdCore"],
    "OpenCombine": ["OpenCombine"],
    "swift-argument-parser": ["ArgumentParser"],
    "swift-asn1": ["SwiftASN1"],
    "swift-certificates": ["X509"],
    "swift-configuration": ["Configuration"],
    "swift-crypto": ["Crypto", "CryptoExtras"],
    "swift-http-types": ["HTTPTypes"],
    "swift-log": ["Logging"],
    "swift-metrics": ["Metrics"],
    "swift-nio": ["NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix"],
    "swift-nio-extras": ["NIOHTTPCompression"],
    "swift-nio-ssl": ["NIOSSL"],
    "swift-service-lifecycle": ["ServiceLifecycle", "ServiceLifecycleTestKit", "UnixSignals"],
]

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
    // What an app on Linux compiles: docs/client.md. The server needs the packages in any case, and apps on Apple's systems
    // never.
    traits: [
        .trait(name: "AsyncHTTPClient", description: "On Linux, apps send with AsyncHTTPClient instead of URLSession."),
        .trait(name: "SwiftCrypto", description: "On Linux, apps compute with swift-crypto instead of libcrypto."),
        .default(enabledTraits: ["AsyncHTTPClient", "SwiftCrypto"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
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
    ]
)

// MARK: - Targets, whose folders bear their names

/// What a target needs, by name: targets of this package, and products of others.
func named(_ names: [String], when condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
    names.map { name in
        if let origin = products.first(where: { $0.value.contains(name) })?.key {
            .product(name: name, package: origin, condition: condition)
        } else {
            .byName(name: name, condition: condition)
        }
    }
}

/// A target that others import; `withTrait` has what it needs on Linux if the app enables the trait.
func module(
    _ name: String, in folder: String, exclude: [String] = [], linking libraries: [String]? = nil,
    onLinux: [String] = [], withTrait: [String: [String]] = [:], needs: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: named(needs) + named(onLinux, when: .when(platforms: [.linux]))
            + withTrait.flatMap { named($1, when: .when(platforms: [.linux], traits: [$0])) },
        path: "\(folder)/\(name)",
        exclude: exclude,
        linkerSettings: libraries?.map { .linkedLibrary($0) }
    )
}

/// A target that is run.
func program(_ name: String, in folder: String, needs: [String]) -> Target {
    .executableTarget(name: name, dependencies: named(needs), path: "\(folder)/\(name)")
}

/// A target of tests.
func tests(
    _ name: String, in folder: String, resources: [String] = [], onLinux: [String] = [], needs: [String]
) -> Target {
    .testTarget(
        name: name,
        dependencies: named(needs) + named(onLinux, when: .when(platforms: [.linux])),
        path: "\(folder)/\(name)",
        resources: resources.map { .copy($0) }
    )
}

// MARK: - Shared: words and mathematics

package.targets += [
    module("GatehouseText", in: "Sources/Shared"),
    module("GatehouseOutput", in: "Sources/Shared"),
    module("GatehouseWire", in: "Sources/Shared", needs: ["GatehouseText"]),
    module("CognitoShapes", in: "Sources/Shared", needs: ["GatehouseWire"]),
    module("CognitoAdminShapes", in: "Sources/Shared", needs: ["CognitoShapes", "GatehouseWire"]),
    module("CSRPArithmetic", in: "Sources/Shared"),
    module("CSystemCrypto", in: "Sources/Shared"),
    module(
        "GatehouseCrypto", in: "Sources/Shared", onLinux: ["CSystemCrypto"], withTrait: ["SwiftCrypto": ["Crypto"]],
        needs: ["CSRPArithmetic"]
    ),
]

// MARK: - Server: the house

package.targets += [
    module(
        "GatehouseServerCrypto", in: "Sources/Server",
        needs: ["GatehouseCrypto", "GatehouseText", "Crypto", "CryptoExtras"]
    ),
    module(
        "GatehouseCore", in: "Sources/Server",
        needs: ["GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "Logging"]
    ),
    module(
        "GatehouseWebAuthn", in: "Sources/Server",
        needs: ["GatehouseCrypto", "GatehouseServerCrypto", "GatehouseText", "GatehouseWire", "SwiftASN1", "X509"]),
    module(
        "GatehouseUserPoolModel", in: "Sources/Server/UserPools",
        needs: [
            "GatehouseCore", "GatehouseCrypto", "GatehouseWebAuthn", "CognitoShapes", "CognitoAdminShapes",
            "GatehouseWire",
        ]),
    module(
        "GatehouseUserPoolKernel", in: "Sources/Server/UserPools",
        needs: [
            "GatehouseUserPoolModel", "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "CognitoShapes",
            "CognitoAdminShapes", "GatehouseWire",
        ]),
    module(
        "GatehouseAccounts", in: "Sources/Server/UserPools",
        needs: [
            "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseCore", "GatehouseCrypto",
            "GatehouseServerCrypto", "GatehouseWebAuthn", "CognitoShapes", "CognitoAdminShapes", "GatehouseWire",
        ]),
    module(
        "GatehouseSignIn", in: "Sources/Server/UserPools", exclude: ["SignInMachine.mermaid"],
        needs: [
            "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseCore", "GatehouseCrypto",
            "GatehouseServerCrypto", "GatehouseWebAuthn", "CognitoShapes", "CognitoAdminShapes", "GatehouseWire",
        ]),
    module(
        "GatehouseUserPools", in: "Sources/Server/UserPools",
        needs: [
            "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "CognitoShapes", "CognitoAdminShapes",
            "GatehouseText", "GatehouseWire",
        ]),
    module(
        "GatehouseIdentityPools", in: "Sources/Server",
        needs: [
            "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "CognitoShapes", "CognitoAdminShapes",
            "GatehouseWire",
        ]),
    module(
        "GatehouseStorage", in: "Sources/Server",
        needs: [
            "GatehouseCore", "GatehouseCrypto", "GatehouseUserPoolModel", "GatehouseIdentityPools",
            "GatehouseWebAuthn", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
        ]),
    module("GatehouseSQLite", in: "Sources/Server", needs: ["GatehouseStorage", "GRDB", "GRDBSQLite"]),
    module(
        "GatehouseOutbound", in: "Sources/Server",
        needs: [
            "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseText", "GatehouseWire",
            "AsyncHTTPClient", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL",
        ]),
    module("CLibCrypto", in: "Sources/Server", linking: ["crypto"]),
    module(
        "GatehouseLibCrypto", in: "Sources/Server",
        needs: ["CLibCrypto", "GatehouseCrypto", "GatehouseServerCrypto"]
    ),
    module("CPasswordHashing", in: "Sources/Server", linking: ["argon2", "crypt", "crypto"]),
    module("GatehousePasswordHashing", in: "Sources/Server", needs: ["CPasswordHashing", "GatehouseCore"]),
    module(
        "GatehouseGateway", in: "Sources/Server",
        needs: [
            "GatehouseCore", "GatehouseCrypto", "GatehouseUserPools", "GatehouseUserPoolKernel",
            "GatehouseUserPoolModel", "GatehouseIdentityPools", "GatehouseText", "GatehouseOutput", "GatehouseWire",
            "CognitoShapes", "CognitoAdminShapes", "Logging", "Metrics",
        ]),
    module(
        "GatehouseHTTP", in: "Sources/Server",
        needs: [
            "GatehouseGateway", "HTTPTypes", "HummingbirdCore", "Logging", "Metrics", "NIOCore", "NIOHTTP1",
            "NIOPosix", "NIOSSL", "ServiceLifecycle",
        ]),
    module(
        "GatehouseServer", in: "Sources/Server",
        needs: [
            "GatehouseHTTP", "GatehouseGateway", "GatehouseStorage", "GatehouseSQLite", "GatehouseOutbound",
            "GatehouseLibCrypto", "GatehousePasswordHashing", "GatehouseCore", "GatehouseCrypto",
            "GatehouseServerCrypto", "GatehouseUserPools", "GatehouseAccounts", "GatehouseUserPoolKernel",
            "GatehouseUserPoolModel", "GatehouseIdentityPools", "GatehouseText", "GatehouseWire", "CognitoShapes",
            "CognitoAdminShapes", "Configuration", "Logging", "Metrics", "ServiceLifecycle", "UnixSignals",
        ]),
]

// MARK: - Client: what apps import

package.targets += [
    module("Amplify", in: "Sources/Client", onLinux: ["OpenCombine"], needs: ["GatehouseOutput"]),
    module("AWSPluginsCore", in: "Sources/Client", needs: ["Amplify"]),
    module(
        "GatehouseClient", in: "Sources/Client",
        withTrait: [
            "AsyncHTTPClient": [
                "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL",
            ]
        ],
        needs: ["GatehouseWire", "CognitoShapes", "GatehouseCrypto"]
    ),
    module(
        "GatehouseSession", in: "Sources/Client",
        needs: ["GatehouseClient", "GatehouseWire", "CognitoShapes", "GatehouseCrypto"]
    ),
    module(
        "AWSCognitoAuthPlugin", in: "Sources/Client",
        needs: [
            "Amplify", "AWSPluginsCore", "GatehouseSession", "GatehouseClient", "GatehouseWire", "CognitoShapes",
            "GatehouseCrypto",
        ]),
]

// MARK: - Commands, samples, tools

package.targets += [
    program(
        "GatehouseCommand", in: "Sources/Commands",
        needs: [
            "GatehouseServer", "GatehouseGateway", "GatehouseCore", "GatehouseOutput", "ArgumentParser", "Logging",
            "Metrics",
        ]
    ),
    program("ShapeGenerator", in: "Sources/Tools", needs: ["ArgumentParser"]),
    .systemLibrary(
        name: "CQRCode",
        path: "Samples/CQRCode",
        pkgConfig: "libqrencode",
        providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
    ),
    program(
        "SignIn", in: "Samples",
        needs: [
            "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseCrypto", "GatehouseWire",
            "CognitoShapes", "CQRCode",
        ]),
    .executableTarget(
        name: "GatehouseBenchmarks",
        dependencies: named([
            "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseCrypto",
            "GatehouseServerCrypto", "GatehouseLibCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            "GatehouseStorage", "GatehouseSQLite", "GatehouseUserPools", "GatehouseUserPoolModel", "GatehouseSession",
            "CSRPArithmetic", "NIOCore", "NIOPosix",
        ]),
        path: "Benchmarks"
    ),
]

// MARK: - Testing

package.targets += [
    module(
        "GatehouseTesting", in: "Sources/Testing",
        needs: [
            "GatehouseServer", "GatehouseStorage", "GatehouseSQLite", "GatehouseGateway", "GatehouseOutbound",
            "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "CognitoShapes",
            "CognitoAdminShapes", "GatehouseClient", "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn",
            "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseIdentityPools", "GatehouseWebAuthn",
            "Logging", "Metrics", "Amplify", "AWSCognitoAuthPlugin", "GatehouseSession",
        ]),
    tests("GatehouseTextTests", in: "Tests/Shared", needs: ["GatehouseText"]),
    tests("GatehouseOutputTests", in: "Tests/Shared", needs: ["GatehouseOutput"]),
    tests("GatehouseWireTests", in: "Tests/Shared", needs: ["GatehouseWire", "CognitoShapes", "CognitoAdminShapes"]),
    tests(
        "GatehouseCryptoTests", in: "Tests/Shared", resources: ["Vectors"],
        needs: ["GatehouseCrypto", "CSRPArithmetic", "CNarrowSRPArithmetic"]
    ),
    module("CNarrowSRPArithmetic", in: "Tests/Shared", needs: ["CSRPArithmetic"]),
    tests(
        "SignInTests", in: "Tests/Samples",
        needs: ["SignIn", "Amplify", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseWire"]),
    tests("ShapeGeneratorTests", in: "Tests/Tools", needs: ["ShapeGenerator", "GatehouseWire"]),
    tests(
        "GatehouseWebAuthnTests", in: "Tests/Server", resources: ["Certificates"],
        needs: ["GatehouseWebAuthn", "GatehouseTesting", "GatehouseCrypto", "GatehouseWire"]
    ),
    tests(
        "GatehouseUserPoolsTests", in: "Tests/Server",
        needs: [
            "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel",
            "GatehouseUserPoolModel", "GatehouseTesting", "GatehouseWebAuthn", "GatehouseServer", "GatehouseOutbound",
            "GatehouseSQLite", "GatehouseStorage", "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto",
            "GatehousePasswordHashing", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
        ]),
    tests(
        "GatehouseUserPoolAccountsTests", in: "Tests/Server",
        needs: [
            "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel",
            "GatehouseUserPoolModel", "GatehouseTesting", "GatehouseServer", "GatehouseOutbound", "GatehouseCore",
            "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
        ]),
    tests(
        "GatehouseUserPoolSettingsTests", in: "Tests/Server",
        needs: [
            "GatehouseUserPools", "GatehouseAccounts", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseTesting", "GatehouseServer", "GatehouseCore", "GatehouseCrypto", "GatehouseWire",
            "CognitoShapes", "CognitoAdminShapes",
        ]),
    tests(
        "GatehouseUserPoolRulesTests", in: "Tests/Server",
        needs: [
            "GatehouseUserPools", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto", "GatehousePasswordHashing", "GatehouseWire",
            "CognitoShapes", "CognitoAdminShapes",
        ]),
    tests(
        "GatehouseIdentityPoolsTests", in: "Tests/Server",
        needs: [
            "GatehouseIdentityPools", "GatehouseTesting", "GatehouseServer", "GatehouseSQLite",
            "GatehousePasswordHashing", "GatehouseStorage", "GatehouseUserPools", "GatehouseAccounts",
            "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseCore",
            "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
        ]),
    tests(
        "GatehouseStorageTests", in: "Tests/Server",
        needs: [
            "GatehouseStorage", "GatehouseSQLite",
        ]),
    tests(
        "GatehouseSQLiteTests", in: "Tests/Server",
        needs: ["GatehouseSQLite", "GatehouseStorage", "GatehouseTesting", "StorageCrashWriter", "GRDB"]
    ),
    .systemLibrary(
        name: "CLibPQ",
        path: "Tests/Server/CLibPQ",
        pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    tests(
        "PostgresPortabilityTests", in: "Tests/Server", needs: ["CLibPQ", "GatehouseStorage", "GatehouseTesting"]
    ),
    program("StorageCrashWriter", in: "Tests/Server", needs: ["GatehouseSQLite", "GatehouseStorage"]),
    tests("GatehouseServerCryptoTests", in: "Tests/Server", needs: ["GatehouseServerCrypto", "GatehouseCrypto"]),
    tests(
        "GatehouseLibCryptoTests", in: "Tests/Server",
        needs: ["GatehouseLibCrypto", "GatehouseCrypto", "GatehouseServerCrypto"]
    ),
    tests(
        "GatehouseOutboundTests", in: "Tests/Server",
        needs: [
            "GatehouseOutbound", "GatehouseTesting", "GatehouseStorage", "GatehouseSQLite", "GatehouseCore",
            "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "AsyncHTTPClient", "Logging", "NIOCore",
            "NIOEmbedded", "NIOHTTP1", "NIOPosix",
        ]),
    tests(
        "GatehouseGatewayTests", in: "Tests/Server",
        needs: [
            "GatehouseGateway", "GatehouseTesting", "GatehouseServer", "GatehouseOutbound", "GatehouseCore",
            "GatehouseCrypto", "GatehouseOutput", "GatehouseWire", "Logging", "Metrics",
        ]),
    tests(
        "GatehouseHTTPTests", in: "Tests/Server",
        needs: [
            "GatehouseHTTP", "GatehouseGateway", "GatehouseTesting", "Logging", "NIOCore", "NIOEmbedded", "NIOHTTP1",
        ]
    ),
    tests(
        "GatehouseServerTests", in: "Tests/Server", resources: ["Certificates", "SealedForms"],
        needs: [
            "GatehouseServer", "GatehouseTesting", "GatehouseClient", "GatehouseHTTP", "GatehouseGateway",
            "GatehouseOutbound", "GatehouseSQLite", "GatehouseStorage", "GatehouseCore", "GatehouseCrypto",
            "GatehouseServerCrypto", "GatehouseWire", "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn",
            "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseIdentityPools", "GatehousePasswordHashing",
            "CognitoAdminShapes", "CognitoShapes", "Logging", "NIOCore", "NIOPosix", "NIOSSL", "ServiceLifecycle",
            "ServiceLifecycleTestKit",
        ]),
    tests("AmplifyTests", in: "Tests/Client", onLinux: ["OpenCombine"], needs: ["Amplify", "GatehouseTesting"]),
    tests("AWSPluginsCoreTests", in: "Tests/Client", needs: ["Amplify", "AWSPluginsCore"]),
    tests(
        "GatehouseClientTests", in: "Tests/Client",
        needs: ["GatehouseClient", "GatehouseTesting", "GatehouseCrypto", "GatehouseWire", "CognitoShapes"]
    ),
    tests(
        "GatehouseSessionTests", in: "Tests/Client",
        needs: [
            "GatehouseSession", "GatehouseTesting", "GatehouseClient", "GatehouseServer", "GatehouseUserPools",
            "GatehouseAccounts", "GatehouseUserPoolKernel", "GatehouseCrypto", "GatehouseWire", "CognitoShapes",
            "CognitoAdminShapes", "CredentialStoreWriter",
        ]),
    program("CredentialStoreWriter", in: "Tests/Client", needs: ["GatehouseSession"]),
    tests(
        "AWSCognitoAuthPluginTests", in: "Tests/Client", resources: ["Functions"],
        needs: [
            "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "GatehouseTesting", "GatehouseSession",
            "GatehouseClient", "GatehouseServer", "GatehouseUserPools", "GatehouseAccounts",
            "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseOutbound", "GatehouseCore",
            "GatehouseCrypto", "GatehouseServerCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
            "Logging",
        ]),
    module("CEnqueueHook", in: "Tests/Client"),
    tests(
        "SimulationTests", in: "Tests/Client",
        needs: [
            "Amplify", "AWSPluginsCore", "AWSCognitoAuthPlugin", "CEnqueueHook", "GatehouseTesting",
            "GatehouseSession", "GatehouseClient", "GatehouseServer", "GatehouseUserPools", "GatehouseAccounts",
            "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseOutbound",
            "GatehouseSQLite", "GatehouseStorage", "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto",
            "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
        ]),
]

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
    module(
        "GatehouseSecurityKeys", in: "Sources/Client",
        needs: ["CFIDO2", "AWSCognitoAuthPlugin", "GatehouseSession", "GatehouseWire", "GatehouseCrypto"]
    ),
    tests(
        "GatehouseSecurityKeysTests", in: "Tests/Client",
        needs: [
            "GatehouseSecurityKeys", "CFIDO2", "GatehouseTesting", "GatehouseServer", "GatehouseUserPools",
            "GatehouseAccounts", "GatehouseSignIn", "GatehouseUserPoolKernel", "GatehouseUserPoolModel",
            "GatehouseWebAuthn", "GatehouseCrypto", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes", "Crypto",
            "CryptoExtras",
        ]),
]
#endif

// MARK: - Fuzzing

/// What the parsers that read bytes from outside need.
let fuzzedModules = named([
    "Amplify", "AWSCognitoAuthPlugin", "GatehouseClient", "GatehouseSession", "GatehouseTesting", "GatehouseServer",
    "GatehouseGateway", "GatehouseOutbound", "GatehouseUserPools", "GatehouseAccounts", "GatehouseSignIn",
    "GatehouseUserPoolKernel", "GatehouseUserPoolModel", "GatehouseCore", "GatehouseCrypto", "GatehouseServerCrypto",
    "GatehouseWebAuthn", "GatehouseText", "GatehouseWire", "CognitoShapes", "CognitoAdminShapes",
])

// The program has no main function but libFuzzer's, so it exists only where that is linked: see Scripts/fuzz.sh.
// Everywhere else the same parsers are a test that reads the corpus, so that a change cannot break them unseen.
if !isDependency {
    package.targets.append(
        Context.environment["GATEHOUSEBUILD_FUZZ"] != nil
            ? .executableTarget(
                name: "Fuzz",
                dependencies: fuzzedModules,
                path: "Fuzz",
                exclude: ["Corpus", "CorpusTests.swift", "WorkTests.swift", "hostile.dict"],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
            : .testTarget(
                name: "FuzzTests",
                dependencies: fuzzedModules,
                path: "Fuzz",
                exclude: ["Fuzz.swift", "hostile.dict"],
                resources: [.copy("Corpus")]
            )
    )
}

// MARK: - Tests of the optimised build

// `@testable` needs a build that hinders the optimiser; these do without.
let plainTests = [
    "GatehouseClientTests", "GatehouseCryptoTests", "GatehouseHTTPTests", "GatehouseOutputTests",
    "GatehouseServerCryptoTests", "GatehouseStorageTests", "GatehouseTextTests", "GatehouseWebAuthnTests",
    "GatehouseWireTests", "SimulationTests",
]

if Context.environment["GATEHOUSEBUILD_PLAIN_TESTS"] != nil {
    package.targets.removeAll { $0.type == .test && !plainTests.contains($0.name) }
}

// MARK: - Settings, the same for every target

let targetsInC = [
    "CEnqueueHook", "CLibCrypto", "CNarrowSRPArithmetic", "CPasswordHashing", "CSRPArithmetic", "CSystemCrypto",
]

// Password hashes and tests that sign in thousands of times take long without the optimiser, so development builds
// optimise C; the flag is called unsafe, since it overrules the configuration, and stays out of the manifest that apps
// see. `make by-url` measures what they get.
for target in package.targets where targetsInC.contains(target.name) && !isDependency {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
}

// Tests compare libcrypto with swift-crypto; apps compile and link only the one that they chose.
for target in package.targets {
    switch target.name {
    case "CSystemCrypto" where isDependency:
        target.cSettings = [.define("GATEHOUSE_WITHOUT_SYSTEM_CRYPTO", .when(traits: ["SwiftCrypto"]))]
    case "GatehouseCrypto" where !isDependency, "GatehouseCryptoTests" where !isDependency:
        target.swiftSettings = [.define("BothCryptoLibraries")]
    default: break
    }
}

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
    // Generic code of one target is specialised for its users in the others.
    if !isDependency {
        settings.append(.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
    }
    if Context.environment["GATEHOUSEBUILD_WARNINGS_AS_ERRORS"] != nil && !isDependency {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
