// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// What a new master key must not end or lose.
@Suite struct MasterKeyTests {
    @Test(arguments: ReadyAnswer.Challenge.allCases)
    func `a sign-in goes on at every step after everything was sealed again under a new master key`(
        _ challenge: ReadyAnswer.Challenge
    ) async throws {
        let stage = try await ChallengeStage.make(.plain)
        let ready = try await stage.open(challenge)
        let rotated = try stage.fixture.gatehouse.addingMasterKey()
        #expect(try await rotated.reseal().unreadable.isEmpty)
        let fixture = PoolFixture(
            gatehouse: rotated, poolID: stage.fixture.poolID, client: stage.fixture.client)
        let answer = try await ready.give(to: fixture)
        #expect(answer.authenticationResult != nil || answer.session != nil)
    }

    @Test(.enabled(if: !EmptyDatabase.isOnPostgres, "It reads the schema of SQLite."))
    func `every sealed value of a database is in a column of the registry`() async throws {
        let columns = Set(SealedColumn.allCases.map(\.rawValue))
        var found: Set<String> = []
        for challenge in [ReadyAnswer.Challenge.softwareTokenMFA, .newPasswordRequired, .deviceSRPAuth] {
            let stage = try await ChallengeStage.make(.withDevices)
            _ = try await stage.open(challenge)
            found.formUnion(try await Self.columnsWithSealedValues(of: stage.fixture.gatehouse.storage))
        }
        #expect(found.isSubset(of: columns), "\(found.subtracting(columns))")
        #expect(found.isSuperset(of: ["users.password", "users.mfa", "devices.verifier"]))
        #expect(found.contains("signing_keys.sealed_private_key"))
    }

    /// The columns with a value that begins as sealed bytes under the key `test` do, or contains the Base64 of that.
    private static func columnsWithSealedValues(of database: any SQLDatabase) async throws -> Set<String> {
        let base64 = String(Base64.encode([2, 1, 4] + Array("test".utf8)).prefix(8))
        return try await database.read { reader in
            var found: Set<String> = []
            let columns = try reader.query(
                """
                SELECT t.name AS tablename, c.name AS columnname FROM sqlite_master t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table'
                """)
            for row in columns {
                let (table, column): (String, String) = (try row["tablename"], try row["columnname"])
                // The names come from the schema.
                let values = try reader.query(SQL(stringLiteral: "SELECT \"\(column)\" FROM \"\(table)\""))
                for value in values {
                    switch try value[0] as SQLValue {
                    case .blob(let bytes) where Sealer.keyID(of: bytes) == "test": found.insert("\(table).\(column)")
                    case .text(let text) where text.contains(base64): found.insert("\(table).\(column)")
                    default: break
                    }
                }
            }
            return found
        }
    }

    @Test func `with the new key alone, passwords, client secrets and refresh tokens work as before`()
        async throws
    {
        let before = try await PoolFixture.make(withSecret: true)
        try await before.makeUser()
        let tokens = try await before.tokens()
        let rotated = try before.gatehouse.addingMasterKey()
        try await rotated.reseal()
        let after = PoolFixture(
            gatehouse: try rotated.forgettingOldMasterKeys(), poolID: before.poolID, client: before.client)
        _ = try await after.tokens()
        _ = try await after.renew(tokens, deviceKey: nil)
        let client = try await after.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: after.poolID, clientId: after.client.id))
        #expect(client.userPoolClient?.clientSecret == before.client.secret)
    }
}
