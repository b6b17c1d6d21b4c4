// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// An error of the session's store.
public enum KeychainStoreError {
    /// The store is set up wrongly.
    case configuration(message: String)

    /// Anything else.
    case unknown(ErrorDescription, (any Error)? = nil)

    /// An item is not of the expected kind.
    case conversionError(ErrorDescription, (any Error)? = nil)

    /// An item cannot be encoded or decoded.
    case codingError(ErrorDescription, (any Error)? = nil)

    /// There is no such item.
    case itemNotFound

    /// The system refused, with this status.
    case securityError(Int32)
}

extension KeychainStoreError: AmplifyError {
    /// A description of the error.
    public var errorDescription: ErrorDescription {
        switch self {
        case .configuration(let message): message
        case .unknown(let description, _), .conversionError(let description, _), .codingError(let description, _):
            description
        case .itemNotFound: "There is no such item in the store"
        case .securityError(let status): "The store refused with status \(status)"
        }
    }

    /// A suggestion for recovery; empty where there is no general one.
    public var recoverySuggestion: RecoverySuggestion {
        switch self {
        case .configuration: "Check where the session is stored, and the access group"
        case .unknown, .conversionError, .codingError, .itemNotFound, .securityError: ""
        }
    }

    /// The cause, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unknown(_, let cause), .conversionError(_, let cause), .codingError(_, let cause): cause
        case .configuration, .itemNotFound, .securityError: nil
        }
    }

    /// Takes over any error: a `KeychainStoreError` stays itself, any other becomes `.unknown`.
    public init(
        errorDescription: ErrorDescription = "An unknown error occurred",
        recoverySuggestion: RecoverySuggestion = "See the underlying error for what happened",
        error: any Error
    ) {
        if let error = error as? Self {
            self = error
        } else {
            self = .unknown(errorDescription, UnknownErrorCause.keeping(error))
        }
    }
}

extension KeychainStoreError: Equatable {
    /// Whether both are the same case; of the payloads only the status counts.
    public static func == (lhs: KeychainStoreError, rhs: KeychainStoreError) -> Bool {
        switch (lhs, rhs) {
        case (.configuration, .configuration), (.unknown, .unknown), (.conversionError, .conversionError),
            (.codingError, .codingError), (.itemNotFound, .itemNotFound):
            true
        case (.securityError(let left), .securityError(let right)): left == right
        case (.configuration, _), (.unknown, _), (.conversionError, _), (.codingError, _), (.itemNotFound, _),
            (.securityError, _):
            false
        }
    }
}
