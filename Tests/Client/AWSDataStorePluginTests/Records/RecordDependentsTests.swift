// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// The records that a delete takes along.
@Suite struct RecordDependentsTests {
    private func dependents<M: Model>(_ store: MemoryStore, _ type: M.Type, _ keys: [String]) throws -> [String] {
        try store.reading { reader in
            try reader.dependents(of: M.schema, keys: keys).map { "\($0.schema.name) \($0.record.identifier)" }
        }
    }

    @Test func `children come before their parents, each once`() throws {
        let store = try MemoryStore([StoreFolder.self])
        try store.insert(StoreFolder(id: "r"), StoreFolder(id: "other"))
        try store.insert(
            StoreFolder(id: "a", parentID: "r"), StoreFolder(id: "b", parentID: "r"),
            StoreFolder(id: "a1", parentID: "a"), StoreFolder(id: "a2", parentID: "a"),
            StoreFolder(id: "a11", parentID: "a1"))
        #expect(
            try dependents(store, StoreFolder.self, ["r"]).map { String($0.dropFirst(12)) }
                == ["a11", "a1", "a2", "a", "b"])
        // A child of one deleted record that is deleted itself is not in the result.
        #expect(
            try dependents(store, StoreFolder.self, ["r", "a"]).map { String($0.dropFirst(12)) }
                == ["a11", "a1", "a2", "b"])
        #expect(try dependents(store, StoreFolder.self, ["other", "missing"]).isEmpty)
    }

    @Test func `a cycle ends`() throws {
        let store = try MemoryStore([StoreFolder.self])
        try store.insert(
            StoreFolder(id: "a", parentID: "c"), StoreFolder(id: "b", parentID: "a"),
            StoreFolder(id: "c", parentID: "b"), StoreFolder(id: "self", parentID: "self"))
        #expect(try dependents(store, StoreFolder.self, ["a"]) == ["StoreFolder c", "StoreFolder b"])
        #expect(try dependents(store, StoreFolder.self, ["self"]).isEmpty)
    }

    @Test func `a long chain is no deeper than the stack`() throws {
        let store = try MemoryStore([StoreFolder.self])
        try store.writing { writer in
            for number in 0..<3_000 {
                try writer.insert(
                    StoreFolder(id: "\(number)", parentID: number == 0 ? nil : "\(number - 1)"), StoreFolder.schema)
            }
        }
        let found = try dependents(store, StoreFolder.self, ["0"])
        #expect(found.count == 2_999 && found.first == "StoreFolder 2999" && found.last == "StoreFolder 1")
    }

    @Test func `members of a many-to-many relation go with each side`() throws {
        let store = try MemoryStore([ChatUser.self, ChatRoom.self, ChatMembership.self, ChatMessage.self])
        let (user, room) = (ChatUser(id: "u", name: "Ada"), ChatRoom(id: "r"))
        try store.insert(user, room, ChatMembership(id: "m", chatUser: user, chatRoom: room))
        try store.insert(ChatMessage(id: "x", room: room, author: user, content: "hi", createdAt: .now()))
        #expect(try Set(dependents(store, ChatUser.self, ["u"])) == ["ChatMembership m", "ChatMessage x"])
        #expect(try Set(dependents(store, ChatRoom.self, ["r"])) == ["ChatMembership m", "ChatMessage x"])
        #expect(try dependents(store, ChatMembership.self, ["m"]).isEmpty)
    }

    @Test func `children by composite keys go with their parent`() throws {
        let store = try MemoryStore([Warehouse.self, Shelf.self, Theatre.self, Chair.self, Director.self])
        let house = Warehouse(city: "Bonn", number: 1)
        let other = Warehouse(city: "Bonn", number: 2)
        try store.insert(house, Shelf(id: "s", warehouse: house), Shelf(id: "t", warehouse: other))
        #expect(try dependents(store, Warehouse.self, [house.identifier]) == ["Shelf s"])
    }

    @Test func `a has-one record stays while another record has it`() throws {
        let store = try MemoryStore([Car.self, Engine.self])
        try store.insert(Engine(serial: "e"), Engine(serial: "f"))
        try store.insert(
            Car(id: "a", engineSerial: "e"), Car(id: "b", engineSerial: "e"), Car(id: "c", engineSerial: "f"))
        #expect(try dependents(store, Car.self, ["a"]).isEmpty)
        #expect(try dependents(store, Car.self, ["a", "b"]) == ["Engine e"])
        #expect(try dependents(store, Car.self, ["c"]) == ["Engine f"])
        #expect(try dependents(store, Engine.self, ["e"]).isEmpty)
    }

    @Test func `a has-one record that belongs to the deleted one goes with it`() throws {
        let store = try MemoryStore([Customer.self, CustomerCard.self, CustomerOrder.self, CustomerVisit.self])
        let customer = Customer(id: "c", name: "Ada")
        try store.insert(customer, CustomerCard(id: "k", customer: customer))
        #expect(try dependents(store, Customer.self, ["c"]) == ["CustomerCard k"])
    }
}
