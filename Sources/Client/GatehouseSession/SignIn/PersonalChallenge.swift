// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
