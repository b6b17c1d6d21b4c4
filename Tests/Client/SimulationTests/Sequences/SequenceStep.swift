// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The step at which a sign-in waits.
enum SequenceStep: String, Hashable, Sendable, CaseIterable {
    case nothing, sms, totp, code, custom, newPassword, choiceOfSecondFactor, choiceOfFirstFactor
    case choiceOfSetup, totpSetup, emailSetup, password

    /// Nil where the next step is outside the sign-in.
    init?(_ step: AuthSignInStep) {
        switch step {
        case .confirmSignInWithSMSMFACode: self = .sms
        case .confirmSignInWithTOTPCode: self = .totp
        case .confirmSignInWithOTP: self = .code
        case .confirmSignInWithCustomChallenge: self = .custom
        case .confirmSignInWithNewPassword: self = .newPassword
        case .continueSignInWithMFASelection: self = .choiceOfSecondFactor
        case .continueSignInWithFirstFactorSelection: self = .choiceOfFirstFactor
        case .continueSignInWithMFASetupSelection: self = .choiceOfSetup
        case .continueSignInWithTOTPSetup: self = .totpSetup
        case .continueSignInWithEmailMFASetup: self = .emailSetup
        case .confirmSignInWithPassword: self = .password
        case .done: self = .nothing
        default: return nil
        }
    }
}
