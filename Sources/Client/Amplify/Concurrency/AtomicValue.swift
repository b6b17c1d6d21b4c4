// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A value that several threads read and change, one at a time.
///
/// Unchecked because the value need not be sendable: every access holds the lock.
public final class AtomicValue<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Makes a value.
    public init(initialValue: Value) {
        value = initialValue
    }

    /// Returns the value.
    public func get() -> Value {
        lock.withLock { value }
    }

    /// Replaces the value.
    public func set(_ newValue: Value) {
        lock.withLock { value = newValue }
    }

    /// Replaces the value and returns the previous one.
    public func getAndSet(_ newValue: Value) -> Value {
        change { value in
            let previous = value
            value = newValue
            return previous
        }
    }

    /// Calls the block with the value; no other access happens during the call.
    ///
    /// The block must not use this object: it would wait for itself.
    public func atomicallyPerform(block: (Value) -> Void) {
        lock.withLock { block(value) }
    }

    /// Calls the block, which may change the value; no other access happens during the call.
    ///
    /// The block must not use this object: it would wait for itself.
    public func with(block: (inout Value) -> Void) {
        lock.withLock { block(&value) }
    }

    /// Changes the value and returns the result of the change.
    private func change<Output>(_ body: (inout Value) -> Output) -> Output {
        lock.withLock { body(&value) }
    }
}

extension AtomicValue where Value == Bool {
    /// Inverts the value and returns the previous one.
    public func getAndToggle() -> Value {
        change { value in
            defer { value.toggle() }
            return value
        }
    }
}

extension AtomicValue where Value: Numeric {
    /// Adds the amount and returns the sum.
    public func increment(by amount: Value = 1) -> Value {
        change { value in
            value += amount
            return value
        }
    }

    /// Subtracts the amount and returns the difference.
    public func decrement(by amount: Value = 1) -> Value {
        change { value in
            value -= amount
            return value
        }
    }
}

extension AtomicValue where Value: RangeReplaceableCollection {
    /// Appends an element.
    public func append(_ newElement: Value.Element) {
        change { $0.append(newElement) }
    }

    /// Appends the elements of a sequence.
    public func append(contentsOf sequence: some Sequence<Value.Element>) {
        change { $0.append(contentsOf: sequence) }
    }

    /// Removes and returns the first element; the collection must not be empty.
    public func removeFirst() -> Value.Element {
        change { $0.removeFirst() }
    }

    /// The element at the index, which must be valid.
    public subscript(_ key: Value.Index) -> Value.Element {
        get { change { $0[key] } }
        set { change { $0.replaceSubrange(key...key, with: CollectionOfOne(newValue)) } }
    }
}

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

extension NSLocking {
    /// Calls the block while holding the lock.
    ///
    /// - Throws: the block's error.
    public func execute(_ block: BasicThrowableClosure) rethrows {
        try withLock { try block() }
    }

    /// Calls the block while holding the lock, and returns its result.
    ///
    /// - Throws: the block's error.
    public func execute<Output>(_ block: () throws -> Output) rethrows -> Output {
        try withLock { try block() }
    }
}

/// A closure without arguments and result.
public typealias BasicClosure = () -> Void

/// A closure without arguments and result, which may throw.
public typealias BasicThrowableClosure = () throws -> Void
