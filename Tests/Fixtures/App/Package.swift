// swift-tools-version: 6.2

import PackageDescription

// An app's package, which names this one by URL: `Scripts/by-url.py` builds a copy of it.

/// The repository's URL and the commit; the script sets both.
let url = Context.environment["GATEHOUSEBUILD_URL"] ?? "https://example.org/gatehouse"
let commit = Context.environment["GATEHOUSEBUILD_COMMIT"] ?? ""

/// The traits that the app enables, in the script's table; none is the lightest choice on Linux.
let traits = (Context.environment["GATEHOUSEBUILD_TRAITS"] ?? "").split(separator: ",").map(String.init)

let client: [Target.Dependency] = [
    .product(name: "Amplify", package: "gatehouse"),
    .product(name: "AWSPluginsCore", package: "gatehouse"),
    .product(name: "AWSCognitoAuthPlugin", package: "gatehouse"),
]

let mobileClient: [Target.Dependency] = [.product(name: "AWSMobileClient", package: "gatehouse")]

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: url, revision: commit, traits: Set(traits.map { .init(name: $0) })),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .executableTarget(name: "FirstSignIn", dependencies: client),
        .testTarget(
            name: "AppTests",
            dependencies: client + mobileClient + [
                .product(name: "GatehouseTesting", package: "gatehouse"),
                .product(name: "GatehouseVerifier", package: "gatehouse"),
                .product(name: "GatehouseVerifierHummingbird", package: "gatehouse"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "GatehouseSecurityKeys", package: "gatehouse", condition: .when(platforms: [.linux])),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ]
        ),
    ]
)
