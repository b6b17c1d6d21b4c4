// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseWire

/// Issues temporary credentials.
///
/// Nothing is stored: the secret is derived from the key id, and the session is in the token.
package struct CredentialVendor: Sendable {
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy

    /// Issues credentials for a session that begins now, with a lifetime in seconds.
    /// - Throws: `PackedPolicyTooLarge` for a session whose token would be longer than requests may have it.
    package func vend(
        for holder: SessionToken.Holder, lifetime: TimeInterval
    ) throws(ServiceFault) -> SecurityTokenCredentials {
        let accessKeyID = AccessKeyID.make(entropy: entropy)
        let expiresAt = Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 + lifetime).rounded(.down))
        let token = SessionToken(id: entropy.uuid(), holder: holder, expiresAt: expiresAt)
            .sealed(for: accessKeyID, by: sealer)
        guard token.utf8.count <= SessionToken.maximumLength else { throw .sessionTooLarge }
        return SecurityTokenCredentials(
            accessKeyId: accessKeyID, secretAccessKey: AccessKeyID.secret(of: accessKeyID, by: sealer),
            sessionToken: token, expiration: expiresAt
        )
    }
}
