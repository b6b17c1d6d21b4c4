// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A part of an index: one partition, or a range of its sort key.
package struct KeyCondition: Hashable, Sendable {
    /// The value of the field that chooses the partition.
    package var partition: GraphQLValue
    /// The values of the first sort fields, which are equal.
    package var prefix: [GraphQLValue]
    /// The comparison of the next sort field, or of the fields joined with `#` from it on if there are several.
    package var sort: Comparison?

    /// Makes a condition.
    package init(partition: GraphQLValue, prefix: [GraphQLValue] = [], sort: Comparison? = nil) {
        self.partition = partition
        self.prefix = prefix
        self.sort = sort
    }

    /// Whether a record is in the part of an index with these fields.
    package func holds(for record: GraphQLObject, partition field: String, sort fields: [String]) -> Bool {
        guard let value = record[field], value.isSame(as: partition), partition != .null else { return false }
        guard prefix.count <= fields.count else { return false }
        for (field, value) in zip(fields, prefix) where record[field]?.isSame(as: value) != true { return false }
        guard let sort else { return true }
        let rest = Array(fields.dropFirst(prefix.count))
        guard let sortValue = SortKey.value(of: record, rest) else { return false }
        return sort.holds(for: sortValue)
    }
}

/// The value that orders a partition.
package enum SortKey {
    /// The value of one field as it is, or the values of several fields joined with `#`; `nil` if one is missing.
    package static func value(of record: GraphQLObject, _ fields: [String]) -> GraphQLValue? {
        guard fields.count != 1 else {
            guard let value = record[fields[0]], value != .null else { return nil }
            return value
        }
        var parts: [String] = []
        for field in fields {
            guard let part = record[field].flatMap(spelling) else { return nil }
            parts.append(part)
        }
        return parts.isEmpty ? nil : .string(parts.joined(separator: "#"))
    }

    /// The values of an input joined up to the first one that is missing.
    package static func joined(_ input: GraphQLObject, _ fields: [String]) -> String {
        var parts: [String] = []
        for field in fields {
            guard let part = input[field].flatMap(spelling) else { break }
            parts.append(part)
        }
        return parts.joined(separator: "#")
    }

    /// The text of a value in a composite key.
    package static func spelling(_ value: GraphQLValue) -> String? {
        switch value {
        case .string(let text), .enumeration(let text): text
        case .int(let number): String(number)
        case .float(let number): String(number)
        case .boolean(let value): String(value)
        case .null, .list, .object: nil
        }
    }
}
