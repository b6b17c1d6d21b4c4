// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Hands messages to the functions that send them in the server's place.
package struct SenderCarrier: Carrier {
    private let triggers: any TriggerCaller

    /// Creates a carrier; nothing is called yet.
    package init(_ triggers: any TriggerCaller) {
        self.triggers = triggers
    }

    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        guard let sender = message.sender else { throw .refused("no function sends this message") }
        do {
            _ = try await triggers.call(sender)
        } catch .notJSON {
            // What a sender returns does not matter.
        } catch {
            guard error.isWorthAnotherTry else { throw .refused("\(error)") }
            throw .postponed("\(error)")
        }
    }
}
