// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseWire

extension IdentityPoolsService {
    /// Deletes identities and unlinks their logins.
    ///
    /// An unknown id is not an error.
    package func deleteIdentities(
        _ request: DeleteIdentitiesInput
    ) async throws(ServiceFault) -> DeleteIdentitiesResponse {
        try admitAdministrator(to: "DeleteIdentities")
        let ids = request.identityIdsToDelete.filter { RegionalID.region(of: $0) == context.region }
        try await write { store in
            for id in ids { try store.deleteIdentity(id) }
        }
        return DeleteIdentitiesResponse(unprocessedIdentityIds: [])
    }
}
