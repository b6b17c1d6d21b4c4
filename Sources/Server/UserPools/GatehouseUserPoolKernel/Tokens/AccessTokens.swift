// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Finds the user of an access token.
    /// - Throws: the errors of ``authorizedCaller(_:)``.
    package func authorizedUser(
        _ accessToken: String
    ) async throws(ServiceFault) -> (user: UserRecord, client: AppClientRecord) {
        let caller = try await authorizedCaller(accessToken)
        return (caller.user, caller.client)
    }

    /// Finds the user, the client and the sign-in of an access token.
    ///
    /// The check covers the signature, issuer, use, expiry, scope and revocation of the token, the client, and the
    /// state of the user.
    ///
    /// - Throws: `NotAuthorizedException` for an invalid token or a disabled user, and the faults of an unconfirmed
    ///   user and of a user who must reset the password.
    package func authorizedCaller(_ accessToken: String) async throws(ServiceFault) -> AuthorizedCaller {
        guard let token = provenTokens.token(accessToken) else { throw .invalidAccessToken }
        let rows = try await read { try TokenRows(behind: token, in: $0) }
        try check(token, against: rows)
        // A reset also ends the sessions, and the user must learn of the reset.
        guard rows.user?.status != .resetRequired else { throw .resetRequired }
        guard let family = rows.family, family.revokedAt == nil, family.sub == rows.user?.sub else {
            throw ServiceFault(.notAuthorized, "Access Token has been revoked")
        }
        guard let user = rows.user, let client = rows.client else { throw .noSuchUser }
        try countRequest(about: user, named: user.sub, inPool: user.poolID)
        try Self.checkState(of: user)
        return AuthorizedCaller(user: user, client: client, family: family)
    }

    private func check(_ token: PresentedToken, against rows: TokenRows) throws(ServiceFault) {
        let claims: VerifiedClaims
        do {
            claims = try token.verified(by: rows.keys, signingKeys, at: clock.now)
        } catch {
            throw ServiceFault(.notAuthorized, "Could not verify signature for Access Token", cause: error)
        }
        provenTokens.insert(token)
        guard
            claims.string("token_use") == "access",
            claims.string("iss") == deployment.issuer(ofUserPool: token.poolID),
            claims.string("client_id") == rows.client?.id, rows.client?.poolID == token.poolID,
            rows.keys.contains(where: { $0.id == claims.keyID && $0.use == .accessTokens })
        else { throw .invalidAccessToken }
        guard claims.expiry > clock.now.timeIntervalSince1970 else {
            throw ServiceFault(.notAuthorized, "Access Token has expired")
        }
        let scopes = (claims.string("scope") ?? "").split(separator: " ")
        guard scopes.contains("aws.cognito.signin.user.admin") else {
            throw ServiceFault(.notAuthorized, "Access Token does not have required scopes")
        }
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
struct TokenRows: Sendable {
    let keys: [SigningKeyRecord]
    let client: AppClientRecord?
    let user: UserRecord?
    let family: TokenFamilyRecord?

    init(behind token: PresentedToken, in store: any UserPoolReading) throws {
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
