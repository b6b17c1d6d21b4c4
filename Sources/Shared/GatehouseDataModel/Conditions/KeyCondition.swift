// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A part of an index: one partition, or a range of its sort key.
package struct KeyCondition: Hashable, Sendable {
    /// The value of the field that chooses the partition.
    package var partition: GraphQLValue
    /// The values of the first sort fields, which are equal.
    package private(set) var prefix: [GraphQLValue]
    /// All sort fields of the index if there is a prefix; else stores do not need them.
    package private(set) var sortFields: [String]
    /// The comparison of the next sort field, or of the fields joined with `#` from it on if there are several.
    package var sort: Comparison?

    /// Makes a condition on a partition and on its whole sort key.
    package init(partition: GraphQLValue, sort: Comparison? = nil) {
        self.partition = partition
        self.sort = sort
        prefix = []
        sortFields = []
    }

    /// Makes a condition on the first of an index's sort fields and on the rest of them.
    ///
    /// A store needs all sort fields: the values of several fields are ordered as one text, the value of one field as
    /// it is.
    package init(
        partition: GraphQLValue, prefix: [GraphQLValue], of sortFields: [String], sort: Comparison? = nil
    ) {
        self.partition = partition
        self.prefix = prefix
        self.sortFields = prefix.isEmpty ? [] : sortFields
        self.sort = sort
    }

    /// Whether a record is in the part of an index with these fields.
    package func holds(for record: GraphQLObject, partition field: String, sort fields: [String]) -> Bool {
        guard let value = record[field], value.isSame(as: partition), partition != .null else { return false }
        return holds(for: record, sort: fields)
    }

    /// Whether a record of the partition is in the part of an index with these sort fields.
    package func holds(for record: GraphQLObject, sort fields: [String]) -> Bool {
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
        let values = fields.compactMap { record[$0] }
        return values.count == fields.count ? value(of: values) : nil
    }

    /// One value as it is, or several values joined with `#`; `nil` without values, or if one of them has no spelling.
    package static func value(of values: [GraphQLValue]) -> GraphQLValue? {
        guard values.count != 1 else { return values[0] == .null ? nil : values[0] }
        let parts = values.compactMap(spelling)
        return parts.isEmpty || parts.count < values.count ? nil : .string(parts.joined(separator: "#"))
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

    /// The text of a value in a composite key; equal numbers have the same text, whether they were written as `3` or
    /// as `3.0`.
    package static func spelling(_ value: GraphQLValue) -> String? {
        switch value {
        case .string(let text), .enumeration(let text): text
        case .int(let number): String(number)
        case .float(let number): number.isFinite ? Int(exactly: number).map { String($0) } ?? String(number) : nil
        case .boolean(let value): String(value)
        case .null, .list, .object: nil
        }
    }
}
