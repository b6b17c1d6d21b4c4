// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// What may be done only a few times an hour (user pool quotas, operations on one user).
enum LimitedAction: String, Sendable, CaseIterable {
    /// `ForgotPassword` and `ConfirmForgotPassword` together.
    case recovery
    case changePassword = "change-password"
    case attributeCode = "attribute-code"
    case attributeGuess = "attribute-guess"
    case signUpCode = "sign-up-code"
    case signUpGuess = "sign-up-guess"
    /// Codes that a sign-in sends, whether somebody proved a password before or not.
    case signInCode = "sign-in-code"
    /// Messages that anybody can have sent to one address or number, whose owner was not asked.
    case unaskedMessage = "unasked-message"

    /// Calls in one hour, whether they succeed or not.
    var callsAnHour: Int {
        switch self {
        case .recovery, .signInCode: 20
        case .changePassword, .attributeCode, .signUpCode: 5
        case .attributeGuess, .signUpGuess: 15
        case .unaskedMessage: 50
        }
    }
}
