// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The signature algorithms that passkeys may use, by their numbers in the COSE registry.
package enum COSEAlgorithm: Int, Sendable, CaseIterable {
    /// ECDSA with SHA-256 on P-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257
}
