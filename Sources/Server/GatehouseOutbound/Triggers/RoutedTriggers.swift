// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseServerCrypto
package import GatehouseWire
package import Logging

/// Sends each call to the endpoint, program or API of its function, and retries it after temporary failures.
package struct RoutedTriggers: TriggerCaller {
    private let carriers: [String: any TriggerCarrier]
    private let codeKeys: [String: RawAESKey]
    private let limits: TriggerLimits
    private let logger: Logger

    /// Creates the caller for the configured functions; it does not connect to them.
    package init(_ settings: TriggerSettings, clock: WallClock, logger: Logger) {
        self.init(
            carriers: settings.functions.mapValues { $0.carrier(clock: clock, logger: logger) },
            codeKeys: settings.codeKeys,
            limits: settings.limits, logger: logger)
    }

    init(
        carriers: [String: any TriggerCarrier], codeKeys: [String: RawAESKey] = [:], limits: TriggerLimits,
        logger: Logger
    ) {
        self.carriers = carriers
        self.codeKeys = codeKeys
        self.limits = limits
        self.logger = logger
    }

    package func codeKey(_ id: String) -> RawAESKey? { codeKeys[id] }

    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        let end = ContinuousClock.now + limits.total
        var attempt = 1
        while true {
            do throws(TriggerFailure) {
                let left = min(limits.attempt, max(.zero, end - .now))
                let value = try Self.value(try await carrier(of: call).carry(call, within: left))
                logger.debug(
                    "A trigger answered",
                    metadata: ["function": "\(call.function)", "call": "\(call.id)", "attempt": "\(attempt)"])
                return value
            } catch {
                log(error, of: call, attempt: attempt)
                guard error.isWorthAnotherTry, attempt < limits.attempts, .now < end, !Task.isCancelled else {
                    throw error
                }
                attempt += 1
            }
        }
    }

    private func carrier(of call: TriggerCall) throws(TriggerFailure) -> any TriggerCarrier {
        guard let carrier = carriers[call.function] else {
            throw .notCallable(.notFound, "GATEHOUSE_TRIGGERS has no entry for \(call.function)")
        }
        return carrier
    }

    private static func value(_ bytes: [UInt8]) throws(TriggerFailure) -> WireValue {
        do {
            return try WireValue(foreignJSON: bytes)
        } catch {
            throw .notJSON
        }
    }

    /// Logs a failure; never the event, the result or the function's error, which may contain secrets.
    private func log(_ failure: TriggerFailure, of call: TriggerCall, attempt: Int) {
        logger.warning(
            "A trigger failed",
            metadata: [
                "function": "\(call.function)", "pool": "\(call.poolID)", "call": "\(call.id)",
                "attempt": "\(attempt)", "cause": "\(failure)",
            ])
    }
}
