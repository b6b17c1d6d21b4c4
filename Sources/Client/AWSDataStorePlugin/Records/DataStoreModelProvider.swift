// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Synchronization

/// The plugin's way to make references from its records.
public struct DataStoreModelDecoder: ModelProviderDecoder {
    /// The source of the record; nil if the value is not the key of a stored record.
    public static func decode<ModelType: Model>(
        modelType: ModelType.Type, decoder: any Decoder
    ) -> AnyModelProvider<ModelType>? {
        if let mark = ReferenceMark(decoder) {
            return DataStoreModelProvider(mark.identifiers, origin: StoreOrigin.current).eraseToAnyModelProvider()
        }
        // A reference that was not loaded writes its key as a list.
        guard let origin = StoreOrigin.current, let key = try? [LazyReferenceIdentifier](from: decoder), !key.isEmpty
        else { return nil }
        return DataStoreModelProvider(key, origin: origin).eraseToAnyModelProvider()
    }
}

/// The stored record that another one refers to by its key, before and after it is loaded.
public final class DataStoreModelProvider<ModelType: Model>: ModelProvider {
    private let identifiers: [LazyReferenceIdentifier]
    private let origin: StoreOrigin?
    private let state: Mutex<ModelProviderState<ModelType>>
    private let reading = RelationRead<ModelType?>()

    /// Makes the source of the record with a key; without an origin it cannot be loaded.
    init(_ identifiers: [LazyReferenceIdentifier], origin: StoreOrigin?) {
        self.identifiers = identifiers
        self.origin = origin
        state = Mutex(.notLoaded(identifiers: identifiers))
    }

    /// The record; nil if the store does not have it.
    ///
    /// - Throws: `CoreError.listOperation` if it cannot be loaded.
    public func load() async throws -> ModelType? {
        try await reading.join { [self] in
            if case .loaded(let model) = state.withLock({ $0 }) { return model }
            guard let origin else { throw CoreError.noStore }
            let key = identifiers.stringValue
            let model = try await origin.load { reader in
                let schema = try reader.catalog.table(of: ModelType.modelName).schema
                return try reader.record(of: schema, key: key) as? ModelType
            }
            // A record that has not arrived yet may do so later.
            if model != nil { state.withLock { $0 = .loaded(model: model) } }
            return model
        }
    }

    /// What is known now.
    public func getState() -> ModelProviderState<ModelType> { state.withLock { $0 } }

    /// Writes the record, or its key.
    public func encode(to encoder: any Encoder) throws {
        switch getState() {
        case .notLoaded: try ReferenceMark(identifiers).encode(to: encoder)
        case .loaded(let model): try model.encode(to: encoder)
        }
    }
}
