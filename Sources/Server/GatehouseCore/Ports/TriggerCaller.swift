// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseWire

/// Calls the functions that user pools have at the turns of a user's way, and knows the keys that they share.
package protocol TriggerCaller: Sendable {
    /// Hands an event to a function and waits for what it returns.
    /// - Throws: why there is nothing; whoever operates the server finds the circumstances in the log.
    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue

    /// The key that stands for a `KMSKeyID`: codes for custom senders are encrypted under it.
    func codeKey(_ id: String) -> RawAESKey?
}

/// One call of a function.
///
/// Its description shows no event: that may hold a password.
package struct TriggerCall: Sendable, Equatable, Codable, CustomStringConvertible, CustomReflectable {
    /// The same each time the same call is tried, so that the function can tell a repetition.
    package let id: String
    /// The ARN that the pool's `LambdaConfig` has.
    package let function: String
    package let poolID: String
    /// A JSON object.
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
