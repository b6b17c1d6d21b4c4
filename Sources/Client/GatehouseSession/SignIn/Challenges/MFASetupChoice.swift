// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The choice between the factors of `MFA_SETUP`; it is not sent to the service.
struct MFASetupChoice: PersonalChallenge {
    let session: String?

    var step: SignInStep { .continueSignInWithMFASetupSelection([.totp, .email]) }

    /// - Throws: `.validation` for a text that names no second factor, `.unknown` for the one that cannot be set up.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        switch try answer.secondFactor() {
        case .totp: return .associate(TOTPAssociation(session: session))
        case .email: return .ask(.emailSetup(EmailSetupChallenge(session: session)))
        case .sms: throw .unknown("SMS cannot be set up in the course of a sign-in.")
        }
    }
}
