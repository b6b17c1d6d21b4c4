// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// Resolves temporary access keys without reading the store.
struct VendedAccessKeys: AccessKeyResolver {
    let opened: OpenedSessionTokens
    let sealer: Sealer
    let clock: WallClock

    /// Resolves every key id of the temporary form.
    /// - Throws: `UnrecognizedClientException` for a missing, altered or foreign session token,
    ///   `ExpiredTokenException` for an expired one.
    func resolve(accessKeyID: String, sessionToken: String?) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard AccessKeyID.isTemporary(accessKeyID) else { return nil }
        guard let sessionToken, let key = opened.key(of: accessKeyID, with: sessionToken, by: sealer) else {
            throw .invalidSecurityToken
        }
        if let expiry = key.expiresAt, clock.now >= expiry { throw .expiredSecurityToken }
        return key
    }
}
