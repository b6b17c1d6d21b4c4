// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
package import GatehouseCore
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let moment: Mutex<Date>

    /// Creates a clock that shows `moment`.
    public init(_ moment: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        self.moment = Mutex(moment)
    }

    /// The moment that the clock shows.
    public var now: Date {
        moment.withLock { $0 }
    }

    /// Moves the clock.
    /// - Parameter seconds: how far, in seconds; negative to move it back.
    public func advance(by seconds: TimeInterval) {
        moment.withLock { $0 = $0.addingTimeInterval(seconds) }
    }

    /// The clock for a server.
    package var wallClock: WallClock {
        WallClock { self.now }
    }
}
