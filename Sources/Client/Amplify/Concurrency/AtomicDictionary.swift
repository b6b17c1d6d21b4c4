// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A dictionary that several threads read and change, one at a time.
///
/// Unchecked because keys and values need not be sendable: `AtomicValue` locks every access.
public final class AtomicDictionary<Key: Hashable, Value>: @unchecked Sendable {
    private let content: AtomicValue<[Key: Value]>

    /// Makes a dictionary.
    public init(initialValue: [Key: Value] = [Key: Value]()) {
        content = AtomicValue(initialValue: initialValue)
    }

    /// The number of entries.
    public var count: Int { content.get().count }

    /// The keys, in no particular order.
    public var keys: [Key] { Array(content.get().keys) }

    /// The values, in no particular order.
    public var values: [Value] { Array(content.get().values) }

    /// Returns the value of a key, or `nil` for an absent key.
    public func getValue(forKey key: Key) -> Value? {
        content.get()[key]
    }

    /// Removes all entries.
    public func removeAll() {
        content.set([:])
    }

    /// Sets the value of a key.
    public func set(value: Value, forKey key: Key) {
        content.with { $0[key] = value }
    }

    /// The value of a key, or `nil` for an absent key; setting `nil` removes the entry.
    public subscript(key: Key) -> Value? {
        get { getValue(forKey: key) }
        set { content.with { $0[key] = newValue } }
    }
}

extension AtomicDictionary: ExpressibleByDictionaryLiteral {
    /// Makes a dictionary from a literal; of several values for one key, the last is kept.
    public convenience init(dictionaryLiteral elements: (Key, Value)...) {
        self.init(initialValue: Dictionary(elements) { _, last in last })
    }
}

extension AtomicDictionary: Sequence {
    /// Iterates over the entries that the dictionary has now.
    public func makeIterator() -> DictionaryIterator<Key, Value> {
        content.get().makeIterator()
    }
}
