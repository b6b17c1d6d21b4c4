// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// A disk without space, and a store that is in use.
@Suite(.hangLimit) struct StoreTroubleTests {
    /// Limits the store to its present size, as a full disk does, or ends the limit.
    private func limit(_ plugin: AWSDataStorePlugin, isFull: Bool) async throws {
        try await plugin.opened().store.write { writer in
            let database = writer.reader.database
            let pages = try isFull ? Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0 : 1_000_000
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test func `a save on a full disk stores nothing, says so, and can be repeated`() async throws {
        let app = try LateModels([EveryScalar.schema])
        try await app.plugin.save(EveryScalar(id: "before"))
        try await limit(app.plugin, isFull: true)
        let large = EveryScalar(id: "large", text: String(repeating: "x", count: 200_000))
        let words = await errorWords { try await app.plugin.save(large) }
        #expect(words.hasPrefix("internalOperation: Nothing of the call is stored, because the disk is full"))
        #expect(words.contains("Make space on the disk"))
        #expect(try await app.plugin.query(EveryScalar.self).map(\.id) == ["before"])
        try await limit(app.plugin, isFull: false)
        try await app.plugin.save(large)
        #expect(try await app.plugin.query(EveryScalar.self).count == 2)
    }

    @Test func `a second app on the same store is refused, and works after the first one`() async throws {
        let first = try LateModels([EveryScalar.schema])
        try await first.plugin.save(EveryScalar(id: "1"))
        let second = try LateModels([EveryScalar.schema], beside: first)
        let words = [
            await errorWords { try await second.plugin.save(EveryScalar(id: "2")) },
            await errorWords { try await second.plugin.start() },
            await errorWords { try await second.plugin.clear() },
        ]
        for word in words {
            #expect(word.hasPrefix("invalidDatabase: ") && word.contains("is in use by this process already"))
            #expect(word.contains("stop it, or give this program another store"))
        }
        #expect(try await first.plugin.query(EveryScalar.self).count == 1)
        await first.plugin.reset()
        #expect(try await second.plugin.query(EveryScalar.self).map(\.id) == ["1"])
    }

    @Test func `a store in which only the exchange meets damage is opened anew without a call`() async throws {
        let app = try LateModels([EveryScalar.schema])
        try await app.plugin.save(EveryScalar(id: "1"))
        let store = try await app.plugin.opened().store
        // As a write of the exchange does, whose error no call of the app gets.
        let damaging = { @Sendable (_: StoreWriter) throws -> Void in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        try? await store.write(.process, damaging)
        while !store.isClosed, !Task.isCancelled { await Task.yield() }
        let next = try await app.plugin.opened().store
        #expect(next !== store && !next.isDamaged)
        // A disk that damages each store waits for a call of the app, which opens the store anew.
        try? await next.write(.process, damaging)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!next.isClosed && next.isDamaged)
        try await app.plugin.save(EveryScalar(id: "2"))
        #expect(next.isClosed)
    }

    @Test func `a call that waits for the end of the plugin has an error with a cure`() async throws {
        let app = try LateModels([EveryScalar.schema])
        let open = try await app.plugin.opened()
        await app.plugin.reset()
        let closed = await errorWords { _ = try await open.store.read { _ in 0 } }
        #expect(closed.hasPrefix("invalidOperation: ") && closed.contains("make the call again"))
        #expect(await errorWords { try await app.plugin.save(EveryScalar(id: "1")) }.contains("Call Amplify.configure"))
    }
}
