// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// A range of ordered bytes: from `low` on, up to but without `high`.
package struct PlaceRange: Hashable {
    /// The first place.
    package var low: [UInt8]
    /// The end, which is not in the range.
    package var high: [UInt8]

    /// All places: each begins with the kind of a value.
    package static let all = PlaceRange(low: [0], high: [0xFF])
    /// No place; both ends can be bound to a statement.
    package static let empty = PlaceRange(low: [0], high: [0])

    /// Makes a range; it is empty unless `low` precedes `high`.
    package init(low: [UInt8], high: [UInt8]) {
        self.low = low
        self.high = high
    }

    /// The places that begin with some bytes.
    package init(beginningWith bytes: [UInt8]) {
        self.init(low: bytes, high: Self.end(of: bytes))
    }

    /// The first bytes after all that begin with these.
    private static func end(of bytes: [UInt8]) -> [UInt8] {
        var end = bytes
        while let last = end.popLast() {
            if last < 0xFF { return end + [last + 1] }
        }
        return all.high
    }

    /// Whether no place is in the range.
    package var isEmpty: Bool { !low.lexicographicallyPrecedes(high) }

    /// The part of the range after a place, in the direction of a list; a place outside of the range does not widen it.
    package func after(_ place: [UInt8], isDescending: Bool) -> PlaceRange {
        var range = self
        if isDescending {
            if place.lexicographicallyPrecedes(high) { range.high = place }
        } else if low.lexicographicallyPrecedes(place + [0]) {
            range.low = place + [0]
        }
        return range.isEmpty ? .empty : range
    }
}

/// The places of a part of an index.
struct KeyRange {
    /// The places of all records in the part, and of others unless the range is exact.
    let range: PlaceRange
    /// Whether the range has no other places.
    let isExact: Bool

    /// The places for a condition.
    ///
    /// Without a prefix, the comparison is one of the whole sort value. With a prefix, the sort value of several fields is
    /// a text that begins with the prefix; fields with `#` in their values can begin so, too, so each record is checked.
    init(_ condition: KeyCondition) {
        guard let partition = OrderedBytes.partition(condition.partition) else {
            self.init(.empty, isExact: true)
            return
        }
        guard condition.prefix.isEmpty else {
            self.init(Self.range(of: condition, in: partition), isExact: false)
            return
        }
        let range = condition.sort.map { comparison in
            Self.range(of: comparison, after: partition) { value in
                OrderedBytes.sort(value).map { Encoded(kind: [$0[0]], bytes: $0) }
            }
        }
        switch range {
        case .some(.some(let range)): self.init(range, isExact: true)
        case .some(nil): self.init(PlaceRange(beginningWith: partition), isExact: false)
        case nil: self.init(PlaceRange(beginningWith: partition), isExact: true)
        }
    }

    private init(_ range: PlaceRange, isExact: Bool) {
        self.range = range.isEmpty ? .empty : range
        self.isExact = isExact
    }

    /// The places for a condition with a prefix.
    private static func range(of condition: KeyCondition, in partition: [UInt8]) -> PlaceRange {
        let (prefix, fields) = (condition.prefix, condition.sortFields)
        guard prefix.count <= fields.count else { return .empty }
        if fields.count == 1 {
            return OrderedBytes.sort(prefix[0]).map { PlaceRange(beginningWith: partition + $0) } ?? .empty
        }
        let texts = prefix.compactMap(SortKey.spelling)
        let joined = Array(texts.joined(separator: "#").utf8)
        guard texts.count == prefix.count, !joined.contains(0) else { return .empty }
        let base = partition + [OrderedBytes.Kind.text.rawValue] + joined
        guard prefix.count < fields.count else { return PlaceRange(beginningWith: base + [0]) }
        let rest = base + [UInt8(ascii: "#")]
        // A single number at the end is ordered as a text here, and compared as a number.
        return condition.sort.flatMap { comparison in
            range(of: comparison, after: rest) { value in
                guard let text = value.text, !text.utf8.contains(0) else { return nil }
                return Encoded(kind: [], bytes: text.utf8 + [0])
            }
        } ?? PlaceRange(beginningWith: rest)
    }

    /// A value's bytes, and the beginning that the bytes of comparable values share.
    private struct Encoded {
        let kind: [UInt8]
        let bytes: [UInt8]
    }

    /// The places that begin with `base` and a value for which a comparison holds; `nil` if they are no range.
    private static func range(
        of comparison: Comparison, after base: [UInt8], _ encode: (GraphQLValue) -> Encoded?
    ) -> PlaceRange? {
        func range(_ value: GraphQLValue) -> (kind: PlaceRange, value: PlaceRange)? {
            encode(value).map {
                (PlaceRange(beginningWith: base + $0.kind), PlaceRange(beginningWith: base + $0.bytes))
            }
        }
        switch comparison {
        case .equal(let value): return range(value)?.value
        case .order(let order, let value):
            guard AttributeType(of: value) != .bool, let (kind, value) = range(value) else { return nil }
            switch order {
            case .less: return PlaceRange(low: kind.low, high: value.low)
            case .atMost: return PlaceRange(low: kind.low, high: value.high)
            case .greater: return PlaceRange(low: value.high, high: kind.high)
            case .atLeast: return PlaceRange(low: value.low, high: kind.high)
            }
        case .between(let first, let last):
            guard AttributeType(of: first) == AttributeType(of: last), AttributeType(of: first) != .bool,
                let first = range(first)?.value, let last = range(last)?.value
            else { return nil }
            return PlaceRange(low: first.low, high: last.high)
        case .beginsWith(let text):
            // The byte at the end of the text is left out.
            guard let encoded = encode(.string(text)) else { return nil }
            return PlaceRange(beginningWith: base + encoded.bytes.dropLast())
        default: return nil
        }
    }
}
