// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import Testing

@Suite struct DescriptorLimitTests {
    @Test func `a limit below the need of the configured connections gives a warning with both numbers`() throws {
        let warning = try #require(DescriptorLimit(count: 10_255).warning(forConnections: 10_000))
        #expect(warning.contains("10255 file descriptors"))
        #expect(warning.contains("10000 connections"))
        #expect(warning.contains("GATEHOUSE_MAXIMUM_CONNECTIONS"))
    }

    @Test func `a limit that is high enough gives no warning`() {
        #expect(DescriptorLimit(count: 10_256).warning(forConnections: 10_000) == nil)
        #expect(DescriptorLimit(count: .max).warning(forConnections: 1_000_000) == nil)
    }

    @Test(arguments: [(10_256, 10_000), (300, 150), (512, 256), (1_000_000, 999_744)])
    func `connections leave descriptors for the rest of the server`(count: Int, connections: Int) {
        #expect(DescriptorLimit(count: count).connections == connections)
    }

    @Test func `a limit that was raised is the highest that the process may have`() throws {
        let limit = try #require(DescriptorLimit.raised())
        #expect(limit.count > 0)
        #expect(DescriptorLimit.raised() == limit)
    }
}
