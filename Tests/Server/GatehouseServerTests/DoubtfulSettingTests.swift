// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import Testing

@Suite struct DoubtfulSettingTests {
    private static let serve: [Setting: String] = [
        .adminAccessKeyID: "ADMINISTRATOR", .adminSecretAccessKey: "hZ3mC8wQ1rT6yU0iO5pA2sD7fG4jK9lX",
        .masterKey: Data((0..<32).map { UInt8($0) }).base64EncodedString(),
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs `body` on a process with settings, and returns the warnings about them.
    private func warnings(
        _ mode: RunMode, _ more: [Setting: String], body: (ServerProcess) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let log = LogLines()
        let settings = [Setting.dataDirectory: folder.path("data")].merging(more) { $1 }
        let process = try await ServerProcess(
            try ServerConfiguration.read(mode: mode, commandLine: settings, environment: [:]), logger: log.logger,
            metrics: PrometheusMetrics())
        do {
            try await process.logDoubtfulSettings()
            try await body(process)
        } catch {
            try process.close()
            throw error
        }
        try process.close()
        return log.all.filter { $0.hasPrefix("warning ") }
    }

    @Test(arguments: [
        ("http://auth.example.org", true), ("https://auth.example.org", false), ("http://localhost:9229", false),
    ])
    func `a base URL without TLS is doubtful, except on this machine`(baseURL: String, isDoubtful: Bool) async throws {
        let warnings = try await warnings(.serve, Self.serve.merging([.baseURL: baseURL]) { $1 })
        #expect(warnings.count == (isDoubtful ? 1 : 0))
        #expect(warnings.allSatisfy { $0.contains("The base URL has no TLS") && $0.hasSuffix(" base_url=\(baseURL)") })
    }

    @Test func `an id in GATEHOUSE_REQUIRE_PKCE that no app client has is doubtful`() async throws {
        var client = ""
        _ = try await warnings(.dev, [:]) { process in
            let service = process.installation.userPools.service(
                for: RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test")))
            let pool = try await service.createUserPool(CreateUserPoolRequest(poolName: "app")).userPool?.id ?? ""
            client =
                try await service.createUserPoolClient(
                    CreateUserPoolClientRequest(userPoolId: pool, clientName: "app")
                ).userPoolClient?.clientId ?? ""
        }
        let warnings = try await warnings(.dev, [.requirePKCE: "\(client),public,publik"])
        #expect(
            warnings == ["warning GATEHOUSE_REQUIRE_PKCE names an app client that does not exist client=publik"])
    }
}
