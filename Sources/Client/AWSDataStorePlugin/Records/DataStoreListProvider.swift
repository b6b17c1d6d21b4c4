// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Synchronization

/// The plugin's way to make lists from its records.
public struct DataStoreListDecoder: ModelListDecoder {
    /// The source of a list's records; nil if the value is not a list of a stored record.
    public static func decode<ModelType: Model>(
        modelType: ModelType.Type, decoder: any Decoder
    ) -> AnyModelListProvider<ModelType>? {
        shouldDecodeToDataStoreListProvider(modelType: modelType, decoder: decoder)?.eraseToAnyModelListProvider()
    }

    /// The source of a list's records; nil if the value is not a list of a stored record.
    public static func shouldDecodeToDataStoreListProvider<ModelType: Model>(
        modelType: ModelType.Type, decoder: any Decoder
    ) -> DataStoreListProvider<ModelType>? {
        guard let mark = try? ListMark(from: decoder) else { return nil }
        return DataStoreListProvider(mark, origin: StoreOrigin.current)
    }
}

/// The stored records that refer to another one, before and after they are loaded.
public final class DataStoreListProvider<Element: Model>: ModelListProvider {
    private enum State {
        case notLoaded(ListMark)
        case loaded([Element])
    }

    private let origin: StoreOrigin?
    private let state: Mutex<State>
    private let reading = RelationRead<[Element]>()

    /// Makes the source of the records that refer to another one; without an origin they cannot be loaded.
    init(_ mark: ListMark, origin: StoreOrigin?) {
        self.origin = origin
        state = Mutex(.notLoaded(mark))
    }

    /// What is known now.
    public func getState() -> ModelListProviderState<Element> {
        switch state.withLock({ $0 }) {
        case .notLoaded(let mark):
            .notLoaded(
                associatedIdentifiers: mark.dataStoreAssociatedIdentifiers,
                associatedFields: mark.dataStoreAssociatedFields)
        case .loaded(let elements): .loaded(elements)
        }
    }

    /// All records of the list, in the order of their keys.
    ///
    /// - Throws: `CoreError.listOperation` if they cannot be loaded.
    public func load() async throws -> [Element] {
        try await reading.join { [self] in
            switch state.withLock({ $0 }) {
            case .loaded(let elements): return elements
            case .notLoaded(let mark):
                guard let origin else { throw CoreError.noStore }
                let elements = try await origin.load { reader in
                    try reader.related(
                        Element.self, by: mark.dataStoreAssociatedFields, to: mark.dataStoreAssociatedIdentifiers)
                }
                state.withLock { $0 = .loaded(elements) }
                return elements
            }
        }
    }

    /// False: `load()` returns all records.
    public func hasNextPage() -> Bool { false }

    /// Throws `CoreError.clientValidation`, since there are no further records.
    public func getNextPage() async throws -> List<Element> { throw CoreError.noNextPage }

    /// Writes the records, or the values by which they are found.
    public func encode(to encoder: any Encoder) throws {
        switch state.withLock({ $0 }) {
        case .notLoaded(let mark): try mark.encode(to: encoder)
        case .loaded(let elements): try elements.encode(to: encoder)
        }
    }
}

extension DataStoreListProvider: DefaultLogger {}

extension CoreError {
    /// The error of a relation whose record was not read from an open store.
    static var noStore: CoreError {
        .listOperation(
            "The related records cannot be loaded, because no store is open",
            "Add AWSDataStorePlugin, and call DataStore.start()")
    }
}
