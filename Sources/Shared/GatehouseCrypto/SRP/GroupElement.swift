// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// A number modulo N in its canonical form, with the few operations that SRP needs besides powers.
struct GroupElement {
    /// Bytes of a number modulo N.
    static let byteCount = Int(GATEHOUSE_SRP_BYTES)

    /// 384 big-endian bytes of a number below N.
    let bytes: [UInt8]

    /// Reduces a big-endian integer of any length.
    init(_ number: [UInt8]) {
        bytes = unsafe Self.result { unsafe gatehouse_srp_reduce(number, number.count, $0) }
    }

    private init(canonical bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the number is zero, decided without looking for the first byte that is not.
    var isZero: Bool { bytes.reduce(0, |) == 0 }

    static func + (a: GroupElement, b: GroupElement) -> GroupElement {
        GroupElement(canonical: unsafe result { unsafe gatehouse_srp_add(a.bytes, b.bytes, $0) })
    }

    static func - (a: GroupElement, b: GroupElement) -> GroupElement {
        GroupElement(canonical: unsafe result { unsafe gatehouse_srp_subtract(a.bytes, b.bytes, $0) })
    }

    static func * (a: GroupElement, b: GroupElement) -> GroupElement {
        GroupElement(canonical: unsafe result { unsafe gatehouse_srp_multiply(a.bytes, b.bytes, $0) })
    }

    /// The 384 bytes that `compute` writes.
    static func result(_ compute: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        unsafe compute(&bytes)
        return bytes
    }
}
