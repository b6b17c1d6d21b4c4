// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A type of records.
package struct Model: Hashable, Sendable {
    /// The name of the type.
    package var name: String
    /// The name with a capital, which inputs and operations have.
    package var title: String
    /// The English plural of the title.
    package var plural: String
    /// The fields of the output type: written ones in their order, then generated ones.
    package var fields: NamedList<ModelField>
    /// The primary key.
    package var key: RecordKey
    /// The other indexes, relation indexes included.
    package var indexes: [RecordIndex]
    /// The names of the operations.
    package var operations: ModelOperations
    /// The field of the creation time, if there is one that the server fills.
    package var createdAt: String?
    /// The field of the time of the last change, if there is one that the server fills.
    package var updatedAt: String?
    /// Whether records have versions and tombstones.
    package var isVersioned: Bool
    /// Whether the model was made for a many-to-many relation.
    package var isJoin: Bool
    /// The rules of the model.
    package var access: AccessMatrix

    /// Makes a model.
    package init(
        name: String, title: String, plural: String, fields: NamedList<ModelField>, key: RecordKey,
        indexes: [RecordIndex], operations: ModelOperations, createdAt: String?, updatedAt: String?, isVersioned: Bool,
        isJoin: Bool, access: AccessMatrix
    ) {
        self.name = name
        self.title = title
        self.plural = plural
        self.fields = fields
        self.key = key
        self.indexes = indexes
        self.operations = operations
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.isVersioned = isVersioned
        self.isJoin = isJoin
        self.access = access
    }

    /// The index with a name.
    package func index(_ name: String) -> RecordIndex? { indexes.first { $0.name == name } }
}

/// The fields that find one record.
package struct RecordKey: Hashable, Sendable {
    /// The field that chooses the partition.
    package var partition: String
    /// The fields that order the partition.
    package var sort: [String]
    /// Whether the author chose the key with `@primaryKey`.
    package var isCustom: Bool

    /// Makes a key.
    package init(partition: String = "id", sort: [String] = [], isCustom: Bool = false) {
        self.partition = partition
        self.sort = sort
        self.isCustom = isCustom
    }

    /// All fields of the key.
    package var fields: [String] { [partition] + sort }
}

/// An order of a model's records besides that of the primary key.
package struct RecordIndex: Hashable, Sendable {
    /// The name, once a model.
    package var name: String
    /// The field that chooses the partition.
    package var partition: String
    /// The fields that order the partition.
    package var sort: [String]
    /// The root field that queries the index.
    package var queryField: String?

    /// Makes an index.
    package init(name: String, partition: String, sort: [String], queryField: String? = nil) {
        self.name = name
        self.partition = partition
        self.sort = sort
        self.queryField = queryField
    }
}

/// The names of a model's root fields; `nil` for those that are switched off.
package struct ModelOperations: Hashable, Sendable {
    /// The callers that receive events.
    package enum Level: String, Hashable, Sendable {
        /// The callers that the rules admit.
        case on
        /// All callers that a mode admits.
        case `public`
        /// No caller.
        case off
    }

    /// The query of one record.
    package var get: String?
    /// The query of all records.
    package var list: String?
    /// The query of changes.
    package var sync: String?
    /// The mutation that makes a record.
    package var create: String?
    /// The mutation that changes a record.
    package var update: String?
    /// The mutation that deletes a record.
    package var delete: String?
    /// The subscriptions to new records.
    package var onCreate: [String]
    /// The subscriptions to changed records.
    package var onUpdate: [String]
    /// The subscriptions to deleted records.
    package var onDelete: [String]
    /// The callers that receive events.
    package var level: Level

    /// Makes names.
    package init(
        get: String? = nil, list: String? = nil, sync: String? = nil, create: String? = nil, update: String? = nil,
        delete: String? = nil, onCreate: [String] = [], onUpdate: [String] = [], onDelete: [String] = [],
        level: Level = .on
    ) {
        self.get = get
        self.list = list
        self.sync = sync
        self.create = create
        self.update = update
        self.delete = delete
        self.onCreate = onCreate
        self.onUpdate = onUpdate
        self.onDelete = onDelete
        self.level = level
    }

    /// Whether there are subscriptions.
    package var hasSubscriptions: Bool { level != .off && !(onCreate + onUpdate + onDelete).isEmpty }
}
