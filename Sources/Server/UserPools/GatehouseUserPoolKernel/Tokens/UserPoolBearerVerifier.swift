// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Verifies tokens of these pools for APIs whose callers are the pools' users.
///
/// A machine's token has no user, so it is refused.
struct UserPoolBearerVerifier: BearerVerifier {
    let records: UserPoolRecords
    let tokens: TokenVerification

    func bearer(of text: String, accepting rule: AcceptedTokens) async throws(BearerRefusal) -> Bearer {
        guard let token = tokens.token(text) else { throw .form }
        // The claims select rows of one pool only, whatever the token says.
        guard token.poolID == rule.poolID else { throw .issuer }
        let rows: TokenRows
        let memberships: [String]
        do {
            (rows, memberships) = try await records.read { store in
                let rows = try TokenRows(behind: token, in: store)
                return (rows, try rows.user.map { try Self.memberships(of: $0, token, in: store) } ?? [])
            }
        } catch {
            throw .failure(error)
        }
        let claims = try claims(of: token, rows: rows)
        guard claims.string("iss") == tokens.deployment.issuer(ofUserPool: rule.poolID) else { throw .issuer }
        let use = try use(of: claims, rows: rows)
        guard rule.uses.contains(use) else { throw .use }
        let clientID = try client(of: claims, use, poolID: rule.poolID, rows: rows)
        guard rule.acceptsClient(clientID) else { throw .audience }
        guard claims.expiry > tokens.clock.now.timeIntervalSince1970 else { throw .expired }
        let user = try standingUser(of: claims, clientID: clientID, rows: rows)
        return Bearer(
            use: use, poolID: rule.poolID, clientID: clientID, sub: user.sub, username: user.username,
            claims: claims.all, heldGroups: memberships, expiresAt: Date(timeIntervalSince1970: claims.expiry))
    }

    /// The groups of the user now; they are read only for a token that names groups.
    private static func memberships(
        of user: UserRecord, _ token: PresentedToken, in store: any UserPoolReading
    ) throws -> [String] {
        guard token.namesGroups else { return [] }
        return try store.groups(ofUser: user.sub, inPool: user.poolID, after: nil, limit: GroupRecord.maximumPerUser)
            .map(\.name)
    }

    private func claims(of token: PresentedToken, rows: TokenRows) throws(BearerRefusal) -> VerifiedClaims {
        do throws(JWSError) {
            let claims = try token.verified(by: rows.keys, tokens.keys, at: tokens.clock.now)
            tokens.proven.insert(token)
            return claims
        } catch {
            throw .signature
        }
    }

    /// The use of the token, which must also be the use of the key: a pool signs each kind with a key of its own.
    private func use(of claims: VerifiedClaims, rows: TokenRows) throws(BearerRefusal) -> Bearer.Use {
        guard let use = claims.string("token_use").flatMap(Bearer.Use.init) else { throw .use }
        let isOfKey = rows.keys.contains { key in key.id == claims.keyID && key.use.rawValue == use.rawValue }
        guard isOfKey else { throw .signature }
        return use
    }

    /// The client of the token, which still exists in the pool.
    ///
    /// An access token may be bound to another service by its audience (RFC 8707); a token that is bound to its client
    /// may be used as one without an audience.
    private func client(
        of claims: VerifiedClaims, _ use: Bearer.Use, poolID: String, rows: TokenRows
    ) throws(BearerRefusal) -> String {
        let id = claims.string(use == .access ? "client_id" : "aud")
        guard let id, let client = rows.client, client.id == id, client.poolID == poolID else { throw .audience }
        guard claims["aud"] == nil || claims.string("aud") == id else { throw .audience }
        return id
    }

    /// The user of the token, whose session was not revoked.
    private func standingUser(
        of claims: VerifiedClaims, clientID: String, rows: TokenRows
    ) throws(BearerRefusal) -> UserRecord {
        guard let user = rows.user, user.sub == claims.string("sub"), user.isEnabled, user.status != .unconfirmed,
            user.status != .resetRequired, let family = rows.family, family.revokedAt == nil, family.sub == user.sub,
            family.clientID == clientID
        else { throw .inactive }
        return user
    }
}
