// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import Amplify

extension GlobalAmplify {
    /// Calls of `Amplify.DataStore`, as its plugin receives them.
    @Suite struct DataStoreCategoryTests {
        /// The plugin's calls between `configure` and `reset`.
        private static func calls(
            storing stored: (any Model)? = nil, _ body: () async throws -> Void
        ) async throws -> [String] {
            let plugin = RecordingDataStorePlugin(storing: stored)
            try await fresh {
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                try await body()
            }
            #expect(plugin.calls.first == "configure -" && plugin.calls.last == "reset")
            return Array(plugin.calls.dropFirst().dropLast())
        }

        @Test func `the arguments of each call reach the plugin`() async throws {
            let condition = field("text").attributeExists(true)
            let calls = try await Self.calls {
                try await Amplify.DataStore.save(Sample(id: "1"), where: condition)
                _ = try await Amplify.DataStore.query(
                    Sample.self, where: condition,
                    sort: .by(.ascending(Sample.keys.day), .descending(Sample.keys.text)), paginate: .page(2, limit: 5))
                try await Amplify.DataStore.delete(Sample(id: "1"), where: condition)
                try await Amplify.DataStore.delete(Sample.self, withId: "1", where: condition)
                try await Amplify.DataStore.delete(Leaf.self, withIdentifier: "1", where: condition)
                try await Amplify.DataStore.delete(
                    Branch.self, withIdentifier: .identifier(tree: "ash", number: 7), where: condition)
                try await Amplify.DataStore.delete(Sample.self, where: condition)
                _ = Amplify.DataStore.observeQuery(
                    for: Sample.self, where: condition, sort: .descending(Sample.keys.text))
            }
            #expect(
                calls == [
                    "save Sample 1, where text",
                    "query Sample, where text, sort ascending day, descending text, page 2 of 5",
                    "delete Sample 1, where text", "delete Sample with id 1, where text",
                    "delete Leaf with text 1, where text", ##"delete Branch with key "ash"#"7", where text"##,
                    "delete all Sample, where text", "observe query of Sample, where text, sort descending text",
                ])
        }

        @Test func `arguments that an app leaves out are nil`() async throws {
            let calls = try await Self.calls {
                try await Amplify.DataStore.save(Sample(id: "1"))
                _ = try await Amplify.DataStore.query(Sample.self)
                _ = try await Amplify.DataStore.query(Sample.self, sort: .ascending(Sample.keys.day))
                _ = try await Amplify.DataStore.query(Sample.self, paginate: .firstPage)
                try await Amplify.DataStore.delete(Sample(id: "1"))
                try await Amplify.DataStore.delete(Sample.self, withId: "1")
                try await Amplify.DataStore.delete(Leaf.self, withIdentifier: "1")
                try await Amplify.DataStore.delete(Leaf.self, withIdentifier: .makeDefault(id: "1"))
                _ = Amplify.DataStore.observeQuery(for: Sample.self)
            }
            #expect(
                calls == [
                    "save Sample 1, where -", "query Sample, where -, sort -, page -",
                    "query Sample, where -, sort ascending day, page -",
                    "query Sample, where -, sort -, page 0 of 100", "delete Sample 1, where -",
                    "delete Sample with id 1, where -", "delete Leaf with text 1, where -",
                    "delete Leaf with key 1, where -", "observe query of Sample, where -, sort -",
                ])
        }

        @Test func `each form of a key reaches the plugin in its form`() async throws {
            let calls = try await Self.calls { () async throws in
                #expect(try await Amplify.DataStore.query(Sample.self, byId: "1") == nil)
                #expect(try await Amplify.DataStore.query(Leaf.self, byIdentifier: "1") == nil)
                #expect(try await Amplify.DataStore.query(Leaf.self, byIdentifier: .makeDefault(id: "1")) == nil)
                let key = Branch.IdentifierProtocol.identifier(tree: "ash", number: 7)
                #expect(try await Amplify.DataStore.query(Branch.self, byIdentifier: key) == nil)
            }
            #expect(
                calls == [
                    "query Sample by id 1", "query Leaf by text 1", "query Leaf by key 1",
                    ##"query Branch by key "ash"#"7""##,
                ])
        }

        @Test func `the plugin's answers reach the app`() async throws {
            var stored = Sample(id: "1")
            stored.text = "stored"
            _ = try await Self.calls(storing: stored) { () async throws in
                #expect(try await Amplify.DataStore.save(Sample(id: "1")).text == "stored")
                #expect(try await Amplify.DataStore.query(Sample.self, byId: "1")?.text == "stored")
                #expect(try await Amplify.DataStore.query(Sample.self, where: QueryPredicateConstant.all) == [stored])
            }
        }

        @Test func `the life cycle of the synchronisation and its errors pass the category`() async throws {
            let calls = try await Self.calls {
                try await Amplify.DataStore.start()
                try await Amplify.DataStore.stop()
                let error = await #expect(throws: DataStoreError.self) { try await Amplify.DataStore.clear() }
                #expect(error?.errorDescription == "The file is in use.")
            }
            #expect(calls == ["start", "stop", "clear"])
        }

        @Test func `changes and snapshots reach the app`() async throws {
            let calls = try await Self.calls(storing: Sample(id: "1")) {
                var events: [MutationEvent] = []
                for try await event in Amplify.DataStore.observe(Sample.self) { events.append(event) }
                #expect(events.map(\.modelName) == ["Sample"] && events.map(\.modelId) == ["1"])
                var snapshots: [DataStoreQuerySnapshot<Sample>] = []
                let sequence = Amplify.DataStore.observeQuery(for: Sample.self, where: QueryPredicateConstant.all)
                for try await snapshot in sequence { snapshots.append(snapshot) }
                #expect(snapshots.map(\.items) == [[Sample(id: "1")]] && snapshots.map(\.isSynced) == [true])
            }
            #expect(calls == ["observe Sample", "observe query of Sample, where all, sort -"])
        }

        @Test func `publishers have the results of calls and the snapshots`() async throws {
            _ = try await Self.calls(storing: Sample(id: "1")) {
                let save = Amplify.Publisher.create { try await Amplify.DataStore.save(Sample(id: "1")) }
                #expect(await APIPublisherTests.texts(save) { $0.id } == ["1", "finished"])
                let clear = Amplify.Publisher.create { try await Amplify.DataStore.clear() }
                #expect(await APIPublisherTests.texts(clear) { "\($0)" } == ["DataStoreError"])
                let snapshots = Amplify.Publisher.create(Amplify.DataStore.observeQuery(for: Sample.self))
                #expect(await APIPublisherTests.texts(snapshots) { "\($0.items.count)" } == ["1", "finished"])
            }
        }
    }
}
