// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The server's state of an SRP handshake between its two calls, sealed in `SECRET_BLOCK`.
///
/// The client signs the bytes and sends them back; it cannot read or change them.
struct SecretBlock: Sendable, Equatable {
    /// The sign-in of the handshake: clients may omit the session string in their answer.
    let session: SignInSession
    /// `USER_ID_FOR_SRP`.
    let userID: String
    let clientPublicKey: [UInt8]
    let serverPublicKey: [UInt8]
    let serverPrivateKey: [UInt8]
}

extension SecretBlock {
    private static let purpose = SealPurpose.secretBlock

    /// The bytes that the client signs.
    func sealed(by sealer: Sealer) -> [UInt8] {
        var fields = SealedFields()
        session.append(to: &fields)
        fields.append(userID)
        for key in [clientPublicKey, serverPublicKey, serverPrivateKey] { fields.append(key) }
        fields.pad(toMultipleOf: SignInSession.paddedLength)
        return sealer.seal(fields.bytes, purpose: Self.purpose, context: Array(session.clientID.utf8))
    }

    /// Unseals a block; `now` is the time of the forward clock.
    ///
    /// A block of this server in a form that this release does not read belongs to another release. It counts
    /// as expired, not as a wrong password.
    ///
    /// - Throws: `NotAuthorizedException` for invalid data, another client's block, or an expired block.
    init(unsealing sealed: [UInt8], clientID: String, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard
            let (form, plaintext) = try? sealer.openForm(
                sealed, purpose: Self.purpose, context: Array(clientID.utf8))
        else { throw .wrongCredentials }
        guard let block = Self(plaintext, form: form), block.session.isValid(at: now) else { throw .expiredSession }
        self = block
    }

    /// Reads all fields; form 1 is padded.
    private init?(_ plaintext: [UInt8], form: UInt8) {
        var fields = SealedFields(plaintext)
        guard
            let session = SignInSession(next: &fields), let userID = fields.nextText(),
            let clientPublicKey = fields.next(), let serverPublicKey = fields.next(),
            let serverPrivateKey = fields.next(), form == 0 || form == 1 && fields.next() != nil, fields.isAtEnd
        else { return nil }
        self.init(
            session: session, userID: userID, clientPublicKey: clientPublicKey, serverPublicKey: serverPublicKey,
            serverPrivateKey: serverPrivateKey)
    }
}
