// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An identity of an identity pool with the credentials it was last given.
package struct GrantedIdentity: Sendable, Equatable, Codable {
    /// The identity's id in the identity pool: a region, a colon and a UUID.
    package var identityID: String
    package var credentials: AWSCredentials

    /// Creates an identity with its credentials.
    package init(identityID: String, credentials: AWSCredentials) {
        self.identityID = identityID
        self.credentials = credentials
    }
}

/// A token of a provider other than the user pool, with which an identity was federated.
package struct FederatedLogin: Sendable, Equatable, Codable {
    /// The provider's key in `Logins`.
    package var provider: String
    /// The token that the provider issued, such as an id token.
    package var token: String

    /// Creates a login.
    package init(provider: String, token: String) {
        self.provider = provider
        self.token = token
    }
}

extension FederatedLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(login with \(provider))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["provider": provider]) }
}
