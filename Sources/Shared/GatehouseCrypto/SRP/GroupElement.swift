// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A number modulo N in its canonical form, with the few operations that SRP needs besides powers.
struct GroupElement {
    /// 48 limbs, the least significant first, below N.
    let limbs: [UInt64]

    /// Takes limbs that are known to be below N.
    init(canonical limbs: [UInt64]) {
        self.limbs = limbs
    }

    /// Takes limbs below 2^3072 and subtracts N once if it must.
    init(reducing limbs: [UInt64], carry: UInt64 = 0) {
        let (difference, borrow) = Self.subtract(limbs, SRPGroup.modulus)
        // With a carry the number exceeds 2^3072 and the borrow is paid out of it.
        let keep = 0 &- (borrow & ~carry)
        self.limbs = zip(limbs, difference).map { $0 & keep | $1 & ~keep }
    }

    /// Reduces a big-endian integer of any length.
    init(_ bytes: [UInt8]) {
        guard bytes.count > Self.byteCount else {
            self.init(reducing: Self.limbs(of: bytes[...]))
            return
        }
        var total = GroupElement(reducing: Self.limbs(of: bytes.prefix(bytes.count % Self.byteCount)))
        var rest = bytes.dropFirst(bytes.count % Self.byteCount)
        while !rest.isEmpty {
            let chunk = GroupElement(reducing: Self.limbs(of: rest.prefix(Self.byteCount)))
            total = total.multipliedByRadix + chunk
            rest = rest.dropFirst(Self.byteCount)
        }
        self = total
    }

    /// 384 big-endian bytes.
    var bytes: [UInt8] { limbs.bigEndianBytes }

    /// Whether the number is zero, decided without looking for the first limb that is not.
    var isZero: Bool { limbs.reduce(0, |) == 0 }

    /// The number times 2^3072, that is, in Montgomery's form.
    var montgomeryForm: [UInt64] {
        var accumulator = MontgomeryAccumulator(limbs)
        accumulator.multiply(by: SRPGroup.radixSquared)
        return accumulator.value
    }

    var doubled: GroupElement { self + self }

    static func + (a: GroupElement, b: GroupElement) -> GroupElement {
        var carry: UInt64 = 0
        let sum = zip(a.limbs, b.limbs).map { left, right in
            let (first, over) = left.addingReportingOverflow(right)
            let (second, again) = first.addingReportingOverflow(carry)
            carry = (over ? 1 : 0) | (again ? 1 : 0)
            return second
        }
        return GroupElement(reducing: sum, carry: carry)
    }

    static func - (a: GroupElement, b: GroupElement) -> GroupElement {
        a + GroupElement(reducing: subtract(SRPGroup.modulus, b.limbs).difference)
    }

    static func * (a: GroupElement, b: GroupElement) -> GroupElement {
        var accumulator = MontgomeryAccumulator(a.montgomeryForm)
        accumulator.multiply(by: b.limbs)
        return GroupElement(reducing: accumulator.value)
    }

    // MARK: - Limbs

    /// Bytes of a number modulo N.
    static let byteCount = MontgomeryProduct.limbs * 8

    private var multipliedByRadix: GroupElement {
        GroupElement(reducing: montgomeryForm)
    }

    /// The limbs of at most 384 big-endian bytes.
    private static func limbs(of bytes: ArraySlice<UInt8>) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: MontgomeryProduct.limbs)
        for (position, byte) in bytes.reversed().enumerated() {
            limbs[position / 8] |= UInt64(byte) &<< UInt64(position % 8 * 8)
        }
        return limbs
    }

    private static func subtract(_ a: [UInt64], _ b: [UInt64]) -> (difference: [UInt64], borrow: UInt64) {
        var borrow: UInt64 = 0
        let difference = zip(a, b).map { left, right in
            let (first, under) = left.subtractingReportingOverflow(right)
            let (second, again) = first.subtractingReportingOverflow(borrow)
            borrow = (under ? 1 : 0) | (again ? 1 : 0)
            return second
        }
        return (difference, borrow)
    }
}
