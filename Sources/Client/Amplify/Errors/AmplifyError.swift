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
