// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where identity pools keep what they know.
///
/// One transaction is one synchronous closure: nothing awaits inside.
package protocol IdentityPoolStore: Sendable {
    /// Runs `body` on one consistent state of the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolReading) throws -> Value
    ) async throws -> Value

    /// Runs `body` in a transaction. When the call returns, what `body` wrote is on disk; when `body` throws, nothing
    /// that it wrote remains.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolWriting) throws -> Value
    ) async throws -> Value
}

/// What can be read inside a transaction.
///
/// Every method finds its rows by key.
package protocol IdentityPoolReading {
    func identityPool(_ id: String) throws -> IdentityPoolRecord?

    /// A region's pools in the order of their ids, beginning behind `after`.
    func identityPools(inRegion region: String, after id: String?, limit: Int) throws -> [IdentityPoolRecord]

    /// Identity ids are unique across pools.
    func identity(_ id: String) throws -> IdentityRecord?

    /// The identity of the pool that `login` is linked to.
    func identity(holding login: LinkedLogin, inPool poolID: String) throws -> IdentityRecord?

    /// Identities in the order of their ids, beginning behind `after`.
    func identities(inPool poolID: String, after id: String?, limit: Int) throws -> [IdentityRecord]
}

/// What can be changed inside a transaction.
package protocol IdentityPoolWriting: IdentityPoolReading {
    /// - Throws: `IdentityPoolStoreError.taken` when the id is in use.
    func insert(_ pool: IdentityPoolRecord) throws
    func update(_ pool: IdentityPoolRecord) throws
    /// Removes the pool with its identities and their logins.
    func deleteIdentityPool(_ id: String) throws

    /// Writes an identity with its logins.
    /// - Throws: `IdentityPoolStoreError.taken` when the id is in use or another identity of the pool holds a login.
    func insert(_ identity: IdentityRecord) throws
    /// Writes an identity's state and replaces its logins.
    /// - Throws: `IdentityPoolStoreError.taken` when another identity of the pool holds a login.
    func update(_ identity: IdentityRecord) throws
    /// Removes an identity, which frees its logins; an id that nobody has is no error.
    func deleteIdentity(_ id: String) throws
}

/// Refusals of the store that the domain answers.
package enum IdentityPoolStoreError: Error, Equatable {
    /// Another transaction was first with the id or the login.
    case taken
}
