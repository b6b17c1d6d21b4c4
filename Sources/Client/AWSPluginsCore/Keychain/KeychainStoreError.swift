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

extension KeychainStoreError: DescribedAmplifyError {
    /// The values of the case; those without a general suggestion have an empty one.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .configuration(let message):
            AmplifyErrorDetails(message, "Check where the session is stored, and the access group", nil)
        case .unknown(let description, let cause), .conversionError(let description, let cause),
            .codingError(let description, let cause):
            AmplifyErrorDetails(description, "", cause)
        case .itemNotFound: AmplifyErrorDetails("There is no such item in the store", "", nil)
        case .securityError(let status): AmplifyErrorDetails("The store refused with status \(status)", "", nil)
        }
    }

    /// Makes `.unknown`, without a suggestion.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> KeychainStoreError {
        .unknown(details.description, details.cause)
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
