// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Renews tokens; returns a new refresh token if the client rotates them.
    package func getTokensFromRefreshToken(
        _ request: GetTokensFromRefreshTokenRequest
    ) async throws(ServiceFault) -> GetTokensFromRefreshTokenResponse {
        let secrets = pools.clientSecrets
        let renewal = try await renewal(
            request.refreshToken, clientID: request.clientId, deviceKey: request.deviceKey
        ) { client, _ in
            guard client.rotatesRefreshTokens || client.allows(.refresh) else {
                throw SignInFlow.refresh.notEnabled
            }
            try secrets.checkSecret(request.clientSecret, client: client)
        }
        return GetTokensFromRefreshTokenResponse(
            authenticationResult: try await renew(
                renewal, from: origin(.app(nil), by: renewal.client), metadata: request.clientMetadata))
    }

    /// Renews tokens at the token endpoint, with the scopes and the audience of the first ones.
    ///
    /// The caller has authenticated the client. `scopes` can narrow the scopes of these tokens. With refresh token
    /// rotation, the result has a new refresh token. Only the tokens of API sign-ins need `ExplicitAuthFlows`.
    ///
    /// - Throws: `NotAuthorizedException` for a refresh token that is not valid for the client,
    ///   `RefreshTokenReuseException` for one that was replaced, and `ScopeDoesNotExistException` for a scope that was
    ///   not granted.
    package func renewGrant(
        _ refreshToken: String, client: AppClientRecord, metadata: [String: String]?, scopes: [String]? = nil
    ) async throws(ServiceFault) -> AuthenticationResultType {
        var renewal = try await renewal(refreshToken, clientID: client.id, deviceKey: nil) { _, _ in }
        guard renewal.family.grant != nil || client.rotatesRefreshTokens || client.allows(.refresh) else {
            throw SignInFlow.refresh.notEnabled
        }
        if let scopes { try renewal.narrow(to: scopes) }
        return try await renew(renewal, from: origin(.app(nil), by: renewal.client), metadata: metadata)
    }

    /// Renews tokens for REFRESH_TOKEN_AUTH of `InitiateAuth`, with a secret hash and without a new refresh token.
    func refreshTokens(
        clientID: String, parameters: [String: String], context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (secrets, token, secretHash) = (
            pools.clientSecrets, parameters["REFRESH_TOKEN"], parameters["SECRET_HASH"]
        )
        let renewal = try await renewal(
            token ?? "", clientID: clientID, deviceKey: parameters["DEVICE_KEY"]
        ) { client, user in
            guard !client.rotatesRefreshTokens else {
                throw ServiceFault(.unsupportedOperation, "This API does not support refresh token rotation")
            }
            guard client.allows(.refresh) else { throw SignInFlow.refresh.notEnabled }
            guard token != nil else { throw ServiceFault.missingParameter("REFRESH_TOKEN") }
            try secrets.checkRefreshHash(secretHash, user: user, client: client)
        }
        return .tokens(try await renew(renewal, from: origin(data, by: renewal.client)))
    }

    /// Renews the tokens; without rotation and without session tracking, nothing is written.
    private func renew(
        _ renewal: Renewal, from origin: CallOrigin, metadata: [String: String]? = nil
    ) async throws(ServiceFault) -> AuthenticationResultType {
        try pools.requestLimits.countRequest(about: renewal.user, named: renewal.user.sub, inPool: renewal.user.poolID)
        guard renewal.client.rotatesRefreshTokens || renewal.pool.sessions.isTracked else {
            return try await issued(renewal, metadata: metadata).result
        }
        // The commit is waited for where the tokens were signed.
        return try await pools.computation.pool.staying { () async throws(ServiceFault) in
            let issue = try await issued(renewal, metadata: metadata)
            try await save(issue, of: renewal, from: origin)
            return issue.result
        }
    }

    private func issued(
        _ renewal: Renewal, metadata: [String: String]?
    ) async throws(ServiceFault) -> TokenIssue {
        try await pools.issuer.renewedTokens(
            for: renewal.user, client: renewal.client, in: renewal.pool, family: renewal.family,
            presented: renewal.token, replaced: renewal.replaced, tokenInputs: renewal.tokenInputs, metadata: metadata)
    }

    /// Stores the use of the token and its successor.
    ///
    /// - Throws: `NotAuthorizedException` if the tokens were revoked in the meantime, and
    ///   `RefreshTokenReuseException` if the token was replaced.
    private func save(
        _ issue: TokenIssue, of renewal: Renewal, from origin: CallOrigin
    ) async throws(ServiceFault) {
        let (rotates, isTracked) = (renewal.client.rotatesRefreshTokens, renewal.pool.sessions.isTracked)
        let now = pools.clock.now
        let isReused = try await records.write { store in
            store.expect([
                .tokenFamily(renewal.family.id, inPool: renewal.family.poolID), .refreshToken(renewal.token.hash),
            ])
            let family = try store.tokenFamily(renewal.family.id, inPool: renewal.family.poolID)
            guard let family, family.revokedAt == nil else {
                throw ServiceFault(.notAuthorized, "Refresh Token has been revoked")
            }
            if isTracked { try store.noteUse(ofFamily: family.id, inPool: family.poolID, from: origin, at: now) }
            guard rotates else { return false }
            guard let token = try store.refreshToken(renewal.token.hash, naming: renewal.name) else {
                throw ServiceFault.invalidRefreshToken
            }
            guard !renewal.client.rejectsReuse(of: token, at: now) else {
                try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
                return true
            }
            try issue.save(in: store)
            return false
        }
        guard !isReused else { throw .reusedRefreshToken }
    }

    /// The rows of a valid refresh token.
    ///
    /// If rotation replaced the token longer ago than the grace period, the token or its successor may be stolen, and
    /// the family is revoked (RFC 9700, section 4.14.2).
    private func renewal(
        _ text: String, clientID: String, deviceKey: String?,
        provenBy prove: @escaping @Sendable (AppClientRecord, UserRecord?) throws -> Void
    ) async throws(ServiceFault) -> Renewal {
        let renewal = try await found(text, clientID: clientID, deviceKey: deviceKey, provenBy: prove)
        let (family, now) = (renewal.family, pools.clock.now)
        guard !renewal.client.rejectsReuse(of: renewal.token, at: now) else {
            try await records.write { try $0.revokeTokenFamily(family.id, inPool: family.poolID, at: now) }
            throw .reusedRefreshToken
        }
        guard renewal.user.isEnabled else { throw .disabledUser }
        return renewal
    }

    /// Finds the rows of a refresh token that is neither expired nor revoked.
    ///
    /// `prove` checks the client before the token is checked; it receives the user of the token, if there is one. The
    /// token of a device is valid only with the key of the device.
    private func found(
        _ text: String, clientID: String, deviceKey: String?,
        provenBy prove: @escaping @Sendable (AppClientRecord, UserRecord?) throws -> Void
    ) async throws(ServiceFault) -> Renewal {
        let secrets = pools.tokenSecrets
        let (hash, name) = (secrets.refreshTokenHash(text), secrets.familyName(in: text))
        let now = pools.clock.now
        let replacedBefore = now.addingTimeInterval(-RefreshTokenRecord.replacedTokensKept)
        return try await records.read { store in
            store.expect([.refreshToken(hash)])
            if let name { store.expect([.tokenFamily(name.id, inPool: name.poolID)]) }
            let (client, pool) = try store.existingClient(clientID)
            let token = try store.refreshToken(hash, naming: name)
            let family = try token.flatMap { try store.tokenFamily($0.familyID, inPool: $0.poolID) }
                .flatMap { $0.clientID == client.id && $0.poolID == client.poolID ? $0 : nil }
            if let family {
                store.expect([
                    .user(family.sub, inPool: family.poolID),
                    .groups(ofUser: family.sub, inPool: family.poolID, limit: GroupRecord.maximumPerUser),
                ])
                if client.rotatesRefreshTokens {
                    store.expect([
                        .replacedTokens(
                            ofFamily: family.id, inPool: family.poolID, before: replacedBefore,
                            limit: Renewal.mostRemovedTokens)
                    ])
                }
            }
            let user = try family.flatMap { try store.user($0.sub, inPool: $0.poolID) }
            try prove(client, user)
            guard let token, var family, let user else { throw ServiceFault.invalidRefreshToken }
            guard !pool.tracksDevices || family.deviceKey == nil || family.deviceKey == deviceKey else {
                throw ServiceFault.invalidRefreshToken
            }
            guard family.revokedAt == nil else {
                throw ServiceFault(.notAuthorized, "Refresh Token has been revoked")
            }
            guard token.expiresAt > now else {
                throw ServiceFault(.notAuthorized, "Refresh Token has expired")
            }
            family.grant = try family.grant.map { try store.current($0, for: client) }
            let replaced =
                try client.rotatesRefreshTokens
                ? store.replacedTokens(
                    ofFamily: family.id, inPool: family.poolID, before: replacedBefore,
                    limit: Renewal.mostRemovedTokens)
                : []
            return Renewal(
                client: client, pool: pool, family: family, token: token, name: name, replaced: replaced, user: user,
                tokenInputs: try store.tokenInputs(of: user, inPool: client.poolID))
        }
    }
}

/// The rows of a refresh token.
private struct Renewal: Sendable {
    /// The most rows of replaced tokens that a renewal removes.
    ///
    /// A renewal adds one, so a family has few of them soon after many renewals within a minute.
    static let mostRemovedTokens = 8

    let client: AppClientRecord
    let pool: UserPoolRecord
    var family: TokenFamilyRecord
    let token: RefreshTokenRecord
    /// The family that the token names; `nil` for a token of an earlier release.
    let name: TokenFamilyName?
    /// The hashes of tokens of the family that were replaced so long ago that they need no row.
    let replaced: [[UInt8]]
    let user: UserRecord
    let tokenInputs: TokenInputs

    /// Narrows the scopes of the new tokens to some of the granted ones (RFC 6749, section 6).
    mutating func narrow(to scopes: [String]) throws(ServiceFault) {
        let granted = family.grant?.scopes ?? [TokenGrant.ownOperations]
        if let other = scopes.first(where: { !granted.contains($0) }) {
            throw ServiceFault(.scopeDoesNotExist, "Scope \(other) was not granted.")
        }
        family.grant?.scopes = granted.filter(scopes.contains)
    }
}

extension UserPoolReading {
    /// Returns the refresh token with a hash, even if it has expired or was replaced.
    ///
    /// `name` is the family that the token names. A token that names a family and has no row was issued, and its row was
    /// removed after its replacement: the last token of a family keeps its row until it expires. A family without any row
    /// has lost its tokens in another way, such as by the removal of its device; its tokens are then unknown.
    func refreshToken(_ hash: [UInt8], naming name: TokenFamilyName?) throws -> RefreshTokenRecord? {
        if let token = try refreshToken(hash) { return token }
        guard let name, let family = try tokenFamily(name.id, inPool: name.poolID),
            try hasRefreshTokens(ofFamily: family.id, inPool: family.poolID)
        else { return nil }
        return RefreshTokenRecord(
            hash: hash, poolID: family.poolID, familyID: family.id, expiresAt: family.expiresAt,
            rotatedAt: .distantPast, namesFamily: true)
    }
}

extension AppClientRecord {
    /// Whether the token was rotated longer ago than the grace period, or at a time to which the clock, which was set
    /// back, has not come yet.
    fileprivate func rejectsReuse(of token: RefreshTokenRecord, at now: Date) -> Bool {
        guard let rotatedAt = token.rotatedAt else { return false }
        return rotationGracePeriod == 0 || rotatedAt.isInFuture(at: now)
            || now.timeIntervalSince(rotatedAt) > rotationGracePeriod
    }
}

extension ServiceFault {
    fileprivate static let reusedRefreshToken = ServiceFault(
        .refreshTokenReuse, "Refresh token has been used already.")
}

extension ClientSecrets {
    /// Checks the secret hash of a renewal, which is computed with the stored user name, or in older clients with the
    /// sub; still older ones send the secret itself.
    ///
    /// For a token without a user, no hash can be correct. A present hash is therefore accepted here, and the token
    /// itself is refused.
    fileprivate func checkRefreshHash(
        _ hash: String?, user: UserRecord?, client: AppClientRecord
    ) throws(ServiceFault) {
        guard user != nil || hash == nil else { return }
        try checkRenewalHash(hash, usernames: user.map { [$0.username, $0.sub] } ?? [], client: client)
    }
}
