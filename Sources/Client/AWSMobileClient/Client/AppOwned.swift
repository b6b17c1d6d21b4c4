// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of the app, such as a closure, on its way to another thread.
///
/// Unchecked, because apps of Swift 5 pass closures and objects that the compiler does not know to be safe. The client
/// keeps the promise that the documentation gives: it calls them on a thread of its own, one call at a time for each
/// completion, and reads nothing inside of them.
struct AppOwned<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
