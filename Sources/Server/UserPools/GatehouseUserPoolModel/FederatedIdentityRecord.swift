// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A person at an identity provider, and the user that this person signs in as.
///
/// It is found by pool, provider, attribute and value, which are compared by bytes; user names have no part in it.
package struct FederatedIdentityRecord: Sendable, Equatable {
    /// The maximum number of identities of a user.
    package static let maximumPerUser = 5
    /// The maximum length of a value, in bytes, so that every database can index it.
    package static let maximumValue = 1_024
    /// The maximum length of an attribute's name, in bytes.
    package static let maximumAttribute = 256

    /// What identifies a person at a provider.
    package struct Key: Sendable, Equatable {
        /// The id of the user pool.
        package let poolID: String
        /// The name of the provider.
        package let provider: String
        /// The claim, or `Cognito_Subject` for the provider's own id of the person.
        package let attribute: String
        /// The value of the claim.
        package let value: String

        /// Creates a key from its parts.
        package init(poolID: String, provider: String, attribute: String, value: String) {
            self.poolID = poolID
            self.provider = provider
            self.attribute = attribute
            self.value = value
        }
    }

    package let key: Key
    /// The `sub` of the user.
    package let sub: String
    package let kind: IdentityProviderKind
    /// The entity id of a SAML provider; `nil` for other types.
    package let issuer: String?
    /// Whether the user was created by a sign-in of this person; otherwise an administrator has linked the two.
    package let isPrimary: Bool
    /// Whether the person may not sign in until an administrator links them to another user.
    package var isDisabled: Bool
    /// The time of the first sign-in or of the link.
    package let createdAt: Date

    /// Creates the record of an identity.
    package init(
        key: Key, sub: String, kind: IdentityProviderKind, issuer: String?, isPrimary: Bool,
        isDisabled: Bool = false, createdAt: Date
    ) {
        self.key = key
        self.sub = sub
        self.kind = kind
        self.issuer = issuer
        self.isPrimary = isPrimary
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }
}
