// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation

/// Makes RS256 signatures.
///
/// A port, because a system library may be faster than the portable code.
package protocol RSASigner: Sendable {
    /// The RSASSA-PKCS1-v1_5 signature with SHA-256 (RFC 8017, section 8.2) of the message.
    func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8]
}

/// Signs with swift-crypto.
package struct SwiftCryptoRSASigner: RSASigner {
    package init() {}

    package func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8] {
        let signature = try key.privateKey.signature(
            for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5
        )
        return Array(signature.rawRepresentation)
    }
}
