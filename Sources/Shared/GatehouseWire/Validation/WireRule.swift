// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The constraints of a service model on a value.
package struct WireRule: Sendable {
    /// The least length of text, bytes or a collection, or the least number.
    let minimum: Int64?
    /// The greatest length or number.
    let maximum: Int64?
    /// The pattern that a text must match.
    let pattern: WirePattern?
    /// Whether the value, or anything in it, must not be repeated to the caller.
    let isSensitive: Bool
    /// The rules of the keys and the values of a map, or of the elements of a list; apart, since rules nest.
    private let parts: [WireRule?]

    /// Describes a scalar.
    package init(min: Int64? = nil, max: Int64? = nil, pattern: String? = nil, sensitive: Bool = false) {
        self.init(min: min, max: max, pattern: pattern.map(WirePattern.init), sensitive: sensitive, parts: [])
    }

    private init(min: Int64?, max: Int64?, pattern: WirePattern?, sensitive: Bool, parts: [WireRule?]) {
        minimum = min
        maximum = max
        self.pattern = pattern
        isSensitive = sensitive
        self.parts = parts
    }

    /// Describes a list by its length and its elements.
    package static func list(
        min: Int64? = nil, max: Int64? = nil, element: WireRule? = nil, sensitive: Bool = false
    ) -> WireRule {
        WireRule(min: min, max: max, pattern: nil, sensitive: sensitive, parts: [element])
    }

    /// Describes a map by its size, its keys and its values.
    package static func map(
        min: Int64? = nil, max: Int64? = nil, key: WireRule? = nil, value: WireRule? = nil, sensitive: Bool = false
    ) -> WireRule {
        WireRule(min: min, max: max, pattern: nil, sensitive: sensitive, parts: [key, value])
    }

    /// The constraints on each element of a list.
    var element: WireRule? { parts.count == 1 ? parts[0] : nil }
    /// The constraints on each key of a map.
    var key: WireRule? { parts.count == 2 ? parts[0] : nil }
    /// The constraints on each value of a map.
    var value: WireRule? { parts.count == 2 ? parts[1] : nil }
}
