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
    /// The lifetime in seconds of credentials from identity pools, which offer no other one.
    static let lifetime: TimeInterval = 3_600

    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy

    /// Issues credentials for a session that begins now.
    func vend(for session: RoleSession) -> Credentials {
        let vended = vend(for: .role(session), lifetime: Self.lifetime)
        return Credentials(
            accessKeyId: vended.accessKeyId, secretKey: vended.secretAccessKey, sessionToken: vended.sessionToken,
            expiration: vended.expiration
        )
    }

    /// Issues credentials for a session that begins now, with a lifetime in seconds.
    func vend(for holder: SessionToken.Holder, lifetime: TimeInterval) -> SecurityTokenCredentials {
        let accessKeyID = AccessKeyID.make(entropy: entropy)
        let expiresAt = Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 + lifetime).rounded(.down))
        let token = SessionToken(id: entropy.uuid(), holder: holder, expiresAt: expiresAt)
        return SecurityTokenCredentials(
            accessKeyId: accessKeyID, secretAccessKey: AccessKeyID.secret(of: accessKeyID, by: sealer),
            sessionToken: token.sealed(for: accessKeyID, by: sealer), expiration: expiresAt
        )
    }
}
