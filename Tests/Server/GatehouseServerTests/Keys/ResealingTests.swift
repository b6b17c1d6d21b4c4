// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import Synchronization
import Testing

@testable import GatehouseServer

/// Sealing a whole database again: interrupted, repeated, and beside writers.
@Suite(.hangLimit) struct ResealingTests {
    private struct Kill: Error {}

    /// Changes a row just before the first write, as another process could.
    private final class InterruptedDatabase: SQLDatabase {
        private let base: SQLiteDatabase
        private let change: Mutex<SQL?>

        init(_ base: SQLiteDatabase, changing change: SQL) {
            self.base = base
            self.change = Mutex(change)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLReader) throws -> Value
        ) async throws -> Value {
            try await base.read(body)
        }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            let change = change.withLock { change in
                defer { change = nil }
                return change
            }
            if let change { try await base.write { connection in try connection.execute(change) } }
            return try await base.write(body)
        }
    }

    @Test func `every value opens with the new key alone, and a second run finds nothing to do`() async throws {
        let sealed = try await SealedDatabase()
        try await sealed.expectAllOpen(by: sealed.sealer())
        let work = Resealing(sealed.database, by: try sealed.sealer())
        var columns: Set<SealedColumn> = []
        let first = try await work.run { progress in if progress.isEnd { columns.insert(progress.column) } }
        #expect(columns == Set(SealedColumn.allCases))
        #expect(first.resealed == 2 * SealedDatabase.users + 13 && first.unreadable.isEmpty)
        try await sealed.expectAllOpen(by: sealed.newSealer())
        #expect(try await work.run { _ in }.resealed == 0)
        #expect(try await MasterKeyUsage(of: sealed.database).values == ["new": 3 * SealedDatabase.users + 13])
    }

    @Test func `versions stay, and caches of pools and clients are outdated`() async throws {
        let sealed = try await SealedDatabase()
        let password = try #require(try await sealed.rows(of: .passwords).first?.sealed?.first)
        let token = try #require(try await sealed.rows(of: .secondFactors).first?.sealed?.first)
        _ = try await Resealing(sealed.database, by: try sealed.sealer()).run { _ in }
        try await sealed.database.read { reader in
            let user = try #require(
                try reader.queryOne("SELECT password_version, mfa FROM users ORDER BY pool_id, sub LIMIT 1"))
            #expect(try user["password_version"] == SealedVersion.first(of: password))
            let version = Base64.encode(SealedVersion.first(of: token))
            #expect(try (user["mfa"] as String).replacingOccurrences(of: "\\/", with: "/").contains(version))
            #expect(try #require(try reader.queryOne("SELECT revision FROM user_pools"))[0] == 2)
            #expect(try #require(try reader.queryOne("SELECT revision FROM app_clients"))[0] == 2)
        }
    }

    @Test func `after an end between any two batches, the next run goes on`() async throws {
        for end in 1...12 {
            let sealed = try await SealedDatabase()
            var batches = 0
            await #expect(throws: Kill.self) {
                _ = try await Resealing(sealed.database, by: try sealed.sealer()).run { _ in
                    batches += 1
                    if batches == end { throw Kill() }
                }
            }
            // Both keys open what there is, then the new one alone.
            try await sealed.expectAllOpen(by: sealed.sealer())
            _ = try await Resealing(sealed.database, by: try sealed.sealer()).run { _ in }
            try await sealed.expectAllOpen(by: sealed.newSealer())
        }
    }

    @Test func `a value that changed since it was read is not overwritten`() async throws {
        let sealed = try await SealedDatabase()
        let changed = try sealed.sealer().seal(
            Array("another password".utf8), purpose: .passwordVerifier, context: Array("p|u0".utf8))
        let database = InterruptedDatabase(
            sealed.database, changing: "UPDATE users SET password = \(changed) WHERE pool_id = 'p' AND sub = 'u0'")
        _ = try await Resealing(database, by: try sealed.sealer()).run { _ in }
        let row = try #require(try await sealed.rows(of: .passwords).first { row in row.name == "p|u0" })
        #expect(row.sealed == [changed])
    }

    @Test func `a value that was sealed under the old key in the meantime is found by the next pass`() async throws {
        let sealed = try await SealedDatabase()
        let old = SealedDatabase.sealed(
            .passwordVerifier, "p|u0", Sealer(ring: sealed.ring, entropy: .system))
        let database = InterruptedDatabase(
            sealed.database, changing: "UPDATE users SET password = \(old) WHERE pool_id = 'p' AND sub = 'u0'")
        _ = try await Resealing(database, by: try sealed.sealer()).run { _ in }
        try await sealed.expectAllOpen(by: sealed.newSealer())
    }

    @Test func `a value that no key opens is named and kept, and the others are sealed again`() async throws {
        let sealed = try await SealedDatabase()
        let stranger = Sealer(ring: try KeyRing.generate(id: "lost"), entropy: .system)
        let lost = SealedDatabase.sealed(.queuedMessage, "m", stranger)
        try await sealed.database.write { connection in
            try connection.execute("UPDATE queued_messages SET sealed = \(lost) WHERE id = 'm'")
        }
        let result = try await Resealing(sealed.database, by: try sealed.sealer()).run { _ in }
        #expect(result.unreadable == ["queued_messages.sealed of m"] && result.keysOfUnreadable == ["lost"])
        #expect(try await sealed.rows(of: .queuedMessages).first?.sealed == [lost])
        #expect(
            try await MasterKeyUsage(of: sealed.database).values == ["new": 3 * SealedDatabase.users + 12, "lost": 1])
    }

    @Test func `a waiting sign-in that cannot be opened is removed with its key`() async throws {
        let sealed = try await SealedDatabase()
        try await sealed.database.write { connection in
            try connection.execute("UPDATE devices SET waiting_session = 'garbage!'")
        }
        let result = try await Resealing(sealed.database, by: try sealed.sealer()).run { _ in }
        #expect(result.unreadable.isEmpty)
        let count = try await sealed.database.read { reader in
            try #require(
                try reader.queryOne(
                    "SELECT count(*) FROM devices WHERE waiting_key IS NULL AND waiting_session IS NULL"))[0] as Int
        }
        #expect(count == 1)
    }

    @Test func `writers of another process go on, and nothing that they write is lost`() async throws {
        let folder = try TemporaryFolder()
        let sealed = try await SealedDatabase(in: SQLiteDatabase(path: folder.path("gatehouse.db")))
        let server = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        let sealer = try sealed.sealer()
        async let written: Void = {
            for number in 0..<SealedDatabase.users {
                let sub = "u\(number)"
                let password = SealedDatabase.sealed(.passwordVerifier, "p|\(sub)", sealer)
                try await server.write { connection in
                    try connection.execute(
                        """
                        UPDATE users SET password = \(password), username = \("\(sub) changed")
                        WHERE pool_id = 'p' AND sub = \(sub)
                        """)
                }
            }
        }()
        _ = try await Resealing(sealed.database, by: sealer).run { _ in }
        try await written
        let count = try await server.read { reader in
            try #require(
                try reader.queryOne("SELECT count(*) FROM users WHERE username = sub || ' changed'"))[0] as Int
        }
        #expect(count == SealedDatabase.users)
        try await sealed.expectAllOpen(by: sealed.newSealer())
        try server.close()
        try sealed.database.close()
    }
}
