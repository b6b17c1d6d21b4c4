// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

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
        } catch .notJSON {
            // The result of a custom sender is ignored.
        } catch {
            // A server that is busy sends the message later.
            var isBusy: Bool { if case .refused = error { true } else { false } }
            guard error.isWorthAnotherTry || isBusy else { throw .refused("\(error)") }
            throw .postponed("\(error)")
        }
    }
}
