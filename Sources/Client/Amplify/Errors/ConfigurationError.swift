// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of the library's configuration.
public enum ConfigurationError {
    /// `Amplify.configure` was called before, or a plugin was added after it.
    case amplifyAlreadyConfigured(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// `amplifyconfiguration.json` is missing or cannot be read.
    case invalidAmplifyConfigurationFile(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// `amplify_outputs.json` is missing or cannot be read.
    case invalidAmplifyOutputsFile(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The file exists, but its content is invalid.
    case unableToDecode(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)?)
}

extension ConfigurationError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { payload.0 }

    /// A suggestion for recovery.
    public var recoverySuggestion: RecoverySuggestion { payload.1 }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { payload.2 }

    /// Takes over any error: a `ConfigurationError` stays itself, any other becomes `.unknown`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        if let error = error as? Self {
            self = error
        } else {
            self = .unknown(errorDescription, recoverySuggestion, UnknownErrorCause.keeping(error))
        }
    }

    private var payload: (ErrorDescription, RecoverySuggestion, (any Error)?) {
        switch self {
        case .amplifyAlreadyConfigured(let description, let suggestion, let cause),
            .invalidAmplifyConfigurationFile(let description, let suggestion, let cause),
            .invalidAmplifyOutputsFile(let description, let suggestion, let cause),
            .unableToDecode(let description, let suggestion, let cause),
            .unknown(let description, let suggestion, let cause):
            (description, suggestion, cause)
        }
    }
}
