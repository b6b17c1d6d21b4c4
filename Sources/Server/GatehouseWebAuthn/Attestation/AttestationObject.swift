// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an authenticator says of a new credential and of itself (WebAuthn Level 3, section 6.5.4).
package struct AttestationObject: Sendable {
    package let authenticatorData: AuthenticatorData
    /// The same as they came: statements sign them.
    package let authenticatorDataBytes: [UInt8]
    package let statement: AttestationStatement

    /// Reads the CBOR.
    /// - Throws: `malformedAttestation`, `unknownAttestationFormat`, `wrongAttestation`, and what reading authenticator
    ///   data throws.
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
