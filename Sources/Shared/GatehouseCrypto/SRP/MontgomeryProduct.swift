// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The inner loops of arithmetic modulo the group's N: products, squares and Montgomery's reduction of 48-limb
/// integers.
///
/// Limbs are 64-bit words, the least significant first. Four rows run side by side, each with a carry of its own: the
/// processor then overlaps four chains of dependent additions. No branch and no address depends on a value.
enum MontgomeryProduct {
    /// Limbs of a residue.
    static let limbs = 48
    /// Limbs of a product before reduction.
    static let wideLimbs = 96

    /// `wide = a * b`.
    static func multiply(_ a: Span<UInt64>, _ b: Span<UInt64>, into wide: inout MutableSpan<UInt64>) {
        precondition(a.count == limbs && b.count == limbs && wide.count == wideLimbs)
        clear(&wide)
        var i = 0
        while i < limbs {
            let (a0, a1, a2, a3) = (a[i], a[i + 1], a[i + 2], a[i + 3])
            var (c0, c1, c2, c3) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
            var sum = wide[i]
            step(a0, b[0], &sum, &c0)
            wide[i] = sum
            sum = wide[i + 1]
            step(a0, b[1], &sum, &c0)
            step(a1, b[0], &sum, &c1)
            wide[i + 1] = sum
            sum = wide[i + 2]
            step(a0, b[2], &sum, &c0)
            step(a1, b[1], &sum, &c1)
            step(a2, b[0], &sum, &c2)
            wide[i + 2] = sum
            var j = 3
            while j < limbs {
                sum = wide[i + j]
                step(a0, b[j], &sum, &c0)
                step(a1, b[j - 1], &sum, &c1)
                step(a2, b[j - 2], &sum, &c2)
                step(a3, b[j - 3], &sum, &c3)
                wide[i + j] = sum
                j += 1
            }
            finish(b, i, (a1, a2, a3), (c0, c1, c2, c3), &wide)
            i += 4
        }
    }

    /// `wide = a * a`, at little more than half the products.
    static func square(_ a: Span<UInt64>, into wide: inout MutableSpan<UInt64>) {
        precondition(a.count == limbs && wide.count == wideLimbs)
        clear(&wide)
        var i = 0
        while i < limbs - 4 {
            let (a0, a1, a2, a3) = (a[i], a[i + 1], a[i + 2], a[i + 3])
            var (c0, c1, c2, c3) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
            triangle(a, i, &wide, &c0, &c1, &c2)
            var j = i + 7
            while j < limbs {
                var sum = wide[i + j]
                step(a0, a[j], &sum, &c0)
                step(a1, a[j - 1], &sum, &c1)
                step(a2, a[j - 2], &sum, &c2)
                step(a3, a[j - 3], &sum, &c3)
                wide[i + j] = sum
                j += 1
            }
            finish(a, i, (a1, a2, a3), (c0, c1, c2, c3), &wide)
            i += 4
        }
        lastTriangle(a, &wide)
        doubleAndAddSquares(a, &wide)
    }

    /// `result = wide / 2^3072 mod N`, below 2^3072 but not always below N.
    ///
    /// Destroys `wide`.
    ///
    /// The lowest limb of N is 2^64 - 1, so Montgomery's factor is 1 and each limb is its own quotient digit.
    static func reduce(
        _ wide: inout MutableSpan<UInt64>, modulus n: Span<UInt64>, into result: inout MutableSpan<UInt64>
    ) {
        precondition(n.count == limbs && wide.count == wideLimbs && result.count == limbs)
        var top: UInt64 = 0
        var i = 0
        while i < limbs {
            var (c0, c1, c2, c3) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
            let m0 = wide[i]
            var sum = m0
            step(m0, n[0], &sum, &c0)
            sum = wide[i + 1]
            step(m0, n[1], &sum, &c0)
            let m1 = sum
            step(m1, n[0], &sum, &c1)
            sum = wide[i + 2]
            step(m0, n[2], &sum, &c0)
            step(m1, n[1], &sum, &c1)
            let m2 = sum
            step(m2, n[0], &sum, &c2)
            sum = wide[i + 3]
            step(m0, n[3], &sum, &c0)
            step(m1, n[2], &sum, &c1)
            step(m2, n[1], &sum, &c2)
            let m3 = sum
            step(m3, n[0], &sum, &c3)
            var j = 4
            while j < limbs {
                sum = wide[i + j]
                step(m0, n[j], &sum, &c0)
                step(m1, n[j - 1], &sum, &c1)
                step(m2, n[j - 2], &sum, &c2)
                step(m3, n[j - 3], &sum, &c3)
                wide[i + j] = sum
                j += 1
            }
            sum = add(wide[i + 48], c0, &top)
            step(m1, n[47], &sum, &c1)
            step(m2, n[46], &sum, &c2)
            step(m3, n[45], &sum, &c3)
            wide[i + 48] = sum
            sum = add(wide[i + 49], c1, &top)
            step(m2, n[47], &sum, &c2)
            step(m3, n[46], &sum, &c3)
            wide[i + 49] = sum
            sum = add(wide[i + 50], c2, &top)
            step(m3, n[47], &sum, &c3)
            wide[i + 50] = sum
            wide[i + 51] = add(wide[i + 51], c3, &top)
            i += 4
        }
        subtract(n, if: top, fromUpperHalfOf: wide, into: &result)
    }

    // MARK: - Steps

    /// `carry:sum = x * y + sum + carry`, which cannot overflow two words.
    @inline(__always)
    private static func step(_ x: UInt64, _ y: UInt64, _ sum: inout UInt64, _ carry: inout UInt64) {
        let total =
            UInt128(truncatingIfNeeded: x) &* UInt128(truncatingIfNeeded: y)
            &+ UInt128(truncatingIfNeeded: sum) &+ UInt128(truncatingIfNeeded: carry)
        sum = UInt64(truncatingIfNeeded: total)
        carry = UInt64(truncatingIfNeeded: total &>> 64)
    }

    /// `carry:result = x + y + carry`.
    @inline(__always)
    private static func add(_ x: UInt64, _ y: UInt64, _ carry: inout UInt64) -> UInt64 {
        let total =
            UInt128(truncatingIfNeeded: x) &+ UInt128(truncatingIfNeeded: y) &+ UInt128(truncatingIfNeeded: carry)
        carry = UInt64(truncatingIfNeeded: total &>> 64)
        return UInt64(truncatingIfNeeded: total)
    }

    @inline(__always)
    private static func clear(_ wide: inout MutableSpan<UInt64>) {
        for index in 0..<wideLimbs {
            wide[index] = 0
        }
    }

    /// The four columns above a block of rows, where the carries run out.
    @inline(__always)
    private static func finish(
        _ b: Span<UInt64>, _ i: Int, _ a: (UInt64, UInt64, UInt64), _ c: (UInt64, UInt64, UInt64, UInt64),
        _ wide: inout MutableSpan<UInt64>
    ) {
        var (sum, c1, c2, c3) = c
        step(a.0, b[47], &sum, &c1)
        step(a.1, b[46], &sum, &c2)
        step(a.2, b[45], &sum, &c3)
        wide[i + 48] = sum
        step(a.1, b[47], &c1, &c2)
        step(a.2, b[46], &c1, &c3)
        wide[i + 49] = c1
        step(a.2, b[47], &c2, &c3)
        wide[i + 50] = c2
        wide[i + 51] = c3
    }

    /// The columns of a block of a square in which not yet all four rows take part.
    @inline(__always)
    private static func triangle(
        _ a: Span<UInt64>, _ i: Int, _ wide: inout MutableSpan<UInt64>,
        _ c0: inout UInt64, _ c1: inout UInt64, _ c2: inout UInt64
    ) {
        for j in i + 1...i + 6 {
            var sum = wide[i + j]
            step(a[i], a[j], &sum, &c0)
            if j > i + 2 {
                step(a[i + 1], a[j - 1], &sum, &c1)
            }
            if j > i + 4 {
                step(a[i + 2], a[j - 2], &sum, &c2)
            }
            wide[i + j] = sum
        }
    }

    /// The products of the four highest limbs with one another.
    @inline(__always)
    private static func lastTriangle(_ a: Span<UInt64>, _ wide: inout MutableSpan<UInt64>) {
        for i in 44..<47 {
            var carry: UInt64 = 0
            for j in i + 1..<48 {
                var sum = wide[i + j]
                step(a[i], a[j], &sum, &carry)
                wide[i + j] = sum
            }
            wide[i + 48] = carry
        }
    }

    /// Doubles the products of unequal limbs and adds the squares on the diagonal.
    @inline(__always)
    private static func doubleAndAddSquares(_ a: Span<UInt64>, _ wide: inout MutableSpan<UInt64>) {
        var carry: UInt64 = 0
        var shifted: UInt64 = 0
        for i in 0..<limbs {
            let (low, high) = (wide[2 * i], wide[2 * i + 1])
            var sum = low &<< 1 | shifted
            step(a[i], a[i], &sum, &carry)
            wide[2 * i] = sum
            let upper = high &<< 1 | low &>> 63
            shifted = high &>> 63
            var next: UInt64 = 0
            wide[2 * i + 1] = add(upper, carry, &next)
            carry = next
        }
    }

    /// `result = upper half of wide`, less N if `flag` is 1 rather than 0.
    @inline(__always)
    private static func subtract(
        _ n: Span<UInt64>, if flag: UInt64, fromUpperHalfOf wide: borrowing MutableSpan<UInt64>,
        into result: inout MutableSpan<UInt64>
    ) {
        let mask = 0 &- flag
        var borrow: UInt64 = 0
        for i in 0..<limbs {
            let (first, under) = wide[limbs + i].subtractingReportingOverflow(n[i] & mask)
            let (second, again) = first.subtractingReportingOverflow(borrow)
            result[i] = second
            borrow = (under ? 1 : 0) | (again ? 1 : 0)
        }
    }
}
