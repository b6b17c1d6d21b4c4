// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Compares byte strings in a time that depends on their lengths alone.
package func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    // Arrays, because each step over a collection of a type that is unknown here takes thousands of instructions.
    let (left, right) = (Array(a), Array(b))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
