// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The error of a write whose record a store does not accept.
package enum RecordRefusal: Error, Hashable {
    /// The record's fields are larger than the limit, in bytes of JSON.
    case tooLarge(bytes: Int, limit: Int)
    /// Lists and objects of the record nest deeper than the limit.
    case tooDeep(limit: Int)
    /// A value of the primary key or of an index is longer than the limit, in bytes of UTF-8.
    case keyTooLong(bytes: Int, limit: Int)
    /// The primary key or a place in an index is longer than the limit, in bytes with the names of model, index and
    /// field.
    case placeTooLong(bytes: Int, limit: Int)
    /// A value of the primary key, of an index, or of a field with owners or groups has no place in an order: a list,
    /// an object, `null`, a number without end, or a text with U+0000.
    case unorderedKey
    /// The fields with owners or groups have more values than the limit.
    case tooManyMembers(count: Int, limit: Int)
}

extension RecordRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "The record has \(bytes) bytes, and the limit is \(limit) bytes."
        case .tooDeep(let limit): "The record nests deeper than \(limit) levels."
        case .keyTooLong(let bytes, let limit):
            "A key value has \(bytes) bytes, and the limit is \(limit) bytes."
        case .placeTooLong(let bytes, let limit):
            "The values of an index have \(bytes) bytes together with its names, and the limit is \(limit) bytes."
        case .unorderedKey: "A key value is missing, is not a scalar, or contains U+0000."
        case .tooManyMembers(let count, let limit):
            "The record names \(count) owners and groups, and the limit is \(limit)."
        }
    }
}

/// The bounds of a record, as the original's table store has them; the last three are Gatehouse's own.
package enum RecordLimits {
    /// The bytes of the fields as JSON: 400 KB.
    package static let bytes = 409_600
    /// The bytes of a value that chooses a partition.
    package static let partitionBytes = 2_048
    /// The bytes of a value that orders a partition.
    package static let sortBytes = 1_024
    /// The bytes of a place in an index with the names of model, index and field; every database can index them.
    package static let placeBytes = 2_600
    /// The distinct values in all fields with owners or groups; each has a row in each order.
    package static let members = 1_000
    /// The former versions of a record that a store keeps.
    package static let versions = 100
}
