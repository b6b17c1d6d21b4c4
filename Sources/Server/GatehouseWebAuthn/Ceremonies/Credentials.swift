// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// A new credential after its verification, to be stored.
package struct RegisteredCredential: Sendable, Equatable {
    /// The credential id that the authenticator chose.
    package let id: [UInt8]
    /// The original bytes of the COSE_Key.
    package let publicKey: [UInt8]
    /// The signature counter at the registration; zero for authenticators without one.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
    /// The authenticator's model (AAGUID), 16 bytes; zeros if the authenticator does not reveal it.
    package let aaguid: [UInt8]
}

/// The stored values of a credential that a user signs in with.
package struct StoredCredential: Sendable, Equatable {
    /// The credential id.
    package let id: [UInt8]
    /// The original bytes of the COSE_Key.
    package let publicKey: [UInt8]
    /// The signature counter of the last sign-in; zero for authenticators without one.
    package let signCount: UInt32
    /// Whether the authenticator may synchronise the credential to other devices (flag BE).
    package let isBackupEligible: Bool
    /// The user's id at the authenticator.
    package let userHandle: [UInt8]

    /// Creates the values of a credential.
    package init(id: [UInt8], publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool, userHandle: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.userHandle = userHandle
    }
}

/// The result of a successful authentication, for updating the stored credential.
package struct VerifiedAuthentication: Sendable, Equatable {
    /// The id of the credential that signed.
    package let credentialID: [UInt8]
    /// The authenticator's new signature counter.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
}

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

/// The attachment of an authenticator: built into the client device, or removable.
package enum AuthenticatorAttachment: String, Sendable {
    case platform
    case crossPlatform = "cross-platform"
}
