// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// An action with a limit per hour (user pool quotas, operations on one user).
package enum LimitedAction: String, Sendable, CaseIterable {
    /// `ForgotPassword` and `ConfirmForgotPassword` together.
    case recovery
    case changePassword = "change-password"
    case attributeCode = "attribute-code"
    case attributeGuess = "attribute-guess"
    case signUpCode = "sign-up-code"
    case signUpGuess = "sign-up-guess"
    /// Codes of sign-ins, before or after a password.
    case signInCode = "sign-in-code"
    /// Messages to one address or phone number that its owner may not have requested.
    case unaskedMessage = "unasked-message"

    /// The maximum number of requests in an hour, successful or not.
    var callsAnHour: Int {
        switch self {
        case .recovery, .signInCode: 20
        case .changePassword, .attributeCode, .signUpCode: 5
        case .attributeGuess, .signUpGuess: 15
        case .unaskedMessage: 50
        }
    }
}
