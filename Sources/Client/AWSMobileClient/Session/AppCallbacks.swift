// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// Runs the app's closures on threads on which they may block.
///
/// Tasks have few threads, which a closure that waits for another call would take away from that call. On Linux a
/// concurrent queue shares these threads, and a blocked one is replaced after a second; a serial queue has its own.
enum AppCallbacks {
    /// Another queue for each closure.
    private static var queue: DispatchQueue { DispatchQueue(label: "AWSMobileClient.callback") }

    /// Runs a closure, and goes on.
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
