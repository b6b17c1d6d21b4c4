// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

extension ServiceFault {
    /// Whether the sign-in cannot continue: its session string is used, expired, or not valid any more.
    var endsSignIn: Bool { [.spentSession, .expiredSession, .invalidSession].contains(self) }
}
