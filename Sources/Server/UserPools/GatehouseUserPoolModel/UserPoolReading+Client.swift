// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// Returns the client with an id in a pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool, or no such client in it.
    package func existingClient(_ id: String, inPool poolID: String) throws -> AppClientRecord {
        _ = try existingPool(poolID)
        guard let client = try appClient(id), client.poolID == poolID else { throw ServiceFault.noSuchClient(id) }
        return client
    }
}
