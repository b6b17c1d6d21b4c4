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
        log(outcome, isRoutine: outcome.isRoutine, requestID: requestID, milliseconds: nanoseconds / 1_000_000)
    }

    private func countThrottled(_ outcome: Outcome) {
        let limit = outcome.operation == Label.unread ? "address" : "account"
        Counter(label: MetricName.throttled.rawValue, dimensions: [("limit", limit)], factory: metrics).increment()
    }

    private func log(_ outcome: Outcome, isRoutine: Bool, requestID: String, milliseconds: Double) {
        if let overload = outcome.overload { return log(overload) }
        let isFailure = outcome.isFailure
        let isOmitted = detail == .callers && !isFailure && isRoutine
        guard !isOmitted || logger.logLevel == .trace else { return }
        var omitted = 0
        if let reason = outcome.outage {
            guard let count = outages.admits(reason) else { return }
            omitted = count
        }
        // The metadata of a line that is not written takes a tenth of a short request's time.
        guard isFailure || logger.logLevel <= .info else { return }
        var metadata = Logger.Metadata(minimumCapacity: 8)
        if omitted > 0 { metadata[.omitted] = .stringConvertible(omitted) }
        metadata[.operation] = .string(outcome.operation)
        metadata[.code] = .string(outcome.code)
        metadata[.requestID] = .string(requestID)
        metadata[.duration] = .stringConvertible((milliseconds * 1_000).rounded() / 1_000)
        metadata[.api] = outcome.api.map { .string($0) }
        metadata[.reason] = outcome.note.map { .string($0) }
        if detail == .callers {
            if let reason = outcome.reason { metadata[.reason] = .string(reason) }
            addCaller(of: outcome, to: &metadata)
        } else if let caller = outcome.caller, caller.isID {
            // An exchange of tokens acts in place of a user, so every log has the id of that user.
            metadata[.client] = .string(caller.client)
            metadata[.user] = .string(caller.user)
        }
        if let refusal = outcome.refusalReason { Self.add(refusal, to: &metadata) }
        if isFailure {
            metadata[.cause] = outcome.cause.map { "\(type(of: $0)): \($0)" } ?? "none"
            logger.error("Request failed", metadata: metadata)
        } else {
            logger.info("Request answered", metadata: metadata)
        }
    }

    /// Adds why a signed or federated call is refused, which the response does not say.
    private static func add(_ refusal: any RefusalReason, to metadata: inout Logger.Metadata) {
        let attempt = refusal.attempt
        metadata[.refusedBy] = .string(refusal.refusedBy)
        metadata[.principal] = attempt.principal.map { .string($0.logWord) }
        metadata[.accessKey] = attempt.accessKeyID.map { .string($0.logWord) }
        metadata[.action] = attempt.action.map { .string($0.logWord) }
        metadata[.resource] = attempt.resource.map { .string($0.logWord) }
    }

    /// Logs refusals for overload, once a minute for each queue.
    private func log(_ overload: Overload) {
        guard let omitted = outages.admits(overload.rawValue) else { return }
        var metadata: Logger.Metadata = [:]
        metadata[.queue] = .string(overload.rawValue)
        if omitted > 0 { metadata[.omitted] = .stringConvertible(omitted) }
        logger.warning("The server is overloaded and refuses requests", metadata: metadata)
    }

    private func addCaller(of outcome: Outcome, to metadata: inout Logger.Metadata) {
        let names = CallerNames(outcome.input?.value, proven: outcome.caller)
        metadata[.client] = names.client.map { .string($0) }
        metadata[.user] = names.user.map { .string($0) }
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
