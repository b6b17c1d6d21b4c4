// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The operation was cancelled before it had a result.
public struct OperationCancelledError: Error {
    /// Makes the error.
    public init() {}
}

extension Error {
    /// Whether this error says, or is caused by, the cancellation of an operation or task.
    public var isOperationCancelledError: Bool {
        if self is OperationCancelledError || self is CancellationError {
            return true
        }
        return (self as? any AmplifyError)?.isOperationCancelledError ?? false
    }
}

/// Conversion of a foreign error to the cause of one of this library's errors.
package enum UnknownErrorCause {
    /// The cause to keep: every kind of cancellation becomes an `OperationCancelledError`.
    package static func keeping(_ error: any Error) -> any Error {
        error is CancellationError ? OperationCancelledError() : error
    }
}
