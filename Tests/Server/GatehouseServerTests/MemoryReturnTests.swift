// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import Synchronization
import Testing

@Suite struct MemoryReturnTests {
    /// The end of a test's rounds.
    private struct End: Error {}

    /// The number of times that memory is returned when the process has these sizes, in MiB, one a round.
    private static func returns(_ sizes: [Int?]) async throws -> Int {
        let rounds = Mutex(sizes[...])
        let returns = Mutex(0)
        try await MemoryReturn(
            size: { rounds.withLock { $0.popFirst() ?? nil }.map { $0 * 1_048_576 } },
            trim: { returns.withLock { $0 += 1 } },
            pause: { if rounds.withLock({ $0.isEmpty }) { throw End() } }
        ).run()
        return returns.withLock { $0 }
    }

    @Test func `memory is returned in each round in which it exceeds the least by more than the slack`() async throws {
        #expect(try await Self.returns([20, 36, 200, 200, 30]) == 2)
    }

    @Test func `a size that does not change returns nothing`() async throws {
        #expect(try await Self.returns([500, 500, 510, 500]) == 0)
    }

    @Test func `a round without a size returns nothing, and the next ones go on`() async throws {
        #expect(try await Self.returns([nil, 20, nil]) == 0)
        #expect(try await Self.returns([20, nil, 200]) == 1)
    }

    #if os(Linux)
    @Test func `the size of the process is read, and is more than a mebibyte`() throws {
        #expect(try #require(MemoryReturn.anonymousBytes()) > 1_048_576)
    }
    #endif
}
