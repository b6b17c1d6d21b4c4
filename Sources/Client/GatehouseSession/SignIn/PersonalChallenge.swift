// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A challenge that waits for a person.
protocol PersonalChallenge: Sendable, Equatable, Codable {
    /// What the person is asked.
    var step: SignInStep { get }

    /// What the person's answer leads to.
    ///
    /// - Throws: what keeps it from being an answer; the challenge stays open.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction
}

/// What a person's answer leads to.
enum Reaction: Sendable, Equatable {
    /// The service is given the answer.
    case respond(ChallengeAnswer)
    /// Another question is asked; the service learns nothing yet.
    case ask(OpenChallenge)
    /// The secret of a TOTP app is asked for.
    case associate(TOTPAssociation)
    /// The code of a TOTP app is verified.
    case verify(TOTPVerification)
    /// A passkey answers.
    case assert(WebAuthnChallenge)
}
