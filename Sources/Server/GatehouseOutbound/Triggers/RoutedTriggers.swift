// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseWire
package import Logging

/// Sends each call to the endpoint, program or API of its function, and retries it after temporary failures.
package struct RoutedTriggers: TriggerCaller {
    private let carriers: [String: any TriggerCarrier]
    private let codeKeys: [String: RawAESKey]
    private let limits: TriggerLimits
    private let bounds: [String: FunctionBounds]
    private let running = RunningCalls()
    private let logger: Logger

    /// Creates the caller for the configured functions; it does not connect to them.
    package init(_ settings: TriggerSettings, clock: WallClock, logger: Logger) {
        self.init(
            carriers: settings.functions.mapValues { $0.carrier(clock: clock, logger: logger) },
            codeKeys: settings.codeKeys,
            limits: settings.limits, bounds: settings.bounds, logger: logger)
    }

    init(
        carriers: [String: any TriggerCarrier], codeKeys: [String: RawAESKey] = [:], limits: TriggerLimits,
        bounds: [String: FunctionBounds] = [:], logger: Logger
    ) {
        self.carriers = carriers
        self.codeKeys = codeKeys
        self.limits = limits
        self.bounds = bounds
        self.logger = logger
    }

    package func codeKey(_ id: String) -> RawAESKey? { codeKeys[id] }

    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        let end = ContinuousClock.now + limits.total
        var attempt = 1
        while true {
            do throws(TriggerFailure) {
                let left = min(limits.attempt, max(.zero, end - .now))
                return try await self.attempt(call, within: left, number: attempt)
            } catch {
                guard error.isWorthAnotherTry, attempt < limits.attempts, .now < end, !Task.isCancelled else {
                    throw error
                }
                attempt += 1
            }
        }
    }

    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await attempt(call, within: limit, number: 1)
    }

    package func knows(_ function: String) -> Bool { carriers[function] != nil }

    /// Calls the function, and logs how that ended.
    private func attempt(
        _ call: TriggerCall, within limit: Duration, number: Int
    ) async throws(TriggerFailure) -> WireValue {
        do throws(TriggerFailure) {
            let value = try Self.value(try await carry(call, within: limit))
            logger.debug(
                "\(call.title) answered",
                metadata: ["function": "\(call.function)", "call": "\(call.id)", "attempt": "\(number)"])
            return value
        } catch {
            log(error, of: call, attempt: number)
            throw error
        }
    }

    /// Calls the function within its own bounds.
    private func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let carrier = try carrier(of: call)
        guard let bounds = bounds[call.function] else { return try await carrier.carry(call, within: limit) }
        guard running.begin(call.function, atMost: bounds.parallelCalls) else {
            throw .notCallable(.throttled, "\(bounds.parallelCalls) calls of the function are running")
        }
        defer { running.end(call.function) }
        return try await carrier.carry(call, within: min(limit, bounds.time))
    }

    private func carrier(of call: TriggerCall) throws(TriggerFailure) -> any TriggerCarrier {
        guard let carrier = carriers[call.function] else {
            throw .notCallable(.notFound, "GATEHOUSE_TRIGGERS has no entry for \(call.function)")
        }
        return carrier
    }

    private static func value(_ bytes: [UInt8]) throws(TriggerFailure) -> WireValue {
        do throws(WireSyntaxError) {
            return try WireValue(foreignJSON: bytes)
        } catch .notStreamSafe {
            throw .notStreamSafe
        } catch {
            throw .notJSON
        }
    }

    /// Logs a failure; never the event, the result or the function's error, which may contain secrets.
    private func log(_ failure: TriggerFailure, of call: TriggerCall, attempt: Int) {
        logger.warning(
            "\(call.title) failed",
            metadata: [
                "function": "\(call.function)", (call.isOfPool ? "pool" : "api"): "\(call.poolID)",
                "call": "\(call.id)",
                "attempt": "\(attempt)", "cause": "\(failure)",
            ])
    }
}

extension TriggerCall {
    /// Whether a user pool has the function, and not a data API: only ids of pools have an underscore.
    fileprivate var isOfPool: Bool { poolID.contains("_") }

    /// What the log calls the function.
    fileprivate var title: String { isOfPool ? "A trigger" : "A function of a data API" }
}

/// The functions by their ARNs, and the keys by their ids in a key service.
package struct TriggerSettings: Sendable, Equatable {
    /// The programs and addresses of the functions, by their ARNs.
    package var functions: [String: TriggerRoute]
    /// The bounds of functions that have their own, by their ARNs.
    package var bounds: [String: FunctionBounds] = [:]
    /// The keys that encrypt codes for custom senders, by their ids in a key service.
    package var codeKeys: [String: RawAESKey]
    /// The limits of duration and number for attempts.
    package var limits = TriggerLimits()

    /// Creates settings.
    package init(functions: [String: TriggerRoute] = [:], codeKeys: [String: RawAESKey] = [:]) {
        self.functions = functions
        self.codeKeys = codeKeys
    }
}

/// The way to call a function.
package enum TriggerRoute: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// An HTTP endpoint that receives a POST for each event, signed with a shared secret.
    case endpoint(url: String, secret: String)
    /// A local program and its arguments; `folder` is its working directory.
    case program([String], folder: String)
    /// The Lambda API at an endpoint, such as `https://lambda.us-east-1.amazonaws.com`.
    case lambda(endpoint: String, credentials: SigningCredentials)

    /// Contains the endpoint or program; never a secret.
    package var description: String {
        switch self {
        case .endpoint(let url, _): "endpoint \(url.prefix { $0 != "?" })"
        case .program(let command, _): "program \(command.first ?? "")"
        case .lambda(let endpoint, _): "Lambda at \(endpoint)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// The carrier for this route.
    func carrier(clock: WallClock, logger: Logger) -> any TriggerCarrier {
        switch self {
        case .endpoint(let url, let secret): EndpointTrigger(url: url, secret: secret, clock: clock)
        case .program(let command, let folder): ProgramTrigger(command: command, folder: folder, logger: logger)
        case .lambda(let endpoint, let credentials):
            LambdaTrigger(endpoint: endpoint, credentials: credentials, clock: clock)
        }
    }
}

/// Sends events to one function and returns its results.
protocol TriggerCarrier: Sendable {
    /// Calls the function once.
    /// - Returns: the function's result, which should be JSON.
    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8]
}

/// The limits of a function call.
package struct TriggerLimits: Sendable, Equatable {
    /// The longest duration of one attempt.
    package var attempt: Duration = .seconds(5)
    /// The largest number of attempts; a call is repeated only after a temporary failure.
    package var attempts = 3
    /// The longest duration of all attempts together.
    package var total: Duration = .seconds(15)

    /// The largest result of a function, in bytes.
    static let output = 1_048_576

    /// Creates the service's limits.
    package init() {}
}

extension TriggerFailure {
    /// The error for a result that is too large.
    static let tooLarge = TriggerFailure.functionError(
        "Response payload size exceeded maximum allowed payload size (\(TriggerLimits.output) bytes).")

    /// The error of a function, with its message shortened to 1,024 characters.
    static func raised(_ message: String) -> TriggerFailure {
        .functionError(String(message.prefix(1_024)))
    }
}

/// Passes messages to the functions that send them instead of the server.
package struct SenderCarrier: Carrier {
    private let triggers: any TriggerCaller

    /// Creates a carrier; it calls no function.
    package init(_ triggers: any TriggerCaller) {
        self.triggers = triggers
    }

    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        guard let sender = message.sender else { throw .refused("no function sends this message") }
        do {
            _ = try await triggers.call(sender)
        } catch .notJSON, .notStreamSafe {
            // The result of a custom sender is ignored.
        } catch {
            // A server that is busy sends the message later.
            var isBusy: Bool { if case .refused = error { true } else { false } }
            guard error.isWorthAnotherTry || isBusy else { throw .refused("\(error)") }
            throw .postponed("\(error)")
        }
    }
}
