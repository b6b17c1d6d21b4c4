// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire

/// A passkey of a user, in an authenticator of its own.
struct SimulatedPasskey: Sendable {
    let number: Int
    let user: String
    let authenticator: TestAuthenticator

    /// The credential id in requests.
    var id: String { Base64URL.encode(authenticator.passkeys.first?.id ?? []) }
}

extension ServiceFault {
    /// The refusal of a sign-in whose answer does not ask for the passkey; callers of simulations make it.
    static let passkeyNotOffered = ServiceFault(.resourceNotFound, "The passkey was not offered.")
}
