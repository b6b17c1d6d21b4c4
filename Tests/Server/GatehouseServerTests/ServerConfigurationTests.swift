// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Logging
import Testing

@Suite struct ServerConfigurationTests {
    private static let admin = [
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "abcdefghijklmnopqrstuvwxyz0123456789",
    ]

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

    @Test(arguments: [["GATEHOUSE_ALLOW_REMOTE": "true"], ["GATEHOUSE_SEED": "seed.json"]])
    func `serve refuses what is for dev`(setting: [String: String]) throws {
        let refusal = #expect(throws: StartupRefusal.self) {
            _ = try configuration(.serve, Self.admin.merging(setting) { $1 })
        }
        #expect(refusal?.description.contains("GATEHOUSE_ALLOW_REMOTE and GATEHOUSE_SEED") == true)
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
            (RunMode.serve, [:], "needs an admin key"),
            (.serve, ["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "short"], "too weak"),
            (.serve, ["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": String(repeating: "a", count: 64)], "too weak"),
            (.dev, ["GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN"], "half of an admin key"),
            (.dev, ["GATEHOUSE_ADMIN_ACCESS_KEY_ID": "a/b", "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "s"], "letters and"),
            (.dev, ["GATEHOUSE_MASTER_KEY": "k", "GATEHOUSE_MASTER_KEY_FILE": "k.key"], "set one of the two"),
            (.dev, ["GATEHOUSE_HOST": "0.0.0.0"], "this machine only"),
            (.dev, ["GATEHOUSE_PORT": "abc"], "port (GATEHOUSE_PORT) must be a number"),
            (.dev, ["GATEHOUSE_PORT": "65536"], "port (GATEHOUSE_PORT) must be a number"),
            (.dev, ["GATEHOUSE_ACCOUNT_ID": "12"], "twelve digits"),
            (.dev, ["GATEHOUSE_REGION": "Mars"], "us-east-1"),
            (.dev, ["GATEHOUSE_BASE_URL": "localhost:9229"], "base URL"),
            (.dev, ["GATEHOUSE_BASE_URL": "https://example.org/?a"], "base URL"),
            (.dev, ["GATEHOUSE_ANDROID_CERTIFICATES": "AB:CD"], "Android apps"),
            (.dev, ["GATEHOUSE_ANDROID_CERTIFICATES": "AAAA,"], "Android apps"),
            (.dev, ["GATEHOUSE_REQUIRE_PKCE": "none, all"], "ids of app clients"),
            (.dev, ["GATEHOUSE_REQUIRE_PKCE": "client-1"], "ids of app clients"),
            (.dev, ["GATEHOUSE_LOG_LEVEL": "loud"], "log level"),
            (.dev, ["GATEHOUSE_METRICS": "yes"], "GATEHOUSE_METRICS) must be true or false"),
            (.dev, ["GATEHOUSE_METRICS": "1"], "GATEHOUSE_METRICS) must be true or false"),
            (.dev, ["GATEHOUSE_RATE_LIMITS": "on"], "GATEHOUSE_RATE_LIMITS) must be true or false"),
            (.dev, ["GATEHOUSE_CONFIG": "/nonexistent.json"], "There is no file /nonexistent.json"),
        ] as [(RunMode, [String: String], String)])
    func `a bad setting is refused in one line that names the cure`(
        mode: RunMode, environment: [String: String], text: String
    ) throws {
        var environment = environment
        if mode == .serve, !environment.isEmpty {
            environment = Self.admin.merging(environment) { $1 }
        }
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(mode, environment) }
        let description = try #require(refusal?.description)
        #expect(description.contains(text))
        #expect(!description.contains("\n"))
        #expect(refusal?.exitCode == .configuration || refusal?.exitCode == .usage)
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
