// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The registration ceremony (WebAuthn Level 3, section 7.1): a new credential is verified.
package struct Registration: Sendable {
    private let expectation: CeremonyExpectation
    private let algorithms: Set<COSEAlgorithm>

    /// Creates a ceremony whose request allows keys of these algorithms.
    package init(_ expectation: CeremonyExpectation, algorithms: Set<COSEAlgorithm>) {
        self.expectation = expectation
        self.algorithms = algorithms
    }

    /// Checks a response, in the order of the standard's steps.
    ///
    /// The client does steps 1 and 2. Steps 4 and 28 are about extensions: none is requested, and unrequested ones are
    /// ignored. Steps 18 and 19 are optional: backup-eligible credentials are accepted, and the result contains the
    /// flags. Steps 23 and 24 check the attestation's trust anchor: no attestation is requested (conveyance `none`), so
    /// there are no trust anchors, and a signed statement proves no more than `none`. The caller does step 26, because
    /// it knows the other credentials, and steps 27 and 29, which store this one.
    /// - Throws: `WebAuthnError` of the first step that fails.
    package func verify(_ response: RegistrationResponse) throws(WebAuthnError) -> RegisteredCredential {
        let clientData = try CollectedClientData(response.clientDataJSON)
        try expectation.check(clientData, of: .create)
        let attestation = try AttestationObject(response.attestationObject)
        let data = attestation.authenticatorData
        try expectation.check(data)
        guard let credential = data.credential else { throw .malformedAuthenticatorData }
        guard algorithms.contains(credential.publicKey.algorithm) else { throw .unsupportedAlgorithm }
        try attestation.statement.verify(
            credential: credential, signed: attestation.authenticatorDataBytes + clientData.hash)
        guard credential.id == response.id else { throw .malformedResponse }
        return RegisteredCredential(
            id: credential.id, publicKey: credential.publicKeyBytes, signCount: data.signCount, flags: data.flags,
            aaguid: credential.aaguid)
    }
}

/// The response of `navigator.credentials.create`, read from a `RegistrationResponseJSON`.
package struct RegistrationResponse: Sendable, Equatable {
    private static let knownTransports: Set = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]

    /// The id of the new credential.
    package let id: [UInt8]
    /// The client data exactly as the client serialised them, since their hash may be signed.
    package let clientDataJSON: [UInt8]
    /// The attestation object in CBOR: format, statement and authenticator data.
    package let attestationObject: [UInt8]
    package let attachment: AuthenticatorAttachment?
    /// The authenticator's transports, sorted and without duplicates; unknown ones are omitted.
    package let transports: [String]

    /// Reads the JSON; unknown members are allowed.
    /// - Throws: `malformedResponse` or `credentialIDTooLong`.
    package init(_ json: WireValue) throws(WebAuthnError) {
        let credential = try PublicKeyCredential(json)
        id = credential.id
        attachment = credential.attachment
        clientDataJSON = try credential.bytes("clientDataJSON")
        attestationObject = try credential.bytes("attestationObject")
        transports = Set(credential.texts("transports")).intersection(Self.knownTransports).sorted()
    }
}
