// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseGateway
import Metrics

/// Where a server that a simulation composes does its work, and the receiver of its refusals.
package struct SimulatedLanes: Sendable {
    let compute: ComputePool
    let hashing: ComputePool
    let triggers: any TriggerCaller
    let admission: Admission
    let didRefuse: @Sendable (Overload) -> Void

    /// Creates the lanes.
    ///
    /// - Parameters:
    ///   - compute: does long arithmetic.
    ///   - hashing: computes the hashes of imported passwords.
    ///   - triggers: calls the functions of pools.
    ///   - admission: the books that admit requests at the gateway.
    ///   - didRefuse: is called with the queue that a refused request would have waited in, in the request's task.
    package init(
        compute: ComputePool, hashing: ComputePool, triggers: any TriggerCaller, admission: Admission,
        didRefuse: @escaping @Sendable (Overload) -> Void
    ) {
        self.compute = compute
        self.hashing = hashing
        self.triggers = triggers
        self.admission = admission
        self.didRefuse = didRefuse
    }

    /// Metrics of which only the refusals count.
    var metrics: any MetricsFactory { RefusalMetrics(didRefuse: didRefuse) }
}

/// Metrics that only report the queue that has refused a request.
private struct RefusalMetrics: MetricsFactory {
    private final class Refusals: CounterHandler {
        private let queue: Overload
        private let tell: @Sendable (Overload) -> Void

        init(_ queue: Overload, _ tell: @escaping @Sendable (Overload) -> Void) {
            self.queue = queue
            self.tell = tell
        }

        func increment(by amount: Int64) { tell(queue) }
        func reset() {}
    }

    let didRefuse: @Sendable (Overload) -> Void

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        guard label == MetricName.overload.rawValue, let queue = dimensions.first.flatMap({ Overload(rawValue: $0.1) })
        else { return NOOPMetricsHandler.instance }
        return Refusals(queue, didRefuse)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { NOOPMetricsHandler.instance }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
