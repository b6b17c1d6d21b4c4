// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of the Auth category.
public enum AuthError {
    /// The configuration lacks a part that the call needs.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The service answered with an error, or the request did not reach it; the cause says which.
    case service(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Something unforeseen.
    case unknown(ErrorDescription, (any Error)? = nil)

    /// An argument is not acceptable; the first value names it.
    case validation(Field, ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The credentials, the code or the token were refused.
    case notAuthorized(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The call does not fit the present state, such as confirming a sign-in that was not begun.
    case invalidState(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// No user is signed in.
    case signedOut(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The user has to sign in again.
    case sessionExpired(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension AuthError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .configuration(let description, let suggestion, let cause),
            .service(let description, let suggestion, let cause),
            .validation(_, let description, let suggestion, let cause),
            .notAuthorized(let description, let suggestion, let cause),
            .invalidState(let description, let suggestion, let cause),
            .signedOut(let description, let suggestion, let cause),
            .sessionExpired(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        case .unknown(let description, let cause):
            AmplifyErrorDetails(description, "", cause)
        }
    }

    /// Makes `.unknown`, without a suggestion.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> AuthError {
        .unknown(details.description, details.cause)
    }
}

extension AuthError: Equatable {
    /// Whether both are the same case.
    ///
    /// Payloads do not count, and an `.unknown` equals nothing, not even another one.
    public static func == (lhs: AuthError, rhs: AuthError) -> Bool {
        switch (lhs, rhs) {
        case (.configuration, .configuration), (.service, .service), (.validation, .validation),
            (.notAuthorized, .notAuthorized), (.invalidState, .invalidState), (.signedOut, .signedOut),
            (.sessionExpired, .sessionExpired):
            true
        case (.configuration, _), (.service, _), (.unknown, _), (.validation, _), (.notAuthorized, _),
            (.invalidState, _), (.signedOut, _), (.sessionExpired, _):
            false
        }
    }
}
