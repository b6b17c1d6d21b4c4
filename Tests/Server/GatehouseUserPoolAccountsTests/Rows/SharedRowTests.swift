// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Testing

/// The rows that the most frequent operations change: a row that the operations of two users change would make them wait
/// for each other on an engine with concurrent writes.
@Suite(.hangLimit, .enabled(if: !EmptyDatabase.isOnPostgres, "It makes triggers of SQLite.")) struct SharedRowTests {
    /// A frequent operation of a user.
    enum Operation: CaseIterable {
        case getUser
        case passwordSignIn
        case wrongPassword
        case srpSignIn
        case refresh
        case signUp
        case confirmation

        /// Tables in which the operation changes rows; there may be more.
        var tables: Set<String> {
            switch self {
            case .getUser: []
            case .passwordSignIn: ["token_families", "refresh_tokens"]
            case .wrongPassword: ["failed_attempts"]
            case .srpSignIn: ["token_families", "refresh_tokens", "used_ids"]
            case .refresh: ["refresh_tokens"]
            case .signUp: ["users", "user_counts", "user_names", "user_search", "codes"]
            case .confirmation: ["users", "codes"]
            }
        }

        /// Makes what the operation needs, and returns the operation.
        func prepared(for username: String, _ fixture: PoolFixture) async throws -> () async throws -> Void {
            switch self {
            case .signUp:
                return { _ = try await fixture.signUp(username, email: "\(username)@example.com") }
            case .confirmation:
                _ = try await fixture.signUp(username, email: "\(username)@example.com")
                return { try await fixture.confirm(username) }
            case .getUser:
                try await fixture.makeUser(username)
                let token = try await fixture.accessToken(username)
                return { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token)) }
            case .passwordSignIn:
                try await fixture.makeUser(username)
                return { _ = try await fixture.tokens(username) }
            case .wrongPassword:
                try await fixture.makeUser(username)
                return {
                    let refusal = try await fault {
                        _ = try await fixture.signInWithPassword(username, "Wrong-Horse-7!")
                    }
                    #expect(refusal?.code == .notAuthorized)
                }
            case .srpSignIn:
                try await fixture.makeUser(username)
                return {
                    let conversation = SRPConversation(fixture: fixture, username: username)
                    let answer = try await conversation.run(password: PoolFixture.password)
                    #expect(answer.authenticationResult != nil)
                }
            case .refresh:
                try await fixture.makeUser(username)
                let token = try await fixture.tokens(username).refreshToken ?? ""
                let request = GetTokensFromRefreshTokenRequest(refreshToken: token, clientId: fixture.client.id)
                return {
                    let answer = try await fixture.anyone.getTokensFromRefreshToken(request)
                    #expect(answer.authenticationResult?.refreshToken != nil)
                }
            }
        }
    }

    private static func stage() async throws -> (fixture: PoolFixture, database: CountingDatabase, RowRecorder) {
        let made = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserSrpAuth, .allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled)
        }
        let (gatehouse, database) = try made.gatehouse.counted()
        let fixture = PoolFixture(gatehouse: gatehouse, poolID: made.poolID, client: made.client)
        return (fixture, database, try await RowRecorder(database))
    }

    @Test(arguments: Operation.allCases)
    func `no row is changed by the operations of two users`(_ operation: Operation) async throws {
        let (fixture, _, recorder) = try await Self.stage()
        var known: Set<RowRecorder.Row> = []
        for username in ["alice", "bob"] {
            let run = try await operation.prepared(for: username, fixture)
            let rows = try await recorder.rows(changedBy: run)
            let list = rows.map(\.description).sorted().joined(separator: "\n")
            #expect(rows.isDisjoint(with: known), "\(list)")
            let tables = Set(rows.map(\.table))
            #expect(tables.isSuperset(of: operation.tables), "\(list)")
            #expect(tables.isEmpty == operation.tables.isEmpty, "\(list)")
            known = rows
        }
    }

    @Test func `a count in one row that two users change would be found`() async throws {
        let (fixture, database, recorder) = try await Self.stage()
        let poolID = fixture.poolID
        var known: [Set<RowRecorder.Row>] = []
        for username in ["alice", "bob"] {
            known.append(
                try await recorder.rows {
                    _ = try await fixture.signUp(username, email: "\(username)@example.com")
                    try await database.write { connection in
                        try connection.execute(
                            """
                            INSERT INTO user_counts (pool_id, part, users) VALUES (\(poolID), 0, 1)
                            ON CONFLICT (pool_id, part) DO UPDATE SET users = user_counts.users + 1
                            """)
                    }
                })
        }
        let shared = known[0].intersection(known[1])
        #expect(shared == [RowRecorder.Row(table: "user_counts", key: "'\(poolID)', 0")])
    }
}
