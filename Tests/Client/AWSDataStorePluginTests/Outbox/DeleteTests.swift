// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Removals of the app.
@Suite struct DeleteTests {
    private let app: OutboxFixture

    init() throws {
        app = try OutboxFixture()
    }

    @Test func `a removal takes the records along that belong to the record, children first`() async throws {
        let list = TodoList(id: "l", name: "List")
        try await app.receive(list, version: 1)
        for id in ["a", "b"] { try await app.receive(Todo(id: id, title: id, list: list), version: 1) }
        let removed = try await app.delete(list)
        #expect(removed.map(\.identifier) == ["l"])
        let queue = try await app.queue()
        #expect(queue.dropLast().sorted() == ["delete a", "delete b"] && queue.last == "delete l")
        #expect(try await app.stored(Todo(id: "a", title: "")) == nil)
    }

    @Test func `a folder in a folder is removed before it`() async throws {
        // The order of the keys is the other one.
        let outer = Folder(id: "a")
        let inner = Folder(id: "b", parent: outer)
        for folder in [outer, inner] { try await app.receive(folder, version: 1) }
        let use = app.use()
        let removed = try await app.store.write { writer in
            try writer.delete(Folder.schema, where: QueryPredicateConstant.all, outbox: use)
        }
        #expect(removed.count == 2)
        #expect(try await app.queue() == ["delete b", "delete a"])
    }

    @Test func `a condition that matches nothing removes nothing`() async throws {
        try await app.receive(OwnerRecord(id: "r", content: "One"), version: 1)
        let use = app.use()
        let removed = try await app.store.write { writer in
            try writer.delete(OwnerRecord.schema, where: OwnerRecord.keys.content == "Two", outbox: use)
        }
        #expect(removed.isEmpty)
        #expect(try await app.delete(OwnerRecord(id: "unknown")).isEmpty)
        #expect(try await app.queue().isEmpty)
    }

    @Test func `a condition that the record does not meet is an error`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        try await app.receive(record, version: 1)
        let error = await #expect(throws: DataStoreError.self) {
            try await app.delete(record, where: OwnerRecord.keys.content == "Two")
        }
        guard case .invalidCondition = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        try await app.delete(record, where: OwnerRecord.keys.content == "One")
        #expect(try await app.events().last?.event.graphQLFilterJSON == #"{"content":{"eq":"One"}}"#)
    }

    @Test func `a record that was never sent leaves no event`() async throws {
        let record = OwnerRecord(id: "r", content: "One")
        try await app.save(record)
        try await app.delete(record)
        #expect(try await app.queue().isEmpty)
        try await app.save(record, isOn: false)
        try await app.delete(record)
        #expect(try await app.queue().isEmpty)
    }
}
