// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServerCrypto
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Logging
import Testing

@testable import GatehouseServer

@Suite struct ServerConfigurationTests {
    private static let admin = [
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "abcdefghijklmnopqrstuvwxyz0123456789",
    ]

    private static let androidCertificate = Base64URL.encode([UInt8](repeating: 1, count: 32))

    private func configuration(
        _ mode: RunMode, _ environment: [String: String] = [:], commandLine: [Setting: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration.read(mode: mode, commandLine: commandLine, environment: environment)
    }

    @Test func `dev has defaults for everything`() throws {
        let configuration = try configuration(.dev)
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.port == 9_229)
        #expect(configuration.dataDirectory == "./.gatehouse")
        #expect(configuration.deployment.baseURL == "http://localhost:9229")
        #expect(configuration.deployment.accountID == "123456789012")
        #expect(configuration.deployment.defaultRegion == "us-east-1")
        #expect(configuration.masterKey == .usualFile("./.gatehouse/master.key"))
        #expect(configuration.gateway.signaturePolicy == .anyAdministrator)
        #expect(configuration.keepsMessages)
        #expect(configuration.showsMetrics)
    }

    @Test func `dev with an admin key verifies signatures`() throws {
        #expect(try configuration(.dev, Self.admin).gateway.signaturePolicy == .verified)
    }

    @Test func `resets of a password end sessions unless the setting says otherwise`() throws {
        #expect(try configuration(.serve, Self.admin).sessionEnding == .reset)
        for ending in SessionEnding.allCases {
            let environment = ["GATEHOUSE_END_SESSIONS_AT": ending.rawValue]
            #expect(try configuration(.dev, environment).sessionEnding == ending)
        }
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(.dev, ["GATEHOUSE_END_SESSIONS_AT": "always"])
        }
        #expect(
            refusal?.description
                == "The setting endSessionsAt (GATEHOUSE_END_SESSIONS_AT) must be one of none, reset, reset-and-change, "
                + "reset-change-and-sign-out: change it.")
    }

    @Test func `dev names both regions in the refusal of a request for another region, serve does not`() throws {
        #expect(try configuration(.dev).gateway.explainsRegions)
        #expect(try !configuration(.serve, Self.admin).gateway.explainsRegions)
    }

    @Test func `serve is strict about TLS, dev is not`() throws {
        #expect(try configuration(.serve, Self.admin).gateway.isStrictAboutTLS)
        #expect(try !configuration(.dev).gateway.isStrictAboutTLS)
        let named = ["GATEHOUSE_BASE_URL": "https://id.example"]
        #expect(try !configuration(.dev, named).gateway.isStrictAboutTLS)
    }

    @Test func `Android apps use passkeys only where their certificates are named`() throws {
        #expect(try configuration(.serve, Self.admin).deployment.androidCertificates.isEmpty)
        let hashes = [1, 2].map { Base64URL.encode([UInt8](repeating: $0, count: 32)) }
        let environment = ["GATEHOUSE_ANDROID_CERTIFICATES": hashes.joined(separator: ", ")]
        #expect(try configuration(.dev, environment).deployment.androidCertificates == Set(hashes))
    }

    @Test func `PKCE is required of the clients that the setting names`() throws {
        #expect(try configuration(.dev, [:]).deployment.requiredPKCE == .none)
        let required = try configuration(.dev, ["GATEHOUSE_REQUIRE_PKCE": "public, 4abc"]).deployment.requiredPKCE
        #expect(required.includes(clientID: "4abc", isPublic: false))
        #expect(required.includes(clientID: "5def", isPublic: true))
        #expect(!required.includes(clientID: "5def", isPublic: false))
    }

    @Test func `serve opens nothing by itself`() throws {
        let configuration = try configuration(.serve, Self.admin)
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.gateway.signaturePolicy == .verified)
        #expect(!configuration.keepsMessages)
        #expect(!configuration.showsMetrics)
    }

    @Test func `dev is reached by other machines only where that is allowed, and verifies signatures then`() throws {
        let refusal = #expect(throws: StartupRefusal.self) {
            _ = try configuration(.dev, [:], commandLine: [.host: "0.0.0.0"])
        }
        #expect(refusal?.description.contains("--allow-remote") == true)
        let remote = try configuration(.dev, ["GATEHOUSE_ALLOW_REMOTE": "true", "GATEHOUSE_HOST": "0.0.0.0"])
        #expect(remote.host == "0.0.0.0" && remote.gateway.signaturePolicy == .verified)
        #expect(try configuration(.dev, [:]).gateway.signaturePolicy == .anyAdministrator)
    }

    @Test(arguments: [
        ["GATEHOUSE_ALLOW_REMOTE": "true"], ["GATEHOUSE_SEED": "seed.json"], ["GATEHOUSE_SIGNING_KEYS": "keys.json"],
    ])
    func `serve refuses what is for dev`(setting: [String: String]) throws {
        let refusal = #expect(throws: StartupRefusal.self) {
            _ = try configuration(.serve, Self.admin.merging(setting) { $1 })
        }
        #expect(refusal?.description.contains("GATEHOUSE_ALLOW_REMOTE, GATEHOUSE_SEED,") == true)
    }

    @Test func `metrics have a port of their own where one is set`() throws {
        let port = Self.admin.merging(["GATEHOUSE_METRICS_PORT": "9300"]) { $1 }
        let set = try configuration(.serve, port)
        #expect(set.showsMetrics && set.metricsPort == 9_300)
        for wrong in [["GATEHOUSE_METRICS": "false"], ["GATEHOUSE_PORT": "9300"]] {
            #expect(throws: StartupRefusal.self) { _ = try configuration(.serve, port.merging(wrong) { $1 }) }
        }
    }

    @Test func `health pages have a port of their own where one is set`() throws {
        #expect(try configuration(.serve, Self.admin).healthPort == nil)
        let port = Self.admin.merging(["GATEHOUSE_HEALTH_PORT": "9300"]) { $1 }
        #expect(try configuration(.serve, port).healthPort == 9_300)
        for wrong in [["GATEHOUSE_METRICS_PORT": "9300"], ["GATEHOUSE_PORT": "9300"]] {
            #expect(throws: StartupRefusal.self) { _ = try configuration(.serve, port.merging(wrong) { $1 }) }
        }
    }

    @Test func `the command line comes before the environment and the environment before the file`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("gatehouse.json")
        try Data(#"{"port": 1, "region": "eu-west-1", "logLevel": "debug"}"#.utf8).write(to: URL(fileURLWithPath: file))
        let configuration = try configuration(
            .dev, ["GATEHOUSE_PORT": "2", "GATEHOUSE_REGION": "eu-central-1", "GATEHOUSE_CONFIG": file],
            commandLine: [.port: "3"]
        )
        #expect(configuration.port == 3)
        #expect(configuration.deployment.defaultRegion == "eu-central-1")
        #expect(configuration.logLevel == .debug)
        #expect(configuration.deployment.baseURL == "http://localhost:3")
    }

    @Test(
        arguments: [
            (RunMode.serve, [:], "needs an admin key", admin),
            (.serve, ["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "short"], "too weak", admin),
            (.serve, ["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": String(repeating: "a", count: 64)], "too weak", admin),
            (
                .serve, ["GATEHOUSE_HOST": "0.0.0.0"], "or set GATEHOUSE_BEHIND_PROXY to true",
                ["GATEHOUSE_BEHIND_PROXY": "true"]
            ),
            (
                .serve, ["GATEHOUSE_HOST": "0.0.0.0"], "name it in GATEHOUSE_TRUSTED_PROXIES",
                ["GATEHOUSE_TRUSTED_PROXIES": "10.0.0.1"]
            ),
            (
                .serve, ["GATEHOUSE_OUTBOX": "true", "GATEHOUSE_BEHIND_PROXY": "true"],
                "set GATEHOUSE_OUTBOX to false", ["GATEHOUSE_OUTBOX": "false"]
            ),
            (
                .serve, ["GATEHOUSE_OUTBOX": "true", "GATEHOUSE_BASE_URL": "https://a.example"],
                "leave out GATEHOUSE_BASE_URL", ["GATEHOUSE_BASE_URL": ""]
            ),
            (.serve, ["GATEHOUSE_SEED": "s.json"], "leave them out", ["GATEHOUSE_SEED": ""]),
            (
                .dev, ["GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN"], "half of an admin key",
                ["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "s"]
            ),
            (
                .dev, ["GATEHOUSE_ADMIN_ACCESS_KEY_ID": "a/b", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "s"],
                "letters and", ["GATEHOUSE_ADMIN_ACCESS_KEY_ID": "abcd"]
            ),
            (
                .dev, ["GATEHOUSE_MASTER_KEY": "k", "GATEHOUSE_MASTER_KEY_FILE": "k.key"], "set one of the two",
                ["GATEHOUSE_MASTER_KEY": ""]
            ),
            (.dev, ["GATEHOUSE_HOST": "0.0.0.0"], "add --allow-remote", ["GATEHOUSE_ALLOW_REMOTE": "true"]),
            (.dev, ["GATEHOUSE_HOST": "0.0.0.0"], "omit the host", ["GATEHOUSE_HOST": ""]),
            (
                .dev, ["GATEHOUSE_METRICS_PORT": "1", "GATEHOUSE_MONITORING_HOST": "0.0.0.0"], "add --allow-remote",
                ["GATEHOUSE_ALLOW_REMOTE": "true"]
            ),
            (
                .dev, ["GATEHOUSE_MONITORING_HOST": "127.0.0.1"],
                "set GATEHOUSE_METRICS_PORT or GATEHOUSE_HEALTH_PORT", ["GATEHOUSE_HEALTH_PORT": "9300"]
            ),
            (
                .dev, ["GATEHOUSE_METRICS_PORT": "9229"], "change GATEHOUSE_METRICS_PORT",
                ["GATEHOUSE_METRICS_PORT": "9300"]
            ),
            (
                .dev, ["GATEHOUSE_METRICS_PORT": "9300", "GATEHOUSE_METRICS": "false"],
                "set GATEHOUSE_METRICS to true", ["GATEHOUSE_METRICS": "true"]
            ),
            (.dev, ["GATEHOUSE_HEALTH_PORT": "9229"], "leave it out", ["GATEHOUSE_HEALTH_PORT": ""]),
            (.dev, ["GATEHOUSE_PORT": "abc"], "port (GATEHOUSE_PORT) must be a number", ["GATEHOUSE_PORT": "1"]),
            (.dev, ["GATEHOUSE_PORT": "65536"], "port (GATEHOUSE_PORT) must be a number", ["GATEHOUSE_PORT": "65535"]),
            (.dev, ["GATEHOUSE_ACCOUNT_ID": "12"], "twelve digits", ["GATEHOUSE_ACCOUNT_ID": "123456789012"]),
            (.dev, ["GATEHOUSE_REGION": "Mars"], "us-east-1", ["GATEHOUSE_REGION": "us-east-1"]),
            (
                .dev, ["GATEHOUSE_BASE_URL": "localhost:9229"], "base URL",
                ["GATEHOUSE_BASE_URL": "https://auth.example.org"]
            ),
            (
                .dev, ["GATEHOUSE_BASE_URL": "https://example.org/?a"], "base URL",
                ["GATEHOUSE_BASE_URL": "https://example.org/"]
            ),
            (
                .dev, ["GATEHOUSE_IDENTITY_TOKEN_ISSUER": "a"], "must be an address",
                ["GATEHOUSE_IDENTITY_TOKEN_ISSUER": "https://cognito-identity.amazonaws.com"]
            ),
            (
                .dev, ["GATEHOUSE_TRUSTED_PROXIES": "a"], "networks like 10.0.0.0/8",
                ["GATEHOUSE_TRUSTED_PROXIES": "10.0.0.0/8"]
            ),
            (
                .dev, ["GATEHOUSE_PROVIDERS_NETWORKS": "a"], "networks like 10.0.0.0/8",
                ["GATEHOUSE_PROVIDERS_NETWORKS": "10.0.0.0/8"]
            ),
            (
                .dev, ["GATEHOUSE_PROVIDERS_FACEBOOK_URL": "a/"], "https://graph.example.org",
                ["GATEHOUSE_PROVIDERS_FACEBOOK_URL": "https://graph.example.org"]
            ),
            (
                .dev, ["GATEHOUSE_ANDROID_CERTIFICATES": "AB:CD"], "Android apps",
                ["GATEHOUSE_ANDROID_CERTIFICATES": androidCertificate]
            ),
            (
                .dev, ["GATEHOUSE_ANDROID_CERTIFICATES": "AAAA,"], "Android apps",
                ["GATEHOUSE_ANDROID_CERTIFICATES": androidCertificate]
            ),
            (.dev, ["GATEHOUSE_REQUIRE_PKCE": "none, all"], "ids of app clients", ["GATEHOUSE_REQUIRE_PKCE": "none"]),
            (.dev, ["GATEHOUSE_REQUIRE_PKCE": "client-1"], "ids of app clients", ["GATEHOUSE_REQUIRE_PKCE": "public"]),
            (.dev, ["GATEHOUSE_LOG_LEVEL": "loud"], "log level", ["GATEHOUSE_LOG_LEVEL": "debug"]),
            (
                .dev, ["GATEHOUSE_METRICS": "yes"], "GATEHOUSE_METRICS) must be true or false",
                ["GATEHOUSE_METRICS": "true"]
            ),
            (
                .dev, ["GATEHOUSE_METRICS": "1"], "GATEHOUSE_METRICS) must be true or false",
                ["GATEHOUSE_METRICS": "false"]
            ),
            (
                .dev, ["GATEHOUSE_RATE_LIMITS": "on"], "GATEHOUSE_RATE_LIMITS) must be true or false",
                ["GATEHOUSE_RATE_LIMITS": "true"]
            ),
            (
                .dev, ["GATEHOUSE_END_SESSIONS_AT": "always"], "must be one of none, reset",
                ["GATEHOUSE_END_SESSIONS_AT": "none"]
            ),
            (.dev, ["GATEHOUSE_TLS_KEY_FILE": "k"], "set both", ["GATEHOUSE_TLS_CERTIFICATE_FILE": "c"]),
            (
                .dev, ["GATEHOUSE_CONFIG": "/nonexistent.json"], "There is no file /nonexistent.json",
                ["GATEHOUSE_CONFIG": ""]
            ),
        ] as [(RunMode, [String: String], String, [String: String])])
    func `a bad setting is refused in one line that names the cure, which works`(
        mode: RunMode, environment: [String: String], text: String, cure: [String: String]
    ) throws {
        var environment = environment
        if mode == .serve, !environment.isEmpty {
            environment = Self.admin.merging(environment) { $1 }
        }
        #expect(throws: Never.self) { try configuration(mode, environment.merging(cure) { $1 }) }
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(mode, environment) }
        let description = try #require(refusal?.description)
        #expect(description.contains(text))
        #expect(!description.contains("\n"))
        #expect(refusal?.exitCode == .configuration || refusal?.exitCode == .usage)
    }

    @Test(arguments: [true, false])
    func `serve names everything that is missing at once`(hasDatabase: Bool) throws {
        let folder = try TemporaryFolder()
        if hasDatabase {
            let keys = InstallationKeys(ring: try KeyRing.generate(id: "2026"), entropy: .system)
            try MasterKeyCheck(dataDirectory: folder.path, keys: keys).seal()
            try Data().write(to: URL(fileURLWithPath: folder.path("gatehouse.sqlite")))
        }
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(.serve, ["GATEHOUSE_DATA_DIR": folder.path, "GATEHOUSE_HOST": "0.0.0.0"])
        }
        let text = try #require(refusal?.description)
        for name in [
            "GATEHOUSE_ADMIN_ACCESS_KEY_ID", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY", "GATEHOUSE_MASTER_KEY_FILE",
            "GATEHOUSE_TLS_CERTIFICATE_FILE", "GATEHOUSE_BEHIND_PROXY",
        ] { #expect(text.contains(name)) }
        #expect(text.contains("openssl rand -base64 32") == !hasDatabase)
        #expect(text.contains("is sealed under the key 2026: set GATEHOUSE_MASTER_KEY") == hasDatabase)
    }

    @Test func `the ports of metrics and health say their scheme, and are plain on a loopback address of their own`()
        throws
    {
        func addresses(_ more: [String: String]) throws -> [String] {
            try configuration(.serve, Self.admin.merging(more) { $1 }).monitoringAddresses.map {
                "\($0.name) \($0.address)"
            }
        }
        #expect(try addresses([:]).isEmpty)
        let ports = ["GATEHOUSE_METRICS_PORT": "9300", "GATEHOUSE_HEALTH_PORT": "9301"]
        #expect(
            try addresses(ports) == [
                "Metrics http://127.0.0.1:9300/metrics", "Health http://127.0.0.1:9301/health/ready",
            ])
        let tls = ports.merging([
            "GATEHOUSE_TLS_CERTIFICATE_FILE": "c", "GATEHOUSE_TLS_KEY_FILE": "k", "GATEHOUSE_HOST": "0.0.0.0",
        ]) { $1 }
        #expect(
            try addresses(tls) == ["Metrics https://0.0.0.0:9300/metrics", "Health http://0.0.0.0:9301/health/ready"])
        for (host, metrics) in [
            ("127.0.0.1", "http://127.0.0.1"), ("::1", "http://[::1]"), ("localhost", "http://localhost"),
            ("10.0.0.1", "https://10.0.0.1"),
        ] {
            let found = try addresses(tls.merging(["GATEHOUSE_MONITORING_HOST": host]) { $1 })
            #expect(found.first == "Metrics \(metrics):9300/metrics")
        }
    }

    @Test func `no description shows a secret`() throws {
        let environment = Self.admin.merging(["GATEHOUSE_MASTER_KEY": "topsecret"]) { $1 }
        let configuration = try configuration(.serve, environment)
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", dumped] {
            #expect(!text.contains("abcdefghijklmnopqrstuvwxyz"))
            #expect(!text.contains("topsecret"))
        }
    }
}
