// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Signals without an effect: `nohup` and `trap '' HUP` start a program that must not end by them.
package enum IgnoredSignal {
    /// What a signal does: a function, or one of the numbers for the default and for nothing.
    package typealias Action = @convention(c) (Int32) -> Void

    /// Whether an action, as `signal` returns it, is to do nothing.
    package static func isIgnoring(_ action: Action?) -> Bool {
        // Functions have no `==`; this one is a number in a function's place.
        unsafe unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
