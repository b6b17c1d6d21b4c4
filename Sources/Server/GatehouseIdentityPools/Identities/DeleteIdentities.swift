// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Deletes identities and unlinks their logins.
    ///
    /// An unknown id is not an error. A Deny for an identity's pool counts, although the request does not name the pool:
    /// the response has such identities with `AccessDenied`.
    package func deleteIdentities(
        _ request: DeleteIdentitiesInput
    ) async throws(ServiceFault) -> DeleteIdentitiesResponse {
        try admitAdministrator(to: "DeleteIdentities")
        let ids = request.identityIdsToDelete.filter { RegionalID.region(of: $0) == context.region }
        let denied = try await deniedIdentities(among: ids)
        try await write { store in
            for id in ids where !denied.contains(id) { try store.deleteIdentity(id) }
        }
        return DeleteIdentitiesResponse(
            unprocessedIdentityIds: denied.sorted().map {
                UnprocessedIdentityId(identityId: $0, errorCode: .accessDenied)
            })
    }

    /// The identities in whose pools a policy denies the caller their deletion.
    private func deniedIdentities(among ids: [String]) async throws(ServiceFault) -> Set<String> {
        let identities = try await read { store in try ids.compactMap { try store.identity($0) } }
        var denied: Set<String> = []
        for identity in identities {
            do throws(ServiceFault) {
                try await refuseDenied("DeleteIdentities", onPoolOf: identity)
            } catch {
                guard error.code == .accessDenied else { throw error }
                denied.insert(identity.id)
            }
        }
        return denied
    }
}
