// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// A code that was sent for a sign-in, as the session string remembers it.
///
/// It is good for the one sign-in that it was drawn for, as long as nobody has answered with it; guesses are counted
/// against the user.
struct SignInCode: Sendable, Equatable, Codable {
    let hash: [UInt8]
    /// The attribute whose value the code went to, such as `email`.
    let attribute: String
    /// The value it went to; a code proves only that value.
    let destination: String

    /// How many digits a code has, as first factor and as second.
    fileprivate static func digits(in state: SignInMachine.State) -> Int { state.isSecondFactor ? 6 : 8 }
}

/// A message with a code that must go out once the step behind it is on disk.
struct SignInErrand: Sendable {
    let code: String
    let destination: DeliveryDestination
    /// Whom the code is for; a decoy for a name that stands for nobody.
    let recipient: UserRecord
    let isDecoy: Bool
}

extension SignIn {
    /// Whether the client must not learn what becomes of a message: that would tell who exists.
    fileprivate var hidesFate: Bool { client.hidesUnknownUsers && !session.state.isSecondFactor }
}

extension UserPools {
    /// Draws the code for a challenge that is being opened.
    func drawCode(
        for signIn: SignIn, to destination: DeliveryDestination
    ) -> (kept: SignInCode, errand: SignInErrand) {
        let code = entropy.digits(SignInCode.digits(in: signIn.session.state))
        let kept = SignInCode(
            hash: hash(code, of: signIn.session), attribute: destination.attribute, destination: destination.value)
        let recipient = signIn.user ?? .decoy(named: signIn.session.typedName, in: signIn.pool, sealer: sealer)
        return (
            kept,
            SignInErrand(
                code: code, destination: destination, recipient: recipient, isDecoy: signIn.user == nil)
        )
    }

    /// Whether a guess is the code that was sent for this sign-in.
    func isRight(_ guess: String, _ code: SignInCode, for session: SignInSession) -> Bool {
        constantTimeEqual(code.hash, hash(guess, of: session))
    }

    /// Prepares the message of a code, before the step behind it is judged.
    ///
    /// A client that hides who exists never learns what became of a first factor's message.
    func prepared(_ errand: SignInErrand, for signIn: SignIn) -> PreparedMessage {
        prepared(
            .authentication, code: errand.code, to: errand.destination, on: occasion(of: errand, for: signIn),
            isDecoy: errand.isDecoy, isSecret: signIn.hidesFate)
    }

    private func occasion(of errand: SignInErrand, for signIn: SignIn) -> MessageOccasion {
        guard errand.isDecoy else {
            return MessageOccasion(
                to: errand.recipient, in: signIn.pool, by: signIn.client, metadata: signIn.metadata)
        }
        return MessageOccasion(
            toDecoy: errand.recipient, named: signIn.session.typedName, in: signIn.pool, by: signIn.client,
            metadata: signIn.metadata)
    }

    private func hash(_ code: String, of session: SignInSession) -> [UInt8] {
        sealer.mac(Array("\(session.poolID)|\(session.sub)|\(session.ticket)|\(code)".utf8), purpose: "sign-in-code")
    }
}
