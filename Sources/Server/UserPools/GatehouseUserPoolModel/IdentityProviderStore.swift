// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads identity providers, and their keys for SAML, inside a transaction.
package protocol IdentityProviderReading {
    /// Returns a provider by its name; `nil` if the pool has none with this name.
    func identityProvider(_ name: String, inPool poolID: String) throws -> IdentityProviderRecord?

    /// Returns the provider with an identifier; `nil` if the pool has none with it.
    func identityProvider(identifiedBy identifier: String, inPool poolID: String) throws -> IdentityProviderRecord?

    /// Returns providers of a pool in the order of their names, beginning after `after`.
    func identityProviders(inPool poolID: String, after name: String?, limit: Int) throws -> [IdentityProviderRecord]

    /// Returns whether a pool has at least `count` providers; `count` is 1 or more.
    func hasIdentityProviders(_ count: Int, inPool poolID: String) throws -> Bool

    /// Returns the pool's key for a use; `nil` before the first one is needed.
    func samlKey(_ use: SAMLKeyRecord.Use, ofPool poolID: String) throws -> SAMLKeyRecord?
}

/// Reads and writes identity providers, and their keys for SAML, inside a transaction.
package protocol IdentityProviderWriting: IdentityProviderReading {
    /// Adds a provider with its identifiers.
    ///
    /// - Throws: `StoreConflict.taken` with the name or the identifier that another provider has.
    func insert(_ provider: IdentityProviderRecord) throws
    /// Replaces a provider's stored values and identifiers.
    ///
    /// - Throws: `StoreConflict.taken` with the identifier that another provider has.
    func update(_ provider: IdentityProviderRecord) throws
    /// Removes a provider and its identifiers, but no identities of users.
    func deleteIdentityProvider(_ name: String, inPool poolID: String) throws

    /// Adds a key.
    ///
    /// - Throws: `StoreConflict.taken` if the pool has one for this use.
    func insert(_ key: SAMLKeyRecord) throws
}

/// Reads the identities of users at identity providers inside a transaction.
package protocol FederatedIdentityReading {
    /// Returns an identity; `nil` if no user has it.
    func federatedIdentity(_ key: FederatedIdentityRecord.Key) throws -> FederatedIdentityRecord?

    /// Returns the identities of a user in the order of their creation.
    func federatedIdentities(ofUser sub: String, inPool poolID: String) throws -> [FederatedIdentityRecord]
}

/// Reads and writes the identities of users at identity providers inside a transaction.
package protocol FederatedIdentityWriting: FederatedIdentityReading {
    /// Adds an identity to a user.
    ///
    /// - Throws: `StoreConflict.taken` if a user has it.
    func insert(_ identity: FederatedIdentityRecord) throws
    /// Replaces whether an identity is disabled.
    func update(_ identity: FederatedIdentityRecord) throws
    /// Removes an identity, if there is one.
    func deleteFederatedIdentity(_ key: FederatedIdentityRecord.Key) throws
}
