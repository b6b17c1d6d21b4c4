// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A user's dialogue with an authenticator, which results in a credential in JSON.
typealias PasskeyDialog = UserDialog<Data>

extension UserDialog<Data> {
    /// The time limit for the user: that of the service's options, in milliseconds, but neither less than a user
    /// needs nor more than WebAuthn recommends (Level 3, section 15.1).
    static func limit(of options: Data) -> Duration {
        let wish = (try? WireValue(json: options))?["timeout"]?.integerValue ?? 180_000
        return .milliseconds(min(max(wish, 30_000), 600_000))
    }
}
