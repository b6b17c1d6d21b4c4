// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge that is ready to be told, once the step before it is on disk.
struct OpenedChallenge: Sendable {
    /// The sign-in as it goes on; its state is what is asked for.
    let signIn: SignIn
    let name: ChallengeNameType
    let parameters: [String: String]
    /// What a user may choose among, where a first factor is to be chosen.
    var available: [FirstFactor]?
    /// A code that must be sent.
    var delivery: PendingDelivery?

    /// The answer that tells the challenge.
    func answer(sealedBy sealer: Sealer) -> SignInAnswer {
        .challenge(
            name, session: signIn.session.sealed(by: sealer), parameters: parameters,
            available: available?.map(\.challenge))
    }
}

extension UserPools {
    /// Opens the challenge that the sign-in's state is named after.
    /// - Throws: `InvalidParameterException` for a user who cannot be asked.
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
        // These are not opened in answer to a step that was taken.
        case .started, .passwordVerifier, .devicePasswordVerifier, .softwareTokenSetUp, .signedUp, .signUpConfirmed,
            .finished:
            throw .invalidSession
        }
    }
}
