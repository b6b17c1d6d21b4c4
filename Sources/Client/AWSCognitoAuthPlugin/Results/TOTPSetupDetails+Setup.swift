// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension TOTPSetupDetails {
    /// Converts the engine's set-up to this API's type.
    init(_ setup: TOTPSetup) {
        self.init(sharedSecret: setup.sharedSecret, username: setup.username)
    }
}
