// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataSite
import GatehouseGateway
package import Metrics
import Synchronization

/// The metric series of requests to data APIs, created once for each API and operation.
///
/// The ids of APIs are those that the server has made, and operations and reasons are closed lists.
package final class DataSeries: Sendable {
    private struct Labels: Hashable {
        let api: String
        let operation: DataRequestReport.Operation

        var dimensions: [(String, String)] { [("api", api), ("operation", operation.rawValue)] }
    }

    private struct Series {
        let requests: Counter
        let records: Counter
        let durations: Timer
        var refusals: [DataRequestReport.Refusal: Counter] = [:]
    }

    private let metrics: any MetricsFactory
    private let known = Mutex<[Labels: Series]>([:])

    /// Creates the series.
    package init(_ metrics: any MetricsFactory) {
        self.metrics = metrics
    }

    /// Counts a request.
    package func record(_ report: DataRequestReport) {
        let labels = Labels(api: report.api, operation: report.operation)
        let (series, refusals) = known.withLock { known in
            var series = known[labels] ?? makeSeries(labels)
            let refusals = report.refusals.map { refusal in
                series.refusals[refusal] ?? makeCounter(of: refusal, labels)
            }
            for (refusal, counter) in zip(report.refusals, refusals) { series.refusals[refusal] = counter }
            known[labels] = series
            return (series, refusals)
        }
        series.requests.increment()
        series.records.increment(by: report.recordsRead)
        series.durations.recordNanoseconds(Int64(report.duration / .nanoseconds(1)))
        for counter in refusals { counter.increment() }
    }

    private func makeSeries(_ labels: Labels) -> Series {
        Series(
            requests: Counter(
                label: MetricName.dataRequests.rawValue, dimensions: labels.dimensions, factory: metrics),
            records: Counter(
                label: MetricName.dataRecordsRead.rawValue, dimensions: labels.dimensions, factory: metrics),
            durations: Timer(
                label: MetricName.dataDuration.rawValue, dimensions: labels.dimensions, factory: metrics))
    }

    private func makeCounter(of refusal: DataRequestReport.Refusal, _ labels: Labels) -> Counter {
        Counter(
            label: MetricName.dataRefusals.rawValue, dimensions: labels.dimensions + [("reason", refusal.rawValue)],
            factory: metrics)
    }
}
