// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Metrics
import Synchronization

/// A metrics backend that keeps counters, gauges and histograms in memory and writes them in Prometheus's text format.
///
/// The number of series is limited; series beyond the limit are not recorded.
package final class PrometheusMetrics: MetricsFactory {
    private struct Family {
        let kind: String
        var series: [String: any PrometheusSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var count = 0
    }

    private let maximumSeries: Int
    private let state = Mutex(State())

    /// Creates an empty backend.
    package init(maximumSeries: Int = 5_000) {
        self.maximumSeries = maximumSeries
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, "counter", dimensions) { PrometheusCounter() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, "gauge", dimensions) { PrometheusGauge() } }
        return series(label, "histogram", dimensions) { PrometheusHistogram() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, "histogram", dimensions) { PrometheusHistogram() }
    }

    // Series exist as long as the process: their number is limited, and Prometheus expects counters to remain.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// All series in Prometheus's text exposition format, version 0.0.4.
    package var text: String {
        let families = state.withLock { $0.families }
        var lines: [String] = []
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            // The metrics of libraries have no help text here.
            if let help = MetricName(rawValue: name)?.help { lines.append("# HELP \(name) \(help)") }
            lines.append("# TYPE \(name) \(family.kind)")
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                lines += series.lines(name: name, labels: labels)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func series<Series: PrometheusSeries>(
        _ label: String, _ kind: String, _ dimensions: [(String, String)], make: () -> Series
    ) -> Series {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return state.withLock { state in
            if let known = state.families[name]?.series[labels] as? Series { return known }
            let fresh = make()
            let isOfKind = state.families[name].map { $0.kind == kind } ?? true
            guard isOfKind, state.count < maximumSeries else { return fresh }
            state.count += 1
            state.families[name, default: Family(kind: kind)].series[labels] = fresh
            return fresh
        }
    }

    private static func name(_ text: String) -> String {
        String(
            decoding: text.utf8.map { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
                default: UInt8(ascii: "_")
                }
            }, as: UTF8.self
        )
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
