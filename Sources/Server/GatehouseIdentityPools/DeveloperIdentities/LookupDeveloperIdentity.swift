// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Finds the identity of a developer's user, or the users of an identity, in pages.
    /// - Throws: `ResourceNotFoundException`, `ResourceConflictException` when the request has both and they do not
    ///   belong together, `InvalidParameterException` when it has neither.
    package func lookupDeveloperIdentity(
        _ request: LookupDeveloperIdentityInput
    ) async throws(ServiceFault) -> LookupDeveloperIdentityResponse {
        let poolID = request.identityPoolId
        try admitAdministrator(to: "LookupDeveloperIdentity", onPool: poolID)
        let (identityID, identifier) = (request.identityId, request.developerUserIdentifier)
        guard identityID != nil || identifier != nil else { throw .noDeveloperQuery }
        let (identity, users) = try await read { store in
            let pool = try store.existingPool(poolID)
            let named = try identityID.map { try store.existingIdentity($0, inPool: poolID) }
            let holder = try identifier.map { identifier in
                try store.existingIdentity(ofDeveloperUser: identifier, in: pool)
            }
            if let named, let holder, named.id != holder.id { throw ServiceFault.developerUserOfOtherIdentity }
            guard let identity = holder ?? named else { throw ServiceFault.noDeveloperQuery }
            let users = identity.developerUsers(in: pool)
            guard !users.isEmpty else { throw ServiceFault.noDeveloperUser(of: identity.id) }
            return (identity, users)
        }
        let (shown, next) = try await pools.pageTokens.page(
            of: "developer users of \(identity.id)", token: request.nextToken, limit: request.maxResults,
            position: { (user: String) in user }
        ) { (start, limit) async throws(ServiceFault) in
            Array(users.filter { user in start.map { WireName($0) < WireName(user) } ?? true }.prefix(limit))
        }
        return LookupDeveloperIdentityResponse(
            identityId: identity.id, developerUserIdentifierList: shown, nextToken: next
        )
    }
}

extension IdentityPoolReading {
    /// The identity with this user of the pool's developer provider.
    func existingIdentity(ofDeveloperUser identifier: String, in pool: IdentityPoolRecord) throws -> IdentityRecord {
        guard let provider = pool.description.developerProviderName,
            let identity = try identity(
                holding: LinkedLogin(provider: provider, subject: identifier), inPool: pool.id)
        else { throw ServiceFault.unknownDeveloperUser(identifier) }
        return identity
    }
}

extension IdentityRecord {
    /// The identifiers of the developer's users, ordered by bytes.
    func developerUsers(in pool: IdentityPoolRecord) -> [String] {
        guard let provider = pool.description.developerProviderName else { return [] }
        return logins.filter { $0.provider == provider }.map(\.subject).sorted { WireName($0) < WireName($1) }
    }
}
