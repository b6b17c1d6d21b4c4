// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import Synchronization

/// What a mail server does, and what it was given.
final class MailServer: Carrier {
    private let state = Mutex<(refuses: Bool, taken: [Message])>((false, []))

    var taken: [Message] { state.withLock { $0.taken } }

    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let refuses = state.withLock { state in
            if !state.refuses { state.taken.append(message) }
            return state.refuses
        }
        if refuses { throw .refused("550 no such user <\(message.recipient)>") }
    }
}
