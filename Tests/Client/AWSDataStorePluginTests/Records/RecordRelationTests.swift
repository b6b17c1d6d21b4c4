// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Relations of stored records.
@Suite struct RecordRelationTests {
    @Test func `a reference and a list are loaded when they are read`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(list, TodoList(id: "m", name: "work"))
        for id in ["b", "a", "c"] { try store.insert(Todo(id: id, title: id, list: id == "c" ? nil : list)) }
        let todos = try store.all(Todo.self)
        #expect(try await todos[0].list?.name == "home")
        #expect(try await todos[2].list == nil)
        let found = try #require(try store.all(TodoList.self).first?.todos)
        #expect(!found.isLoaded)
        try await found.fetch()
        #expect(found.map(\.id) == ["a", "b"] && !found.hasNextPage())
        // A record of a loaded list loads its own relations.
        #expect(try await found[1].list?.id == "l")
    }

    @Test func `many readers of a relation get the same records`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(list, Todo(id: "a", title: "a", list: list))
        let found = try #require(try store.only(TodoList.self)?.todos)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await found.fetch()
                    return found.count
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 20))
    }

    @Test func `a record keeps its relation when it is changed without it being loaded`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(list, Todo(id: "a", title: "a", list: list))
        var todo = try #require(try store.only(Todo.self))
        todo.title = "b"
        try store.writing { try $0.update(todo, Todo.schema) }
        #expect(try await store.only(Todo.self)?.list?.id == "l")
        todo.setList(nil)
        try store.writing { try $0.update(todo, Todo.schema) }
        #expect(try await store.only(Todo.self)?.list == nil)
    }

    @Test func `a reference to a record that has not arrived is nil until it does`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(Todo(id: "a", title: "a", list: list))
        #expect(try await store.only(Todo.self)?.list == nil)
        try store.insert(list)
        #expect(try await store.only(Todo.self)?.list?.name == "home")
    }

    @Test func `a relation to a record that has not arrived stays after it was read`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(Todo(id: "a", title: "a", list: list))
        var todo = try #require(try store.only(Todo.self))
        #expect(try await todo.list == nil)
        todo.title = "b"
        try store.writing { try $0.update(todo, Todo.schema) }
        #expect(try todo.toJSON().contains(#""value":"l""#))
        try store.insert(list)
        #expect(try await todo.list?.name == "home")
        #expect(try await store.only(Todo.self)?.list?.name == "home")
    }

    @Test func `relations by composite keys lead to the right records`() async throws {
        let store = try MemoryStore([Warehouse.self, Shelf.self, Theatre.self, Chair.self, Director.self])
        let house = Warehouse(city: "Bonn", number: 1)
        try store.insert(house, Warehouse(city: "Bonn", number: 2))
        try store.insert(Shelf(id: "s", warehouse: house, height: 2), Shelf(id: "t", warehouse: nil, height: nil))
        let shelves = try store.all(Shelf.self)
        #expect(try await shelves[0].warehouse?.number == 1)
        #expect(try await shelves[1].warehouse == nil)
        let warehouses = try store.all(Warehouse.self)
        try await warehouses[0].shelves?.fetch()
        try await warehouses[1].shelves?.fetch()
        #expect(warehouses.map { $0.shelves?.count } == [1, 0])

        let director = Director(nation: "de", name: "a")
        try store.insert(director, Chair(id: "c", row: 1, theatreChairsCity: "Bonn", theatreChairsName: "x"))
        try store.insert(Theatre(city: "Bonn", name: "x", director: director))
        let theatre = try #require(try store.only(Theatre.self))
        #expect(try await theatre.director?.name == "a" && theatre.theatreDirectorNation == "de")
        try await theatre.chairs?.fetch()
        #expect(theatre.chairs?.map(\.id) == ["c"])
    }

    @Test func `a has-one whose other side has the attribute is loaded`() async throws {
        let store = try MemoryStore([Customer.self, CustomerCard.self])
        let customer = Customer(id: "c", name: "Ada")
        try store.insert(customer, Customer(id: "d", name: "Bob"), CustomerCard(id: "k", customer: customer))
        let customers = try store.all(Customer.self)
        #expect(try await customers[0].card?.id == "k")
        #expect(try await customers[1].card == nil)
        #expect(try await store.only(CustomerCard.self)?.customer?.name == "Ada")
    }

    @Test func `models of earlier generators have related records at once, and lists later`() async throws {
        let store = try MemoryStore([EagerOwner.self, EagerPet.self, EagerToy.self])
        let owner = EagerOwner(id: "o", name: "Ada", pets: [])
        let pet = EagerPet(id: "p", name: "Rex", owner: owner)
        try store.insert(owner, pet, EagerPet(id: "q", name: "Tom", owner: nil), EagerToy(id: "t", pet: pet))
        let toy = try #require(try store.only(EagerToy.self))
        #expect(toy.pet.name == "Rex" && toy.pet.owner?.name == "Ada")
        #expect(try store.all(EagerPet.self).map { $0.owner?.id } == ["o", nil])
        let found = try #require(try store.only(EagerOwner.self)?.pets)
        #expect(!found.isLoaded)
        try await found.fetch()
        #expect(found.map(\.id) == ["p"])
        #expect(found[0].owner?.name == "Ada")
    }

    @Test func `a record is not found before a related record that a property requires`() throws {
        let store = try MemoryStore([EagerOwner.self, EagerPet.self, EagerToy.self])
        let pet = EagerPet(id: "p", name: "Rex", owner: EagerOwner(id: "o", name: "Ada"))
        try store.insert(EagerToy(id: "t", pet: pet))
        #expect(try store.all(EagerToy.self).isEmpty)
        // The owner is optional.
        try store.insert(pet)
        #expect(try store.only(EagerToy.self)?.pet.name == "Rex")
        #expect(try store.only(EagerPet.self)?.owner == nil)
    }

    @Test func `the relations of an event's record are loaded from the open store`() async throws {
        let store = try MemoryStore([TodoList.self, Todo.self])
        let list = TodoList(id: "l", name: "home")
        try store.insert(list, Todo(id: "a", title: "a", list: list))
        let listJSON = try #require(try store.only(TodoList.self)).toJSON()
        let json = try #require(try store.only(Todo.self)).toJSON()
        #expect(json.contains(#""value":"l""#) && listJSON.contains("dataStoreAssociatedIdentifiers"))
        let decoder = JSONDecoder()
        decoder.setOrigin(StoreOrigin(store: store))
        let found = try TodoList.from(json: listJSON, decoder: decoder)
        try await found.todos?.fetch()
        #expect(found.todos?.count == 1)
    }

    @Test func `records whose values are found by name have their related records`() throws {
        let owner = ModelSchema(
            name: "HeldOwner", fields: ["id": ModelField(name: "id", type: .string, isRequired: true)],
            primaryKeyFieldKeys: ["id"])
        let pet = ModelSchema(
            name: "HeldPet",
            fields: [
                "id": ModelField(name: "id", type: .string, isRequired: true),
                "age": ModelField(name: "age", type: .int),
                "born": ModelField(name: "born", type: .dateTime),
                "owner": ModelField(
                    name: "owner", type: .model(name: "HeldOwner"), association: .belongsTo(targetName: "ownerID")),
            ], primaryKeyFieldKeys: ["id"])
        for schema in [owner, pet] { HeldRecord.register(schema) }
        let store = try MemoryStore(schemas: [owner, pet])
        let held = HeldRecord([
            "id": "p", "age": 5, "born": "2026-01-01T01:00:00.000+01:00", "owner": ["id": "o"],
        ])
        try store.writing { try $0.insert(held, pet) }
        func read() throws -> HeldRecord? {
            try store.reading { try $0.record(of: pet, key: "p") } as? HeldRecord
        }
        // The owner has not arrived: its key is kept.
        #expect(try read()?.values == held.values)
        try store.writing { try $0.insert(HeldRecord(["id": "o"]), owner) }
        #expect(try read()?.values == held.values)
        let typed = try store.reading { try $0.records(of: HeldRecord.self, pet, where: field("age") == 5) }
        #expect(typed.count == 1)
    }
}
