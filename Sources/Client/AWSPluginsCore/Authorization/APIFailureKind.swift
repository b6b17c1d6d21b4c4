// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Amplify

/// The kinds of failures that are `APIError.operationError`, for other plugins.
///
/// `APIError` has no cases for them, and apps know the texts and the causes of the original. So the text of a kind is here
/// alone: the API plugin makes its errors of it, and other plugins read the kind.
package enum APIFailureKind: String, CaseIterable, Sendable {
    /// There is no token for the mode.
    case noToken = "Failed to retrieve authorization token."
    /// There are no AWS credentials.
    case noCredentials = "Failed to retrieve AWS credentials."
    /// The request cannot be written as JSON.
    case unwritableRequest = "Failed to serialize query document"
    /// The answer is not JSON, so that it may not be the service's.
    case foreignAnswer = "Could not decode to JSONValue from the GraphQL Response"
    /// The answer has no value at the path of the request.
    case missingValue = "Could not retrieve object, given decode path: "
    /// The service has refused the caller of a subscription.
    case refusedSubscription = "Subscription item event failed with error: Unauthorized"
}

extension APIError {
    /// Makes an error of a kind.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - detail: the end of the description.
    ///   - suggestion: what helps.
    ///   - cause: the error behind it; nil without one.
    /// - Returns: the error.
    package static func failure(
        _ kind: APIFailureKind, detail: String = "", suggestion: String = "", _ cause: (any Error)? = nil
    ) -> APIError {
        .operationError(kind.rawValue + detail, suggestion, cause)
    }

    /// The kind of the error; nil for an error that has its own case, or none of the kinds.
    package var failureKind: APIFailureKind? {
        guard case .operationError(let description, _, _) = self else { return nil }
        return APIFailureKind.allCases.first { description.hasPrefix($0.rawValue) }
    }
}
