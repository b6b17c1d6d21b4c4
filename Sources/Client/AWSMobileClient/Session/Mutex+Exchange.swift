// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension Mutex where Value: Sendable {
    /// Stores a value in place of the former one.
    ///
    /// - Returns: the former value. If it holds the last reference to an object of the app, the object ends outside the
    ///   lock, where its deinitializer may call the client.
    @discardableResult
    func exchange(_ value: Value) -> Value {
        withLock { stored in
            defer { stored = value }
            return stored
        }
    }
}
