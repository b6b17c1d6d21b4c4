// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A party of an exchange of tokens.
enum ExchangeParty: String, Sendable {
    case subject = "Subject"
    case actor = "Actor"

    /// The fault for a token of this party.
    func refusal(_ text: String) -> ServiceFault {
        switch self {
        case .subject: TokenExchangeRefusal.subject.fault(text)
        case .actor: TokenExchangeRefusal.actor.fault(text)
        }
    }

    /// The fault for a token that this client cannot exchange.
    var invalid: ServiceFault { refusal("Invalid \(rawValue) Token") }
}

/// The verified token of a party.
struct ExchangedToken {
    let claims: VerifiedClaims
    /// The user of the token; `nil` for the token of a machine.
    let user: UserRecord?

    /// The claim `sub`.
    var sub: String { claims.string("sub") ?? "" }

    /// The scopes of an access token; an ID token has none.
    var scopes: [String] { (claims.string("scope") ?? "").split(separator: " ").map(String.init) }
}

extension TokenVerification {
    /// Returns a token that the pool of a client has issued to this client, with its user, after all checks.
    ///
    /// The checks cover the signature, the issuer, the use, the client, the expiry, the revocation, and the state of the
    /// user. A token that is itself the result of a delegation has no further actor.
    ///
    /// - Throws: `NotAuthorizedException` for every token that fails a check; `UserNotFoundException` for a user who was
    ///   deleted.
    func exchanged(
        _ token: PresentedToken, as use: SigningKeyRecord.Use, of party: ExchangeParty, for client: AppClientRecord,
        rows: TokenRows
    ) throws(ServiceFault) -> ExchangedToken {
        let claims = try exchangedClaims(token, as: use, of: party, for: client, rows: rows)
        guard claims["act"] == nil else {
            throw party.refusal("The \(party.rawValue) Token is delegated already.")
        }
        if party == .actor, use == .accessTokens, claims.string("sub") == client.id {
            guard keys.epoch.isBound(claims.string("jti") ?? "") else {
                throw party.refusal("\(party.rawValue) Token has been revoked")
            }
            return ExchangedToken(claims: claims, user: nil)
        }
        guard let user = rows.user else { throw .noSuchUser }
        guard let family = rows.family, family.revokedAt == nil, family.sub == user.sub, family.clientID == client.id
        else { throw party.refusal("\(party.rawValue) Token has been revoked") }
        guard user.isEnabled else { throw party.refusal("User is disabled.") }
        guard user.status != .resetRequired, user.status != .unconfirmed else { throw party.invalid }
        return ExchangedToken(claims: claims, user: user)
    }

    private func exchangedClaims(
        _ token: PresentedToken, as use: SigningKeyRecord.Use, of party: ExchangeParty, for client: AppClientRecord,
        rows: TokenRows
    ) throws(ServiceFault) -> VerifiedClaims {
        guard token.poolID == client.poolID else { throw party.invalid }
        let claims: VerifiedClaims
        do {
            claims = try token.verified(by: rows.keys, keys, at: clock.now)
        } catch {
            throw party.refusal("Could not verify signature for \(party.rawValue) Token")
        }
        proven.insert(token)
        guard
            claims.string("token_use") == use.rawValue,
            claims.string("iss") == deployment.issuer(ofUserPool: client.poolID),
            claims.string(use == .accessTokens ? "client_id" : "aud") == client.id,
            rows.keys.contains(where: { $0.id == claims.keyID && $0.use == use })
        else { throw party.invalid }
        guard claims.expiry > clock.now.timeIntervalSince1970 else {
            throw party.refusal("\(party.rawValue) Token has expired")
        }
        return claims
    }
}
