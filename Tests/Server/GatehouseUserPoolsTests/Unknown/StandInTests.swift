// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServer
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseUserPoolKernel

/// The work of a sign-in with an unknown name: it takes as long as one with a wrong password.
@Suite struct StandInTests {
    @Test(arguments: [OpenCall.srp, .password, .choice, .emailCode])
    func `an unknown name reads and writes as many rows as a user with a wrong password`(_ call: OpenCall) async throws
    {
        let recorded = RecordedRows()
        let fixture = try await PoolFixture.stored(in: recorded.recording(try SQLiteDatabase.inMemory()))
        for name in ["alice", "bobby", "carol"] {
            _ = try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: name,
                    userAttributes: [
                        AttributeType(name: "email", value: "\(name)@example.com"),
                        AttributeType(name: "email_verified", value: "true"),
                    ], messageAction: .suppress))
            _ = try await fixture.administrator.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: fixture.poolID, username: name, password: PoolFixture.password, permanent: true))
        }
        let unknown = try await fixture.nobodies(1, offered: [.passwordSrp, .password, .emailOtp])[0]
        func rows(of name: String) async throws -> [String: Int] {
            _ = try await call.answer(about: name, of: fixture)
            recorded.forget()
            _ = try await call.answer(about: name, of: fixture)
            return recorded.rows
        }
        #expect(try await rows(of: unknown) == rows(of: "alice"))
    }
}

extension PoolFixture {
    /// A pool in another database, whose client hides unknown users.
    fileprivate static func stored(in database: ObservedDatabase) async throws -> PoolFixture {
        try await Migrator(Migrations.all).migrate(database)
        let gatehouse = try await TestGatehouse()
        let own = gatehouse.installation.userPools
        let pools = UserPools(
            store: SQLUserPoolStore(database), sealer: own.sealer, clock: own.clock, entropy: own.entropy,
            courier: own.messages.courier, compute: own.computation.pool, arithmetic: own.arithmetic,
            signer: SwiftCryptoRSASigner(),
            hasher: own.computation.hasher, hashing: own.computation.hashing, deployment: own.deployment)
        let service = pools.service(for: gatehouse.administration)
        let pool = request {
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
        }
        let poolID = try required(try await service.createUserPool(pool).userPool?.id)
        let client = try await service.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: "test", explicitAuthFlows: allFlows,
                preventUserExistenceErrors: .enabled)
        ).userPoolClient
        return PoolFixture(
            gatehouse: gatehouse, poolID: poolID, client: (id: try required(client?.clientId), secret: nil),
            pools: pools)
    }
}

/// The rows that statements read and change, table by table.
private final class RecordedRows: Sendable {
    private let recorded = Mutex<[String: Int]>([:])

    var rows: [String: Int] { recorded.withLock(\.self) }

    func forget() { recorded.withLock { $0 = [:] } }

    /// A database whose statements are recorded here.
    func recording(_ database: SQLiteDatabase) -> ObservedDatabase {
        var observer = ObservedDatabase.Observer()
        observer.after = { [self] sql, rows in note(sql, rows) }
        return ObservedDatabase(database, observer)
    }

    /// Counts rows under the first table that a statement names; a user's row is the same, whatever it was found by.
    private func note(_ sql: SQL, _ rows: Int) {
        let words = sql.text.split(whereSeparator: \.isWhitespace)
        let table = words.indices.first { ["FROM", "INTO", "UPDATE"].contains(words[$0]) }.map { words[$0 + 1] } ?? ""
        let name = "\(words.first ?? "") \(table == "user_names" ? "users" : table)"
        recorded.withLock { $0[name, default: 0] += rows }
    }
}
