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

    @Test(
        "The time of a control group counts as processors, rounded up",
        arguments: [
            ("200000 100000\n", 2), ("150000 100000\n", 2), ("1000 100000\n", 1), ("max 100000\n", nil),
            ("100000\n", nil), ("100000 0\n", nil), ("-1 100000\n", nil), ("", nil),
        ] as [(String, Int?)])
    func quota(_ limit: String, _ count: Int?) {
        #expect(ProcessorCount.quota(in: Data(limit.utf8)) == count)
    }

    @Test("The limits of a control group and of the groups around it are read")
    func folders() {
        let membership = Data("1:name=systemd:/x\n0::/system.slice/gatehouse.service\n".utf8)
        #expect(
            ProcessorCount.groupFolders(in: membership) == [
                "/sys/fs/cgroup", "/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/system.slice/gatehouse.service",
            ])
        #expect(ProcessorCount.groupFolders(in: Data("0::/\n".utf8)) == ["/sys/fs/cgroup"])
        #expect(ProcessorCount.groupFolders(in: nil) == ["/sys/fs/cgroup"])
    }

    @Test("The least of the limits holds")
    func smallest() {
        #expect(ProcessorCount.smallest(bound: 8, quotas: [nil, 3, 5]) == 3)
        #expect(ProcessorCount.smallest(bound: 2, quotas: [nil, 3]) == 2)
        #expect(ProcessorCount.smallest(bound: 4, quotas: []) == 4)
    }

    @Test("A process may use at least one processor")
    func usable() {
        #expect(ProcessorCount.usable > 0)
        #expect(ProcessorCount.allowed(in: nil) == nil)
    }
}
