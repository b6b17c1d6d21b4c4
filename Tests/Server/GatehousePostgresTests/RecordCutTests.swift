// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Logging
import Testing

/// Mutations of records whose connections are cut around the COMMIT.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct RecordCutTests {
    @Test(arguments: PostgresProxy.Cut.settled, [ConflictStrategy.optimisticConcurrency, nil])
    func `a record is made, changed and deleted once, and each caller gets the success`(
        _ cut: PostgresProxy.Cut, _ conflicts: ConflictStrategy?
    ) async throws {
        let folder = try #require(TestServer.address?.split(separator: "host=").last)
        try await TestServer.withDatabase { direct, schema in
            try await Migrator(Migrations.all).migrate(direct)
            try await PostgresProxy.serving(socket: "\(folder)/.s.PGSQL.5432") { proxy in
                let address = "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&schema=\(schema)"
                let database = try await PostgresDatabase.open(
                    PostgresSettings(url: try PostgresURL(address), connections: 2), limits: TestServer.limits,
                    entropy: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                defer { try? database.close() }
                // No time passes and no pause ends, so that the mutations are the only writes.
                let (now, pauses) = (ContinuousClock.now, Pauses())
                let events = DataEvents(node: "one", now: { now }, pause: { try await pauses.pause($0) })
                let node = try DataNode("one", on: database, conflicts: conflicts, events: events)
                try await node.create("first")

                proxy.arm(cut)
                let id = try await node.create("a")
                #expect(try await node.texts() == ["a", "first"])
                proxy.arm(cut)
                try await node.update(id, to: "b", version: conflicts.map { _ in 1 })
                #expect(try await node.texts() == ["b", "first"])
                proxy.arm(cut)
                try await node.delete(id, version: conflicts.map { _ in 2 })
                // With versions the record stays as a deleted one, which lists have.
                #expect(try await node.texts() == (conflicts == nil ? ["first"] : ["b", "first"]))

                #expect(proxy.cuts == 3)
                let log = try await SQLRecordStore(direct).read { reader in
                    try reader.changeHeads(of: "one", after: 0, limit: 9)
                }
                #expect(log.map(\.place.number) == [1, 2, 3, 4])
                #expect(log.map(\.kind) == [.create, .create, .update, .delete])
            }
        }
    }
}
#endif
