// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Saves of the app: the record, the event and the change in one write.
@Suite struct SaveTests {
    private let app: OutboxFixture

    init() throws {
        app = try OutboxFixture()
    }

    @Test func `a new record is a create, and a known one is an update of its version`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        #expect(try await app.save(record).type == .create)
        #expect(try await app.stored(record)?.content == "One")
        #expect(try await app.queue() == ["create r"])

        try await app.receive(OwnerRecord(id: "s", content: "One"), version: 4)
        let saved = try await app.save(OwnerRecord(id: "s", content: "Two"))
        #expect(saved.type == .update && saved.isEnqueued)
        let event = try #require(try await app.events().last)
        #expect(event.event.mutationType == "update" && event.event.version == 4 && event.user == "ada")
        #expect(event.base?.contains("One") == true)
        #expect(event.event.createdAt.foundationDate == app.clock.now)
    }

    @Test func `a key with a null character is refused, because it would be taken for another one`() async throws {
        try await app.save(OwnerRecord(id: "r", content: "One"))
        let error = await #expect(throws: DataStoreError.self) {
            try await app.save(OwnerRecord(id: "r\0s", content: "Two"))
        }
        #expect(error?.caseName == "invalidOperation")
        #expect(try await app.events()[0].event.json.contains("One"))
    }

    @Test func `several saves before the first exchange are one create`() async throws {
        for content in ["One", "Two", "Three"] { try await app.save(OwnerRecord(id: "r", content: content)) }
        #expect(try await app.queue() == ["create r"])
        #expect(try await app.events()[0].event.json.contains("Three"))
    }

    @Test func `a condition on a new record is an error, and nothing is saved`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        let error = await #expect(throws: DataStoreError.self) {
            try await app.save(record, where: OwnerRecord.keys.content == "One")
        }
        guard case .invalidCondition(let description, _, _) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(description == "Cannot apply a condition on model which does not exist.")
        #expect(try await app.stored(record) == nil)
        #expect(try await app.queue().isEmpty)
        try await app.save(record, where: QueryPredicateConstant.all)
        #expect(try await app.queue() == ["create r"])
    }

    @Test func `a condition is compared with the record of the store, and sent`() async throws {
        try await app.receive(OwnerRecord(id: "r", content: "One"), version: 1)
        let changed = OwnerRecord(id: "r", content: "Two")
        let error = await #expect(throws: DataStoreError.self) {
            try await app.save(changed, where: OwnerRecord.keys.content == "Two")
        }
        guard case .invalidCondition = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(try await app.stored(changed)?.content == "One")
        try await app.save(changed, where: OwnerRecord.keys.content == "One")
        let filter = try #require(try await app.events().last?.event.graphQLFilterJSON)
        #expect(filter == #"{"content":{"eq":"One"}}"#)
    }

    @Test func `a record that is only on the device has no event, and is a create later`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        #expect(try await app.save(record, isOn: false).isEnqueued == false)
        #expect(try await app.queue().isEmpty)
        #expect(try await app.save(record).type == .update)
        #expect(try await app.queue() == ["create r"])
    }

    @Test func `a record that the service has removed is saved over its tombstone`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        try await app.receive(record, version: 1)
        try await app.receive(record, version: 2, deleted: true)
        try await app.save(record)
        let event = try #require(try await app.events().last?.event)
        #expect(event.mutationType == "update" && event.version == 2)
    }

    @Test func `a record of another model is an error`() async throws {
        let use = app.use()
        let error = await #expect(throws: DataStoreError.self) {
            _ = try await app.store.write { writer in
                try writer.save(OwnerRecord(id: "r"), Folder.schema, where: nil, outbox: use)
            }
        }
        guard case .invalidOperation = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
    }

    @Test func `a change that the outbox refuses does not change the record`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        try await app.receive(record, version: 1)
        try await app.delete(record)
        await #expect(throws: DataStoreError.self) { try await app.save(record) }
        #expect(try await app.stored(record) == nil)
        #expect(try await app.queue() == ["delete r"])
    }

    @Test func `observers receive each change once`() async throws {
        let changes = app.store.feed.changes(of: nil)
        let record = OwnerRecord(id: "r", content: "One")
        try await app.save(record)
        try await app.save(record)
        try await app.delete(record)
        var seen: [String] = []
        for await change in changes {
            seen.append(change.event.mutationType)
            if seen.count == 3 { break }
        }
        #expect(seen == ["create", "update", "delete"])
    }
}
