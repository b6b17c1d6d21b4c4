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

    /// Sends the code.
    ///
    /// A client that hides who exists never learns what became of a first factor's message.
    /// - Throws: `CodeDeliveryFailureException` when the courier refuses.
    func run(_ errand: SignInErrand, for signIn: SignIn) async throws(ServiceFault) {
        let (pool, client) = (signIn.pool, signIn.client)
        let occasion =
            errand.isDecoy
            ? MessageOccasion(
                toDecoy: errand.recipient, named: signIn.session.typedName, in: pool, by: client,
                metadata: signIn.metadata)
            : MessageOccasion(to: errand.recipient, in: pool, by: client, metadata: signIn.metadata)
        if client.hidesUnknownUsers, !signIn.session.state.isSecondFactor {
            try await post(
                .authentication, code: errand.code, to: errand.destination, on: occasion, isDecoy: errand.isDecoy)
        } else {
            try await send(.authentication, code: errand.code, to: errand.destination, on: occasion)
        }
    }

    private func hash(_ code: String, of session: SignInSession) -> [UInt8] {
        sealer.mac(Array("\(session.poolID)|\(session.sub)|\(session.ticket)|\(code)".utf8), purpose: "sign-in-code")
    }
}
