// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Metrics
import Synchronization
import Testing

/// The executor that answers requests whose bodies arrive on an event loop.
@Suite(.hangLimit) struct LongBodyTests {
    /// One thread in the place of an event loop.
    private final class Loop: TaskExecutor {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "loop")

        init() { queue.setSpecific(key: Self.key, value: true) }

        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private final class Places: Sendable {
        private let places = Mutex<[Bool]>([])

        var onLoop: [Bool] { places.withLock { $0 } }

        func note() { places.withLock { $0.append(Loop.isCurrent) } }
    }

    @Test(arguments: [(0, true), (16_384, true), (16_385, false), (500_000, false)])
    func `a long body is read off the event loop`(_ length: Int, _ staysOnLoop: Bool) async throws {
        let gatehouse = try await TestGatehouse()
        let places = Places()
        let gateway = Gateway(
            sites: [.health { places.note() }], deployment: gatehouse.installation.deployment,
            clock: WallClock { gatehouse.clock.now }, entropy: .seeded(1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: NOOPMetricsHandler.instance)
        let request = GatewayRequest(method: "GET", path: "/health")
        let body = PiecedBody([[UInt8](repeating: 0x20, count: length)])
        let answer = try await withTaskExecutorPreference(Loop()) {
            #expect(Loop.isCurrent)
            return try await gateway.respond(to: request, receiving: body)
        }
        #expect(answer.status == 200)
        #expect(places.onLoop == [staysOnLoop])
    }
}
