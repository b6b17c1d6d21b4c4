// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseWebAuthn

/// A passkey that a software authenticator keeps.
package struct TestPasskey: Sendable {
    /// The credential id.
    package let id: [UInt8]
    /// The domain that the passkey is for.
    package let relyingPartyID: String
    /// The bytes that identify the account, as the registration's options had them.
    package let userHandle: [UInt8]
    package let key: TestPasskeyKey
    /// The number of proofs so far.
    package var signCount: UInt32

    /// Creates a passkey.
    package init(
        id: [UInt8], relyingPartyID: String, userHandle: [UInt8], key: TestPasskeyKey, signCount: UInt32 = 0
    ) {
        self.id = id
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        self.key = key
        self.signCount = signCount
    }
}

/// The private key of a passkey in software.
package enum TestPasskeyKey: Sendable {
    /// ECDSA over P-256 with SHA-256, COSE algorithm -7.
    case es256(P256SigningKey)
    /// Ed25519, COSE algorithm -8.
    case edDSA(Ed25519SigningKey)
    /// RSASSA-PKCS1-v1_5 with SHA-256, COSE algorithm -257.
    case rs256(RSASigningKey)

    /// Draws a key.
    package static func generate(_ algorithm: TestAuthenticator.Algorithm, entropy: Entropy) throws -> Self {
        switch algorithm {
        case .es256: .es256(P256SigningKey(scalar: entropy.bytes(32)) ?? .generate())
        case .edDSA: .edDSA(Ed25519SigningKey(seed: entropy.bytes(32)) ?? .generate())
        case .rs256: .rs256(try .generate())
        }
    }

    /// The half that verifies.
    package var publicKey: CredentialPublicKey {
        switch self {
        case .es256(let key): .es256(key.publicKey)
        case .edDSA(let key): .edDSA(key.publicKey)
        case .rs256(let key): .rs256(key.publicKey)
        }
    }

    /// The signature of a message.
    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        switch self {
        case .es256(let key): try key.sign(message)
        case .edDSA(let key): try key.sign(message)
        case .rs256(let key): try SwiftCryptoRSASigner().sign(message, with: key)
        }
    }
}
