// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a function returned nothing that is of use.
package enum TriggerFailure: Error, Equatable, CustomStringConvertible {
    /// Why a function could not be called, in the service's words.
    package enum Obstacle: String, Sendable {
        case accessDenied = "AccessDeniedException"
        case notFound = "ResourceNotFoundException"
        case throttled = "TooManyRequestsException"
        case unavailable = "ServiceException"
    }

    /// The function ran and raised an error: its message, which the caller of the operation sees.
    case functionError(String)
    /// The function returned something that is not JSON, or text that is not in stream-safe form.
    case notJSON
    /// Nothing came back in time.
    case timedOut
    /// Nobody could be asked; the text is for the log.
    case notCallable(Obstacle, String)

    /// Whether another attempt may end differently: the function has not judged.
    package var isWorthAnotherTry: Bool {
        switch self {
        case .timedOut, .notCallable(.throttled, _), .notCallable(.unavailable, _): true
        case .functionError, .notJSON, .notCallable: false
        }
    }

    /// What happened, without the function's own words.
    package var description: String {
        switch self {
        case .functionError: "the function raised an error"
        case .notJSON: "the function returned something that is not JSON in stream-safe text"
        case .timedOut: "the function did not answer in time"
        case .notCallable(let obstacle, let detail): "\(obstacle.rawValue): \(detail)"
        }
    }
}
