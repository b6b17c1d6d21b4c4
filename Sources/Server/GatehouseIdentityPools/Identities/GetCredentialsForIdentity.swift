// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPoolModel
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
        var logins = request.logins ?? [:]
        let cognitoToken = logins.removeValue(forKey: LoginProvider.cognitoIdentity)
        if cognitoToken == nil && logins.isEmpty {
            return try await credentialsOfGuest(request.identityId, customRole: request.customRoleArn)
        }
        let (identity, pool) = try await namedIdentity(request.identityId)
        var developer: (login: DeveloperLogin, token: IdentityToken)?
        if let cognitoToken { developer = try await developerLogin(cognitoToken, for: identity, in: pool) }
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .notACognitoToken
        )
        let choice = RoleChoice(
            roles: pool.roles, keys: LoginKey(deployment: pools.deployment),
            distrusted: try await distrustedClaims(of: proven, in: pool))
        // Logins are linked even if the pool has no role for them, so that fault is thrown later.
        let chosen = Result { () throws(ServiceFault) -> RoleChoice.Choice in
            try choice.role(of: proven, customRole: request.customRoleArn)
        }
        let (settled, placed) = try await settle(
            proven, developer: developer.map { .token($0.login.login) } ?? .none, identityID: identity.id, in: pool
        ) { [trust] registry in
            try chosen.placed(by: trust, in: registry)
        }
        let role = try placed.get()
        let methods = developer?.token.authenticationMethods ?? ["authenticated"]
        // The tags of the developer's token replace the tags of the pool's maps.
        let tags =
            if let tags = developer?.token.principalTags, !tags.isEmpty { tags } else {
                try PrincipalTags(maps: pool.principalTags, distrusted: choice.distrusted).tags(of: proven)
            }
        return try answer(
            settled, role, authenticationMethods: methods + proven.flatMap(\.authenticationMethods), tags: tags
        )
    }

    /// Issues the credentials of a guest, whose identity, pool and role one transaction reads.
    private func credentialsOfGuest(
        _ id: String, customRole: String?
    ) async throws(ServiceFault) -> GetCredentialsForIdentityResponse {
        let keys = LoginKey(deployment: pools.deployment)
        let (guest, pool, placed) = try await read { [trust] store in
            let (identity, pool) = try store.namedIdentity(id)
            let choice = RoleChoice(roles: pool.roles, keys: keys)
            let chosen = Result { () throws(ServiceFault) -> RoleChoice.Choice in
                try choice.roleOfGuest(customRole: customRole)
            }
            return (identity, pool, try chosen.placed(by: trust, in: store.registry))
        }
        try admitGuest(guest, to: pool)
        let role = try placed.get()
        return try answer(try await used(guest), role, authenticationMethods: ["unauthenticated"], tags: [:])
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
        try await read { try $0.namedIdentity(id) }
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

    /// Judges by the trust policies of the registry who gets a role.
    private var trust: RoleTrust { RoleTrust(authority: pools.securityTokens.authority) }

    private func answer(
        _ identity: IdentityRecord, _ placed: PlacedRole, authenticationMethods: [String], tags: [String: String]
    ) throws(ServiceFault) -> GetCredentialsForIdentityResponse {
        let (choice, isGuest) = (placed.choice, identity.state == .guest)
        let session = RoleSession(
            roleID: PrincipalID.role(choice.arn, by: pools.sealer), roleARN: choice.arn.text,
            name: Self.sessionName, identityID: identity.id, identityPoolID: identity.poolID,
            authenticationMethods: authenticationMethods, principalTags: tags,
            scope: isGuest ? SessionScope(policyARNs: [AWSPolicies.unauthenticatedIdentities]) : SessionScope()
        )
        let request = FederatedRequest(identityIn: session, assertion: choice.assertion)
        // The region of the pool, because the client of an unsigned request can write any region.
        let region = RegionalID.region(of: identity.poolID)
        let refusal = trust.refusal(
            of: request, to: choice.arn, placed.standing, from: context.sourceAddress, inRegion: region)
        if let refusal { throw .unusableRole(refusal) }
        return GetCredentialsForIdentityResponse(
            identityId: identity.id, credentials: try pools.securityTokens.vendor.vend(for: session))
    }
}

/// A role for an identity, and its place in the registry.
private struct PlacedRole: Sendable {
    let choice: RoleChoice.Choice
    let standing: RoleTrust.Standing
}

extension Result<RoleChoice.Choice, ServiceFault> {
    /// The role with its place in the registry.
    /// - Throws: the error of the store.
    fileprivate func placed(
        by trust: RoleTrust, in registry: any AccessReading
    ) throws -> Result<PlacedRole, ServiceFault> {
        switch self {
        case .success(let choice):
            .success(PlacedRole(choice: choice, standing: try trust.standing(of: choice.arn, in: registry)))
        case .failure(let fault): .failure(fault)
        }
    }
}

extension IdentityPoolReading {
    /// The identity of an unsigned call, with its pool.
    fileprivate func namedIdentity(_ id: String) throws -> (IdentityRecord, IdentityPoolRecord) {
        let identity = try existingIdentity(id)
        let pool = try existingPool(identity.poolID)
        guard identity.state != .disabled else { throw ServiceFault.forbidden(identity: identity.id) }
        return (identity, pool)
    }
}
