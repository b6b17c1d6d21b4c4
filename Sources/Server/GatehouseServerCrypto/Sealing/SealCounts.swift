// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The numbers of seals that a process has made under its current master key, by purpose.
package final class SealCounts: Sendable {
    private final class Number: Sendable {
        let value = Atomic<Int>(0)
    }

    private let numbers: [SealPurpose: Number]

    init() {
        numbers = Dictionary(uniqueKeysWithValues: SealPurpose.allCases.map { purpose in (purpose, Number()) })
    }

    /// The number of seals for a purpose so far.
    package subscript(purpose: SealPurpose) -> Int {
        numbers[purpose]?.value.load(ordering: .relaxed) ?? 0
    }

    func count(_ purpose: SealPurpose) {
        numbers[purpose]?.value.wrappingAdd(1, ordering: .relaxed)
    }
}
