// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// The 3072-bit group of RFC 5054 (appendix A; group 15 of RFC 3526) with generator 2.
package enum SRPGroup {
    /// The prime N as 384 big-endian bytes.
    package static let modulusBytes: [UInt8] = unsafe GroupElement.result { unsafe gatehouse_srp_modulus($0) }

    /// The multiplier of SRP-6a as this protocol forms it: `SHA256(00 || N || 02)`.
    package static let multiplier: [UInt8] = sha256([0] + modulusBytes + [2])
}
