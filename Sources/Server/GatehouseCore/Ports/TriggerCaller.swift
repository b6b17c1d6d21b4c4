// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseWire

/// Calls the Lambda triggers of user pools, and provides the keys that it shares with them.
package protocol TriggerCaller: Sendable {
    /// Sends an event to a function and returns its result.
    /// - Throws: the reason why there is no result; the details are in the server's log.
    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue

    /// The key for a `KMSKeyID`; codes for custom senders are encrypted with it.
    func codeKey(_ id: String) -> RawAESKey?
}

/// One call of a function.
///
/// Its description omits the event, because an event may contain a password.
package struct TriggerCall: Sendable, Equatable, Codable, CustomStringConvertible, CustomReflectable {
    /// An id that is the same for every attempt of the call, so that the function can detect a repetition.
    package let id: String
    /// The function's ARN in the pool's `LambdaConfig`.
    package let function: String
    /// The id of the user pool whose trigger it is.
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
