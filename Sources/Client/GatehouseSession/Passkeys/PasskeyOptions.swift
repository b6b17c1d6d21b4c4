// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// What the service wants of a new passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3.
struct PasskeyCreationOptions: Sendable, Equatable {
    let challenge: [UInt8]
    let relyingPartyID: String
    let userHandle: [UInt8]
    /// Whether ES256 is among the algorithms.
    let takesES256: Bool
    /// Passkeys that the user has.
    let excludedIDs: [[UInt8]]

    /// - Throws: `.failed` if something is missing.
    init(_ json: Data) throws(PasskeyError) {
        guard let options = try? WireValue(json: json), let challenge = options["challenge"]?.base64URL,
            let relyingPartyID = options["rp"]?["id"]?.stringValue, !relyingPartyID.isEmpty,
            let userHandle = options["user"]?["id"]?.base64URL
        else { throw .incomplete }
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        let algorithms = (options["pubKeyCredParams"]?.arrayValue ?? []).compactMap { $0["alg"]?.integerValue }
        takesES256 = algorithms.isEmpty || algorithms.contains(-7)
        excludedIDs = (options["excludeCredentials"]?.arrayValue ?? []).compactMap { $0["id"]?.base64URL }
    }
}

/// What the service wants to see signed: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3.
struct PasskeyRequestOptions: Sendable, Equatable {
    let challenge: [UInt8]
    let relyingPartyID: String
    /// The passkeys that the service takes; empty for any.
    let allowedIDs: [[UInt8]]

    /// - Throws: `.failed` if something is missing.
    init(_ json: Data) throws(PasskeyError) {
        guard let options = try? WireValue(json: json), let challenge = options["challenge"]?.base64URL,
            let relyingPartyID = options["rpId"]?.stringValue, !relyingPartyID.isEmpty
        else { throw .incomplete }
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        allowedIDs = (options["allowCredentials"]?.arrayValue ?? []).compactMap { $0["id"]?.base64URL }
    }

    /// Whether the service takes a passkey.
    func allows(_ passkey: StoredPasskey) -> Bool {
        passkey.relyingPartyID == relyingPartyID && (allowedIDs.isEmpty || allowedIDs.contains(passkey.id))
    }
}

extension PasskeyError {
    fileprivate static var incomplete: PasskeyError { .failed("The service's options for a passkey are incomplete.") }
}

extension WireValue {
    fileprivate var base64URL: [UInt8]? { stringValue.flatMap { Base64URL.decode($0) } }
}
