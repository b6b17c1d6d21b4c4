// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of the app, such as a closure, on its way to another thread.
///
/// Unchecked, because apps of Swift 5 pass closures and objects that the compiler does not know to be safe. The client
/// keeps the promise that the documentation gives: it calls a completion once, before the app's call returns or on
/// another thread, and reads nothing inside of what the app passes. Two changes of the state may call a listener on two
/// threads at once.
struct AppOwned<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
