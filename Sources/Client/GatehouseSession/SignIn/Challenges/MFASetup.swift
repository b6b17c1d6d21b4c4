// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
