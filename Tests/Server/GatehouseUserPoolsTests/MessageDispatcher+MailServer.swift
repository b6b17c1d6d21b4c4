// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting

@testable import GatehouseOutbound

extension MessageDispatcher {
    /// A message dispatcher like this one, whose messages go to a mail server.
    func sending(to server: MailServer) -> MessageDispatcher {
        MessageDispatcher(
            queue: queue, carriers: [.email: server, .sms: server], sealer: sealer, clock: clock, entropy: entropy,
            logger: logger, pause: pauseUntilCancelled)
    }
}
