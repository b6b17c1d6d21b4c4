// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import Testing

@testable import Amplify

extension GlobalAmplify {
    /// `Amplify.DataStore` from its plugin's addition to the reset.
    @Suite struct DataStoreLifeCycleTests {
        private typealias Call = @Sendable () async throws -> Void

        /// Every call of the category.
        private static let calls: [Call] = [
            { try await Amplify.DataStore.save(Sample()) },
            { _ = try await Amplify.DataStore.query(Sample.self, byId: "1") },
            { _ = try await Amplify.DataStore.query(Leaf.self, byIdentifier: "1") },
            { _ = try await Amplify.DataStore.query(Leaf.self, byIdentifier: .makeDefault(id: "1")) },
            { _ = try await Amplify.DataStore.query(Sample.self) },
            { try await Amplify.DataStore.delete(Sample()) },
            { try await Amplify.DataStore.delete(Sample.self, withId: "1") },
            { try await Amplify.DataStore.delete(Leaf.self, withIdentifier: "1") },
            { try await Amplify.DataStore.delete(Leaf.self, withIdentifier: .makeDefault(id: "1")) },
            { try await Amplify.DataStore.delete(Sample.self, where: QueryPredicateConstant.all) },
            { try await Amplify.DataStore.start() },
            { try await Amplify.DataStore.stop() },
            { try await Amplify.DataStore.clear() },
            { for try await _ in Amplify.DataStore.observe(Sample.self) {} },
            { for try await _ in Amplify.DataStore.observeQuery(for: Sample.self) {} },
        ]

        /// Expects that the call throws `DataStoreError.configuration` with the words in its description.
        private static func expectMisuse(
            _ words: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: Call
        ) async {
            let error = await #expect(throws: DataStoreError.self, sourceLocation: sourceLocation) { try await call() }
            guard case .configuration(let description, let suggestion, nil)? = error else {
                Issue.record("The error is \(String(describing: error)).", sourceLocation: sourceLocation)
                return
            }
            #expect(description.contains(words) && !suggestion.isEmpty, sourceLocation: sourceLocation)
        }

        private static func expectMisuseOfAllCalls(
            _ words: String, sourceLocation: SourceLocation = #_sourceLocation
        ) async {
            for call in calls { await expectMisuse(words, sourceLocation: sourceLocation, call) }
        }

        @Test func `a call before configure is refused`() async throws {
            try await fresh {
                let plugin = RecordingDataStorePlugin()
                try Amplify.add(plugin: plugin)
                await Self.expectMisuseOfAllCalls("DataStore is used before Amplify.configure")
                #expect(plugin.calls.isEmpty)
            }
        }

        @Test func `a call without a plugin is refused`() async throws {
            try await fresh {
                try Amplify.configure(AmplifyConfiguration())
                await Self.expectMisuseOfAllCalls("DataStore has no plugin")
            }
        }

        @Test func `a call with two plugins is refused until one of them is removed`() async throws {
            try await fresh {
                let (one, two) = (RecordingDataStorePlugin("one"), RecordingDataStorePlugin("two"))
                try Amplify.add(plugin: one)
                try Amplify.add(plugin: two)
                try Amplify.configure(AmplifyConfiguration())
                await Self.expectMisuseOfAllCalls("one, two")
                try await Amplify.DataStore.getPlugin(for: "two").start()
                Amplify.DataStore.removePlugin(for: "two")
                try await Amplify.DataStore.stop()
                #expect(one.calls == ["configure -", "stop"] && two.calls == ["configure -", "start"])
            }
        }

        @Test func `a call after a reset is refused, and one can configure again`() async throws {
            try await fresh {
                let plugin = RecordingDataStorePlugin()
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                await Amplify.reset()
                #expect(plugin.calls == ["configure -", "reset"])
                await Self.expectMisuseOfAllCalls("DataStore is used before Amplify.configure")
                await Self.expectMisuse("No DataStore plugin has the key recording") {
                    _ = try Amplify.DataStore.getPlugin(for: "recording")
                }
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                try await Amplify.DataStore.start()
                #expect(plugin.calls == ["configure -", "reset", "configure -", "start"])
            }
        }

        @Test func `a plugin without a key is refused, and so is one after configure`() async throws {
            try await fresh {
                await Self.expectMisuse("The plugin's key is empty") {
                    try Amplify.add(plugin: RecordingDataStorePlugin(""))
                }
                try Amplify.configure(AmplifyConfiguration())
                #expect(throws: ConfigurationError.self) { try Amplify.add(plugin: RecordingDataStorePlugin()) }
                #expect(throws: ConfigurationError.self) {
                    try Amplify.DataStore.add(plugin: RecordingDataStorePlugin())
                }
            }
        }

        @Test func `a plugin is found by its key and its type, before and after configure`() async throws {
            try await fresh {
                let plugin = RecordingDataStorePlugin()
                try Amplify.DataStore.add(plugin: plugin)
                #expect(plugin.categoryType == .dataStore)
                #expect(try Amplify.DataStore.getPlugin(for: "recording") as? RecordingDataStorePlugin === plugin)
                try Amplify.configure(AmplifyConfiguration())
                #expect(try Amplify.DataStore.getPlugin(for: "recording") as? RecordingDataStorePlugin === plugin)
                #expect(CategoryType.dataStore.category === Amplify.DataStore)
            }
        }

        @Test func `a plugin is configured with its block of the file, or without one`() async throws {
            let blocks = [
                #"{"dataStore": {"plugins": {"recording": "mine", "absent": "other"}}}"#: "configure mine",
                #"{"dataStore": {"plugins": {}}}"#: "configure -",
                #"{"api": {"plugins": {}}}"#: "configure -",
                "{}": "configure -",
            ]
            for (file, call) in blocks {
                try await fresh {
                    let plugin = RecordingDataStorePlugin()
                    try Amplify.add(plugin: plugin)
                    try Amplify.configure(JSONDecoder().decode(AmplifyConfiguration.self, from: Data(file.utf8)))
                    #expect(plugin.calls == [call])
                }
            }
        }

        @Test func `a plugin is configured with the whole of a file of generation 2`() async throws {
            try await fresh {
                let plugin = RecordingDataStorePlugin()
                try Amplify.add(plugin: plugin)
                try Amplify.configure(with: .data(Data(#"{"version": "1.4"}"#.utf8)))
                #expect(plugin.calls == ["configure version 1.4"])
            }
        }

        @Test func `DataStore is configured after API and reset before it`() async throws {
            let api = APICategoryTests.RecordingAPIPlugin()
            let plugin = RecordingDataStorePlugin(
                configuring: { #expect(api.calls == ["configure -"]) },
                resetting: { #expect(api.calls == ["configure -"]) })
            try await fresh {
                try Amplify.add(plugin: plugin)
                try Amplify.add(plugin: api)
                try Amplify.configure(AmplifyConfiguration())
            }
            #expect(plugin.calls == ["configure -", "reset"] && api.calls == ["configure -", "reset"])
        }

        @Test func `a plugin can be found as soon as it says that it is configured`() async throws {
            try await fresh {
                try Amplify.add(plugin: RecordingDataStorePlugin(configuring: { _ = try Amplify.DataStore.plugin }))
                try Amplify.configure(AmplifyConfiguration())
            }
        }

        @Test func `a plugin that refuses its configuration leaves the category unconfigured`() async throws {
            try await fresh {
                let plugin = RecordingDataStorePlugin(configuring: { throw DataStoreError.configuration("wrong", "") })
                try Amplify.add(plugin: plugin)
                #expect(throws: DataStoreError.self) { try Amplify.configure(AmplifyConfiguration()) }
                await Self.expectMisuseOfAllCalls("DataStore is used before Amplify.configure")
            }
        }
    }
}
