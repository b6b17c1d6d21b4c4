// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting

extension DataBench {
    /// Puts a user in a group, which is made if the pool does not have it.
    func addToGroup(_ user: String, _ group: String) async throws {
        try await gatehouse.addToGroup(user, group, inPool: fixture.poolID)
    }

    /// Removes a user from a group.
    func removeFromGroup(_ user: String, _ group: String) async throws {
        try await gatehouse.removeFromGroup(user, group, inPool: fixture.poolID)
    }
}
