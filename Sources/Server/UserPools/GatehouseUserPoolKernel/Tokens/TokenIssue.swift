// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Tokens that are not returned yet: first their rows must be stored.
package struct TokenIssue: Sendable {
    /// The result of the operation; the tokens of a new sign-in are not signed yet.
    package let result: AuthenticationResultType
    fileprivate let family: TokenFamilyRecord?
    fileprivate let refreshToken: RefreshTokenRecord?
    fileprivate let rotated: RefreshTokenRecord?
    fileprivate let session: (record: UserSessionRecord, limit: Int)?
    fileprivate let device: (record: DeviceRecord, address: String)?

    /// Writes the rows, in the transaction that completes the sign-in or renewal.
    ///
    /// - Throws: `ResourceNotFoundException` if the device that signs in was forgotten in the meantime.
    package func save(in store: any UserPoolWriting) throws {
        if let device, let family {
            try store.noteSignIn(with: device.record, from: device.address, at: family.authTime)
        }
        if let family { try store.insert(family) }
        if let rotated { try store.update(rotated) }
        if let refreshToken { try store.insert(refreshToken) }
    }

    /// Whether a session begins with the tokens.
    package var beginsSession: Bool { session != nil }

    /// Begins the session and ends the least recently used ones over the limit, unless the tokens were revoked in the
    /// meantime.
    ///
    /// A sign-in that a trigger may still refuse ends no session; it does so once the tokens are issued.
    package func beginSession(in store: any UserPoolWriting) throws {
        guard let session, let family, let stored = try store.tokenFamily(family.id, inPool: family.poolID),
            stored.revokedAt == nil
        else { return }
        try store.begin(session.record, keeping: session.limit)
    }

    /// Revokes the rows of tokens that are not returned.
    package func takeBack(in store: any UserPoolWriting, at now: Date) throws {
        guard let family else { return }
        try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
    }
}

/// The reason for new tokens, and the data that triggers receive about it.
package struct TokenOccasion: Sendable {
    let source: PreTokenGeneration.Source
    /// The client metadata of the operation, for triggers.
    let metadata: [String: String]?

    /// Creates the occasion of new tokens.
    package init(source: PreTokenGeneration.Source = .authentication, metadata: [String: String]? = nil) {
        self.source = source
        self.metadata = metadata
    }
}

extension UserPools {
    /// The result and the rows of a new sign-in with this event id, without the signed tokens.
    ///
    /// In a pool that tracks devices, a sign-in without a known device gets the key of a new device. The rows contain
    /// the methods that the sign-in has proved and the time of the oldest proof, which is the current time if
    /// `provedAt` is `nil`. With the name of a level, the tokens contain the methods, too.
    package func newTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, from origin: CallOrigin,
        eventID: String, device: DeviceRecord? = nil, proving methods: Set<AuthenticationMethod>,
        since provedAt: Date? = nil, level: String?
    ) -> TokenIssue {
        let now = clock.now
        let newKey = pool.tracksDevices && device == nil ? newDeviceKey(inPool: pool.id) : nil
        let family = TokenFamilyRecord(
            id: newID(), poolID: user.poolID, clientID: client.id, sub: user.sub, eventID: eventID,
            authTime: now, expiresAt: now.addingTimeInterval(client.lifetimes.refresh),
            deviceKey: device?.key ?? newKey, methods: methods, levelName: level, provedAt: provedAt)
        let (token, record) = newRefreshToken(in: family, expiresAt: family.expiresAt)
        let result = AuthenticationResultType(
            refreshToken: token,
            newDeviceMetadata: newKey.map { key in
                NewDeviceMetadataType(deviceKey: key, deviceGroupKey: deviceGroupKey(ofPool: pool.id))
            })
        let session = newSession(family, in: pool, from: origin)
        return TokenIssue(
            result: result, family: family, refreshToken: record, rotated: nil,
            session: session.map { ($0, pool.sessions.maximumPerUser) },
            device: device.map { ($0, origin.address) })
    }

    /// All tokens of a new sign-in, signed after the PreTokenGeneration trigger was called, if the pool has one.
    package func signed(
        _ issue: TokenIssue, for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord,
        tokenInputs: TokenInputs, on occasion: TokenOccasion = TokenOccasion()
    ) async throws(ServiceFault) -> AuthenticationResultType {
        guard let family = issue.family else { return issue.result }
        var result = try await signedTokens(
            for: user, client: client, in: pool, family: family, tokenInputs: tokenInputs, on: occasion)
        result.refreshToken = issue.result.refreshToken
        result.newDeviceMetadata = issue.result.newDeviceMetadata
        return result
    }

    /// The tokens of a renewal, with a new refresh token only if the client rotates them.
    ///
    /// The new refresh token expires when the first one would have expired.
    package func renewedTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, family: TokenFamilyRecord,
        presented: RefreshTokenRecord, tokenInputs: TokenInputs, metadata: [String: String]?
    ) async throws(ServiceFault) -> TokenIssue {
        var result = try await signedTokens(
            for: user, client: client, in: pool, family: family, tokenInputs: tokenInputs,
            on: TokenOccasion(source: .refreshTokens, metadata: metadata))
        guard client.rotatesRefreshTokens else {
            return TokenIssue(
                result: result, family: nil, refreshToken: nil, rotated: nil, session: nil, device: nil)
        }
        let (token, record) = newRefreshToken(in: family, expiresAt: presented.expiresAt)
        result.refreshToken = token
        var rotated = presented
        rotated.rotatedAt = presented.rotatedAt ?? clock.now
        return TokenIssue(
            result: result, family: nil, refreshToken: record, rotated: rotated, session: nil, device: nil)
    }

    /// The hash under which a refresh token is stored.
    package func refreshTokenHash(_ token: String) -> [UInt8] {
        sealer.mac(Array(token.utf8), purpose: "refresh-token")
    }

    private func newRefreshToken(
        in family: TokenFamilyRecord, expiresAt: Date
    ) -> (token: String, record: RefreshTokenRecord) {
        let token = Base64URL.encode(entropy.bytes(48))
        let record = RefreshTokenRecord(
            hash: refreshTokenHash(token), poolID: family.poolID, familyID: family.id, expiresAt: expiresAt)
        return (token, record)
    }

    private func signedTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, family: TokenFamilyRecord,
        tokenInputs: TokenInputs, on occasion: TokenOccasion
    ) async throws(ServiceFault) -> AuthenticationResultType {
        guard let idKey = tokenInputs.keys.current(.idTokens), let accessKey = tokenInputs.keys.current(.accessTokens)
        else {
            throw ServiceFault(.internalError, "The user pool has no signing key.")
        }
        let override = try await triggers.preTokenGeneration(
            occasion.source, of: user, in: pool, by: client, groups: tokenInputs.groups, metadata: occasion.metadata)
        let claims = TokenClaims(
            user: user, client: client, family: family, groups: override.groups ?? tokenInputs.groups,
            override: override,
            issuer: deployment.issuer(ofUserPool: user.poolID),
            issuedAt: clock.now)
        let idPayload = claims.idToken(id: entropy.uuid())
        let accessPayload = claims.accessToken(id: entropy.uuid())
        let signingKeys = signingKeys
        return try await compute {
            AuthenticationResultType(
                accessToken: try signingKeys.sign(accessPayload, with: accessKey),
                expiresIn: Int(client.lifetimes.access),
                tokenType: "Bearer",
                idToken: try signingKeys.sign(idPayload, with: idKey))
        }
    }
}

/// The inputs for a user's tokens besides the user, read in the transaction that reads the user.
package struct TokenInputs: Sendable {
    let keys: [SigningKeyRecord]
    let groups: GroupClaims

    /// The inputs for a step that issues no tokens.
    package static let none = TokenInputs(keys: [], groups: GroupClaims([]))
}

extension UserPoolReading {
    /// The keys of a pool and the groups of one of its users; no groups for an unknown user name.
    package func tokenInputs(of user: UserRecord?, inPool poolID: String) throws -> TokenInputs {
        let memberships = try user.map { user in
            try groups(ofUser: user.sub, inPool: poolID, after: nil, limit: GroupRecord.maximumPerUser)
        }
        return TokenInputs(keys: try signingKeys(ofPool: poolID), groups: GroupClaims(memberships ?? []))
    }
}
