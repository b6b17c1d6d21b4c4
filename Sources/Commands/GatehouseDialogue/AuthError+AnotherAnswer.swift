// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSCognitoAuthPlugin
package import Amplify

extension AuthError {
    /// Whether another answer to the same question can help.
    package var allowsAnotherAnswer: Bool {
        switch self {
        case .service, .validation: true
        case .configuration, .unknown, .notAuthorized, .invalidState, .signedOut, .sessionExpired: false
        }
    }

    /// Whether another password can help, where the service says no more than that the present one is not accepted.
    package var allowsAnotherPassword: Bool {
        if case .notAuthorized = self { true } else { false }
    }

    /// The reason of the service's refusal, if it has a name.
    package var cause: AWSCognitoAuthError? { underlyingError as? AWSCognitoAuthError }
}
