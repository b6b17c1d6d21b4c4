// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of the library's own work on values.
public enum CoreError {
    /// A list could not be loaded.
    case listOperation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// A value is not valid.
    case clientValidation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension CoreError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { payload.0 }

    /// A suggestion for recovery.
    public var recoverySuggestion: RecoverySuggestion { payload.1 }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { payload.2 }

    /// Takes over any error: a `CoreError` stays itself, any other becomes the cause of `.clientValidation`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        if let error = error as? Self {
            self = error
        } else {
            self = .clientValidation(errorDescription, recoverySuggestion, UnknownErrorCause.keeping(error))
        }
    }

    private var payload: (ErrorDescription, RecoverySuggestion, (any Error)?) {
        switch self {
        case .listOperation(let description, let suggestion, let cause),
            .clientValidation(let description, let suggestion, let cause):
            (description, suggestion, cause)
        }
    }
}
