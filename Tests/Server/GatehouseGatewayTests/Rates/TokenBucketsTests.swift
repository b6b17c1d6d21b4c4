// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseTesting
import Testing

@Suite struct TokenBucketsTests {
    private let clock = TestClock()

    private func buckets(perSecond: Double, burst: Double, sets: Int = 64) -> TokenBuckets {
        TokenBuckets(
            RequestRate(perSecond: perSecond, burst: burst), clock: WallClock { [clock] in clock.now }, sets: sets
        )
    }

    private func admitted(_ count: Int, of caller: String, in buckets: TokenBuckets) -> Int {
        (0..<count).count { _ in buckets.admits(caller) }
    }

    @Test func `a burst is admitted, then as many as time allows`() {
        let buckets = buckets(perSecond: 10, burst: 20)
        #expect(admitted(100, of: "a", in: buckets) == 20)
        clock.advance(by: 0.5)
        #expect(admitted(100, of: "a", in: buckets) == 5)
        clock.advance(by: 3_600)
        #expect(admitted(100, of: "a", in: buckets) == 20)
    }

    @Test func `callers do not take each other's tokens`() {
        let buckets = buckets(perSecond: 1, burst: 2)
        #expect(admitted(10, of: "a", in: buckets) == 2)
        #expect(admitted(10, of: "b", in: buckets) == 2)
    }

    @Test func `a clock that is set back neither fills a bucket nor stops it for good`() {
        let buckets = buckets(perSecond: 10, burst: 10)
        #expect(admitted(100, of: "a", in: buckets) == 10)
        clock.advance(by: -86_400)
        #expect(admitted(100, of: "a", in: buckets) == 0)
        clock.advance(by: 1)
        #expect(admitted(100, of: "a", in: buckets) == 10)
    }

    @Test func `a million callers need no more memory than some, and the bucket of a frequent caller stays empty`() {
        let buckets = buckets(perSecond: 1, burst: 4)
        #expect(admitted(10, of: "heavy", in: buckets) == 4)
        for number in 0..<10_000 { _ = buckets.admits(number) }
        let memory = buckets.memory
        for number in 10_000..<1_000_000 { _ = buckets.admits(number) }
        #expect(buckets.memory == memory)
        // An array may have a little more memory than it was created for.
        #expect((buckets.mostMemory...2 * buckets.mostMemory).contains(memory))
        #expect(!buckets.admits("heavy"))
    }

    @Test(arguments: [1, 2, 2_048])
    func `a limit has no memory for callers before the first one, and little with it`(sets: Int) {
        let buckets = buckets(perSecond: 1, burst: 4, sets: sets)
        #expect(buckets.memory == 0)
        #expect(admitted(10, of: "a", in: buckets) == 4)
        #expect(buckets.memory > 0 && buckets.memory < 8_192)
        for number in 0..<1_000 { #expect(buckets.admits(number)) }
    }

    @Test func `parallel requests get no more than one after the other`() async {
        let buckets = buckets(perSecond: 1, burst: 50)
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1_000 { group.addTask { buckets.admits("a") } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 50)
    }
}
