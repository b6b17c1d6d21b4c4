// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge that is ready to be returned, once the step before it is stored.
struct ChallengeIssue: Sendable {
    /// The sign-in in its next state, which determines the challenge.
    let signIn: SignIn
    let name: ChallengeNameType
    let parameters: [String: String]
    /// The first factors that the user can choose from, in the flow `USER_AUTH`.
    var available: [FirstFactor]?
    /// The code to send.
    var delivery: PendingDelivery?

    /// The answer that contains the challenge.
    func answer(sealedBy sealer: Sealer) -> SignInAnswer {
        .challenge(
            name, session: signIn.session.sealed(by: sealer), parameters: parameters,
            available: available?.map(\.challenge))
    }
}

/// Issues the challenges of sign-ins; each challenge defines its own part.
struct ChallengeIssuer: Sendable {
    let factors: OfferedFactors
    let codes: SignInCodes
    let sealer: Sealer

    /// Issues the challenge of the sign-in's state.
    /// - Throws: `InvalidParameterException` for a user without the attribute or factor that the challenge needs.
    func issueChallenge(for signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        switch signIn.session.state {
        case .selectChallenge: try issueSelectChallenge(signIn)
        case .password: try issuePassword(signIn)
        case .passwordSRP: try issuePasswordSRP(signIn)
        case .emailOTP: try issueEmailOTP(signIn)
        case .smsOTP: try issueSMSOTP(signIn)
        case .customChallenge: try issueCustomChallenge(signIn)
        case .newPasswordRequired: try issueNewPasswordRequired(signIn)
        case .selectMFAType: try issueSelectMFAType(signIn)
        case .smsMFA: try issueSMSMFA(signIn)
        case .emailMFA: try issueEmailOTP(signIn)
        case .softwareTokenMFA: try issueSoftwareTokenMFA(signIn)
        case .mfaSetup: try issueMFASetup(signIn)
        case .webAuthn: try issueWebAuthn(signIn)
        case .deviceSRP: try issueDeviceSRPAuth(signIn)
        // A step into these states issues no challenge.
        case .started, .passwordVerifier, .devicePasswordVerifier, .softwareTokenSetUp, .signedUp, .signUpConfirmed,
            .finished:
            throw .invalidSession
        }
    }
}
