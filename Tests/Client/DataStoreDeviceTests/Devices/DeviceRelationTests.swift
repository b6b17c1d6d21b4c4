// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Records that refer to each other, from one device to another.
@Suite(.hangLimit) struct DeviceRelationTests {
    @Test func `parents are sent before their children, and another device can follow the relation`() async throws {
        let house = try await Household(DeviceSchemas.lists, OwnedList.self, OwnedTodo.self)
        let (phone, tablet) = try await house.pair()
        phone.goOffline()
        let list = OwnedList(name: "Shopping")
        _ = try await phone.dataStore.save(list)
        for title in ["Milk", "Tea"] {
            _ = try await phone.dataStore.save(OwnedTodo(title: title, list: list))
        }
        phone.goOnline()
        try await phone.waitForSync()

        // Events hide relations between records of owners; the tablet reads them from the service.
        let copies = try await tablet.records(of: OwnedList.self, where: OwnedList.keys.name == "Shopping") {
            !$0.isEmpty
        }
        let todos = try await tablet.records(of: OwnedTodo.self) { $0.count == 2 }
        for todo in todos { #expect(try await todo.list?.name == "Shopping") }
        let loaded = try #require(copies[0].todos)
        try await loaded.fetch()
        #expect(loaded.map(\.title).sorted() == ["Milk", "Tea"])
    }

    @Test func `the removal of a list takes its todos along, on every device`() async throws {
        let house = try await Household(DeviceSchemas.lists, OwnedList.self, OwnedTodo.self)
        let (phone, tablet) = try await house.pair()
        let list = OwnedList(name: "Shopping")
        _ = try await phone.dataStore.save(list)
        _ = try await phone.dataStore.save(OwnedTodo(title: "Milk", list: list))
        _ = try await phone.dataStore.save(OwnedTodo(title: "Sleep"))
        try await phone.waitForSync()
        _ = try await tablet.records(of: OwnedTodo.self) { $0.count == 2 }

        try await phone.dataStore.delete(list)
        try await phone.waitForSync()
        let rest = try await tablet.records(of: OwnedTodo.self) { $0.count == 1 }
        #expect(rest.map(\.title) == ["Sleep"])
        #expect(try await tablet.records(of: OwnedList.self) { $0.isEmpty }.isEmpty)
        #expect(try await phone.served(OwnedTodo.self).map(\.title) == ["Sleep"])
    }
}
