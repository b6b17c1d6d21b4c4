// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A description of an error, for developers.
public typealias ErrorDescription = String

/// A suggestion for recovery from an error, for developers.
public typealias RecoverySuggestion = String

/// The name of an error type, as a text.
public typealias ErrorName = String

/// The name of the field that failed validation.
public typealias Field = String

/// A key under which something is kept.
public typealias Key = String

/// The identity id of the owner of a stored object.
public typealias TargetIdentityId = String

/// An error thrown by this library: what went wrong, what to do about it, and what caused it.
public protocol AmplifyError: Error, CustomDebugStringConvertible {
    /// A description of the error.
    var errorDescription: ErrorDescription { get }

    /// A suggestion for recovery; may be empty.
    var recoverySuggestion: RecoverySuggestion { get }

    /// The cause, if another error is behind this one.
    var underlyingError: (any Error)? { get }

    /// Takes over any error: one of this type stays itself, any other becomes the cause of an unknown error.
    init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error)
}

extension AmplifyError {
    /// The type and description, the suggestion if there is one, and the cause if there is one, each on its own line.
    public var debugDescription: String {
        var lines = ["\(Self.self): \(errorDescription)"]
        if !recoverySuggestion.isEmpty {
            lines.append("Recovery suggestion: \(recoverySuggestion)")
        }
        if let underlyingError {
            lines.append("Caused by:\n\(underlyingError)")
        }
        return lines.joined(separator: "\n")
    }

    /// Whether a cancelled operation is the cause.
    public var isOperationCancelledError: Bool {
        underlyingError?.isOperationCancelledError ?? false
    }
}

/// The values that a case of an error carries.
public struct AmplifyErrorDetails: Sendable {
    /// A description of the error.
    public let description: ErrorDescription
    /// A suggestion for recovery; may be empty.
    public let suggestion: RecoverySuggestion
    /// The cause, if another error is behind this one.
    public let cause: (any Error)?

    /// Creates details.
    package init(_ description: ErrorDescription, _ suggestion: RecoverySuggestion, _ cause: (any Error)?) {
        self.description = description
        self.suggestion = suggestion
        self.cause = cause
    }
}

/// An error with cases that carry a description, a suggestion and a cause.
///
/// The errors of this library conform to it; what they share is written here.
public protocol DescribedAmplifyError: AmplifyError {
    /// The values of the case.
    var amplifyErrorDetails: AmplifyErrorDetails { get }

    /// Makes the case for an error of another type.
    static func unforeseenError(_ details: AmplifyErrorDetails) -> Self
}

extension DescribedAmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription { amplifyErrorDetails.description }

    /// A suggestion for recovery; empty where there is no general one.
    public var recoverySuggestion: RecoverySuggestion { amplifyErrorDetails.suggestion }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? { amplifyErrorDetails.cause }

    /// Takes over any error: one of this type stays itself, any other becomes the cause of an unknown error.
    ///
    /// Every kind of cancellation becomes an `OperationCancelledError`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        let cause = error is CancellationError ? OperationCancelledError() : error
        self = error as? Self ?? .unforeseenError(AmplifyErrorDetails(errorDescription, recoverySuggestion, cause))
    }
}

/// The operation was cancelled before it had a result.
public struct OperationCancelledError: Error {
    /// Makes the error.
    public init() {}
}

extension Error {
    /// Whether this error says, or is caused by, the cancellation of an operation or task.
    public var isOperationCancelledError: Bool {
        if self is OperationCancelledError || self is CancellationError {
            return true
        }
        return (self as? any AmplifyError)?.isOperationCancelledError ?? false
    }
}

/// An error of the library's own work on values.
public enum CoreError {
    /// A list could not be loaded.
    case listOperation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// A value is not valid.
    case clientValidation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension CoreError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .listOperation(let description, let suggestion, let cause),
            .clientValidation(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        }
    }

    /// Makes `.clientValidation`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> CoreError {
        .clientValidation(details.description, details.suggestion, details.cause)
    }
}

/// Recovery suggestions for errors that only a fault of the library can cause.
public enum AmplifyErrorMessages {
    /// Returns a suggestion to report the fault, with the place of the call.
    public static func reportBugToAWS(
        file: StaticString = #file,
        function: StaticString = #function,
        line: UInt = #line
    ) -> String {
        "Report this to the authors of the library: \(file) \(function), line \(line)"
    }

    /// Returns a suggestion to report a state that the library excludes, with the place of the call.
    public static func shouldNotHappenReportBugToAWS(
        file: StaticString = #file,
        function: StaticString = #function,
        line: UInt = #line
    ) -> String {
        "This should not happen. \(reportBugToAWS(file: file, function: function, line: line))"
    }

    /// Returns a suggestion to report a state that the library excludes.
    public static func shouldNotHappenReportBugToAWSWithoutLineInfo() -> String {
        "This should not happen. Report this to the authors of the library"
    }
}
