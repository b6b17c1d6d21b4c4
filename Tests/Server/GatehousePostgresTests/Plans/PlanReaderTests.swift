// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import GatehouseTestSupport
import Testing

/// The reader of plans; ``PostgresContractTests`` gives it every statement of the stores.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct PlanReaderTests {
    @Test(
        arguments: [
            "SELECT sub FROM users WHERE username = \("a")",
            "SELECT count(*) AS tokens FROM refresh_tokens WHERE rotated_at > \(5)",
            "DELETE FROM token_families WHERE auth_time < \(5)",
            "SELECT username FROM users WHERE sub = \("a")",
            "UPDATE users SET status = \("a") WHERE created_at = \(5)",
        ] as [SQL])
    func `a statement that goes through a whole table is noticed, once`(_ statement: SQL) async throws {
        let reader = try await PlanReader.shared.value
        #expect(try await reader.scans(of: [statement]).map { $0.statement } == [statement.text])
        #expect(try await reader.scans(of: [statement]) == [])
    }

    @Test func `a search by a key is none, whatever its arguments are`() async throws {
        let reader = try await PlanReader.shared.value
        let statement: SQL = """
            SELECT u.username FROM users u JOIN user_names n ON n.pool_id = u.pool_id AND n.sub = u.sub
            WHERE n.pool_id = \("it's") AND n.name = \("alice") AND u.password = \([1, 255] as [UInt8])
            """
        #expect(try await reader.scans(of: [statement]) == [])
    }
}
