// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The authenticator data of a ceremony (WebAuthn Level 3, section 6.1).
package struct AuthenticatorData: Sendable {
    private static let hashBytes = 32
    private static let fixedBytes = 37

    /// SHA-256 of the relying party id that the credential belongs to.
    package let relyingPartyIDHash: [UInt8]
    package let flags: AuthenticatorFlags
    /// The signature counter; zero for authenticators without one.
    package let signCount: UInt32
    package let credential: AttestedCredential?
    /// The authenticator's extension outputs; `nil` if the flags announce none.
    package let extensions: CBORMap?

    /// Reads the data; bytes after its end are an error.
    /// - Throws: `malformedAuthenticatorData`, `credentialIDTooLong`, `malformedPublicKey` or `unsupportedAlgorithm`.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard bytes.count >= Self.fixedBytes else { throw .malformedAuthenticatorData }
        relyingPartyIDHash = Array(bytes[..<Self.hashBytes])
        flags = AuthenticatorFlags(rawValue: bytes[Self.hashBytes])
        signCount = bytes[Self.hashBytes + 1..<Self.fixedBytes].reduce(0) { $0 << 8 | UInt32($1) }
        var position = Self.fixedBytes
        credential =
            flags.contains(.attestedCredential) ? try Self.credential(in: bytes, position: &position) : nil
        extensions = flags.contains(.extensions) ? try Self.map(in: bytes, position: &position) : nil
        guard position == bytes.count else { throw .malformedAuthenticatorData }
    }

    private static func credential(
        in bytes: [UInt8], position: inout Int
    ) throws(WebAuthnError) -> AttestedCredential {
        let header = 18
        guard bytes.count - position >= header else { throw .malformedAuthenticatorData }
        let aaguid = Array(bytes[position..<position + 16])
        let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
        position += header
        guard length <= AttestedCredential.maximumIDBytes else { throw .credentialIDTooLong }
        guard length > 0, bytes.count - position >= length else { throw .malformedAuthenticatorData }
        let id = Array(bytes[position..<position + length])
        position += length
        let start = position
        let key = try map(in: bytes, position: &position)
        return AttestedCredential(
            aaguid: aaguid, id: id, publicKey: try CredentialPublicKey(key),
            publicKeyBytes: Array(bytes[start..<position]))
    }

    private static func map(in bytes: [UInt8], position: inout Int) throws(WebAuthnError) -> CBORMap {
        do {
            var reader = try CBORReader(bytes, from: position)
            let value = try reader.next()
            position = reader.position
            guard let map = value.mapValue else { throw CBORError.unsupported }
            return map
        } catch {
            throw .malformedAuthenticatorData
        }
    }
}

/// The flags in authenticator data, one byte.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user was present.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: the authenticator verified the user, for example by a PIN or a fingerprint.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: a new credential follows in the data.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extensions follow in the data.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}

/// The attested credential data of a new credential.
package struct AttestedCredential: Sendable {
    /// The greatest length of a credential id, in bytes.
    static let maximumIDBytes = 1_023

    /// The authenticator's model (AAGUID), 16 bytes; zeros if the authenticator does not reveal it.
    package let aaguid: [UInt8]
    /// The credential id, at most `maximumIDBytes` bytes.
    package let id: [UInt8]
    package let publicKey: CredentialPublicKey
    /// The original bytes of the COSE_Key, to be stored.
    package let publicKeyBytes: [UInt8]
}
