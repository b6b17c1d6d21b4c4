// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseOutbound
import Synchronization

/// A mail server for tests: answers as it is set up, and records the messages that it receives.
package final class MailServer: Carrier {
    private let state = Mutex<(refuses: Bool, taken: [Message])>((false, []))

    /// A server that refuses nothing.
    package init() {}

    /// The messages that it accepted, the first one first.
    package var taken: [Message] { state.withLock { $0.taken } }

    /// Refuses every message from now on, or accepts messages again.
    package func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    /// Accepts a message.
    /// - Throws: a permanent refusal while it refuses.
    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let refuses = state.withLock { state in
            if !state.refuses { state.taken.append(message) }
            return state.refuses
        }
        if refuses { throw .refused("550 no such user <\(message.recipient)>") }
    }
}
