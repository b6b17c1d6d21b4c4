// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// An error of the API category.
///
/// Unchecked because the values of `UserInfo` may be of any type: they belong to the cause and are only read.
public enum APIError: @unchecked Sendable {
    /// Further values of a network error, by name.
    public typealias UserInfo = [String: Any]

    /// The status of an HTTP response.
    public typealias StatusCode = Int

    /// Something unforeseen.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The configuration lacks a part that the call needs, or the request does not fit it.
    case invalidConfiguration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The address of the request is missing or invalid.
    case invalidURL(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The call could not be prepared, or its answer could not be read.
    case operationError(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// No answer arrived.
    case networkError(ErrorDescription, UserInfo? = nil, (any Error)? = nil)

    /// The answer has a status that is not a success; the plugin's response also has the body.
    case httpStatusError(StatusCode, HTTPURLResponse)

    /// An error of another category or of the plugin's configuration.
    case pluginError(any AmplifyError)
}

extension APIError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .unknown(let description, let suggestion, let cause),
            .invalidConfiguration(let description, let suggestion, let cause),
            .invalidURL(let description, let suggestion, let cause),
            .operationError(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        case .networkError(let description, _, let cause):
            AmplifyErrorDetails(description, "Check the connection to the network, and call again", cause)
        case .httpStatusError(let status, _):
            AmplifyErrorDetails(
                "The HTTP response status code is [\(status)].", "The response of the error has the headers", nil)
        case .pluginError(let error):
            AmplifyErrorDetails(error.errorDescription, error.recoverySuggestion, error)
        }
    }

    /// Makes `.operationError` of a cancellation, `.unknown` of anything else.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> APIError {
        if details.cause?.isOperationCancelledError == true {
            return .operationError(details.description, details.suggestion, details.cause)
        }
        return .unknown(details.description, details.suggestion, details.cause)
    }
}
