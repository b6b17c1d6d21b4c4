// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `MFA_SETUP`: the pool demands a second factor, and the user has none.
///
/// A factor that needs a telephone number cannot be set up here.
enum MFASetup {
    /// Both can be set up; the user chooses.
    case choice(MFASetupChoice)
    case totp(TOTPAssociation)
    case email(EmailSetupChallenge)

    /// Reads the factors that the user can set up.
    ///
    /// - Throws: `.unanswerable` if it is nothing that this client can.
    init(_ reply: SignInReply) throws(SessionError) {
        let factors = reply.secondFactors(in: "MFAS_CAN_SETUP")
        switch (factors.contains(.totp), factors.contains(.email)) {
        case (true, true): self = .choice(MFASetupChoice(session: reply.session))
        case (true, false): self = .totp(TOTPAssociation(session: reply.session))
        case (false, true): self = .email(EmailSetupChallenge(session: reply.session))
        case (false, false): throw .unanswerable("The service offers no factor that can be set up.")
        }
    }
}

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

/// `MFA_SETUP` with e-mail: the user names an address, to which a code goes.
struct EmailSetupChallenge: PersonalChallenge {
    let session: String?

    var step: SignInStep { .continueSignInWithEmailMFASetup }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .mfaSetup, session, ["EMAIL": answer.text]))
    }
}
