// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import ServiceLifecycleTestKit
import Synchronization
import Testing

@Suite(.hangLimit) struct ShutdownLimitTests {
    /// A timer that the test lets elapse.
    private final class Timer: Sendable {
        private let alarms = Mutex<[(time: Duration, body: @Sendable () -> Void)]>([])
        private let ends = Mutex(0)

        var times: [Duration] { alarms.withLock { alarms in alarms.map(\.time) } }
        var ended: Int { ends.withLock { $0 } }

        private let begins = Mutex(0)
        var begun: Int { begins.withLock { $0 } }

        func limit() -> ShutdownLimit {
            ShutdownLimit(
                schedule: { time, body in self.alarms.withLock { $0.append((time, body)) } },
                begin: { self.begins.withLock { $0 += 1 } }, end: { self.ends.withLock { $0 += 1 } })
        }

        func elapse() {
            for alarm in alarms.withLock({ $0 }) { alarm.body() }
        }
    }

    private let timer = Timer()

    private func shutDown(_ limit: ShutdownLimit) async throws {
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await limit.run()
        }
    }

    @Test func `a shutdown that does not end in time ends the process within nine seconds`() async throws {
        let limit = timer.limit()
        try await shutDown(limit)
        // One more second is for the buffers of the log.
        #expect(timer.times == [ShutdownLimit.untilEnd])
        #expect(ShutdownLimit.untilCancellation < ShutdownLimit.untilEnd)
        #expect(ShutdownLimit.untilEnd + .seconds(1) < .seconds(9))
        #expect(timer.begun == 1)
        #expect(timer.ended == 0)
        timer.elapse()
        #expect(timer.ended == 1)
    }

    @Test func `a body that does not come is refused shortly before requests are cancelled`() {
        let grace = SocketLimits().shutdownGrace
        #expect(grace < ShutdownLimit.untilCancellation)
        #expect(grace > ShutdownLimit.untilCancellation - .seconds(1))
    }

    @Test func `a shutdown that is complete does not end the process`() async throws {
        let limit = timer.limit()
        try await shutDown(limit)
        limit.complete()
        timer.elapse()
        #expect(timer.ended == 0)
    }

    @Test func `a server that ends because of an error has no time limit`() async throws {
        let limit = timer.limit()
        let task = Task { try await limit.run() }
        task.cancel()
        try await task.value
        #expect(timer.times.isEmpty)
        #expect(timer.begun == 0)
    }

    @Test(arguments: [
        (
            "Scripts/package/files/gatehouse.service",
            "# The process ends within 9 seconds: requests in progress have 7 of them."
        ),
        ("docs/deployment.md", "requests in progress have seven seconds"),
        ("docs/deployment.md", "ends within nine seconds"),
    ])
    func `the unit file and the documents have the seconds of the process`(_ path: String, _ text: String) throws {
        #expect(ShutdownLimit.untilCancellation == .seconds(7) && ShutdownLimit.longest == .seconds(9))
        // The log is written for a second at most after the end of the requests.
        #expect(ShutdownLimit.untilEnd + .seconds(1) <= ShutdownLimit.longest)
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let content = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        #expect(content.replacing("\n", with: " ").contains(text))
    }

    @Test func `systemd waits longer for the process than the process takes, and as long as container runtimes do`()
        throws
    {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let unit = try String(
            contentsOf: root.appending(path: "Scripts/package/files/gatehouse.service"), encoding: .utf8)
        let seconds = unit.split(separator: "\n").compactMap { line in
            line.hasPrefix("TimeoutStopSec=") ? Int(line.dropFirst("TimeoutStopSec=".count)) : nil
        }
        #expect(seconds == [10] && ShutdownLimit.longest < .seconds(10))
    }
}
