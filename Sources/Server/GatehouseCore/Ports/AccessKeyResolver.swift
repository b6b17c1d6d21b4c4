// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// The secret of an access key, and the principal that a signature with it proves.
package struct ResolvedAccessKey: Sendable {
    /// The secret part of the key, with which signatures are verified.
    package let secretAccessKey: String
    package let principal: Principal
    /// The expiry of temporary credentials; `nil` for the access keys of users.
    package let expiresAt: Date?

    /// Creates the result of a resolver.
    package init(secretAccessKey: String, principal: Principal, expiresAt: Date? = nil) {
        self.secretAccessKey = secretAccessKey
        self.principal = principal
        self.expiresAt = expiresAt
    }
}

extension ResolvedAccessKey: CustomStringConvertible {
    /// Contains the principal; never the secret.
    package var description: String { "ResolvedAccessKey(\(principal))" }
}

/// Finds the secret of an access key, so that a signature can be verified.
package protocol AccessKeyResolver: Sendable {
    /// Finds the secret of a key.
    /// - Parameters:
    ///   - accessKeyID: `AKIA…` or `ASIA…`.
    ///   - sessionToken: the session token of temporary keys.
    /// - Returns: the secret, or `nil` if the key is unknown to this resolver.
    /// - Throws: the fault for the caller, for example for an expired token.
    func resolve(accessKeyID: String, sessionToken: String?) async throws(ServiceFault) -> ResolvedAccessKey?
}
