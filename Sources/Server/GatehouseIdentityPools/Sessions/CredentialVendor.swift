// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto

/// Issues temporary credentials.
///
/// Nothing is stored: the secret is derived from the key id, and the session is in the token.
struct CredentialVendor: Sendable {
    /// The lifetime of credentials in seconds: one hour, the only one that identity pools offer.
    static let lifetime: TimeInterval = 3_600

    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy

    /// Issues credentials for a session that begins now.
    func vend(for session: RoleSession) -> Credentials {
        let accessKeyID = AccessKeyID.make(entropy: entropy)
        let expiresAt = Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 + Self.lifetime).rounded(.down))
        let token = SessionToken(id: entropy.uuid(), session: session, expiresAt: expiresAt)
        return Credentials(
            accessKeyId: accessKeyID, secretKey: AccessKeyID.secret(of: accessKeyID, by: sealer),
            sessionToken: token.sealed(for: accessKeyID, by: sealer), expiration: expiresAt
        )
    }
}
