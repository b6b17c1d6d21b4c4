// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A reference that does not keep its object alive.
public class WeakRef<T: AnyObject> {
    /// The object, until it is released.
    public weak var value: T?

    /// Makes a reference.
    public init(_ value: T?) {
        self.value = value
    }
}
