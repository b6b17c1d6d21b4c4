// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// Runs tests one after the other, each with `Amplify` in its state at launch: a process has one `Amplify`.
package actor AmplifyTurns {
    /// The turns of this process.
    package static let shared = AmplifyTurns()

    private var last: Task<Void, Never>?

    /// Runs a test after all tests before it have ended.
    ///
    /// - Parameter body: the test.
    /// - Throws: the test's error, and `CancellationError` if its task is cancelled while it waits.
    package func take(_ body: @concurrent @Sendable () async throws -> Void) async throws {
        let before = last
        let (end, turn) = AsyncStream.makeStream(of: Never.self)
        last = Task { for await _ in end {} }
        defer { turn.finish() }
        await before?.value
        try Task.checkCancellation()
        await Amplify.returnToLaunch()
        do {
            try await body()
        } catch {
            await Amplify.returnToLaunch()
            throw error
        }
        await Amplify.returnToLaunch()
    }
}
