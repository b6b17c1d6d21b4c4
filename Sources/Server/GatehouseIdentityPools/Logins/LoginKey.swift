// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Brings the keys of logins maps into their canonical form.
///
/// A user pool has two keys: Cognito's provider name, and the issuer of its tokens without the scheme. Both identify
/// the same provider; the first is the canonical form.
struct LoginKey: Sendable {
    let deployment: Deployment

    /// The canonical form of a key.
    func canonical(_ key: String) -> String {
        guard key.hasPrefix(issuerPrefix) else { return key }
        let poolID = String(key.dropFirst(issuerPrefix.count))
        return poolID.isEmpty || poolID.contains("/") ? key : deployment.loginKey(ofUserPool: poolID)
    }

    /// The canonical form of the key for an issuer's tokens.
    func canonical(issuer: String) -> String {
        guard let end = issuer.firstRange(of: "://")?.upperBound else { return canonical(issuer) }
        return canonical(String(issuer[end...]))
    }

    /// The canonical form of a role mapping's key, which is `<login key>:<client id>` for user pools.
    func canonical(mapping key: String) -> String {
        guard let colon = key.lastIndex(of: ":") else { return key }
        return canonical(String(key[..<colon])) + key[colon...]
    }

    private var issuerPrefix: String {
        let address = deployment.baseURL
        guard let end = address.firstRange(of: "://")?.upperBound else { return address + "/" }
        return address[end...] + "/"
    }
}
