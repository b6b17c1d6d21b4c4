// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseServerCrypto

/// The source of the current time.
///
/// The server reads the system's clock only through this type.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a clock from a function that returns the present moment.
    package init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The present moment.
    package var now: Date { read() }

    /// The machine's own clock.
    package static let system = WallClock { Date() }
}

extension Date {
    /// Whether this stored time is after `now`, so that the clock was set back since.
    ///
    /// An interval that began at such a time would last until the clock is there again.
    package func isInFuture(at now: Date) -> Bool {
        age(at: now) == .infinity
    }
}
