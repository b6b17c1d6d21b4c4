// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Records of a model: a page of an answer, or the related records of a record, which `fetch()` loads.
public final class List<ModelType: Model>: Collection, Codable, ExpressibleByArrayLiteral, ModelListMarker, Sendable {
    /// The place of a record, from 0.
    public typealias Index = Int

    /// The type of the records.
    public typealias Element = ModelType

    private let provider: AnyModelListProvider<ModelType>
    private let loaded: Mutex<[ModelType]?>

    /// Whether the records are there.
    public var isLoaded: Bool { loaded.withLock { $0 != nil } }

    /// The records; none, and a message in the log, before `fetch()`.
    public internal(set) var elements: [Element] {
        get {
            guard let elements = loaded.withLock({ $0 }) else {
                Amplify.log.error("The list of \(ModelType.modelName) is not loaded; call fetch() first.")
                return []
            }
            return elements
        }
        set { loaded.withLock { $0 = $0 ?? newValue } }
    }

    /// Makes a list of the records of a source.
    public init(listProvider: AnyModelListProvider<ModelType>) {
        provider = listProvider
        let elements: [ModelType]? = if case .loaded(let elements) = listProvider.getState() { elements } else { nil }
        loaded = Mutex(elements)
    }

    /// Makes a list of records.
    public convenience init(elements: [Element]) {
        self.init(listProvider: ArrayLiteralListProvider(elements: elements).eraseToAnyModelListProvider())
    }

    /// Makes a list of records.
    public convenience init(arrayLiteral elements: Element...) {
        self.init(elements: elements)
    }

    /// Reads a list: the records, or the values by which a plugin loads them.
    ///
    /// A value that is neither becomes an empty list.
    public convenience init(from decoder: any Decoder) throws {
        if let provider = try decoder.recordOrigin?.listProvider(of: ModelType.self, from: decoder) {
            self.init(listProvider: provider)
            return
        }
        for type in ModelListDecoderRegistry.listDecoders.get() {
            if let provider = type.decode(modelType: ModelType.self, decoder: decoder) {
                self.init(listProvider: provider)
                return
            }
        }
        let isArray = (try? decoder.unkeyedContainer()) != nil
        self.init(elements: isArray ? try [Element](from: decoder) : [])
    }

    /// Writes the records, or the values by which they are loaded.
    public func encode(to encoder: any Encoder) throws {
        guard let elements = loaded.withLock({ $0 }) else { return try provider.encode(to: encoder) }
        try elements.encode(to: encoder)
    }

    /// 0.
    public var startIndex: Index { elements.startIndex }

    /// The number of records.
    public var endIndex: Index { elements.endIndex }

    /// The next place.
    public func index(after index: Index) -> Index { index + 1 }

    /// The record at a place.
    public subscript(position: Int) -> Element { elements[position] }

    /// The records one by one.
    public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

    /// The number of records.
    public var count: Int { elements.count }

    /// 0: the number of records of all pages is not known.
    public var totalCount: Int { 0 }

    /// The list itself.
    @available(*, deprecated, message: "Not supported.")
    public func limit(_ limit: Int) -> Self { self }
}

extension List {
    /// Loads the records, unless they are there.
    ///
    /// - Throws: `CoreError.listOperation` if they cannot be loaded.
    public func fetch() async throws {
        guard !isLoaded else { return }
        elements = try await provider.load()
    }

    /// Whether the records are followed by others; false before `fetch()`.
    public func hasNextPage() -> Bool { provider.hasNextPage() }

    /// Loads the records that follow, with the filter, the limit and the authorization of this list.
    ///
    /// - Throws: `CoreError.clientValidation` if there are none, `CoreError.listOperation` if they cannot be loaded.
    public func getNextPage() async throws -> List<Element> { try await provider.getNextPage() }
}
