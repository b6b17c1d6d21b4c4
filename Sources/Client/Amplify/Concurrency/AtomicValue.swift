// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

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

    /// Calls the block with the value; no other access happens meanwhile.
    ///
    /// The block must not use this object: it would wait for itself.
    public func atomicallyPerform(block: (Value) -> Void) {
        lock.withLock { block(value) }
    }

    /// Calls the block, which may change the value; no other access happens meanwhile.
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
