// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// The 3072-bit group of RFC 5054 (appendix A; group 15 of RFC 3526) with generator 2.
package enum SRPGroup {
    /// The prime N as 384 big-endian bytes.
    package static let modulusBytes: [UInt8] = unsafe GroupElement.result { unsafe gatehouse_srp_modulus($0) }

    /// The multiplier of SRP-6a as this protocol forms it: `SHA256(00 || N || 02)`.
    package static let multiplier: [UInt8] = sha256([0] + modulusBytes + [2])

    /// The multiplier as a factor of the verifiers of all handshakes.
    static let multiplierFactor = PreparedFactor(GroupElement(multiplier))
}

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

    static func * (a: PreparedFactor, b: GroupElement) -> GroupElement {
        GroupElement(canonical: unsafe result { unsafe gatehouse_srp_multiply_prepared(a.bytes, b.bytes, $0) })
    }

    /// The 384 bytes that `compute` writes.
    static func result(_ compute: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        unsafe compute(&bytes)
        return bytes
    }
}

/// A number modulo N in the form of a factor of many products, each of which takes half of the time.
struct PreparedFactor: Sendable {
    fileprivate let bytes: [UInt8]

    /// Prepares a number.
    init(_ number: GroupElement) {
        bytes = unsafe GroupElement.result { unsafe gatehouse_srp_prepare(number.bytes, $0) }
    }
}

/// Forms of non-negative integers that SRP hashes and sends, and the one sum it takes outside the group.
package enum SRPInteger {
    /// The shortest big-endian bytes; none for zero.
    package static func minimal(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.drop { $0 == 0 })
    }

    /// The shortest two's-complement form: a zero byte in front if the top bit is set, one zero byte for zero.
    package static func padded(_ bytes: [UInt8]) -> [UInt8] {
        let minimal = minimal(bytes)
        guard let first = minimal.first else { return [0] }
        return first & 0x80 == 0 ? minimal : [0] + minimal
    }

    /// `addend + x * y`, in a length and a time that follow from the lengths of the three alone.
    package static func sum(_ addend: [UInt8], productOf x: [UInt8], and y: [UInt8]) -> [UInt8] {
        let count = max(addend.count, x.count + y.count) + 1
        var columns = [UInt64](repeating: 0, count: count)
        for (position, byte) in addend.reversed().enumerated() {
            columns[position] += UInt64(byte)
        }
        for (i, left) in x.reversed().enumerated() {
            for (j, right) in y.reversed().enumerated() {
                columns[i + j] += UInt64(left) * UInt64(right)
            }
        }
        var carry: UInt64 = 0
        var bytes: [UInt8] = []
        for column in columns {
            carry += column
            bytes.append(UInt8(truncatingIfNeeded: carry))
            carry >>= 8
        }
        return bytes.reversed()
    }
}
