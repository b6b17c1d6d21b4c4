// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Takes an event to one function and brings back what it returns.
protocol TriggerCarrier: Sendable {
    /// Calls the function once.
    /// - Returns: the bytes that it returned, which should be JSON.
    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8]
}

/// What a function may take and give.
package struct TriggerLimits: Sendable, Equatable {
    /// How long one attempt may take.
    package var attempt: Duration = .seconds(5)
    /// How often a call is tried that nobody has answered.
    package var attempts = 3
    /// How long all attempts together may take.
    package var total: Duration = .seconds(15)

    /// The bytes that a function may return.
    static let output = 1_048_576

    /// The service's limits.
    package init() {}
}

extension TriggerFailure {
    /// The error of a function that returns too much.
    static let tooLarge = TriggerFailure.functionError(
        "Response payload size exceeded maximum allowed payload size (\(TriggerLimits.output) bytes).")

    /// The error of a function, its message cut to what a caller can be shown.
    static func raised(_ message: String) -> TriggerFailure {
        .functionError(String(message.prefix(1_024)))
    }
}
