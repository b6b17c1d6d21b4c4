// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityPoolsService {
    /// The session name of all credentials from identity pools; access rules compare it.
    private static let sessionName = "CognitoIdentityCredentials"

    /// Issues temporary credentials of a role, valid for one hour, to an identity: the named one or the owner of the
    /// logins.
    ///
    /// After a merge, the response may contain another identity than the request.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException`, `ResourceConflictException`,
    ///   `InvalidParameterException`, `InvalidIdentityPoolConfigurationException`.
    package func getCredentialsForIdentity(
        _ request: GetCredentialsForIdentityInput
    ) async throws(ServiceFault) -> GetCredentialsForIdentityResponse {
        let (identity, pool) = try await namedIdentity(request.identityId)
        var choice = RoleChoice(roles: pool.roles, keys: LoginKey(deployment: pools.deployment))
        var logins = request.logins ?? [:]
        let cognitoToken = logins.removeValue(forKey: LoginProvider.cognitoIdentity)
        if cognitoToken == nil && logins.isEmpty {
            try admitGuest(identity, to: pool)
            let role = try choice.roleOfGuest(customRole: request.customRoleArn)
            return try await answer(
                try await used(identity), role, authenticationMethods: ["unauthenticated"], tags: [:])
        }
        var developer: (login: DeveloperLogin, token: IdentityToken)?
        if let cognitoToken { developer = try await developerLogin(cognitoToken, for: identity, in: pool) }
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .notACognitoToken
        )
        let settled = try await settle(
            proven, developer: developer.map { .token($0.login.login) } ?? .none, identityID: identity.id, in: pool
        )
        choice.distrusted = try await distrustedClaims(of: proven, in: pool)
        let role = try choice.role(of: proven, customRole: request.customRoleArn)
        let methods = developer?.token.authenticationMethods ?? ["authenticated"]
        // The tags of the developer's token replace those of the pool's maps.
        let tags =
            if let tags = developer?.token.principalTags, !tags.isEmpty { tags } else {
                try PrincipalTags(maps: pool.principalTags, distrusted: choice.distrusted).tags(of: proven)
            }
        return try await answer(
            settled, role, authenticationMethods: methods + proven.flatMap(\.authenticationMethods), tags: tags
        )
    }

    /// Verifies the value of the key `cognito-identity.amazonaws.com`: a token of `GetOpenIdTokenForDeveloperIdentity`.
    /// - Throws: `NotAuthorizedException` for any other token, also for one of `GetOpenIdToken`, and for the token of
    ///   another identity.
    private func developerLogin(
        _ text: String, for identity: IdentityRecord, in pool: IdentityPoolRecord
    ) async throws(ServiceFault) -> (login: DeveloperLogin, token: IdentityToken) {
        guard let token = try await pools.tokens.verified(text),
            let login = DeveloperLogin(token, in: pool.description)
        else { throw .notACognitoToken }
        guard token.identityID == identity.id else { throw .loginsDoNotMatch }
        return (login, token)
    }

    /// The identity of an unsigned call, with its pool.
    /// - Throws: `ResourceNotFoundException`; `NotAuthorizedException` for a disabled identity.
    func namedIdentity(_ id: String) async throws(ServiceFault) -> (IdentityRecord, IdentityPoolRecord) {
        let (identity, pool) = try await read { store in
            let identity = try store.existingIdentity(id)
            return (identity, try store.existingPool(identity.poolID))
        }
        guard identity.state != .disabled else { throw .forbidden(identity: identity.id) }
        return (identity, pool)
    }

    /// Checks that an identity is a guest, and that its pool has guests.
    func admitGuest(_ identity: IdentityRecord, to pool: IdentityPoolRecord) throws(ServiceFault) {
        guard identity.state == .guest else { throw .forbidden(identity: identity.id) }
        guard pool.description.allowUnauthenticatedIdentities else { throw .guestsRefused }
    }

    /// Records the first use of a guest, which then no longer expires.
    func used(_ guest: IdentityRecord) async throws(ServiceFault) -> IdentityRecord {
        guard guest.unusedSince != nil else { return guest }
        return try await write { store in
            var guest = try store.existingIdentity(guest.id)
            // Another call may have linked a login.
            guard guest.state == .guest else { throw ServiceFault.forbidden(identity: guest.id) }
            guest.unusedSince = nil
            try store.update(guest)
            return guest
        }
    }

    private func answer(
        _ identity: IdentityRecord, _ choice: RoleChoice.Choice, authenticationMethods: [String], tags: [String: String]
    ) async throws(ServiceFault) -> GetCredentialsForIdentityResponse {
        let isGuest = identity.state == .guest
        let session = RoleSession(
            roleID: PrincipalID.role(choice.arn, by: pools.sealer), roleARN: choice.arn.text,
            name: Self.sessionName, identityID: identity.id, identityPoolID: identity.poolID,
            authenticationMethods: authenticationMethods, principalTags: tags,
            scope: isGuest ? SessionScope(policyARNs: [AWSPolicies.unauthenticatedIdentities]) : SessionScope()
        )
        let trust = RoleTrust(authority: pools.securityTokens.authority)
        let request = FederatedRequest(identityIn: session, assertion: choice.assertion)
        // The region of the pool: that of an unsigned request is what its client writes.
        let region = RegionalID.region(of: identity.poolID)
        let refusal = try await trust.refusal(
            of: request, to: choice.arn, from: context.sourceAddress, inRegion: region)
        if let refusal { throw .unusableRole(refusal) }
        return GetCredentialsForIdentityResponse(
            identityId: identity.id, credentials: try pools.securityTokens.vendor.vend(for: session))
    }
}
