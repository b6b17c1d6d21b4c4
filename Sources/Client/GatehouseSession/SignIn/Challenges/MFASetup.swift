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

/// `MFA_SETUP` with a TOTP app: the user enters the secret there, and then a code of the app here.
struct TOTPSetupChallenge: PersonalChallenge {
    private let setup: TOTPSetup
    private let session: String?
    /// The session string after a code was accepted, which must still be given to the service.
    private let verifiedSession: String?

    init(_ setup: TOTPSetup, session: String?) {
        self.init(setup, session: session, verifiedSession: nil)
    }

    private init(_ setup: TOTPSetup, session: String?, verifiedSession: String?) {
        self.setup = setup
        self.session = session
        self.verifiedSession = verifiedSession
    }

    var step: SignInStep { .continueSignInWithTOTPSetup(setup) }

    /// The code, unless one was accepted before and only the end of the set-up was lost.
    func reaction(to answer: PersonalAnswer) -> Reaction {
        if let verifiedSession { return .respond(Self.end(verifiedSession, username: answer.username)) }
        return .verify(
            TOTPVerification(
                session: session,
                code: answer.text,
                friendlyDeviceName: answer.options.friendlyDeviceName
            )
        )
    }

    /// The challenge after a code was accepted.
    func verified(_ session: String?) -> TOTPSetupChallenge {
        TOTPSetupChallenge(setup, session: self.session, verifiedSession: session ?? self.session)
    }

    /// The answer that ends the set-up; the original sends no metadata with it.
    func end(username: String) -> ChallengeAnswer {
        Self.end(verifiedSession, username: username)
    }

    private static func end(_ session: String?, username: String) -> ChallengeAnswer {
        ChallengeAnswer(challenge: .mfaSetup, session: session, username: username, responses: [:], clientMetadata: nil)
    }
}

/// The request for the secret of a TOTP app: `AssociateSoftwareToken`.
struct TOTPAssociation: Sendable, Equatable {
    let session: String?
}

/// The check of a TOTP app's code: `VerifySoftwareToken`.
struct TOTPVerification: Sendable, Equatable {
    let session: String?
    let code: String
    let friendlyDeviceName: String?
}

extension TOTPSetupChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(set-up of \(setup))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["setup": setup]) }
}

extension TOTPVerification: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(verification of a TOTP code)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
