// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseText
import GatehouseUserPoolModel
package import GatehouseWire

/// Verifies tokens by the rows that decide about them.
struct TokenVerification: Sendable {
    let keys: SigningKeys
    let proven = ProvenTokens()
    let clock: WallClock
    let deployment: Deployment

    /// Returns a token, from the cache of verified ones if it is there; `nil` if the text is not a token of a pool.
    func token(_ text: String) -> PresentedToken? { proven.token(text) }

    /// Checks an access token with a scope, but neither its revocation nor its user.
    ///
    /// - Throws: `NotAuthorizedException` for a token that is not a valid access token.
    func checkAccess(_ token: PresentedToken, scope: String, against rows: TokenRows) throws(ServiceFault) {
        let claims: VerifiedClaims
        do {
            claims = try token.verified(by: rows.keys, keys, at: clock.now)
        } catch {
            throw ServiceFault(.notAuthorized, "Could not verify signature for Access Token", cause: error)
        }
        proven.insert(token)
        guard
            claims.string("token_use") == "access",
            claims.string("iss") == deployment.issuer(ofUserPool: token.poolID),
            claims.string("client_id") == rows.client?.id, rows.client?.poolID == token.poolID,
            rows.keys.contains(where: { $0.id == claims.keyID && $0.use == .accessTokens })
        else { throw .invalidAccessToken }
        guard claims.expiry > clock.now.timeIntervalSince1970 else {
            throw ServiceFault(.notAuthorized, "Access Token has expired")
        }
        let scopes = claims.string("scope") ?? ""
        // Most tokens have one scope, which is found without the parts of the text.
        guard
            scopes.hasBytes(of: scope)
                || scopes.utf8.split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual(scope.utf8) })
        else {
            throw ServiceFault(.notAuthorized, "Access Token does not have required scopes")
        }
    }

    /// Returns the claims of an ID token.
    ///
    /// - Throws: `NotAuthorizedException` for a token that is not a valid ID token.
    func loginClaims(of token: PresentedToken, rows: TokenRows) throws(ServiceFault) -> VerifiedClaims {
        let claims: VerifiedClaims
        do {
            claims = try token.verified(by: rows.keys, keys, at: clock.now)
        } catch {
            throw .invalidLogin("Couldn't verify signed token.", .signature)
        }
        proven.insert(token)
        guard claims.string("iss") == deployment.issuer(ofUserPool: token.poolID) else {
            throw .invalidLogin("Issuer doesn't match providerName", .issuer)
        }
        guard claims.string("aud") != nil else { throw .invalidLogin("Missing a required claim: aud", .claims) }
        guard claims.string("token_use") == "id" else {
            throw .invalidLogin("Not a valid OpenId Connect identity token.", .form)
        }
        let now = clock.now.timeIntervalSince1970
        guard claims.expiry > now else {
            throw .invalidLogin("Token expired: \(Int64(now)) >= \(Int64(claims.expiry))", .expired)
        }
        return claims
    }
}

/// The client and the user of an ID token that a request contains as a hint; the token may have expired.
package struct IDTokenHint: Sendable, Equatable {
    /// The client that the token was issued to.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
}

/// Reads ID tokens that requests contain as hints (OpenID Connect RP-Initiated Logout, section 2).
package struct IDTokenHints: Sendable {
    let records: UserPoolRecords
    let tokens: TokenVerification

    /// Returns the client and the user of a pool's ID token; `nil` for any other text.
    ///
    /// The pool must have signed the token with a key that still verifies; neither its expiry nor the user is checked.
    /// - Throws: the error of the store.
    package func hint(in text: String, ofPool poolID: String) async throws(ServiceFault) -> IDTokenHint? {
        guard let token = tokens.token(text), token.poolID == poolID else { return nil }
        let keys = try await records.read { try $0.signingKeys(ofPool: poolID) }
        guard let claims = try? token.verified(by: keys, tokens.keys, at: tokens.clock.now),
            claims.string("iss") == tokens.deployment.issuer(ofUserPool: poolID), claims.string("token_use") == "id",
            let clientID = claims.string("aud"), let sub = claims.string("sub")
        else { return nil }
        return IDTokenHint(clientID: clientID, sub: sub)
    }
}

extension UserPools {
    /// Reads ID tokens that requests contain as hints.
    package var idTokenHints: IDTokenHints { IDTokenHints(records: records, tokens: tokens) }
}
