// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import GatehouseCore

@Suite("The number of processors") struct ProcessorCountTests {
    @Test(
        "The processors that a process is bound to are counted",
        arguments: [
            ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2), ("Cpus_allowed:\t1\n", 1),
            ("Cpus_allowed:\tffffffff,0000000f\n", 36), ("Cpus_allowed:\t0\n", nil), ("Name:\tx\n", nil),
        ] as [(String, Int?)])
    func allowed(_ status: String, _ count: Int?) {
        #expect(ProcessorCount.allowed(in: Data(status.utf8)) == count)
    }

    @Test("A process may use at least one processor")
    func usable() {
        #expect(ProcessorCount.usable > 0)
        #expect(ProcessorCount.allowed(in: nil) == nil)
    }
}
