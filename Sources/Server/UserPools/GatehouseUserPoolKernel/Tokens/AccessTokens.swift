// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Finds the callers that present access tokens.
package struct TokenCallers: Sendable {
    let records: UserPoolRecords
    let tokens: TokenVerification
    let limits: RequestLimits
    /// Records the caller of a verified token for the log; `nil` outside requests.
    let caller: ProvenCaller?

    /// Finds the user of an access token.
    /// - Throws: the errors of ``authorizedCaller(_:scope:)``.
    package func authorizedUser(
        _ accessToken: String
    ) async throws(ServiceFault) -> (user: UserRecord, client: AppClientRecord) {
        let caller = try await authorizedCaller(accessToken)
        return (caller.user, caller.client)
    }

    /// Finds the user, the client and the sign-in of an access token.
    ///
    /// The check covers the signature, issuer, use, expiry, scope and revocation of the token, the client, and the
    /// state of the user. Operations of users need the scope of the API; a token of the hosted pages may not have it.
    ///
    /// - Throws: `NotAuthorizedException` for an invalid token or a disabled user, and the faults of an unconfirmed
    ///   user and of a user who must reset the password.
    package func authorizedCaller(
        _ accessToken: String, scope: String = TokenGrant.ownOperations
    ) async throws(ServiceFault) -> AuthorizedCaller {
        guard let token = tokens.token(accessToken) else { throw .invalidAccessToken }
        let rows = try await records.read { try TokenRows(behind: token, in: $0) }
        try tokens.checkAccess(token, scope: scope, against: rows)
        // A reset also ends the sessions, and the user must learn of the reset.
        guard rows.user?.status != .resetRequired else { throw .resetRequired }
        guard let family = rows.family, family.revokedAt == nil, family.sub == rows.user?.sub else {
            throw ServiceFault(.notAuthorized, "Access Token has been revoked")
        }
        guard let user = rows.user, let client = rows.client else { throw .noSuchUser }
        try limits.countRequest(about: user, named: user.sub, inPool: user.poolID)
        try Self.checkState(of: user)
        caller?.record(client: client.id, user: user.username)
        return AuthorizedCaller(user: user, client: client, family: family)
    }

    private static func checkState(of user: UserRecord) throws(ServiceFault) {
        guard user.isEnabled else { throw .disabledUser }
        switch user.status {
        case .unconfirmed: throw .unconfirmedUser
        default: return
        }
    }
}

/// The caller that presented a valid access token.
package struct AuthorizedCaller: Sendable {
    /// The user of the token.
    package let user: UserRecord
    /// The client of the token.
    package let client: AppClientRecord
    /// The sign-in that the token comes from.
    package let family: TokenFamilyRecord
}

/// The rows that decide about a token, read in one transaction.
///
/// A class, because a result passes through the layers of the store, each of which would move all of its records.
final class TokenRows: Sendable {
    let keys: [SigningKeyRecord]
    let client: AppClientRecord?
    let user: UserRecord?
    let family: TokenFamilyRecord?

    init(behind token: PresentedToken, in store: any UserPoolReading) throws {
        store.expect([
            .userPool(token.poolID), .appClient(token.unverifiedClient),
            .user(token.unverifiedSubject, inPool: token.poolID),
        ])
        if let id = token.unverifiedFamily { store.expect([.tokenFamily(id, inPool: token.poolID)]) }
        keys = try store.signingKeys(ofPool: token.poolID)
        client = try store.appClient(token.unverifiedClient)
        user = try store.user(token.unverifiedSubject, inPool: token.poolID)
        if let id = token.unverifiedFamily {
            family = try store.tokenFamily(id, inPool: token.poolID)
        } else {
            family = try token.unverifiedEvent.flatMap { try store.tokenFamily(ofEvent: $0, inPool: token.poolID) }
        }
    }
}
