// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Issues the tokens of sign-ins and renewals.
package struct TokenIssuer: Sendable {
    let signer: TokenSigner
    let secrets: TokenSecrets
    let deviceKeys: DeviceKeys
    let triggers: TriggerRunner
    let clock: WallClock

    /// The result and the rows of a new sign-in with this event id, without the signed tokens.
    ///
    /// In a pool that tracks devices, a sign-in without a known device gets the key of a new device. The rows contain
    /// the proved methods of the sign-in and the time of the oldest proof: `provedAt`, or the current time if it is
    /// `nil`. With the name of a level, the tokens contain the methods, too.
    package func newTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, from origin: CallOrigin,
        eventID: String, device: DeviceRecord? = nil, proving methods: Set<AuthenticationMethod>,
        since provedAt: Date? = nil, level: String?
    ) -> TokenIssue {
        let now = clock.now
        let newKey = pool.tracksDevices && device == nil ? deviceKeys.newDeviceKey(inPool: pool.id) : nil
        let family = TokenFamilyRecord(
            id: secrets.newFamilyID(at: now), poolID: user.poolID, clientID: client.id, sub: user.sub, eventID: eventID,
            authTime: now, expiresAt: now.addingTimeInterval(client.lifetimes.refresh),
            deviceKey: device?.key ?? newKey, methods: methods, levelName: level, provedAt: provedAt)
        let (token, record) = secrets.newRefreshToken(in: family, expiresAt: family.expiresAt)
        let result = AuthenticationResultType(
            refreshToken: token,
            newDeviceMetadata: newKey.map { key in
                NewDeviceMetadataType(deviceKey: key, deviceGroupKey: deviceKeys.deviceGroupKey(ofPool: pool.id))
            })
        let session = secrets.newSession(family, in: pool, from: origin, at: now)
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
    /// The new refresh token expires when the first one would have expired. With it, the rows of the tokens with the
    /// hashes in `replaced` are removed.
    package func renewedTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, family: TokenFamilyRecord,
        presented: RefreshTokenRecord, replaced: [[UInt8]], tokenInputs: TokenInputs, metadata: [String: String]?
    ) async throws(ServiceFault) -> TokenIssue {
        var result = try await signedTokens(
            for: user, client: client, in: pool, family: family, tokenInputs: tokenInputs,
            on: TokenOccasion(source: .refreshTokens, metadata: metadata))
        guard client.rotatesRefreshTokens else {
            return TokenIssue(
                result: result, family: nil, refreshToken: nil, rotated: nil, session: nil, device: nil)
        }
        let (token, record) = secrets.newRefreshToken(in: family, expiresAt: presented.expiresAt)
        result.refreshToken = token
        var rotated = presented
        rotated.rotatedAt = presented.rotatedAt ?? clock.now
        return TokenIssue(
            result: result, family: nil, refreshToken: record, rotated: rotated, replaced: replaced, session: nil,
            device: nil)
    }

    private func signedTokens(
        for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord, family: TokenFamilyRecord,
        tokenInputs: TokenInputs, on occasion: TokenOccasion
    ) async throws(ServiceFault) -> AuthenticationResultType {
        guard let idKey = tokenInputs.keys.current(.idTokens), let accessKey = tokenInputs.keys.current(.accessTokens)
        else {
            throw ServiceFault(.internalError, "The user pool has no signing key.")
        }
        let override =
            if let changes = occasion.changes {
                changes
            } else {
                try await triggers.preTokenGeneration(
                    occasion.source, of: user, in: pool, by: client, groups: tokenInputs.groups,
                    scopes: family.grant?.scopes ?? [TokenGrant.ownOperations], metadata: occasion.metadata)
            }
        return try await signer.sign(
            TokenClaims(
                user: user, client: client, lifetimes: client.lifetimes, family: family,
                groups: override.groups ?? tokenInputs.groups, override: override,
                issuer: signer.issuer(ofUserPool: user.poolID), issuedAt: clock.now, nonce: occasion.nonce),
            idKey: idKey, accessKey: accessKey)
    }
}

/// Signs tokens, outside the threads that serve requests.
struct TokenSigner: Sendable {
    let keys: SigningKeys
    let computation: Computation
    /// The source of the tokens' ids.
    let ids: Entropy
    let deployment: Deployment

    /// Returns the issuer in the tokens of a pool.
    func issuer(ofUserPool id: String) -> String { deployment.issuer(ofUserPool: id) }

    /// Signs an access token and the ID token that belongs to it, if any.
    func sign(
        _ claims: TokenClaims, idKey: SigningKeyRecord, accessKey: SigningKeyRecord
    ) async throws(ServiceFault) -> AuthenticationResultType {
        let (idTokenID, accessTokenID) = (ids.uuid(), ids.uuid())
        return try await computation.run { [keys] in
            let accessToken = try keys.sign(claims.accessToken(id: accessTokenID), with: accessKey)
            return AuthenticationResultType(
                accessToken: accessToken,
                expiresIn: Int(claims.lifetimes.access),
                tokenType: "Bearer",
                idToken: claims.hasIDToken
                    ? try keys.sign(claims.idToken(id: idTokenID, accessToken: accessToken), with: idKey) : nil)
        }
    }
}

/// Generates refresh tokens and the ids of what begins with them.
package struct TokenSecrets: Sendable {
    let sealer: Sealer
    let entropy: Entropy

    /// Returns a time-ordered id of a token family.
    fileprivate func newFamilyID(at now: Date) -> String { entropy.uuid(at: now) }
}

/// The tokens of sign-ins on the hosted pages, which obey a grant.
extension TokenIssuer {
    /// A new id for a family of tokens; a transaction that may run again gets it from outside.
    package func newFamilyID() -> String { secrets.newFamilyID(at: clock.now) }

    /// The rows of a sign-in's tokens, which are not signed yet.
    ///
    /// Without a refresh token, the family ends with its first tokens. Devices are remembered by the API only.
    package func grantedTokens(
        _ grant: TokenGrant, as familyID: String, for proof: GrantedSignIn, client: AppClientRecord,
        in pool: UserPoolRecord, from origin: CallOrigin, isRenewable: Bool
    ) -> TokenIssue {
        let (now, lifetimes) = (clock.now, client.lifetimes)
        let life = isRenewable ? lifetimes.refresh : max(lifetimes.id, lifetimes.access)
        let family = TokenFamilyRecord(
            id: familyID, poolID: pool.id, clientID: client.id, sub: proof.sub,
            eventID: proof.signIn.eventID, authTime: proof.signIn.authTime, expiresAt: now.addingTimeInterval(life),
            methods: proof.signIn.methods, levelName: proof.signIn.levelName, provedAt: proof.signIn.provedAt,
            grant: grant, sessionHash: proof.sessionHash)
        let refresh = isRenewable ? secrets.newRefreshToken(in: family, expiresAt: family.expiresAt) : nil
        return TokenIssue(
            result: AuthenticationResultType(refreshToken: refresh?.token), family: family,
            refreshToken: refresh?.record, rotated: nil,
            session: secrets.newSession(family, in: pool, from: origin, at: now)
                .map { ($0, pool.sessions.maximumPerUser) },
            device: nil)
    }

    /// The changes of the PreTokenGeneration trigger to tokens that are issued later.
    ///
    /// - Throws: the faults of the trigger.
    package func changes(
        to grant: TokenGrant, for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord,
        tokenInputs: TokenInputs
    ) async throws(ServiceFault) -> PreTokenGeneration {
        try await triggers.preTokenGeneration(
            .hostedAuth, of: user, in: pool, by: client, groups: tokenInputs.groups, scopes: grant.scopes,
            metadata: nil)
    }
}

/// The authentication that granted tokens come from: the authentication of a browser session.
package struct GrantedSignIn: Sendable {
    let sub: String
    let signIn: CompletedSignIn
    let sessionHash: [UInt8]

    /// Creates the authentication of a browser session, with the proofs that count today.
    package init(_ session: BrowserSessionRecord, eventID: String) {
        var signIn = session.signIn
        signIn.eventID = eventID
        (sub, self.signIn) = (session.sub, signIn)
        sessionHash = session.hash
    }
}
