// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// A repeatable random source: every value follows from a seed.
struct Dice: Sendable {
    private let entropy: Entropy

    init(seed: UInt64) {
        entropy = .seeded(seed)
    }

    func word() -> UInt64 {
        entropy.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number from zero up to the bound, which is left out.
    func below(_ bound: Int) -> Int {
        Int(word() % UInt64(max(bound, 1)))
    }

    /// Whether an event with this probability in per cent happens.
    func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of several; nil if there is none.
    func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }

    /// One of several that weigh differently.
    func pick<Value>(_ values: [(weight: Int, value: Value)]) -> Value? {
        var rest = below(values.reduce(0) { $0 + $1.weight })
        return values.first { choice in
            rest -= choice.weight
            return rest < 0
        }?.value
    }

    /// A duration between zero and the longest.
    func duration(upTo longest: Duration) -> Duration {
        longest * below(1_000) / 1_000
    }

    /// Separate dice, whose values do not depend on the values drawn from these.
    func branch() -> Dice { Dice(seed: word()) }
}
