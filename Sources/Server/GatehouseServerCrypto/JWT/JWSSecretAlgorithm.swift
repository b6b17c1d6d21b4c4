// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// The algorithms with a shared secret (RFC 7518, section 3.2).
///
/// They are a type of their own, so that a public key of an issuer can never serve as a secret.
package enum JWSSecretAlgorithm: String, Sendable, CaseIterable {
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"

    /// The least length of a secret, in bytes: that of the digest.
    package var minimumSecret: Int {
        switch self {
        case .hs256: 32
        case .hs384: 48
        case .hs512: 64
        }
    }

    /// Returns whether a code authenticates a message, in a time that does not depend on the code's bytes.
    func accepts(_ code: [UInt8], of message: [UInt8], secret: [UInt8]) -> Bool {
        let key = SymmetricKey(data: secret)
        return switch self {
        case .hs256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        case .hs384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: message, using: key)
        case .hs512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: message, using: key)
        }
    }
}
