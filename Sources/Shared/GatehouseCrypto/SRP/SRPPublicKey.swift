// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A public value, A or B, as a peer sent it: checked, and not a multiple of N.
package struct SRPPublicKey: Sendable, Equatable {
    /// The most digits that are read.
    static let maximumDigits = 1_024

    /// The integer's shortest big-endian bytes.
    ///
    /// It may exceed N, and is hashed as it was sent.
    package let bytes: [UInt8]

    /// Reads digits in either case, leading zeros allowed.
    ///
    /// Throws `malformedPublicKey` for anything but 1 to ``maximumDigits`` digits and `zeroPublicKey` for a multiple
    /// of N.
    package init(hex: String) throws(SRPError) {
        guard hex.utf8.count <= Self.maximumDigits, let bytes = Hex.decodeInteger(hex) else {
            throw .malformedPublicKey
        }
        try self.init(bytes: bytes)
    }

    /// Takes a big-endian integer; throws as ``init(hex:)`` does.
    package init(bytes: [UInt8]) throws(SRPError) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumDigits / 2 else { throw .malformedPublicKey }
        guard !GroupElement(bytes).isZero else { throw .zeroPublicKey }
        self.bytes = SRPInteger.minimal(bytes)
    }
}
