// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// A repeatable random source: every value follows from a seed.
struct Dice: Sendable {
    private let entropy: Entropy

    init(seed: UInt64) { entropy = .seeded(seed) }

    /// A number from zero up to the bound, which is left out.
    func below(_ bound: Int) -> Int {
        Int(entropy.bytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % UInt64(max(bound, 1)))
    }

    /// Whether an event with this probability in per cent happens.
    func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of several that weigh differently.
    func pick<Value>(_ values: [(weight: Int, value: Value)]) -> Value {
        var rest = below(values.reduce(0) { $0 + $1.weight })
        for choice in values {
            if rest < choice.weight { return choice.value }
            rest -= choice.weight
        }
        return values[0].value
    }
}
