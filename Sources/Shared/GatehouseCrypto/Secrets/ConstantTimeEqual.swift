// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Compares byte strings in a time that depends on their lengths alone.
package func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(a, b) {
        difference |= left ^ right
    }
    return difference == 0
}
