// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Keys of logins maps.
///
/// A user pool has two: Cognito's, and the issuer of its tokens without the scheme. Both name one provider, so
/// everything here uses the first.
struct LoginKey: Sendable {
    let deployment: Deployment

    /// The one spelling of a key.
    func canonical(_ key: String) -> String {
        guard key.hasPrefix(issuerPrefix) else { return key }
        let poolID = String(key.dropFirst(issuerPrefix.count))
        return poolID.isEmpty || poolID.contains("/") ? key : deployment.loginKey(ofUserPool: poolID)
    }

    /// The one spelling of a role mapping's key, which for user pools is `<login key>:<client id>`.
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
