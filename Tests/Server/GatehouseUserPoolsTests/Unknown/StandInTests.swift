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
        let database = RecordingDatabase(try SQLiteDatabase.inMemory())
        let fixture = try await PoolFixture.recorded(by: database)
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
            database.forget()
            _ = try await call.answer(about: name, of: fixture)
            return database.rows
        }
        #expect(try await rows(of: unknown) == rows(of: "alice"))
    }
}

extension PoolFixture {
    /// A pool in a recorded database, whose client hides unknown users.
    fileprivate static func recorded(by database: RecordingDatabase) async throws -> PoolFixture {
        try await Migrator(Migrations.all).migrate(database)
        let gatehouse = try await TestGatehouse()
        let own = gatehouse.installation.userPools
        let pools = UserPools(
            store: SQLUserPoolStore(database), sealer: own.sealer, clock: own.clock, entropy: own.entropy,
            courier: own.messages.courier, compute: own.compute, arithmetic: own.arithmetic,
            signer: SwiftCryptoRSASigner(),
            hasher: own.hasher, hashing: own.hashing, deployment: own.deployment)
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

/// A database that counts, table by table, the rows that statements read and change.
private final class RecordingDatabase: SQLDatabase {
    private let database: SQLiteDatabase
    private let recorded = Mutex<[String: Int]>([:])

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    var rows: [String: Int] { recorded.withLock(\.self) }

    func forget() { recorded.withLock { $0 = [:] } }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        try await database.read { reader in try body(RecordingReader(reader: reader, note: self.note)) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in
            try body(RecordingConnection(connection: connection, note: self.note))
        }
    }

    /// Counts rows under the first table that a statement names; a user's row is the same, whatever it was found by.
    private func note(_ sql: SQL, _ rows: Int) {
        let words = sql.text.split(whereSeparator: \.isWhitespace)
        let table = words.indices.first { ["FROM", "INTO", "UPDATE"].contains(words[$0]) }.map { words[$0 + 1] } ?? ""
        let name = "\(words.first ?? "") \(table == "user_names" ? "users" : table)"
        recorded.withLock { $0[name, default: 0] += rows }
    }
}

private struct RecordingReader: SQLReader {
    let reader: any SQLReader
    let note: (SQL, Int) -> Void

    func query(_ sql: SQL) throws -> [SQLRow] {
        let rows = try reader.query(sql)
        note(sql, rows.count)
        return rows
    }
}

private struct RecordingConnection: SQLConnection {
    let connection: any SQLConnection
    let note: (SQL, Int) -> Void

    func query(_ sql: SQL) throws -> [SQLRow] {
        let rows = try connection.query(sql)
        note(sql, rows.count)
        return rows
    }

    func execute(_ sql: SQL) throws -> Int {
        let changed = try connection.execute(sql)
        note(sql, changed)
        return changed
    }
}
