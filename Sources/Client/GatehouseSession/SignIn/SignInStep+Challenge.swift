// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

extension SignInStep {
    /// The step that a challenge asks for.
    ///
    /// - Parameter reply: the service's reply.
    /// - Throws: `.unknown` for a name that Cognito does not have, `.unanswerable` for a set-up without a factor,
    ///   `.garbled` for a reply without challenge.
    init(_ reply: SignInReply) throws(SessionError) {
        let parameters = reply.parameters
        guard let challenge = reply.challenge else {
            throw .garbled(.garbled("The answer holds neither a challenge nor tokens."))
        }
        switch challenge {
        case .newPasswordRequired: self = .confirmSignInWithNewPassword(parameters: parameters)
        case .smsMfa: self = .confirmSignInWithSMSMFACode(CodeDelivery(challenge: parameters), parameters: parameters)
        case .softwareTokenMfa: self = .confirmSignInWithTOTPCode
        case .emailOtp, .smsOtp: self = .confirmSignInWithOTP(CodeDelivery(challenge: parameters))
        case .customChallenge: self = .confirmSignInWithCustomChallenge(parameters: parameters)
        case .selectMfaType:
            self = .continueSignInWithMFASelection(Self.factors(parameters["MFAS_CAN_CHOOSE"]))
        case .selectChallenge:
            let factors = reply.availableChallenges.compactMap(FirstFactor.init(rawValue:))
            self = .continueSignInWithFirstFactorSelection(Set(factors))
        case .mfaSetup: self = try Self.setup(of: Self.factors(parameters["MFAS_CAN_SETUP"]).subtracting([.sms]))
        case .deviceSrpAuth, .devicePasswordVerifier, .webAuthn:
            throw .notBuilt("The challenge \(challenge.rawValue) is not built yet.")
        default: throw .unknown("The service asked for \(challenge.rawValue), which this client does not know.")
        }
    }

    private static func setup(of factors: Set<SecondFactor>) throws(SessionError) -> SignInStep {
        switch (factors.contains(.totp), factors.contains(.email)) {
        case (true, true): return .continueSignInWithMFASetupSelection([.totp, .email])
        case (true, false): return .continueSignInWithTOTPSetup
        case (false, true): return .continueSignInWithEmailMFASetup
        case (false, false): throw .unanswerable("The service offers no factor that can be set up.")
        }
    }

    /// The factors in a JSON array inside a string; unknown names are dropped.
    private static func factors(_ text: String?) -> Set<SecondFactor> {
        let names = text.flatMap { try? WireValue(json: Data($0.utf8)) }?.arrayValue ?? []
        return Set(names.compactMap { $0.stringValue.flatMap(SecondFactor.init(rawValue:)) })
    }
}
