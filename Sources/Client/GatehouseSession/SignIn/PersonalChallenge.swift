// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// A challenge that waits for the user's answer.
protocol PersonalChallenge: Sendable, Equatable, Codable {
    /// The step that the app shows to the user.
    var step: SignInStep { get }

    /// Returns the reaction to the user's answer.
    ///
    /// - Throws: the error in the answer; the challenge stays open.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction
}

/// The reaction to a user's answer.
enum Reaction: Sendable, Equatable {
    /// Sends the answer to the service.
    case respond(ChallengeAnswer)
    /// Asks the user another question; sends nothing to the service yet.
    case ask(OpenChallenge)
    /// Requests the secret of a TOTP app.
    case associate(TOTPAssociation)
    /// Verifies the code of a TOTP app.
    case verify(TOTPVerification)
    /// A passkey answers.
    case assert(WebAuthnChallenge)
}

/// A user's answer, and the name under which it is sent to the service.
struct PersonalAnswer: Sendable {
    let text: String
    let options: ConfirmSignInOptions
    let username: String

    /// The answer to a challenge with these responses.
    func response(
        to challenge: ChallengeNameType,
        _ session: String?,
        _ responses: [String: String]
    ) -> ChallengeAnswer {
        ChallengeAnswer(
            challenge: challenge,
            session: session,
            username: username,
            responses: responses,
            clientMetadata: options.clientMetadata
        )
    }

    /// The second factor that the text names.
    ///
    /// - Throws: `.validation` if it names none.
    func secondFactor() throws(SessionError) -> SecondFactor {
        guard let factor = SecondFactor(rawValue: text.uppercased()) else {
            throw .badChallengeResponse(
                "The answer names no second factor.",
                cure: "Give the challengeResponse of an MFAType."
            )
        }
        return factor
    }

    /// The first factor that the text names.
    ///
    /// - Throws: `.validation` if it names none.
    func firstFactor() throws(SessionError) -> FirstFactor {
        guard let factor = FirstFactor(rawValue: text.uppercased()) else {
            throw .badChallengeResponse(
                "The answer names no first factor.",
                cure: "Give the challengeResponse of an AuthFactorType."
            )
        }
        return factor
    }
}

extension SessionError {
    static func badChallengeResponse(_ text: String, cure: String) -> SessionError {
        .validation(field: "challengeResponse", text, cure: cure)
    }
}

/// An answer to a challenge, before the client adds what every answer carries.
struct ChallengeAnswer: Sendable, Equatable {
    let challenge: ChallengeNameType
    let session: String?
    let username: String
    var responses: [String: String]
    /// Passed to the pool's triggers; nil where the original sends none.
    var clientMetadata: [String: String]?
    /// A password whose proof over SRP begins with this answer, which then carries a public value.
    var passwordToProve: String?

    /// Whether the answer belongs to the proof of a device, which cannot continue without the device.
    var isOfDevice: Bool { challenge == .deviceSrpAuth || challenge == .devicePasswordVerifier }
}

extension ChallengeAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(answer to \(challenge.rawValue))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["challenge": challenge.rawValue]) }
}
