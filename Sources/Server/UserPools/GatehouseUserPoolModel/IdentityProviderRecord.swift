// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An identity provider of a pool, as the store keeps it.
package struct IdentityProviderRecord: Sendable, Equatable {
    /// The maximum number of providers of a pool.
    package static let maximumPerPool = 300

    /// The id of the pool that the provider belongs to.
    package let poolID: String
    /// The name, which is unique in the pool.
    package let name: String
    package let kind: IdentityProviderKind
    /// The provider's claims by the names of the pool's attributes that they are written to.
    package var attributeMapping: [String: String]
    /// Further names of the provider, such as mail domains; each is unique in the pool.
    package var identifiers: [String]
    /// The names of the provider's authentication contexts by those of the pool's levels; `nil` if none were given.
    package var levelMapping: [String: String]?
    /// The entity id of a SAML provider; `nil` for other types.
    package var issuer: String?
    /// The details with their secrets, encrypted for the provider.
    package var sealedDetails: [UInt8]
    /// The time at which the provider was created.
    package let createdAt: Date
    /// The time at which the provider was last changed.
    package var modifiedAt: Date

    /// Creates the record of a provider.
    package init(
        poolID: String, name: String, kind: IdentityProviderKind, attributeMapping: [String: String],
        identifiers: [String], levelMapping: [String: String]?, issuer: String?, sealedDetails: [UInt8],
        createdAt: Date, modifiedAt: Date
    ) {
        self.poolID = poolID
        self.name = name
        self.kind = kind
        self.attributeMapping = attributeMapping
        self.identifiers = identifiers
        self.levelMapping = levelMapping
        self.issuer = issuer
        self.sealedDetails = sealedDetails
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}
