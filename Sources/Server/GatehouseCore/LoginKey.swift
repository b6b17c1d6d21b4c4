// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Brings the keys of logins maps into their canonical form.
///
/// A user pool has two keys: Cognito's provider name, and the issuer of its tokens without the scheme. Both identify
/// the same provider; the first is the canonical form.
package struct LoginKey: Sendable {
    let deployment: Deployment

    /// Creates the canonical forms for an installation.
    package init(deployment: Deployment) {
        self.deployment = deployment
    }

    /// The canonical form of a key.
    package func canonical(_ key: String) -> String {
        guard key.hasPrefix(issuerPrefix) else { return key }
        let poolID = String(key.dropFirst(issuerPrefix.count))
        return poolID.isEmpty || poolID.contains("/") ? key : deployment.loginKey(ofUserPool: poolID)
    }

    /// The canonical form of the key for an issuer's tokens.
    package func canonical(issuer: String) -> String {
        guard let end = issuer.firstRange(of: "://")?.upperBound else { return canonical(issuer) }
        return canonical(String(issuer[end...]))
    }

    private var issuerPrefix: String {
        let address = deployment.baseURL
        guard let end = address.firstRange(of: "://")?.upperBound else { return address + "/" }
        return address[end...] + "/"
    }
}
