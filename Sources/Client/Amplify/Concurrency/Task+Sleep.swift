// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Task where Success == Never, Failure == Never {
    /// Waits for a number of seconds; returns at once if it is not positive.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public static func sleep(seconds: Double) async throws {
        // The clock overflows at about 292 years.
        try await sleep(for: .seconds(seconds > 0 ? min(seconds, 1e9) : 0))
    }
}
