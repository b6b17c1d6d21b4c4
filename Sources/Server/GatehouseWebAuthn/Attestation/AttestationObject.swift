// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The attestation object of a new credential (WebAuthn Level 3, section 6.5.4).
package struct AttestationObject: Sendable {
    package let authenticatorData: AuthenticatorData
    /// The original bytes of `authenticatorData`, which attestation statements sign.
    package let authenticatorDataBytes: [UInt8]
    package let statement: AttestationStatement

    /// Reads the CBOR.
    /// - Throws: `malformedAttestation`, `unknownAttestationFormat`, `wrongAttestation`, or an error of
    ///   `AuthenticatorData`.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard
            let map = (try? CBORReader.value(bytes))?.mapValue, map.hasKeys(["fmt", "attStmt", "authData"]),
            let format = map["fmt"]?.textValue, let statement = map["attStmt"]?.mapValue,
            let data = map["authData"]?.bytesValue
        else { throw .malformedAttestation }
        authenticatorData = try AuthenticatorData(data)
        authenticatorDataBytes = data
        self.statement = try AttestationStatement(format: format, statement)
    }
}
