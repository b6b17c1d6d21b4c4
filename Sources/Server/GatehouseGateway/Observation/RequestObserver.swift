// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseWire
import Logging
import Metrics

/// Logs and counts every response.
struct RequestObserver: Sendable {
    private let logger: Logger
    /// The logger's handler, if it takes the lines of requests.
    private let lines: (any RequestLineHandler)?
    private let metrics: any MetricsFactory
    private let series: RequestSeries
    private let signIns: SignInSeries
    private let detail: LogDetail
    private let overloads: OverloadSeries
    private let outages = OutageLog()

    /// The step of a sign-in that an outcome ends.
    private let signIn: @Sendable (Outcome) -> SignInResult?

    init(
        logger: Logger, metrics: any MetricsFactory, detail: LogDetail,
        signIn: @escaping @Sendable (Outcome) -> SignInResult?
    ) {
        self.signIn = signIn
        self.logger = logger
        lines = logger.handler as? any RequestLineHandler
        self.metrics = metrics
        self.detail = detail
        series = RequestSeries(metrics)
        signIns = SignInSeries(metrics)
        overloads = OverloadSeries(metrics)
    }

    func observe(_ outcome: Outcome, requestID: String, took duration: Duration) {
        if let overload = outcome.overload {
            overloads.record(overload)
        } else if outcome.code == ServiceFault.rateExceeded.code.rawValue {
            countThrottled(outcome)
        }
        let nanoseconds = duration / .nanoseconds(1)
        series.record(operation: outcome.operation, code: outcome.code, nanoseconds: Int64(nanoseconds))
        if let result = signIn(outcome) { signIns.record(result) }
        log(outcome, isRoutine: outcome.isRoutine, requestID: requestID, microseconds: nanoseconds / 1_000)
    }

    private func countThrottled(_ outcome: Outcome) {
        let limit = outcome.operation == Label.unread ? "address" : "account"
        Counter(label: MetricName.throttled.rawValue, dimensions: [("limit", limit)], factory: metrics).increment()
    }

    private func log(_ outcome: Outcome, isRoutine: Bool, requestID: String, microseconds: Double) {
        if let overload = outcome.overload { return log(overload) }
        let isFailure = outcome.isFailure
        let isOmitted = detail == .callers && !isFailure && isRoutine
        guard !isOmitted || logger.logLevel == .trace else { return }
        var omitted = 0
        if let reason = outcome.outage {
            guard let count = outages.admits(reason) else { return }
            omitted = count
        }
        // The words of a line that is not written would take time for nothing.
        guard logger.logLevel <= (isFailure ? .error : .info) else { return }
        var line = RequestLine(
            isFailure: isFailure, operation: outcome.operation, code: outcome.code, requestID: requestID,
            microseconds: Int(microseconds.rounded()))
        line.omitted = omitted
        line.api = outcome.api
        line.reason = outcome.note
        if detail == .callers {
            line.reason = outcome.reason ?? line.reason
            let names = CallerNames(outcome.input, proven: outcome.caller)
            line.client = names.client
            line.user = names.user
        } else if let caller = outcome.caller, caller.isID {
            // An exchange of tokens acts in place of a user, so every log has the id of that user.
            line.client = caller.client
            line.user = caller.user
        }
        line.refusal = outcome.refusalReason
        if isFailure { line.cause = outcome.cause.map { "\(type(of: $0)): \($0)" } ?? "none" }
        if let lines {
            lines.log(line)
        } else {
            logger.log(
                level: line.level, Logger.Message(stringLiteral: line.message), metadata: line.metadata,
                source: RequestLine.source)
        }
    }

    /// Logs refusals for overload, once a minute for each queue.
    private func log(_ overload: Overload) {
        guard let omitted = outages.admits(overload.rawValue) else { return }
        var metadata: Logger.Metadata = [:]
        metadata[.queue] = .string(overload.rawValue)
        if omitted > 0 { metadata[.omitted] = .stringConvertible(omitted) }
        logger.warning("The server is overloaded and refuses requests", metadata: metadata)
    }
}

/// The amount of detail in the log of requests.
package enum LogDetail: Sendable {
    /// Operation, code, id and duration, and why a signed or federated call is refused; the log contains no names of users
    /// of user pools.
    case operations
    /// Also the client, the user and the reason of a refusal, without lines for requests that pages repeat
    /// automatically; for a developer's own server.
    case callers
}
