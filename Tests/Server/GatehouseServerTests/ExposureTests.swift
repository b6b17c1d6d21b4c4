// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import Testing

/// Configurations that `serve` refuses to open to the network.
@Suite struct ExposureTests {
    private static let admin = [
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "abcdefghijklmnopqrstuvwxyz0123456789",
    ]

    private func serve(_ environment: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration.read(
            mode: .serve, commandLine: [:], environment: Self.admin.merging(environment) { $1 })
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "auth.example.org"])
    func `plain HTTP beyond the loopback is refused`(host: String) {
        let refusal = #expect(throws: StartupRefusal.self) { try serve(["GATEHOUSE_HOST": host]) }
        for cure in ["TLS_CERTIFICATE_FILE", "TRUSTED_PROXIES", "BEHIND_PROXY"] {
            #expect(refusal?.description.contains("GATEHOUSE_\(cure)") == true)
        }
    }

    @Test(arguments: [
        ["GATEHOUSE_TLS_CERTIFICATE_FILE": "/c.pem", "GATEHOUSE_TLS_KEY_FILE": "/k.pem"],
        ["GATEHOUSE_TRUSTED_PROXIES": "10.0.0.0/8"], ["GATEHOUSE_BEHIND_PROXY": "true"],
    ])
    func `TLS, a trusted proxy or an explicit setting opens the server to the network`(
        environment: [String: String]
    ) throws {
        let environment = environment.merging(["GATEHOUSE_HOST": "0.0.0.0"]) { $1 }
        #expect(try serve(environment).host == "0.0.0.0")
    }

    @Test(arguments: [
        [:], ["GATEHOUSE_HOST": "::1"], ["GATEHOUSE_BASE_URL": "http://127.0.0.1:9229/auth"],
        ["GATEHOUSE_BASE_URL": "http://[::1]:9229"], ["GATEHOUSE_BASE_URL": "http://LOCALHOST"],
    ])
    func `serve shows its outbox on this machine, and refuses what a proxy passes on`(
        environment: [String: String]
    ) throws {
        let configuration = try serve(environment.merging(["GATEHOUSE_OUTBOX": "true"]) { $1 })
        #expect(configuration.keepsMessages)
        #expect(configuration.gateway.refusesForwarded)
    }

    @Test(arguments: [
        ["GATEHOUSE_HOST": "0.0.0.0", "GATEHOUSE_BEHIND_PROXY": "true"],
        ["GATEHOUSE_TRUSTED_PROXIES": "127.0.0.1"], ["GATEHOUSE_BEHIND_PROXY": "true"],
        ["GATEHOUSE_BASE_URL": "https://auth.example.org"], ["GATEHOUSE_BASE_URL": "http://localhost.example.org"],
        ["GATEHOUSE_BASE_URL": "http://192.0.2.1:9229"],
    ])
    func `an outbox that a proxy or the network could show is refused`(environment: [String: String]) {
        let refusal = #expect(throws: StartupRefusal.self) {
            try serve(environment.merging(["GATEHOUSE_OUTBOX": "true"]) { $1 })
        }
        #expect(refusal?.description.contains("set GATEHOUSE_OUTBOX to false") == true)
    }

    @Test func `without an outbox, and in dev, requests of proxies are answered`() throws {
        #expect(try !serve([:]).gateway.refusesForwarded)
        let development = try ServerConfiguration.read(mode: .dev, commandLine: [:], environment: [:])
        #expect(development.keepsMessages && !development.gateway.refusesForwarded)
    }
}
