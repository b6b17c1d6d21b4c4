// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// The plugin without an API.
@Suite(.hangLimit) struct LocalLifeCycleTests {
    @Test func `records outlive the program`() async throws {
        let device = try LocalDevice()
        let tea = try await device.add("Tea")
        try await device.add("Milk")
        await device.plugin.reset()

        let later = try LocalDevice(after: device)
        #expect(try await later.titles() == ["Milk", "Tea"])
        #expect(try await later.plugin.query(Todo.self, byIdentifier: tea.id)?.title == "Tea")
        try await later.plugin.delete(tea)
        #expect(try await later.titles() == ["Milk"])
        #expect(try await later.plugin.syncState(of: Todo.self).isNotSynced)
    }

    @Test func `a damaged store can be cleared`() async throws {
        let device = try LocalDevice()
        let text = String(repeating: "text ", count: 400)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { try await device.add("\(number) \(text)") } }
            try await group.waitForAll()
        }
        await device.plugin.reset()
        let file = URL(filePath: device.folder.path("store") + "/DataStore.sqlite")
        var content = try Data(contentsOf: file)
        let start = content.count / 2 / 4_096 * 4_096
        content.replaceSubrange(start..<start + 10 * 4_096, with: Data(repeating: 0xA5, count: 10 * 4_096))
        try content.write(to: file)

        let later = try LocalDevice(after: device)
        try await later.plugin.clear()
        #expect(try await later.titles().isEmpty)
        try await later.add("Tea")
        #expect(try await later.titles() == ["Tea"])
    }

    @Test func `calls before configure have an error that says so`() async throws {
        let device = try LocalDevice(isConfigured: false)
        #expect(await errorCase { try await device.add("Tea") } == "configuration")
        #expect(await errorCase { _ = try await device.titles() } == "configuration")
        #expect(await errorCase { try await device.plugin.start() } == "configuration")
        #expect(await errorCase { try await device.plugin.clear() } == "configuration")
        #expect(
            await errorCase {
                for try await _ in device.plugin.observeQuery(for: Todo.self) {}
            } == "configuration")
        try device.plugin.configure(using: nil)
        try await device.add("Tea")
        #expect(try await device.titles() == ["Tea"])
    }

    @Test func `a model that is not the store's is named`() async throws {
        let device = try LocalDevice()
        #expect(await errorCase { _ = try await device.plugin.query(Recipe.self) } == "invalidModelName")
        #expect(await errorCase { _ = try await device.plugin.syncState(of: Recipe.self) } == "invalidModelName")
        #expect(
            await errorCase {
                for try await _ in device.plugin.observeQuery(for: Recipe.self) {}
            } == "invalidModelName")
    }

    @Test func `queries have conditions, orders and pages`() async throws {
        let device = try LocalDevice()
        for title in ["Tea", "Milk", "Bread", "Rice"] { try await device.add(title) }
        let plugin = device.plugin
        let sorted = try await plugin.query(Todo.self, sort: .descending(Todo.keys.title))
        #expect(sorted.map(\.title) == ["Tea", "Rice", "Milk", "Bread"])
        let page = try await plugin.query(
            Todo.self, where: Todo.keys.title != "Rice", sort: .ascending(Todo.keys.title),
            paginate: .page(1, limit: 2))
        #expect(page.map(\.title) == ["Tea"])
        #expect(try await plugin.query(Todo.self, paginate: .page(9)).isEmpty)
        try await plugin.delete(Todo.self, where: Todo.keys.title.beginsWith("R"))
        try await plugin.delete(Todo.self, where: Todo.keys.title == "Nothing")
        #expect(try await device.titles() == ["Bread", "Milk", "Tea"])
    }

    @Test func `conditions are checked on the record of the store`() async throws {
        let device = try LocalDevice()
        var tea = Todo(title: "Tea")
        let isTea = Todo.keys.title == "Tea"
        #expect(
            await errorCase { try await device.plugin.save(tea, where: isTea) } == "invalidCondition")
        try await device.plugin.save(tea)
        tea.title = "Green tea"
        try await device.plugin.save(tea, where: isTea)
        #expect(
            await errorCase { try await device.plugin.save(tea, where: isTea) } == "invalidCondition")
        #expect(
            await errorCase { try await device.plugin.delete(tea, where: isTea) } == "invalidCondition")
        #expect(try await device.titles() == ["Green tea"])
    }

    @Test func `a closure receives the result once`() async throws {
        let device = try LocalDevice()
        let results = Relay<[String]>()
        device.plugin.save(Todo(title: "Tea")) { result in
            results.send([(try? result.get().title) ?? "failed"])
        }
        #expect(await results.next() == ["Tea"])
        device.plugin.query(Todo.self) { result in
            results.send((try? result.get().map(\.title)) ?? ["failed"])
        }
        #expect(await results.next() == ["Tea"])
    }

    @Test func `stop keeps the records, and calls still work`() async throws {
        let device = try LocalDevice()
        try await device.add("Tea")
        try await device.plugin.stop()
        try await device.add("Milk")
        #expect(try await device.titles() == ["Milk", "Tea"])
        try await device.plugin.start()
        #expect(try await device.titles() == ["Milk", "Tea"])
    }

    @Test func `clear removes all records, and later ones stay`() async throws {
        let device = try LocalDevice()
        try await device.add("Tea")
        try await device.plugin.clear()
        #expect(try await device.titles().isEmpty)
        try await device.add("Milk")
        #expect(try await device.titles() == ["Milk"])
    }

    @Test func `records that are saved during clear are all there or all removed`() async throws {
        let device = try LocalDevice()
        try await device.add("before")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await device.plugin.clear() }
            for number in 0..<20 { group.addTask { try await device.add("\(number)") } }
            try await group.waitForAll()
        }
        let titles = try await device.titles()
        #expect(!titles.contains("before"))
        try await device.add("after")
        #expect(try await device.titles() == (titles + ["after"]).sorted())
    }

    @Test func `a second plugin on the same store is refused with a sentence`() async throws {
        let device = try LocalDevice()
        try await device.add("Tea")
        let second = try LocalDevice(after: device)
        #expect(await errorCase { _ = try await second.titles() } == "invalidDatabase")
        await device.plugin.reset()
        #expect(try await second.titles() == ["Tea"])
    }
}

extension ModelSyncState {
    /// Whether the model was not synced.
    var isNotSynced: Bool {
        if case .notSynced = self { true } else { false }
    }
}
