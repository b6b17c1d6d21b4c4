// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a function returned no usable result.
package enum TriggerFailure: Error, Equatable, CustomStringConvertible {
    /// The reason why a function could not be called; the raw value is the service's error code.
    package enum Obstacle: String, Sendable {
        case accessDenied = "AccessDeniedException"
        case notFound = "ResourceNotFoundException"
        case throttled = "TooManyRequestsException"
        case unavailable = "ServiceException"
    }

    /// The function raised an error with this message, which the caller of the operation sees.
    case functionError(String)
    /// The function returned something that is not JSON, or text that is not in stream-safe form.
    case notJSON
    /// The function did not answer in time.
    case timedOut
    /// The function could not be called; the text is for the log.
    case notCallable(Obstacle, String)

    /// Whether another attempt may succeed, because the function has not processed the event or its result is unknown.
    package var isWorthAnotherTry: Bool {
        switch self {
        case .timedOut, .notCallable(.throttled, _), .notCallable(.unavailable, _): true
        case .functionError, .notJSON, .notCallable: false
        }
    }

    /// The kind of failure, without the function's own error message.
    package var description: String {
        switch self {
        case .functionError: "the function raised an error"
        case .notJSON: "the function returned something that is not JSON in stream-safe text"
        case .timedOut: "the function did not answer in time"
        case .notCallable(let obstacle, let detail): "\(obstacle.rawValue): \(detail)"
        }
    }
}
