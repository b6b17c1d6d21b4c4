// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseWire

/// Calls functions: the Lambda triggers of user pools and the functions of data APIs.
///
/// It also provides the keys that it shares with triggers.
package protocol TriggerCaller: Sendable {
    /// Sends an event to a function and returns its result.
    /// - Throws: the reason why there is no result; the details are in the server's log.
    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue

    /// The key for a `KMSKeyID`; codes for custom senders are encrypted with it.
    func codeKey(_ id: String) -> RawAESKey?

    /// Sends an event to a function once, and returns its result.
    ///
    /// A sender who waits can repeat a request itself; a second attempt of the server could do the function's work
    /// twice.
    /// - Throws: as ``call(_:)``; `timedOut` after the limit.
    func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue

    /// Whether there is a way to call a function; a caller that does not know answers `true`.
    func knows(_ function: String) -> Bool
}

extension TriggerCaller {
    /// Answers `true`.
    package func knows(_ function: String) -> Bool { true }
}

/// One call of a function.
///
/// Its description omits the event, because an event may contain a password.
package struct TriggerCall: Sendable, Equatable, Codable, CustomStringConvertible, CustomReflectable {
    /// An id that is the same for every attempt of the call, so that the function can detect a repetition.
    package let id: String
    /// The function's ARN, as in the pool's `LambdaConfig`.
    package let function: String
    /// The id of the user pool or the data API that has the function.
    package let poolID: String
    /// The event as a JSON object.
    package let event: String

    /// Prepares a call.
    package init(id: String, function: String, poolID: String, event: WireValue) {
        self.id = id
        self.function = function
        self.poolID = poolID
        self.event = String(decoding: event.jsonBytes(), as: UTF8.self)
    }

    package var description: String { "TriggerCall(\(function), \(id))" }
    package var customMirror: Mirror { Mirror(self, children: ["function": function, "id": id]) }
}

/// Fails every call: the trigger caller of an installation without functions.
package struct NoTriggers: TriggerCaller {
    /// Creates the caller.
    package init() {}

    /// Fails with the error for a function that does not exist.
    ///
    /// - Throws: `TriggerFailure.notCallable(.notFound, …)`, always.
    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        throw .notCallable(.notFound, "no functions are set up: \(call.function)")
    }

    /// Fails as a call without a limit.
    ///
    /// - Throws: `TriggerFailure.notCallable(.notFound, …)`, always.
    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await self.call(call)
    }

    package func codeKey(_ id: String) -> RawAESKey? { nil }

    package func knows(_ function: String) -> Bool { false }
}

/// The reason why a function returned no usable result.
package enum TriggerFailure: Error, Equatable, CustomStringConvertible {
    /// The reason why a function could not be called; the raw value is the service's error code.
    package enum Obstacle: String, Sendable {
        case accessDenied = "AccessDeniedException"
        case notFound = "ResourceNotFoundException"
        /// The function is there, and the system cannot start it.
        case notStarted = "InvalidRuntimeException"
        case throttled = "TooManyRequestsException"
        case unavailable = "ServiceException"
    }

    /// The function raised an error with this message, which the caller of the operation sees.
    case functionError(String)
    /// The function returned something that is not JSON.
    case notJSON
    /// The function returned text that is not in stream-safe form.
    case notStreamSafe
    /// The function did not answer in time.
    case timedOut
    /// The function could not be called; the text is for the log.
    case notCallable(Obstacle, String)
    /// This server refused the call, because it would have waited too long for other calls.
    case refused(Overload)

    /// Whether another attempt may succeed, because the function has not processed the event or its result is unknown.
    package var isWorthAnotherTry: Bool {
        switch self {
        case .timedOut, .notCallable(.throttled, _), .notCallable(.unavailable, _): true
        case .functionError, .notJSON, .notStreamSafe, .notCallable, .refused: false
        }
    }

    /// The kind of failure, without the function's own error message.
    package var description: String {
        switch self {
        case .functionError: "the function raised an error"
        case .notJSON: "the function returned something that is not JSON"
        case .notStreamSafe: "the function returned text that is not in stream-safe form"
        case .timedOut: "the function did not answer in time"
        case .notCallable(let obstacle, let detail): "\(obstacle.rawValue): \(detail)"
        case .refused: "too many functions are running"
        }
    }
}
