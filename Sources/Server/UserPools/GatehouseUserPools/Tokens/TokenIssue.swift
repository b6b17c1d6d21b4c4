// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Tokens that are not given out yet: first the rows behind them must be on disk.
struct TokenIssue: Sendable {
    /// Those of a new sign-in are yet to be signed.
    let result: AuthenticationResultType
    fileprivate let family: TokenFamilyRecord?
    fileprivate let refreshToken: RefreshTokenRecord?
    fileprivate let rotated: RefreshTokenRecord?
    fileprivate let session: (record: UserSessionRecord, limit: Int)?
    fileprivate let device: (record: DeviceRecord, address: String)?

    /// Writes the rows, in the transaction that concludes the sign-in or renewal.
    ///
    /// - Throws: `ResourceNotFoundException` when the device that signs in was forgotten meanwhile.
    func save(in store: any UserPoolWriting) throws {
        if let device, let family {
            try store.noteSignIn(with: device.record, from: device.address, at: family.authTime)
        }
        if let family { try store.insert(family) }
        if let rotated { try store.update(rotated) }
        if let refreshToken { try store.insert(refreshToken) }
    }

    /// Whether a session begins with the tokens.
    var beginsSession: Bool { session != nil }

    /// Begins the session, and ends those that are too many then, unless the tokens were revoked meanwhile.
    ///
    /// A sign-in that a function may yet refuse ends no session: that is done once the tokens are there.
    func beginSession(in store: any UserPoolWriting) throws {
        guard let session, let family, let stored = try store.tokenFamily(family.id, inPool: family.poolID),
            stored.revokedAt == nil
        else { return }
        try store.begin(session.record, keeping: session.limit)
    }

    /// Makes worthless what was saved for tokens that nobody will get.
    func takeBack(in store: any UserPoolWriting, at now: Date) throws {
        guard let family else { return }
        try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
    }
}

/// Why there are new tokens, and what a function of the pool is told about it.
struct TokenOccasion: Sendable {
    var source = PreTokenGeneration.Source.authentication
    /// What the caller of the operation gave to functions.
    var metadata: [String: String]?
}

extension UserPools {
    /// The tokens of a new sign-in, whose event has this id, but for the signed ones.
    ///
    /// In a pool that tracks devices, a sign-in without a known device gets the key of a new one. The methods that the
    /// sign-in has proved are kept for later ones, with the time of the oldest proof, which is now unless there is
    /// another; the tokens tell of the methods along with the name of a level.
    func newTokens(
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

    /// All tokens of a new sign-in, signed now; the pool's function is asked first, if it has one.
    func signed(
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

    /// The tokens of a renewal; a new refresh token only where the client rotates them.
    ///
    /// It ends when the first one would have.
    func renewedTokens(
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

    /// Under which key a refresh token is kept.
    func refreshTokenHash(_ token: String) -> [UInt8] {
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
        let override = try await preTokenGeneration(
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
