// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// A user who presents a token of a user pool of this server, after all checks of the token.
package struct Bearer: Sendable, Equatable {
    /// The kinds of tokens, as the claim `token_use` names them.
    package enum Use: String, Sendable, CaseIterable {
        case id
        case access
    }

    /// The kind of the token.
    package let use: Use
    /// The id of the user pool.
    package let poolID: String
    /// The id of the app client that the token was issued to.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The name of the user.
    package let username: String
    /// All claims of the token.
    package let claims: [WireName: WireValue]
    /// The groups of the token in which the user still is, in the order of the token.
    package let heldGroups: [String]
    /// The time at which the token expires: what it has opened, such as a subscription, must not last longer.
    package let expiresAt: Date

    /// The claim with the names of groups.
    package static let groupsClaim: WireName = "cognito:groups"

    /// Creates the bearer of a token whose checks have passed; `heldGroups` are the groups of the user now.
    package init(
        use: Use, poolID: String, clientID: String, sub: String, username: String, claims: [WireName: WireValue],
        heldGroups: [String], expiresAt: Date
    ) {
        self.use = use
        self.poolID = poolID
        self.clientID = clientID
        self.sub = sub
        self.username = username
        self.claims = claims
        self.heldGroups = Self.groups(in: claims).filter { group in
            heldGroups.contains { $0.utf8.elementsEqual(group.utf8) }
        }
        self.expiresAt = expiresAt
    }

    /// The names in the claim `cognito:groups`; empty for a user without groups.
    package var groups: [String] { Self.groups(in: claims) }

    private static func groups(in claims: [WireName: WireValue]) -> [String] {
        claims[groupsClaim]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The scopes of an access token; an ID token has none.
    package var scopes: [String] {
        guard use == .access else { return [] }
        return (claims["scope"]?.stringValue ?? "").split(separator: " ").map(String.init)
    }
}

/// The tokens that an API accepts.
package struct AcceptedTokens: Sendable {
    /// The id of the user pool that issues the tokens.
    package let poolID: String
    /// The kinds of tokens.
    package let uses: Set<Bearer.Use>
    /// Whether the tokens of an app client are accepted, by the client's id.
    package let acceptsClient: @Sendable (String) -> Bool

    /// Creates the rule for a pool; by default, both kinds of tokens of all its clients are accepted.
    package init(
        ofPool poolID: String, uses: Set<Bearer.Use> = [.id, .access],
        ofClients acceptsClient: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.poolID = poolID
        self.uses = uses
        self.acceptsClient = acceptsClient
    }
}

/// Verifies tokens that the user pools of this server have issued.
///
/// A port: user pools conform, and the authentication of callers does not know them.
package protocol BearerVerifier: Sendable {
    /// Finds the user of a token, and checks that the rule accepts it now.
    ///
    /// The check covers the signature with its algorithm, the issuer, the use, the client, the audience, the expiry,
    /// the revocation, and the state of the user.
    ///
    /// - Throws: the reason for which the token is refused.
    func bearer(of token: String, accepting rule: AcceptedTokens) async throws(BearerRefusal) -> Bearer
}

/// The reason why a bearer token is refused, for the log; the API decides what its client learns.
package enum BearerRefusal: RefusalReason {
    /// The request has no bearer token, or several.
    case missing
    /// The text is not a token of a user pool.
    case form
    /// The token is not signed by a key of the pool for its use, with the algorithm of the key.
    case signature
    /// Another pool or another server has issued the token.
    case issuer
    /// The token is of a kind that is not accepted.
    case use
    /// The token was issued to a client that is not accepted or was deleted, or it is bound to another service.
    case audience
    case expired
    /// The session was revoked, or the user is deleted or disabled, or has yet to confirm the account or reset the
    /// password.
    case inactive
    /// The check was not possible.
    case failure(ServiceFault)

    package var refusedBy: String {
        switch self {
        case .missing: "token_missing"
        case .form: "token_form"
        case .signature: "token_signature"
        case .issuer: "token_issuer"
        case .use: "token_use"
        case .audience: "token_audience"
        case .expired: "token_expired"
        case .inactive: "token_inactive"
        case .failure: "failure"
        }
    }
}
