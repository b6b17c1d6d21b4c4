// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseTesting

@testable import GatehouseOutbound

extension MessageDispatcher {
    /// A message dispatcher like this one, whose messages go to a mail server.
    func sending(to server: MailServer) -> MessageDispatcher {
        MessageDispatcher(
            queue: queue, carriers: [.email: server, .sms: server], sealer: sealer, clock: clock, entropy: entropy,
            logger: logger,
            pause: { _ in
                // A caller waits until the message is sent, also on a busy machine.
                for await _ in AsyncStream(Never.self, { _ in }) {}
                throw CancellationError()
            })
    }
}
