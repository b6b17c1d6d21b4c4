// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import Synchronization

/// A store that runs reads, each on one state of the records.
protocol StoreReading: Sendable {
    /// Runs a read.
    ///
    /// - Throws: `DataStoreError`, also for an error of the read.
    func read<T: Sendable>(_ body: @escaping @Sendable (StoreReader) throws -> T) async throws(DataStoreError) -> T
}

/// The store that records were read from: their lists and references are loaded from it.
struct StoreOrigin: RecordOrigin {
    private static let running = Mutex<StoreOrigin?>(nil)

    let store: any StoreReading

    /// The origin of records that an app reads from the JSON of an event; nil while no store is open.
    ///
    /// The way of decoders to the store is the process: `DataStoreListDecoder` and `DataStoreModelDecoder` are types, not
    /// values.
    static var current: StoreOrigin? {
        get { running.withLock { $0 } }
        set { running.withLock { $0 = newValue } }
    }

    func listProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelListProvider<M>? {
        guard let mark = try? ListMark(from: decoder) else { return nil }
        return DataStoreListProvider<M>(mark, origin: self).eraseToAnyModelListProvider()
    }

    func modelProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelProvider<M>? {
        guard let mark = ReferenceMark(decoder) else { return nil }
        return DataStoreModelProvider<M>(mark.identifiers, origin: self).eraseToAnyModelProvider()
    }

    /// Runs a read for a relation.
    ///
    /// - Throws: `CoreError.listOperation`.
    func load<T: Sendable>(_ body: @escaping @Sendable (StoreReader) throws -> T) async throws -> T {
        do {
            return try await store.read(body)
        } catch {
            throw CoreError.listOperation(
                "The related records cannot be read from the store", "See the underlying error for the reason", error)
        }
    }
}

/// The values by which the records of a list are loaded, in the form of the original.
struct ListMark: Codable, Sendable {
    /// The texts of the key that the records refer to.
    let dataStoreAssociatedIdentifiers: [String]
    /// The fields that refer to it.
    let dataStoreAssociatedFields: [String]
}

/// The key of a record that another one refers to, in the form of the original.
struct ReferenceMark: Codable, Sendable {
    let identifiers: [LazyReferenceIdentifier]
    let source: String

    init(_ identifiers: [LazyReferenceIdentifier]) {
        self.identifiers = identifiers
        source = ModelProviderRegistry.DecoderSource.dataStore
    }

    /// Reads the key; nil if the value is another one, such as the record itself.
    init?(_ decoder: any Decoder) {
        guard let mark = try? ReferenceMark(from: decoder),
            mark.source == ModelProviderRegistry.DecoderSource.dataStore, !mark.identifiers.isEmpty
        else { return nil }
        self = mark
    }
}

/// The one read of a relation that all concurrent readers wait for.
struct RelationRead<Value: Sendable>: Sendable {
    private let flight = SingleFlight<Result<Value, any Error>>()

    /// Waits for the read under way, or makes one.
    ///
    /// - Throws: the error of the read; `CoreError.listOperation` if the calling task is cancelled.
    func join(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let result = await flight.join {
            do {
                return .success(try await read())
            } catch {
                return .failure(error)
            }
        }
        guard let result else {
            throw CoreError.listOperation(
                "The read of related records was cancelled", "Read the relation again", CancellationError())
        }
        return try result.get()
    }
}
