// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Metrics
import Synchronization

/// A series of the metrics page, with its lines.
protocol PrometheusSeries: AnyObject, Sendable {
    func lines(name: String, labels: String) -> [String]
}

/// A counter, whose value only increases.
final class PrometheusCounter: CounterHandler, PrometheusSeries {
    private let value = Mutex<Int64>(0)

    func increment(by amount: Int64) {
        value.withLock { $0 = $0.addingReportingOverflow(amount).partialValue }
    }

    func reset() {
        value.withLock { $0 = 0 }
    }

    func lines(name: String, labels: String) -> [String] {
        ["\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value.withLock { $0 })"]
    }
}

/// A gauge, whose value can increase and decrease.
final class PrometheusGauge: RecorderHandler, PrometheusSeries {
    private let value = Mutex<Double>(0)

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        self.value.withLock { $0 = value }
    }

    func lines(name: String, labels: String) -> [String] {
        ["\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value.withLock { $0 })"]
    }
}

/// A histogram with fixed buckets; durations are in seconds.
final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSeries {
    private struct State {
        var buckets = [Int](repeating: 0, count: bounds.count)
        var count = 0
        var sum = 0.0
    }

    private static let bounds = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
        record(Double(duration) / 1_000_000_000)
    }

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        state.withLock { state in
            state.count += 1
            state.sum += value
            if let index = Self.bounds.firstIndex(where: { value <= $0 }) { state.buckets[index] += 1 }
        }
    }

    func lines(name: String, labels: String) -> [String] {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        let suffix = labels.isEmpty ? "" : "{\(labels)}"
        var below = 0
        var lines: [String] = []
        for (bound, count) in zip(Self.bounds, state.buckets) {
            below += count
            lines.append("\(name)_bucket{\(prefix)le=\"\(bound)\"} \(below)")
        }
        lines.append("\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)")
        return lines + ["\(name)_sum\(suffix) \(state.sum)", "\(name)_count\(suffix) \(state.count)"]
    }
}
