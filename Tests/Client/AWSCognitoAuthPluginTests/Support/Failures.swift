// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// The error that a call throws; `nil` if it throws none of the API's.
func failure(_ call: () async throws -> Void) async -> AuthError? {
    do {
        try await call()
        return nil
    } catch {
        return error as? AuthError
    }
}

extension AuthError {
    /// The cause from the API's list, if there is one.
    var cause: AWSCognitoAuthError? { underlyingError as? AWSCognitoAuthError }

    /// The argument that was refused.
    var field: String? {
        if case .validation(let field, _, _, _) = self { field } else { nil }
    }

    // One value of each case, to compare with: equality ignores payloads.
    static let anyConfiguration = AuthError.configuration("", "")
    static let anyService = AuthError.service("", "")
    static let anyNotAuthorized = AuthError.notAuthorized("", "")
    static let anyInvalidState = AuthError.invalidState("", "")
    static let anySignedOut = AuthError.signedOut("", "")
    static let anySessionExpired = AuthError.sessionExpired("", "")

    /// The name of the case, which also distinguishes `.unknown` from the others.
    var name: String {
        switch self {
        case .configuration: "configuration"
        case .service: "service"
        case .unknown: "unknown"
        case .validation: "validation"
        case .notAuthorized: "notAuthorized"
        case .invalidState: "invalidState"
        case .signedOut: "signedOut"
        case .sessionExpired: "sessionExpired"
        }
    }
}

extension Result where Failure == AuthError {
    /// Why there is no value.
    var error: AuthError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// The value, if there is one.
    var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
