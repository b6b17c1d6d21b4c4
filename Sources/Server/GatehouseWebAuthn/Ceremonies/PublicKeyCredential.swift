// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// The members that registration and authentication responses in JSON share (WebAuthn Level 3, section 5.1).
///
/// Binary members are unpadded Base64URL.
struct PublicKeyCredential {
    let id: [UInt8]
    let attachment: AuthenticatorAttachment?
    private let response: [WireName: WireValue]

    /// Reads the JSON of a credential.
    /// - Throws: `malformedResponse` or `credentialIDTooLong`.
    init(_ credential: WireValue) throws(WebAuthnError) {
        guard
            let id = credential["id"]?.stringValue.flatMap({ Base64URL.decode($0) }), !id.isEmpty,
            let rawID = credential["rawId"]?.stringValue.flatMap({ Base64URL.decode($0) }), rawID == id,
            credential["type"] == "public-key", let response = credential["response"]?.objectValue
        else { throw .malformedResponse }
        guard id.count <= AttestedCredential.maximumIDBytes else { throw .credentialIDTooLong }
        self.id = id
        self.response = response
        // The standard demands that unknown values are treated as absent.
        attachment = credential["authenticatorAttachment"]?.stringValue.flatMap(AuthenticatorAttachment.init)
    }

    /// A binary member of the response.
    /// - Throws: `malformedResponse` when it is missing.
    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = try optionalBytes(name) else { throw .malformedResponse }
        return bytes
    }

    /// A binary member of the response that may be missing or null.
    /// - Throws: `malformedResponse` when it is any other value.
    func optionalBytes(_ name: String) throws(WebAuthnError) -> [UInt8]? {
        guard let value = response[name], !value.isNull else { return nil }
        guard let bytes = value.stringValue.flatMap({ Base64URL.decode($0) }) else { throw .malformedResponse }
        return bytes
    }

    /// The strings of a list in the response; empty if there is no list.
    func texts(_ name: String) -> [String] {
        (response[name]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
