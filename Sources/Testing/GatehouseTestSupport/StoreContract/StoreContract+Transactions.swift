// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Synchronization
import Testing

extension StoreContract {
    private struct Refusal: Error, Equatable {}

    /// All or nothing, each for itself.
    package static let transactions: [StoreContractRule] = [
        StoreContractRule("a body's error reaches its caller and undoes its changes") { database in
            try await makeThings(in: database)
            await #expect(throws: Refusal()) {
                try await database.write { connection in
                    try insertThing(1, "gone", connection)
                    throw Refusal()
                }
            }
            #expect(try await names(in: database) == [])
        },
        StoreContractRule("a statement with a witness changes rows as any other") { database in
            try await makeThings(in: database)
            let changed = try await database.write { connection in
                try (0..<2).map { _ in
                    try connection.execute(
                        "INSERT INTO things (id, name) VALUES (1, 'new') ON CONFLICT DO NOTHING",
                        witness: "SELECT id FROM things WHERE id = 1")
                }
            }
            #expect(changed == [1, 0])
            #expect(try await names(in: database) == ["new"])
        },
        StoreContractRule("among concurrent writers only those that fail lose their changes") { database in
            try await makeThings(in: database)
            let refused = await withTaskGroup(of: Bool.self) { group in
                for id in 0..<100 { group.addTask { await isRefused(id, in: database) } }
                return await group.reduce(into: 0) { count, refused in count += refused ? 1 : 0 }
            }
            #expect(refused == 50)
            #expect(try await names(in: database) == (0..<100).filter { id in id % 2 == 0 }.map(String.init))
        },
        StoreContractRule("no increment is lost among concurrent writers") { database in
            try await makeThings(in: database)
            try await insertThing(1, "0", in: database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try await increment(in: database) } }
                try await group.waitForAll()
            }
            #expect(try await names(in: database) == ["100"])
        },
        StoreContractRule("a read sees one state from its first statement to its last") { database in
            try await makeThings(in: database)
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let isWritten = Mutex(false)
            async let counts = database.read { reader in
                defer { begin.finish() }
                var counts = [try reader.query("SELECT id FROM things").count]
                begin.finish()
                // A database whose writers wait for its readers does not get to writing: so not for ever.
                for _ in 0..<5_000 where !isWritten.withLock({ $0 }) {
                    counts.append(try reader.query("SELECT id FROM things").count)
                }
                return counts + [try reader.query("SELECT id FROM things").count]
            }
            for await _ in begun {}
            try await insertThing(1, "late", in: database)
            isWritten.withLock { $0 = true }
            #expect(try await counts.allSatisfy { $0 == 0 })
            #expect(try await names(in: database) == ["late"])
        },
        StoreContractRule("a reader cannot write") { database in
            try await makeThings(in: database)
            await #expect(throws: StorageError.self) {
                try await database.read { reader in
                    try reader.query("INSERT INTO things (id, name) VALUES (1, 'smuggled') RETURNING id")
                }
            }
            #expect(try await names(in: database) == [])
        },
        StoreContractRule("a cancelled task writes nothing") { database in
            try await makeThings(in: database)
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    await #expect(throws: CancellationError.self) { try await insertThing(1, "late", in: database) }
                }
            }
            #expect(try await names(in: database) == [])
        },
        StoreContractRule("cancellation never hides what became of a write") { database in
            try await makeThings(in: database)
            let written = await withTaskGroup(of: Int?.self) { group in
                for id in 0..<100 {
                    group.addTask { (try? await insertThing(id, "\(id)", in: database)) == nil ? nil : id }
                    if id == 50 { group.cancelAll() }
                }
                return await group.reduce(into: Set<String>()) { ids, id in if let id { ids.insert("\(id)") } }
            }
            #expect(Set(try await names(in: database)) == written)
        },
    ]

    private static func isRefused(_ id: Int, in database: any SQLDatabase) async -> Bool {
        do {
            try await database.write { connection in
                try insertThing(id, "\(id)", connection)
                if id % 2 == 1 { throw Refusal() }
            }
            return false
        } catch {
            return error is Refusal
        }
    }

    private static func increment(in database: any SQLDatabase) async throws {
        try await database.write { connection in
            let row = try connection.queryOne("SELECT name FROM things WHERE id = 1")
            let count: String = try row?["name"] ?? ""
            try connection.execute("UPDATE things SET name = \(String((Int(count) ?? 0) + 1)) WHERE id = 1")
        }
    }
}
