// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire
import Logging
import Metrics

/// Tells logs and metrics of every answer.
struct RequestObserver: Sendable {
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let series: RequestSeries

    init(logger: Logger, metrics: any MetricsFactory) {
        self.logger = logger
        self.metrics = metrics
        series = RequestSeries(metrics)
    }

    func observe(_ outcome: Outcome, requestID: String, took duration: Duration) {
        if outcome.code == ServiceFault.rateExceeded.code.rawValue { countThrottled(outcome) }
        let nanoseconds = duration / .nanoseconds(1)
        series.record(operation: outcome.operation, code: outcome.code, nanoseconds: Int64(nanoseconds))
        log(outcome, requestID: requestID, milliseconds: nanoseconds / 1_000_000)
    }

    private func countThrottled(_ outcome: Outcome) {
        let limit = outcome.operation == Label.unread ? "address" : "account"
        Counter(label: "gatehouse_throttled_total", dimensions: [("limit", limit)], factory: metrics).increment()
    }

    private func log(_ outcome: Outcome, requestID: String, milliseconds: Double) {
        var metadata = Logger.Metadata(minimumCapacity: 5)
        metadata[.operation] = .string(outcome.operation)
        metadata[.code] = .string(outcome.code)
        metadata[.requestID] = .string(requestID)
        metadata[.duration] = .stringConvertible((milliseconds * 1_000).rounded() / 1_000)
        if outcome.response.status < 500 {
            logger.info("Request answered", metadata: metadata)
        } else {
            metadata[.cause] = outcome.cause.map { "\(type(of: $0)): \($0)" } ?? "none"
            logger.error("Request failed", metadata: metadata)
        }
    }
}
