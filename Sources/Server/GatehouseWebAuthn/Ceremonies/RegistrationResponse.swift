// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

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
