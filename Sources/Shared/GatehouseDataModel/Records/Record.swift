// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A stored record of a model.
package struct Record: Hashable, Sendable {
    /// The name of the model.
    package var model: String
    /// The values of the primary key's fields.
    package var key: RecordID
    /// The stored fields, without those about versions.
    package var fields: GraphQLObject
    /// The number of accepted writes; 0 without versions.
    package var version: Int
    /// The time of the last write in milliseconds since 1970.
    package var changedAt: Int
    /// Whether the record is a tombstone.
    package var isDeleted: Bool

    /// Makes a record.
    package init(
        model: String, key: RecordID, fields: GraphQLObject, version: Int = 0, changedAt: Int = 0,
        isDeleted: Bool = false
    ) {
        self.model = model
        self.key = key
        self.fields = fields
        self.version = version
        self.changedAt = changedAt
        self.isDeleted = isDeleted
    }

    /// The fields about versions, which no rule hides.
    package static let versionFields = ["_version", "_deleted", "_lastChangedAt"]

    /// The fields as a JSON object with versions, as sync answers and conflicts show them.
    package var versioned: GraphQLObject {
        var object = fields
        object["_version"] = .int(version)
        object["_deleted"] = isDeleted ? .boolean(true) : .null
        object["_lastChangedAt"] = .int(changedAt)
        return object
    }

    /// Gives the record the time of a change in milliseconds since 1970, or keeps its time if that is later.
    ///
    /// A client that has seen the record as it was asks for changes since that time.
    package mutating func change(at time: Int) { changedAt = max(time, changedAt) }
}

/// The values of a primary key, in the order of its fields.
package struct RecordID: Hashable, Sendable {
    /// The values.
    package var values: [GraphQLValue]

    /// Makes an identity of values.
    package init(_ values: [GraphQLValue]) { self.values = values }

    /// The values of a record; `nil` if one is missing, or an empty text.
    package init?(_ record: GraphQLObject, _ key: RecordKey) {
        var values: [GraphQLValue] = []
        for field in key.fields {
            guard let value = record[field], let spelling = SortKey.spelling(value), !spelling.isEmpty else {
                return nil
            }
            values.append(value)
        }
        self.values = values
    }
}
