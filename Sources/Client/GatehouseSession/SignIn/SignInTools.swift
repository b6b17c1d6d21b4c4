// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseCrypto

/// The dependencies of a sign-in.
struct SignInTools: Sendable {
    let pool: UserPoolConfiguration
    let client: ServiceClient
    let marks: RequestMarks
    let devices: RememberedDevices
    /// Shows passkeys, if the app has something that does.
    let authenticator: (any PasskeyAuthenticator)?
    let clock: ClientClock
    let entropy: Entropy
}
