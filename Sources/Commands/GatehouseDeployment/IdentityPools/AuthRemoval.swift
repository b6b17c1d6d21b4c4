// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// What happens to the pools of an auth resource that a project no longer has.
enum AuthRemoval {
    /// Whether the user pool of a removed resource stays, because it has users who are not to be deleted.
    ///
    /// Then the identity pool and its roles stay, too: apps that are in use go on.
    ///
    /// - Throws: the service's fault.
    static func keepsUsers(
        of resource: ResourceName, _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> Bool {
        guard !wanted.deletesUsers, let id = ids[resource, OutputName.userPoolID],
            try await backend.userPool(id) != nil
        else { return false }
        let page = try await backend.userPools.listUsers(ListUsersRequest(userPoolId: id, limit: 1))
        return page.users?.isEmpty == false
    }
}
