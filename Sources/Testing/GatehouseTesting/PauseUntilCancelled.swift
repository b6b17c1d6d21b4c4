// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Waits until its task is cancelled, instead of for a duration: what a test waits for comes, also on a busy machine.
///
/// - Throws: `CancellationError`.
package func pauseUntilCancelled(_: Duration) async throws {
    for await _ in AsyncStream(Never.self, { _ in }) {}
    throw CancellationError()
}
