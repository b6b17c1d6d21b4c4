// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Dispatch
import Testing

@Suite struct SleepTests {
    @Test(arguments: [0, -1, -Double.infinity, Double.nan])
    func `no time is waited for when the number is not positive`(seconds: Double) async throws {
        try await Task.sleep(seconds: seconds)
    }

    @Test(arguments: [60, 1e300, Double.infinity])
    func `a cancelled task does not wait`(seconds: Double) async {
        let task = Task { try await Task.sleep(seconds: seconds) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a timer calls its block once it is resumed`() async {
        let queue = DispatchQueue(label: "timer")
        let (fired, continuation) = AsyncStream<Int>.makeStream()
        let timers = [
            DispatchSource.makeOneOffDispatchSourceTimer(interval: .nanoseconds(1), queue: queue) {
                continuation.yield(1)
            },
            DispatchSource.makeOneOffDispatchSourceTimer(deadline: .now(), queue: queue) { continuation.yield(2) },
        ]
        timers.forEach { $0.resume() }
        #expect(await fired.prefix(2).reduce(0, +) == 3)
        timers.forEach { $0.cancel() }
    }
}
