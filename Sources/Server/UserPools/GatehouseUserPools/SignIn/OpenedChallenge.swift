// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge that is ready to be returned, once the step before it is stored.
struct OpenedChallenge: Sendable {
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

extension UserPools {
    /// Opens the challenge of the sign-in's state.
    /// - Throws: `InvalidParameterException` for a user without the attribute or factor that the challenge needs.
    func open(_ signIn: SignIn) throws(ServiceFault) -> OpenedChallenge {
        switch signIn.session.state {
        case .selectChallenge: try openSelectChallenge(signIn)
        case .password: try openPassword(signIn)
        case .passwordSRP: try openPasswordSRP(signIn)
        case .emailOTP: try openEmailOTP(signIn)
        case .smsOTP: try openSMSOTP(signIn)
        case .customChallenge: try openCustomChallenge(signIn)
        case .newPasswordRequired: try openNewPasswordRequired(signIn)
        case .selectMFAType: try openSelectMFAType(signIn)
        case .smsMFA: try openSMSMFA(signIn)
        case .emailMFA: try openEmailOTP(signIn)
        case .softwareTokenMFA: try openSoftwareTokenMFA(signIn)
        case .mfaSetup: try openMFASetup(signIn)
        case .webAuthn: try openWebAuthn(signIn)
        case .deviceSRP: try openDeviceSRPAuth(signIn)
        // These states do not open a challenge as the result of a step.
        case .started, .passwordVerifier, .devicePasswordVerifier, .softwareTokenSetUp, .signedUp, .signUpConfirmed,
            .finished:
            throw .invalidSession
        }
    }
}
