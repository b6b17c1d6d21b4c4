// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A future's promise, on its way into a task.
///
/// Unchecked because a promise is a plain closure; a future guards its state by a lock and may be fulfilled anywhere.
struct FuturePromise<Output, Failure: Error>: @unchecked Sendable {
    let fulfil: (Result<Output, Failure>) -> Void
}
