// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AuthSignInResult {
    /// Converts the engine's outcome to this API's type.
    init(_ outcome: SignInOutcome) {
        self.init(nextStep: AuthSignInStep(outcome.nextStep))
    }
}

extension AuthSignInStep {
    fileprivate init(_ step: SignInStep) {
        switch step {
        case .confirmSignUp: self = .confirmSignUp(nil)
        case .resetPassword: self = .resetPassword(nil)
        case .confirmSignInWithNewPassword(let parameters): self = .confirmSignInWithNewPassword(parameters)
        case .confirmSignInWithSMSMFACode(let delivery, let parameters):
            self = .confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails(delivery), parameters)
        case .confirmSignInWithTOTPCode: self = .confirmSignInWithTOTPCode
        case .confirmSignInWithOTP(let delivery): self = .confirmSignInWithOTP(AuthCodeDeliveryDetails(delivery))
        case .confirmSignInWithCustomChallenge(let parameters): self = .confirmSignInWithCustomChallenge(parameters)
        case .confirmSignInWithPassword: self = .confirmSignInWithPassword
        case .continueSignInWithMFASelection(let factors):
            self = .continueSignInWithMFASelection(Set(factors.map(MFAType.init)))
        case .continueSignInWithFirstFactorSelection(let factors):
            self = .continueSignInWithFirstFactorSelection(Set(factors.map(AuthFactorType.init)))
        case .continueSignInWithMFASetupSelection(let factors):
            self = .continueSignInWithMFASetupSelection(Set(factors.map(MFAType.init)))
        case .continueSignInWithTOTPSetup(let setup): self = .continueSignInWithTOTPSetup(TOTPSetupDetails(setup))
        case .continueSignInWithEmailMFASetup: self = .continueSignInWithEmailMFASetup
        case .done: self = .done
        }
    }
}
