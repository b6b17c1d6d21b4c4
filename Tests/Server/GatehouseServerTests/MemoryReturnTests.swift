// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@Suite(.hangLimit) struct MemoryReturnTests {
    /// The end of a test's rounds.
    private struct End: Error {}

    /// The rounds in which memory is returned when the process has these sizes, in MiB, one a round; a return makes it
    /// as large as `after`, if that is given, and takes `duration`.
    private static func returns(
        _ sizes: [Int?], after: Int? = nil, duration: Duration = .zero
    ) async throws -> [Int] {
        let state = Mutex((round: -1, size: Int?.none, returns: [Int](), time: ContinuousClock.now))
        try await MemoryReturn(
            size: { state.withLock { $0.size }.map { $0 * 1_048_576 } },
            trim: {
                state.withLock { state in
                    state.returns.append(state.round)
                    state.time += duration
                    state.size = after ?? state.size
                }
            },
            now: { state.withLock { $0.time } },
            pause: {
                try state.withLock { state in
                    state.round += 1
                    guard state.round < sizes.count else { throw End() }
                    state.size = sizes[state.round]
                }
            }
        ).run()
        // The memory of the start is returned before the first round, whatever its size.
        let returns = state.withLock { $0.returns }
        #expect(returns.first == -1)
        return Array(returns.dropFirst())
    }

    @Test func `memory is returned in each round in which it exceeds the least by more than the slack`() async throws {
        #expect(try await Self.returns([20, 36, 200, 200, 30], after: 20) == [2, 3])
    }

    @Test func `a server that needs more memory for long tries ever less often, and again after a success`()
        async throws
    {
        let sizes = [20] + Array(repeating: 200, count: 30)
        #expect(try await Self.returns(sizes) == [1, 3, 7, 15, 23])
        #expect(try await Self.returns(sizes, after: 197) == [1, 3, 7, 15, 23])
        #expect(try await Self.returns(sizes, after: 196).count == 30)
        #expect(try await Self.returns(sizes, after: 100).count == 30)
    }

    @Test func `returns take a hundredth of the time at most`() async throws {
        let sizes = [20] + Array(repeating: 200, count: 30)
        #expect(try await Self.returns(sizes, after: 20, duration: .milliseconds(95)) == [1, 11, 21])
    }

    @Test func `a size that does not change returns nothing`() async throws {
        #expect(try await Self.returns([500, 500, 510, 500]).isEmpty)
    }

    @Test func `a round without a size returns nothing, and the next ones go on`() async throws {
        #expect(try await Self.returns([nil, 20, nil]).isEmpty)
        #expect(try await Self.returns([20, nil, 200]) == [2])
    }

    #if os(Linux)
    @Test func `the size of the process is read, and is more than a mebibyte`() throws {
        #expect(try #require(MemoryReturn.anonymousBytes()) > 1_048_576)
    }
    #endif
}
