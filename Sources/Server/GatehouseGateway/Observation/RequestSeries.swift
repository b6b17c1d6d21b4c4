// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Metrics
import Synchronization

/// The metric series of requests, created once for each operation and code.
///
/// Both are from closed lists, so the number of series is limited.
final class RequestSeries: Sendable {
    private struct Labels: Hashable {
        let operation: String
        let code: String
    }

    private let metrics: any MetricsFactory
    private let known = Mutex<[Labels: (requests: Counter, durations: Timer)]>([:])

    init(_ metrics: any MetricsFactory) {
        self.metrics = metrics
    }

    func record(operation: String, code: String, nanoseconds: Int64) {
        let (requests, durations) = series(Labels(operation: operation, code: code))
        requests.increment()
        durations.recordNanoseconds(nanoseconds)
    }

    private func series(_ labels: Labels) -> (requests: Counter, durations: Timer) {
        known.withLock { known in
            if let series = known[labels] { return series }
            let requests = Counter(
                label: MetricName.requests.rawValue,
                dimensions: [("operation", labels.operation), ("code", labels.code)], factory: metrics)
            let durations = Timer(
                label: MetricName.requestDuration.rawValue, dimensions: [("operation", labels.operation)],
                factory: metrics)
            known[labels] = (requests, durations)
            return (requests, durations)
        }
    }
}
