// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehousePostgres
import GatehouseSignIn
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Logging
import Testing

/// A server whose PostgreSQL is behind a proxy, with a pool and a client for every kind of sign-in of the tests.
struct CutServer: Sendable {
    /// The address of the PostgreSQL that `Scripts/with-postgres.sh` starts; `nil` without the script.
    static let address = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

    let fixture: PoolFixture
    let proxy: PostgresProxy
    private let database: PostgresDatabase

    /// Runs a server.
    ///
    /// Its writes find out for `findingOut` what became of a commit without an answer. A rotated refresh token may be used
    /// again for `grace` seconds. Without carriers, the fixture's server has the messages.
    static func serving(
        findingOut: Duration, grace: Int = 0, carriers: [Message.Medium: any Carrier] = [:],
        _ body: (CutServer) async throws -> Void
    ) async throws {
        let folder = try #require(address?.split(separator: "host=").last)
        try await PostgresProxy.serving(socket: "\(folder)/.s.PGSQL.5432") { proxy in
            let schema = "cut_" + Entropy.system.characters(16, from: "0123456789abcdef")
            let url = try PostgresURL(
                "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&schema=\(schema)")
            var limits = PostgresLimits.ofTests
            limits.findingOut = findingOut
            let database = try await PostgresDatabase.open(
                PostgresSettings(url: url, connections: 2), limits: limits, entropy: .system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            defer { try? database.close() }
            let gatehouse = try await TestGatehouse(on: database, carriers: carriers)
            let pool = PoolFixture.request { $0.emailConfiguration = PoolFixture.mailAccount }
            let fixture = try await PoolFixture.make(pool: pool, on: gatehouse) {
                $0.explicitAuthFlows = [.allowUserPasswordAuth, .allowUserSrpAuth]
                $0.refreshTokenRotation = RefreshTokenRotationType(
                    feature: .enabled, retryGracePeriodSeconds: grace)
                $0.allowedOAuthFlowsUserPoolClient = true
                $0.allowedOAuthFlows = [.code]
                $0.allowedOAuthScopes = ["openid", TokenGrant.ownOperations]
                $0.callbackURLs = [PoolFixture.callback]
            }
            try await body(CutServer(fixture: fixture, proxy: proxy, database: database))
        }
    }

    /// The address of a user.
    func address(of user: String) -> String { "\(user)@example.com" }

    /// The code in the newest message to a user.
    func code(of user: String) -> String { fixture.gatehouse.messages(to: address(of: user)).first?.code ?? "" }

    /// New tokens for a refresh token.
    func refresh(_ token: String?) async throws -> AuthenticationResultType? {
        try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(refreshToken: token ?? "", clientId: fixture.client.id)
        ).authenticationResult
    }

    /// The fault of a sign-in with a password; `nil` if it succeeds.
    func refusal(of user: String, _ password: String) async throws -> ServiceFault? {
        try await fault { _ = try await fixture.signInWithPassword(user, password) }
    }

    /// Runs an operation whose `skipped`th write, from 0, is cut.
    func cutting<Value>(
        _ cut: PostgresProxy.Cut, skipping skipped: Int = 0, _ operation: () async throws -> Value
    ) async throws -> Value {
        proxy.arm(cut, skipping: skipped)
        defer { proxy.disarm() }
        return try await operation()
    }

    // MARK: - Rows

    /// The number of users with this name.
    func users(_ name: String) async throws -> Int {
        try await number("SELECT count(*) AS number FROM users WHERE username = \(name)")
    }

    /// The number of a user's sign-ins.
    func signIns(_ name: String) async throws -> Int {
        try await number(
            """
            SELECT count(*) AS number FROM token_families f JOIN users u ON u.pool_id = f.pool_id AND u.sub = f.sub
            WHERE u.username = \(name)
            """)
    }

    /// The number of groups with this name.
    func groups(_ name: String) async throws -> Int {
        try await number("SELECT count(*) AS number FROM user_groups WHERE name = \(name)")
    }

    /// The number of messages that wait to be sent.
    func queuedMessages() async throws -> Int {
        try await number("SELECT count(*) AS number FROM queued_messages")
    }

    /// The number of wrong passwords that count against accounts.
    func failedAttempts() async throws -> Int {
        try await number("SELECT CAST(coalesce(sum(failures), 0) AS BIGINT) AS number FROM failed_attempts")
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await database.read { reader in try reader.queryOne(statement)?["number"] ?? 0 }
    }
}
#endif
