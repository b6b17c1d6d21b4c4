// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
