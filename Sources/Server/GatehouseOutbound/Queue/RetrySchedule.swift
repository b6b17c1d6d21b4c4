// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The pauses between the attempts to send a message.
enum RetrySchedule {
    private static let first = 5.0
    private static let longest = 600.0

    /// The seconds until the next attempt: five after the first, then twice as long each time, up to ten minutes.
    ///
    /// `chance` shortens the pause by up to a fifth, so that messages that failed together are not retried together.
    static func pause(afterAttempts attempts: Int, chance: UInt8) -> Double {
        let doublings = min(max(attempts, 1), 32) - 1
        let pause = min(longest, Double(sign: .plus, exponent: doublings, significand: first))
        return pause * (1 - Double(chance) / 255 / 5)
    }
}
