// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Adds a new user with the initial names, and runs `finish` in the same transaction.
    ///
    /// - Throws: the fault for a name that another user has, and the errors of `finish`.
    package func insert(
        _ user: UserRecord, typedName: String, in pool: UserPoolRecord,
        andThen finish: @escaping @Sendable (any UserPoolWriting) throws -> Void = { _ in }
    ) async throws(ServiceFault) {
        try await write { store in
            do {
                try store.insert(user, names: UserNames.fromTheStart(for: user, in: pool))
            } catch StoreConflict.taken(let name) {
                throw UserNames.taken(name, by: typedName, in: pool)
            }
            try finish(store)
        }
    }
}
