// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of the set-up of Hub.
public enum HubError {
    /// A plugin has no key, or no plugin has the given key.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknownError(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension HubError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { payload.0 }

    /// A suggestion for recovery.
    public var recoverySuggestion: RecoverySuggestion { payload.1 }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { payload.2 }

    /// Takes over any error: a `HubError` stays itself, any other becomes `.unknownError`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        if let error = error as? Self {
            self = error
        } else {
            self = .unknownError(errorDescription, recoverySuggestion, UnknownErrorCause.keeping(error))
        }
    }

    private var payload: (ErrorDescription, RecoverySuggestion, (any Error)?) {
        switch self {
        case .configuration(let description, let suggestion, let cause),
            .unknownError(let description, let suggestion, let cause):
            (description, suggestion, cause)
        }
    }
}
