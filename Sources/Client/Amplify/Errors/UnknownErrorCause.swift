// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Conversion of a foreign error to the cause of one of this library's errors.
package enum UnknownErrorCause {
    /// The cause to keep: every kind of cancellation becomes an `OperationCancelledError`.
    package static func keeping(_ error: any Error) -> any Error {
        error is CancellationError ? OperationCancelledError() : error
    }
}
