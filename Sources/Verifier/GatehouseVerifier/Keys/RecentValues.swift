// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A table that keeps about the values that were used last: at most `limit`, and at least the last half of that.
///
/// The values are in two generations. When the young one is full, it becomes the old one, and the values that were not
/// used since are dropped with the former old one.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(limit: Int) {
        self.limit = max(2, limit)
    }

    var count: Int { young.count + old.count }

    /// The value of a key, which counts as used now.
    mutating func use(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key)
        return value
    }

    /// Keeps a value.
    mutating func keep(_ value: Value, for key: Key) {
        old[key] = nil
        if young[key] == nil, young.count >= limit / 2 {
            old = young
            young = [:]
        }
        young[key] = value
    }

    mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }
}
