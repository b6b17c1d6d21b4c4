// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension TOTPSetupDetails {
    /// The engine's set-up in the words of this API.
    init(_ setup: TOTPSetup) {
        self.init(sharedSecret: setup.sharedSecret, username: setup.username)
    }
}
