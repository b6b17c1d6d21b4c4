// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of the set-up of logging.
public enum LoggingError {
    /// A plugin has no key, or no plugin has the key asked for.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknown(ErrorDescription, (any Error)?)
}

extension LoggingError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { payload.0 }

    /// A suggestion for recovery; empty for `.unknown`.
    public var recoverySuggestion: RecoverySuggestion { payload.1 }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { payload.2 }

    /// Takes over any error: a `LoggingError` stays itself, any other becomes `.unknown`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        if let error = error as? Self {
            self = error
        } else {
            self = .unknown(errorDescription, UnknownErrorCause.keeping(error))
        }
    }

    private var payload: (ErrorDescription, RecoverySuggestion, (any Error)?) {
        switch self {
        case .configuration(let description, let suggestion, let cause):
            (description, suggestion, cause)
        case .unknown(let description, let cause):
            (description, "", cause)
        }
    }
}
