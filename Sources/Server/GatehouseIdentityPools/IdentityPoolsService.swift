// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseWire

/// The operations of cognito-identity for one request; each is in a file named after it.
package struct IdentityPoolsService: CognitoIdentityService, CognitoIdentityAdminService {
    let pools: IdentityPools
    let context: RequestContext

    init(pools: IdentityPools, context: RequestContext) {
        self.pools = pools
        self.context = context
    }
}

extension IdentityPoolsService {
    /// Reads from the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await pools.store.read(body) }
    }

    /// Writes to the store.
    ///
    /// A transaction that fails because another one took its id or login runs once more, and then sees that other one's
    /// changes.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating {
            do {
                return try await pools.store.write(body)
            } catch StoreConflict.taken {
                return try await pools.store.write(body)
            }
        }
    }
}

extension IdentityPoolReading {
    /// The pool with this id.
    func existingPool(_ id: String) throws -> IdentityPoolRecord {
        guard let pool = try identityPool(id) else { throw ServiceFault.unknownPool(id) }
        return pool
    }

    /// The identity with this id.
    func existingIdentity(_ id: String) throws -> IdentityRecord {
        guard let identity = try identity(id) else { throw ServiceFault.unknownIdentity(id) }
        return identity
    }

    /// The identity with this id, if the pool has it.
    func existingIdentity(_ id: String, inPool poolID: String) throws -> IdentityRecord {
        let identity = try existingIdentity(id)
        guard identity.poolID == poolID else { throw ServiceFault.unknownIdentity(id) }
        return identity
    }
}
