// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseWire

/// The operations of cognito-identity for one request: a file each, named after the operation.
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
        do {
            return try await pools.store.read(body)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Writes to the store.
    ///
    /// A transaction that lost a race for an id or a login runs again, and then sees the winner.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            do {
                return try await pools.store.write(body)
            } catch IdentityPoolStoreError.taken {
                return try await pools.store.write(body)
            }
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}

extension IdentityPoolReading {
    /// The pool of that id.
    func existingPool(_ id: String) throws -> IdentityPoolRecord {
        guard let pool = try identityPool(id) else { throw ServiceFault.unknownPool(id) }
        return pool
    }

    /// The identity of that id.
    func existingIdentity(_ id: String) throws -> IdentityRecord {
        guard let identity = try identity(id) else { throw ServiceFault.unknownIdentity(id) }
        return identity
    }
}
