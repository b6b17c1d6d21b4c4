// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
package import GatehouseCore

/// The store of identity pools and identities.
package protocol IdentityPoolStore: TransactionalStore
where Reading == any IdentityPoolReading, Writing == any IdentityPoolWriting {}

/// The reads that a transaction can do.
///
/// Every method finds its rows by an index.
package protocol IdentityPoolReading {
    /// The registry of roles and providers, as the same transaction sees it.
    var registry: any AccessReading { get }

    /// Returns a pool by its id; `nil` if it does not exist.
    func identityPool(_ id: String) throws -> IdentityPoolRecord?

    /// At most `limit` pools of a region in the order of their ids, after the id `after`.
    func identityPools(inRegion region: String, after id: String?, limit: Int) throws -> [IdentityPoolRecord]

    /// At most `limit` pools of all regions in the order of their ids, after the id `after`.
    func identityPools(after id: String?, limit: Int) throws -> [IdentityPoolRecord]

    /// The identity with this id; ids are unique across pools.
    func identity(_ id: String) throws -> IdentityRecord?

    /// The identity of the pool that `login` is linked to.
    func identity(holding login: LinkedLogin, inPool poolID: String) throws -> IdentityRecord?

    /// At most `limit` identities of a pool in the order of their ids, after the id `after`.
    func identities(inPool poolID: String, after id: String?, limit: Int) throws -> [IdentityRecord]

    /// The keys for identity tokens, the newest first.
    func identityTokenKeys() throws -> [IdentityTokenKeyRecord]
}

/// The changes that a transaction can make.
package protocol IdentityPoolWriting: IdentityPoolReading {
    /// Inserts a pool.
    /// - Throws: `StoreConflict.taken` when the id exists already.
    func insert(_ pool: IdentityPoolRecord) throws
    /// Replaces the description and the roles of a pool.
    func update(_ pool: IdentityPoolRecord) throws
    /// Deletes the pool with its identities and their logins.
    func deleteIdentityPool(_ id: String) throws

    /// Inserts an identity with its logins.
    /// - Throws: `StoreConflict.taken` when the id exists already or another identity of the pool holds a login.
    func insert(_ identity: IdentityRecord) throws
    /// Updates an identity's state and replaces its logins.
    /// - Throws: `StoreConflict.taken` when another identity of the pool holds a login.
    func update(_ identity: IdentityRecord) throws
    /// Deletes an identity and unlinks its logins; an unknown id is not an error.
    func deleteIdentity(_ id: String) throws
    /// Deletes at most `limit` guests that have been unused since before a time, the oldest first.
    /// - Returns: how many it deleted.
    func deleteUnusedGuests(before date: Date, limit: Int) throws -> Int

    /// Inserts a key for identity tokens.
    /// - Throws: `StoreConflict.taken` when the id exists already.
    func insert(_ key: IdentityTokenKeyRecord) throws
    /// Stores from when a key only verifies.
    func update(_ key: IdentityTokenKeyRecord) throws
    /// Deletes the keys that were retired before a time.
    func deleteIdentityTokenKeys(retiredBefore date: Date) throws
}
