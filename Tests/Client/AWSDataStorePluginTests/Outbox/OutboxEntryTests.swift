// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The events as the app sees and changes them.
@Suite struct OutboxEntryTests {
    private let app: OutboxFixture
    private let record = OwnerRecord(id: "r", content: "One")

    init() throws {
        app = try OutboxFixture()
    }

    @Test func `an entry tells what waits, since when, and why`() async throws {
        try await app.save(record)
        let event = try #require(try await app.events().first).event
        try await app.store.write { writer in
            _ = try writer.begin(event)
            try writer.postpone(event, "No network.")
        }
        let entry = DataStoreOutboxEntry(try #require(try await app.events().first))
        #expect(entry.id == event.id && entry.modelName == "OwnerRecord" && entry.modelId == "r")
        #expect(entry.mutationType == .create && entry.waitingSince == app.clock.now)
        #expect(entry.attempts == 1 && entry.lastError == "No network.")
        try await app.store.write { try $0.retry(event.id) }
        #expect(try await app.events().first?.lastError == nil)
    }

    @Test func `a dropped event is not sent, and a dropped create drops the later ones`() async throws {
        try await app.save(record)
        let create = try #require(try await app.events().first).event
        _ = try await app.store.write { try $0.begin(create) }
        try await app.save(OwnerRecord(id: "r", content: "Two"))
        try await app.save(OwnerRecord(id: "s"))
        #expect(try await app.queue() == ["create r", "update r", "create s"])
        let dropped = try await app.store.write { try $0.drop(create.id) }
        #expect(dropped?.id == create.id)
        #expect(try await app.queue() == ["create s"])
        #expect(try await app.stored(record)?.content == "Two")
        let unknown = try await app.store.write { try $0.drop("unknown") }
        #expect(unknown == nil)
    }

    @Test func `an update keeps names of values that the model does not know`() throws {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        let request = GraphQLRequest<MutationSyncResult>.updateMutation(of: record, version: 1)
        let empty = GraphQLRequest<MutationSyncResult>.updateMutation(of: OwnerRecord(id: "r"), version: 1)
        for (request, expected) in [(request, "One"), (empty, "NEW")] {
            let input = request.keeping(["content": "NEW"]).variables?["input"] as? [String: Any]
            #expect(input?["content"] as? String == expected)
        }
    }
}
