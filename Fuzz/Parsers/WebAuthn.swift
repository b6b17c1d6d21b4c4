// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseText
import GatehouseWire

@testable import GatehouseWebAuthn

extension FuzzedParser {
    /// Messages of authenticators and browsers: the first byte selects the parser of the others.
    func feedWebAuthn(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let bytes = Array(bytes.dropFirst())
        switch kind {
        case UInt8(ascii: "c"): feedCBOR(bytes)
        case UInt8(ascii: "d"): _ = try? AuthenticatorData(bytes)
        case UInt8(ascii: "x"): _ = AttestationCertificate(bytes)?.key(for: -7)
        case UInt8(ascii: "r"): feedCredential(bytes)
        case UInt8(ascii: "o"): feedOrigin(String(decoding: bytes, as: UTF8.self))
        default: feedAttestation(bytes)
        }
    }

    /// Only the canonical form is accepted, so a value that was read is written with the same bytes.
    private func feedCBOR(_ bytes: [UInt8]) {
        guard let value = try? CBORReader.value(bytes) else { return }
        precondition(CBORWriter.bytes(value) == bytes, "a value has two canonical forms")
    }

    private func feedAttestation(_ bytes: [UInt8]) {
        guard let object = try? AttestationObject(bytes), let credential = object.authenticatorData.credential else {
            return
        }
        try? object.statement.verify(credential: credential, signed: object.authenticatorDataBytes)
        let again = try? CredentialPublicKey(CBORWriter.bytes(.map(credential.publicKey.map)))
        precondition(again?.algorithm == credential.publicKey.algorithm, "a key that was read does not read again")
    }

    private func feedCredential(_ bytes: [UInt8]) {
        guard let json = try? WireValue(foreignJSON: bytes) else { return }
        let expectation = CeremonyExpectation(
            relyingParty: RelyingParty(id: "localhost"), challenge: Array("never issued".utf8),
            requiresUserVerification: false)
        if let response = try? RegistrationResponse(json) {
            let registered = try? Registration(expectation, algorithms: [.es256]).verify(response)
            precondition(registered == nil, "a registration without a request was accepted")
        }
        if let response = try? AuthenticationResponse(json) {
            let stored = StoredCredential(
                id: response.id, publicKey: [], signCount: 0, isBackupEligible: false, userHandle: [])
            let proof = try? Authentication(expectation).verify(response, by: [stored])
            precondition(proof == nil, "a proof without a request was accepted")
        }
    }

    /// An origin is a member of client data, which is JSON from outside.
    private func feedOrigin(_ origin: String) {
        guard StreamSafeText.contains(origin) else { return }
        guard RelyingParty(id: "example.com").allows(origin: origin) else { return }
        precondition(
            origin.hasPrefix("https://") && origin.contains("example.com") || origin.hasPrefix("android:apk-key-hash:"),
            "an origin was allowed that is not the relying party's")
    }
}
