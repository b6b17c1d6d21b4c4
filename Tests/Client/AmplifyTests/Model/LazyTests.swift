// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct LazyTests {
    /// A source with two pages, the first of which is loaded on demand.
    private struct Pages: ModelListProvider {
        var isLoaded = false

        func getState() -> ModelListProviderState<Sample> {
            isLoaded ? .loaded([Sample(id: "a")]) : .notLoaded(associatedIdentifiers: ["1"], associatedFields: ["f"])
        }
        func load() async throws -> [Sample] { [Sample(id: "a"), Sample(id: "b")] }
        func hasNextPage() -> Bool { true }
        func getNextPage() async throws -> List<Sample> { [Sample(id: "c")] }
        func encode(to encoder: any Encoder) throws { try "pages".encode(to: encoder) }
    }

    @Test func `a list of records is a collection`() {
        let list: List<Sample> = [Sample(id: "a"), Sample(id: "b")]
        #expect(list.isLoaded && list.count == 2 && list.map(\.id) == ["a", "b"])
        #expect(list[1].id == "b" && list.first?.id == "a" && list.endIndex == 2 && !list.hasNextPage())
    }

    @Test func `a list is empty until it is fetched, once`() async throws {
        let list = List(listProvider: Pages().eraseToAnyModelListProvider())
        #expect(!list.isLoaded && list.isEmpty)
        try await list.fetch()
        try await list.fetch()
        #expect(list.isLoaded && list.elements.map(\.id) == ["a", "b"] && list.hasNextPage())
        #expect(try await list.getNextPage().map(\.id) == ["c"])
        #expect(List(listProvider: Pages(isLoaded: true).eraseToAnyModelListProvider()).map(\.id) == ["a"])
    }

    @Test func `a list without further records has no next page`() async throws {
        let list: List<Sample> = []
        await #expect(throws: CoreError.self) { try await list.getNextPage() }
    }

    @Test func `JSON of a list has its records`() throws {
        let list: List<Sample> = [Sample(id: "a")]
        let json = try JSONEncoder().encode(list)
        #expect(try JSONDecoder().decode(List<Sample>.self, from: json).map(\.id) == ["a"])
        #expect(try JSONDecoder().decode(List<Sample>.self, from: Data("{}".utf8)).isEmpty)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(List<Sample>.self, from: Data(#"[{"text":"t"}]"#.utf8))
        }
        let pages = List(listProvider: Pages().eraseToAnyModelListProvider())
        #expect(try JSONEncoder().encode([pages]) == Data(#"["pages"]"#.utf8))
    }

    /// A plugin that makes lists and references of values with its mark.
    private enum Marked: ModelListDecoder, ModelProviderDecoder {
        private enum Member: String, CodingKey {
            case markOfTest
        }

        private static func hasMark(_ decoder: any Decoder) -> Bool {
            (try? decoder.container(keyedBy: Member.self))?.contains(.markOfTest) == true
        }

        static func decode<ModelType: Model>(
            modelType: ModelType.Type, decoder: any Decoder
        ) -> AnyModelListProvider<ModelType>? {
            guard hasMark(decoder), let pages = Pages() as? any ModelListProvider<ModelType> else { return nil }
            return pages.eraseToAnyModelListProvider()
        }

        static func decode<ModelType: Model>(
            modelType: ModelType.Type, decoder: any Decoder
        ) -> AnyModelProvider<ModelType>? {
            guard hasMark(decoder) else { return nil }
            let identifiers = [LazyReferenceIdentifier(name: "id", value: "marked")]
            return DefaultModelProvider(identifiers: identifiers).eraseToAnyModelProvider()
        }
    }

    @Test func `a plugin makes the lists and references of its own values`() throws {
        ModelListDecoderRegistry.registerDecoder(Marked.self)
        ModelListDecoderRegistry.registerDecoder(Marked.self)
        #expect(ModelListDecoderRegistry.listDecoders.get().filter { $0 == Marked.self }.count == 1)
        ModelProviderRegistry.registerDecoder(Marked.self)
        let json = Data(#"{"markOfTest":1}"#.utf8)
        #expect(try !JSONDecoder().decode(List<Sample>.self, from: json).isLoaded)
        guard case .notLoaded(let key) = try JSONDecoder().decode(LazyReference<Sample>.self, from: json)._state else {
            Issue.record("The record is there.")
            return
        }
        #expect(key?.stringValue == "marked")
    }

    @Test func `a reference to a record has it`() async throws {
        let leaf = Leaf(id: "l", branch: Branch(tree: "oak", number: 1))
        #expect(try await leaf._branch.get()?.number == 1)
        #expect(try await leaf._branch.require().tree == "oak")
        let none = Leaf(id: "l", branch: nil)
        #expect(try await none._branch.get() == nil)
        let error = await #expect(throws: CoreError.self) { try await none._branch.require() }
        #expect(error?.errorDescription.contains("Branch") == true)
    }

    @Test(
        arguments: [
            #"{"id":"l","branch":{"tree":"oak","number":3,"__typename":"Branch"}}"#,
            #"{"id":"l","branch":{"tree":"oak","number":3,"_version":2,"_deleted":null}}"#,
            #"{"id":"l","branch":[{"name":"tree","value":"oak"},{"name":"number","value":"3"}]}"#,
        ])
    func `the key of a record is a reference to it`(json: String) throws {
        let leaf = try Leaf.from(json: json)
        guard case .notLoaded(let identifiers) = leaf._branch._state else {
            Issue.record("The record is there.")
            return
        }
        #expect(
            identifiers == [
                LazyReferenceIdentifier(name: "tree", value: "oak"),
                LazyReferenceIdentifier(name: "number", value: "3"),
            ])
        #expect(identifiers?.stringValue == ##""oak"#"3""##)
        let again = try Leaf.from(json: leaf.toJSON())
        guard case .notLoaded(identifiers) = again._branch._state else {
            Issue.record("The key is not written.")
            return
        }
    }

    @Test func `a whole record is a reference that is loaded`() throws {
        let json = #"{"id":"l","branch":{"tree":"oak","number":3,"leaves":[{"id":"m"}]}}"#
        guard case .loaded(let model) = try Leaf.from(json: json)._branch._state else {
            Issue.record("The record is not loaded.")
            return
        }
        #expect((model as? Branch)?.leaves?.map(\.id) == ["m"])
        guard case .notLoaded(nil) = try Leaf.from(json: #"{"id":"l","branch":null}"#)._branch._state else {
            Issue.record("There is a key.")
            return
        }
    }

    @Test func `a key without a source of records has no record`() async throws {
        let reference = LazyReference<Sample>(identifiers: [LazyReferenceIdentifier(name: "id", value: "s")])
        #expect(try await reference.get() == nil)
    }
}
