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

extension ConfigurationError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .amplifyAlreadyConfigured(let description, let suggestion, let cause),
            .invalidAmplifyConfigurationFile(let description, let suggestion, let cause),
            .invalidAmplifyOutputsFile(let description, let suggestion, let cause),
            .unableToDecode(let description, let suggestion, let cause),
            .unknown(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        }
    }

    /// Makes `.unknown`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> ConfigurationError {
        .unknown(details.description, details.suggestion, details.cause)
    }
}

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

extension PluginError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .mismatchedPlugin(let description, let suggestion, let cause),
            .noSuchPlugin(let description, let suggestion, let cause),
            .pluginConfigurationError(let description, let suggestion, let cause),
            .unknown(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        }
    }

    /// Makes `.unknown`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> PluginError {
        .unknown(details.description, details.suggestion, details.cause)
    }
}

/// An error of the set-up of Hub.
public enum HubError {
    /// A plugin has no key, or no plugin has the given key.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknownError(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension HubError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .configuration(let description, let suggestion, let cause),
            .unknownError(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        }
    }

    /// Makes `.unknownError`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> HubError {
        .unknownError(details.description, details.suggestion, details.cause)
    }
}

/// An error of the set-up of logging.
public enum LoggingError {
    /// A plugin has no key, or no plugin has the key asked for.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknown(ErrorDescription, (any Error)?)
}

extension LoggingError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .configuration(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        case .unknown(let description, let cause):
            AmplifyErrorDetails(description, "", cause)
        }
    }

    /// Makes `.unknown`, without a suggestion.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> LoggingError {
        .unknown(details.description, details.cause)
    }
}
