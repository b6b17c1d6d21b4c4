// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Sends events to one function and returns its results.
protocol TriggerCarrier: Sendable {
    /// Calls the function once.
    /// - Returns: the function's result, which should be JSON.
    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8]
}

/// The limits of a function call.
package struct TriggerLimits: Sendable, Equatable {
    /// The longest duration of one attempt.
    package var attempt: Duration = .seconds(5)
    /// The largest number of attempts; a call is repeated only after a temporary failure.
    package var attempts = 3
    /// The longest duration of all attempts together.
    package var total: Duration = .seconds(15)

    /// The largest result of a function, in bytes.
    static let output = 1_048_576

    /// Creates the service's limits.
    package init() {}
}

extension TriggerFailure {
    /// The error for a result that is too large.
    static let tooLarge = TriggerFailure.functionError(
        "Response payload size exceeded maximum allowed payload size (\(TriggerLimits.output) bytes).")

    /// The error of a function, with its message shortened to 1,024 characters.
    static func raised(_ message: String) -> TriggerFailure {
        .functionError(String(message.prefix(1_024)))
    }
}
