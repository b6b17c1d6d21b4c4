// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The records that met the condition of an `observeQuery` at a moment.
public struct DataStoreQuerySnapshot<M> {
    /// The records, in the order of the query.
    public let items: [M]

    /// Whether the synchronisation has received the model's records from the service.
    public let isSynced: Bool

    /// Makes a snapshot.
    public init(items: [M], isSynced: Bool) {
        self.items = items
        self.isSynced = isSynced
    }
}

extension DataStoreQuerySnapshot: Sendable where M: Sendable {}
