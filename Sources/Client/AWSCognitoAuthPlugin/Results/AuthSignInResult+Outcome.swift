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

extension AuthSignUpResult {
    /// Converts the engine's outcome to this API's type.
    init(_ outcome: SignUpOutcome) {
        let step: AuthSignUpStep =
            switch outcome.nextStep {
            case .confirmUser(let delivery, let userID):
                .confirmUser(delivery.map(AuthCodeDeliveryDetails.init), nil, userID)
            case .completeAutoSignIn(let session): .completeAutoSignIn(session)
            case .done: .done
            }
        self.init(step, userID: outcome.userID)
    }
}

extension AuthCodeDeliveryDetails {
    /// Converts the engine's delivery to this API's type.
    init(_ delivery: CodeDelivery) {
        let destination: DeliveryDestination =
            switch delivery.medium {
            case .email: .email(delivery.destination)
            case .sms: .sms(delivery.destination)
            case .unknown: .unknown(delivery.destination)
            }
        self.init(
            destination: destination,
            attributeKey: delivery.attributeName.map(AuthUserAttributeKey.init(rawValue:))
        )
    }
}
