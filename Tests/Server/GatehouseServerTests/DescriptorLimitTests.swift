// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import Testing

@Suite struct DescriptorLimitTests {
    private func limit(_ count: Int, _ processors: Int = 2) -> DescriptorLimit {
        DescriptorLimit(count: count, processors: processors)
    }

    @Test func `a limit below the need of the configured connections gives a warning with both numbers`() throws {
        let warning = try #require(limit(10_255).warning(forConnections: 10_000))
        #expect(warning.contains("10255 file descriptors"))
        #expect(warning.contains("10000 connections"))
        #expect(warning.contains("GATEHOUSE_MAXIMUM_CONNECTIONS"))
    }

    @Test func `a limit that is high enough gives no warning`() {
        #expect(limit(10_256).warning(forConnections: 10_000) == nil)
        #expect(limit(.max).warning(forConnections: 1_000_000) == nil)
    }

    @Test(arguments: [(10_256, 2, 10_000), (300, 2, 122), (512, 2, 256), (1_000_000, 2, 999_744), (1_024, 64, 592)])
    func `connections leave descriptors for the rest of the server`(count: Int, processors: Int, connections: Int) {
        #expect(limit(count, processors).connections == connections)
    }

    @Test(arguments: [(120, 2), (250, 2), (512, 2), (10_256, 2), (1_000_000, 2), (368, 64), (1_024, 64)])
    func `all connections together leave the descriptors that the server has open without them`(
        count: Int, processors: Int
    ) {
        let limit = limit(count, processors)
        #expect(limit.refusal(for: .serve) == nil)
        #expect(limit.otherConnections >= 8)
        #expect(limit.connections + 2 * limit.otherConnections + 48 + 4 * processors <= count)
    }

    @Test func `a limit with which the server could not work is refused with both numbers`() throws {
        let refusal = try #require(limit(119).refusal(for: .serve))
        #expect(refusal.exitCode == .unavailable)
        #expect(refusal.description.contains("119 file descriptors, but needs 120"))
        #expect(limit(119).refusal(for: .maintenance) == nil)
        #expect(limit(63).refusal(for: .maintenance) != nil)
        #expect(limit(367, 64).refusal(for: .dev) != nil)
    }

    @Test func `a limit that was raised is the highest that the process may have`() throws {
        let limit = try #require(DescriptorLimit.raised())
        #expect(limit.count > 0)
        #expect(DescriptorLimit.raised() == limit)
    }
}
