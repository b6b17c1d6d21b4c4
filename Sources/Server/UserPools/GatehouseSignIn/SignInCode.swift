// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A code that was sent for a sign-in, as the session string contains it.
///
/// It is valid only for its sign-in, and until the challenge is answered. Wrong guesses count as failures of the user.
struct SignInCode: Sendable, Equatable {
    let hash: [UInt8]
    /// The attribute with the address or number that the code was sent to, such as `email`.
    let attribute: String
    /// The SHA-256 of the value that the code was sent to: a code proves only that value.
    ///
    /// The session string holds the digest, so that its length does not depend on the user's address.
    fileprivate let destinationDigest: [UInt8]
    /// The value itself, for a second factor: the code may set the factor up.
    let newValue: String?

    /// Creates the data of a code that is sent to a value of an attribute, as first or second factor.
    init(hash: [UInt8], sentTo value: String, of attribute: String, isSecondFactor: Bool) {
        self.hash = hash
        self.attribute = attribute
        destinationDigest = sha256(Array(value.utf8))
        newValue = isSecondFactor ? value : nil
    }

    /// Whether the code was sent to this value of its attribute.
    func wasSent(to value: String?) -> Bool {
        value.map { sha256(Array($0.utf8)) == destinationDigest } ?? false
    }

    /// The number of digits of a code, as first or second factor.
    fileprivate static func digits(in state: SignInMachine.State) -> Int { state.isSecondFactor ? 6 : 8 }
}

/// The JSON in session strings. Bytes are encoded as Base64, so that their length is constant.
///
/// Earlier releases wrote the destination instead of its digest, and the hash as an array of numbers.
extension SignInCode: Codable {
    private enum CodingKeys: String, CodingKey {
        case hash
        case attribute
        case destination
        case digest
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        attribute = try values.decode(String.self, forKey: .attribute)
        if let digest = try values.decodeIfPresent(Data.self, forKey: .digest) {
            hash = Array(try values.decode(Data.self, forKey: .hash))
            destinationDigest = Array(digest)
            newValue = try values.decodeIfPresent(String.self, forKey: .destination)
        } else {
            hash = try values.decode([UInt8].self, forKey: .hash)
            let value = try values.decode(String.self, forKey: .destination)
            destinationDigest = sha256(Array(value.utf8))
            newValue = value
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Data(hash), forKey: .hash)
        try values.encode(attribute, forKey: .attribute)
        try values.encode(Data(destinationDigest), forKey: .digest)
        try values.encodeIfPresent(newValue, forKey: .destination)
    }
}

/// A message with a code, which is sent once the step before it is stored.
struct PendingDelivery: Sendable {
    let code: String
    let destination: DeliveryDestination
    /// The recipient of the code; a decoy for an unknown user name.
    let recipient: UserRecord
    let isDecoy: Bool
}

extension SignIn {
    /// Whether the client must not learn the result of a delivery, because it would show whether the user exists.
    fileprivate var hidesDeliveryResult: Bool { client.hidesUnknownUsers && !session.state.isSecondFactor }
}

/// Generates and checks the codes of challenges.
struct SignInCodes: Sendable {
    let sealer: Sealer
    let entropy: Entropy

    /// Generates the code for a challenge.
    func draw(
        for signIn: SignIn, to destination: DeliveryDestination
    ) -> (kept: SignInCode, delivery: PendingDelivery) {
        let code = entropy.digits(SignInCode.digits(in: signIn.session.state))
        let kept = SignInCode(
            hash: hash(code, of: signIn.session), sentTo: destination.value, of: destination.attribute,
            isSecondFactor: signIn.session.state.isSecondFactor)
        let recipient = signIn.user ?? .decoy(named: signIn.session.typedName, in: signIn.pool, sealer: sealer)
        return (
            kept,
            PendingDelivery(
                code: code, destination: destination, recipient: recipient, isDecoy: signIn.user == nil)
        )
    }

    /// Whether a guess is the code that was sent for this sign-in.
    func isRight(_ guess: String, _ code: SignInCode, for session: SignInSession) -> Bool {
        constantTimeEqual(code.hash, hash(guess, of: session))
    }

    private func hash(_ code: String, of session: SignInSession) -> [UInt8] {
        sealer.mac(Array("\(session.poolID)|\(session.sub)|\(session.stepID)|\(code)".utf8), purpose: .signInCode)
    }
}

extension MessageSender {
    /// Prepares the message of a code, before the step is judged.
    ///
    /// A client that hides unknown users never receives the result of a delivery for a first factor.
    func prepared(_ delivery: PendingDelivery, for signIn: SignIn) -> PreparedMessage {
        prepared(
            .authentication, code: delivery.code, to: delivery.destination, on: occasion(of: delivery, for: signIn),
            isDecoy: delivery.isDecoy, isSecret: signIn.hidesDeliveryResult)
    }

    private func occasion(of delivery: PendingDelivery, for signIn: SignIn) -> MessageOccasion {
        guard delivery.isDecoy else {
            return MessageOccasion(
                to: delivery.recipient, in: signIn.pool, by: signIn.client, metadata: signIn.metadata)
        }
        return MessageOccasion(
            toDecoy: delivery.recipient, named: signIn.session.typedName, in: signIn.pool, by: signIn.client,
            metadata: signIn.metadata)
    }
}
