// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// A committed write of a record, which is judged for each subscriber.
struct RecordChange: Hashable, Sendable {
    /// The mutation of a write.
    enum Kind: Hashable, Sendable {
        /// A new record.
        case create
        /// A change of a record.
        case update
        /// A deletion.
        case delete
    }

    /// The mutation.
    let kind: Kind
    /// The record after the write; a deleted one as it was before, or its tombstone.
    let record: UnjudgedRecord
    /// An estimate of the memory that the record needs, in bytes.
    let size: Int

    init(_ kind: Kind, _ record: Record) {
        self.kind = kind
        self.record = UnjudgedRecord(record)
        size = GraphQLValue.object(record.fields).estimatedSize
    }
}

extension RecordChange.Kind {
    /// The mutation of a change in the log.
    init(_ kind: LoggedChange.Kind) {
        self =
            switch kind {
            case .create: .create
            case .update: .update
            case .delete: .delete
            }
    }

    /// The mutation as the log names it.
    var logged: LoggedChange.Kind {
        switch self {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    }
}
