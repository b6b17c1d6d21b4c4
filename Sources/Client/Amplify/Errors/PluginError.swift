// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error when a plugin is added, found or configured.
public enum PluginError {
    /// The plugin belongs to another category.
    case mismatchedPlugin(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// No plugin has the key.
    case noSuchPlugin(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The plugin cannot work with its configuration.
    case pluginConfigurationError(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)?)
}

extension PluginError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { payload.0 }

    /// A suggestion for recovery.
    public var recoverySuggestion: RecoverySuggestion { payload.1 }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { payload.2 }

    /// Takes over any error: a `PluginError` stays itself, any other becomes `.unknown`.
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
        case .mismatchedPlugin(let description, let suggestion, let cause),
            .noSuchPlugin(let description, let suggestion, let cause),
            .pluginConfigurationError(let description, let suggestion, let cause),
            .unknown(let description, let suggestion, let cause):
            (description, suggestion, cause)
        }
    }
}
