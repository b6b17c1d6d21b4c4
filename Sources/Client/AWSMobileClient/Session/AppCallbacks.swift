// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// Runs the app's closures on threads on which they may block.
///
/// Tasks have few threads. A closure that waits for another call would take one of them away from it. On Linux a
/// concurrent queue shares these threads, and a blocked one is replaced after a second; a serial queue has its own.
enum AppCallbacks {
    /// Another queue for each closure.
    private static var queue: DispatchQueue { DispatchQueue(label: "AWSMobileClient.callback") }

    /// Runs a closure, and does not wait for its end.
    static func start(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs a closure, and waits until it has returned.
    static func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            queue.async {
                body()
                continuation.resume()
            }
        }
    }
}

/// A value of the app, such as a closure, on its way to another thread.
///
/// Unchecked, because apps of Swift 5 pass closures and objects that the compiler does not know to be safe. The client
/// keeps the promise that the documentation gives: it calls a completion once, before the app's call returns or on
/// another thread, and reads nothing inside of the app's values. Two changes of the state may call a listener on two
/// threads at once.
struct AppOwned<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

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
