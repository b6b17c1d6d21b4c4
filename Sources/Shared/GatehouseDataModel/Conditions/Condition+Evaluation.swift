// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

extension Condition {
    /// Whether the condition holds for a record's fields.
    package func holds(for record: GraphQLObject) -> Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy { $0.holds(for: record) }
        case .any(let conditions): conditions.contains { $0.holds(for: record) }
        case .not(let condition): !condition.holds(for: record)
        case .field(let name, let comparison): comparison.holds(for: record[name])
        }
    }
}

extension Comparison {
    /// Whether the comparison holds for a value; a missing value counts as `null`.
    package func holds(for value: GraphQLValue?) -> Bool {
        let value = value ?? .null
        switch self {
        case .equal(let other): return value.isSame(as: other)
        case .notEqual(let other): return !value.isSame(as: other)
        case .order(let order, let other): return ValueOrder(value, other).map(order.holds) ?? false
        case .between(let low, let high):
            return Order.atLeast.holds(value, low) && Order.atMost.holds(value, high)
        case .contains(let part): return value.hasPart(part)
        case .notContains(let part): return !value.hasPart(part)
        case .beginsWith(let beginning): return value.text?.utf8.starts(with: beginning.utf8) ?? false
        case .exists(let isWanted): return (value != .null) == isWanted
        case .type(let type): return AttributeType(of: value) == type
        case .size(let comparison): return value.size.map { comparison.holds(for: .int($0)) } ?? false
        case .sizes(let comparisons):
            return value.size.map { size in comparisons.allSatisfy { $0.holds(for: .int(size)) } } ?? false
        case .isIn(let others): return others.contains { value.isSame(as: $0) }
        case .notIn(let others): return !others.contains { value.isSame(as: $0) }
        case .containsAny(let others): return others.contains { value.hasElement($0) }
        }
    }
}

extension Comparison.Order {
    fileprivate func holds(_ value: GraphQLValue, _ other: GraphQLValue) -> Bool {
        ValueOrder(value, other).map(holds) ?? false
    }
}

extension GraphQLValue {
    /// Whether two values are equal: numbers by value, texts and names of enums by their bytes, lists by element.
    package func isSame(as other: GraphQLValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.list(let one), .list(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object(let other)):
            one.count == other.count
                && one.allSatisfy { key, value in other[key].map { value.isSame(as: $0) } ?? false }
        default: ValueOrder(self, other) == .same
        }
    }

    fileprivate func hasElement(_ element: GraphQLValue) -> Bool {
        elements?.contains { $0.isSame(as: element) } ?? false
    }

    /// Whether a text has a part, or a list an element.
    fileprivate func hasPart(_ part: GraphQLValue) -> Bool {
        if elements != nil { return hasElement(part) }
        guard let text, let part = part.text else { return false }
        return text.hasBytes(of: part)
    }

    /// The number of a text's characters, counted in Unicode scalars, or of a list's or an object's members.
    fileprivate var size: Int? {
        switch self {
        case .string(let text), .enumeration(let text): text.unicodeScalars.count
        case .list(let elements): elements.count
        case .object(let members): members.count
        default: nil
        }
    }
}

extension String {
    /// Whether the bytes of another text are somewhere in this one; without normal forms, which would be slower and
    /// would match other texts than the table store does.
    ///
    /// The search is the one of Knuth, Morris and Pratt: both texts come from clients, and a search that begins anew after
    /// each byte would take the product of their lengths.
    fileprivate func hasBytes(of part: String) -> Bool {
        guard part.utf8.count <= utf8.count else { return false }
        let part = Array(part.utf8)
        guard !part.isEmpty else { return true }
        // For each beginning of the part, the length of the longest shorter one that it ends with.
        var borders = [0]
        borders.reserveCapacity(part.count)
        var matched = 0
        for byte in part.dropFirst() {
            while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
            if part[matched] == byte { matched += 1 }
            borders.append(matched)
        }
        matched = 0
        for byte in utf8 {
            while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
            if part[matched] == byte { matched += 1 }
            if matched == part.count { return true }
        }
        return false
    }
}
