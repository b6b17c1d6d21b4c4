// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How a foreign error is taken over by one of this library's error types.
package enum UnknownErrorCause {
    /// The cause to keep: one type stands for every kind of cancellation.
    package static func keeping(_ error: any Error) -> any Error {
        error is CancellationError ? OperationCancelledError() : error
    }
}
