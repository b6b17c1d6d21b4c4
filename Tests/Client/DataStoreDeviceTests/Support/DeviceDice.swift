// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The chance of a run: every value follows from a seed.
struct DeviceDice: Sendable {
    private let entropy: Entropy

    init(seed: UInt64) {
        entropy = .seeded(seed)
    }

    /// A number from zero up to the bound, which is left out.
    func below(_ bound: Int) -> Int {
        let word = entropy.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(word % UInt64(max(bound, 1)))
    }

    /// Whether an event with this probability in per cent happens.
    func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of several; nil if there is none.
    func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }

    /// Separate dice, whose values do not depend on the values drawn from these.
    func branch() -> DeviceDice { DeviceDice(seed: UInt64(below(.max))) }
}
