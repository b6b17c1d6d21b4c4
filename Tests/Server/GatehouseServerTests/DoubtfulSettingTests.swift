// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSQLite
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
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

    private func service(of process: ServerProcess) -> UserPoolsService {
        process.installation.userPools.service(
            for: RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test")))
    }

    /// Returns the id of a new pool.
    private func pool(in process: ServerProcess) async throws -> String {
        try await service(of: process).createUserPool(CreateUserPoolRequest(poolName: "app")).userPool?.id ?? ""
    }

    /// Stores domains of a pool as an early release did.
    private func insert(_ names: [String], ofPool poolID: String, in process: ServerProcess) async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        try await process.installation.userPools.records.write { store in
            for name in names {
                let certificate = CustomDomainConfigType(
                    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/a")
                try store.insert(
                    UserPoolDomainRecord(
                        name: name, poolID: poolID, customDomain: name.contains(".") ? certificate : nil,
                        managedLoginVersion: 1, createdAt: now, modifiedAt: now))
            }
        }
    }

    @Test func `the start and the check name each domain that has the host name of something else`() async throws {
        var ids: [String] = []
        _ = try await warnings(.dev, [:]) { process in
            for domains in [
                ["shop", "shop.auth.eu-west-1.amazoncognito.com"], ["shop.id.example.org"],
                ["id.example.org", "free"], ["other.auth.us-east-1.amazoncognito.com"], ["shop.example.org"],
            ] {
                let id = try await pool(in: process)
                try await insert(domains, ofPool: id, in: process)
                ids.append(id)
            }
        }
        let settings = [Setting.baseURL: "https://id.example.org"]
        let expected = [
            "The domain id.example.org of user pool \(ids[2]) has the host name of this server's own address: "
                + "delete the domain, or change GATEHOUSE_BASE_URL.",
            "The custom domain other.auth.us-east-1.amazoncognito.com of user pool \(ids[3]) has the host name of a "
                + "prefix, which another user pool can create: delete the domain, and use a name of your own.",
            "The custom domain shop.auth.eu-west-1.amazoncognito.com of user pool \(ids[0]) has the host name of a "
                + "prefix, which another user pool can create: delete the domain, and use a name of your own.",
            "The custom domain shop.id.example.org of user pool \(ids[1]) and the prefix shop of user pool \(ids[0]) "
                + "are one host name: the host leads to the prefix, so delete the domain or the prefix.",
        ]
        let warnings = try await warnings(.dev, settings)
        #expect(warnings == expected.map { "warning A domain has a host name that is not its own cause=\($0)" })
        let report = try await DatabaseCheck(
            try ServerConfiguration.read(
                mode: .maintenance, commandLine: settings.merging([.dataDirectory: folder.path("data")]) { $1 },
                environment: [:])
        ).run()
        #expect(report.isSound)
        #expect(report.lines.map(\.text).filter { $0.hasPrefix("Domains: ") } == expected.map { "Domains: \($0)" })
    }

    @Test func `a prefix cannot have the host name of an address of the server`() async throws {
        let settings = [
            Setting.baseURL: "https://example.org", .identityTokenIssuer: "https://login.example.org/identities",
        ]
        _ = try await warnings(.dev, settings) { process in
            let id = try await pool(in: process)
            let refusal = try await fault {
                _ = try await service(of: process).createUserPoolDomain(
                    CreateUserPoolDomainRequest(domain: "login", userPoolId: id))
            }
            #expect(
                refusal
                    == .invalidParameter(
                        "Domain login is the host of this server's own address: use a name of its own for the domain."))
            _ = try await service(of: process).createUserPoolDomain(
                CreateUserPoolDomainRequest(domain: "shop", userPoolId: id))
        }
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
            client =
                try await service(of: process).createUserPoolClient(
                    CreateUserPoolClientRequest(userPoolId: try await pool(in: process), clientName: "app")
                ).userPoolClient?.clientId ?? ""
        }
        let warnings = try await warnings(.dev, [.requirePKCE: "\(client),public,publik"])
        #expect(
            warnings == ["warning GATEHOUSE_REQUIRE_PKCE names an app client that does not exist client=publik"])
    }

    @Test func `a start that cannot read keys or domains names the corrective action`() async throws {
        _ = try await warnings(.dev, [:]) { process in
            let database = try SQLiteDatabase(path: folder.path("data/gatehouse.sqlite"))
            try await database.write { connection in
                try connection.execute("ALTER TABLE user_pools RENAME TO hidden_pools")
                try connection.execute("ALTER TABLE pool_domains RENAME TO hidden_domains")
            }
            try database.close()
            let keys = await #expect(throws: StartupRefusal.self) { try await process.requireOwnSigningKeys() }
            let domains = await #expect(throws: StartupRefusal.self) { try await process.logDoubtfulSettings() }
            for (refusal, start) in [(keys, "The signing keys cannot"), (domains, "The domains of user pools cannot")] {
                let text = try #require(refusal?.description)
                #expect(text.hasPrefix(start) && text.hasSuffix("Report this line as a defect of Gatehouse."))
            }
        }
    }
}
