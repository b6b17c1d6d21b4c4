// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The algorithms of signatures that are accepted from other issuers (RFC 7518, section 3.1).
///
/// `none` and the algorithms with a shared secret are missing, so that a public key can never serve as a secret.
package enum JWSAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
}
