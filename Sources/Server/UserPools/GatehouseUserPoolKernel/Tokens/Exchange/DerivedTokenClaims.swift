// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire

/// The claims of a derived token: the claims of the subject's token, with narrower limits.
struct DerivedTokenClaims {
    /// The claims that belong to one token, or to its first issue.
    private static let ofOneToken: [WireName] = ["jti", "iat", "exp", "nonce", "at_hash"]
    private static let ofGroups: [WireName] = ["cognito:groups", "cognito:roles", "cognito:preferred_role"]

    let subject: ExchangedToken
    /// The claim `act`; `nil` for an impersonation.
    let actor: WireValue?
    let client: AppClientRecord
    let groups: GroupClaims
    /// The changes of the PreTokenGeneration trigger.
    let override: PreTokenGeneration
    /// The time of the issue and of the expiry, in seconds since 1970.
    let issuedAt: Int64, expiresAt: Int64

    /// The payload of an ID token.
    func idToken(id: String) -> [UInt8] {
        var claims = common(id: id)
        claims.merge(groups.idToken)
        return ClaimsOverride.idToken(claims, override.idToken).jsonBytes()
    }

    /// The payload of an access token with a grant, which the trigger can only narrow, and its scopes.
    func accessToken(id: String, grant: TokenGrant) -> (payload: [UInt8], scopes: [String]?) {
        var claims = common(id: id)
        claims.merge(groups.accessToken)
        claims = ClaimsOverride.accessToken(claims, override, clientID: client.id)
        let scopes = grant.scopes.filter { !override.suppressedScopes.contains($0) }
        claims["scope"] = .string(scopes.joined(separator: " "))
        claims["aud"] = grant.audience.map(WireValue.string)
        return (claims.jsonBytes(), scopes)
    }

    private func common(id: String) -> WireMembers {
        var claims = WireMembers(subject.claims.all)
        for name in Self.ofOneToken + Self.ofGroups { claims[name] = nil }
        claims["jti"] = .string(id)
        claims["iat"] = .integer(issuedAt)
        claims["exp"] = .integer(expiresAt)
        claims["act"] = actor
        return claims
    }
}

/// What a derived access token permits: never more than the subject's token and the client.
struct ExchangeBounds {
    /// The client that derives the token.
    let client: AppClientRecord
    /// The claim `aud` of the subject's token; `nil` for a token that is bound to no service.
    let boundTo: String?
    /// The scopes of the subject's token.
    let subjectScopes: [String]
    /// The custom scopes among them that resource servers have now.
    let existing: Set<String>
    /// Whether the pool has a resource server with the identifier that the request names.
    let hasTarget: Bool

    /// Returns the scopes and the audience of the derived token.
    ///
    /// The scopes are common to the request, the subject's token and the client. A token that is bound to a service
    /// stays bound to it; any other can be bound to the client itself, or to a resource server, and then has only
    /// scopes of this resource server.
    ///
    /// - Throws: `InvalidParameterException` for another service, `NotAuthorizedException` if no scope is left.
    func grant(_ requested: [String]?, for target: TokenExchangeRequest.Target?) throws(ServiceFault) -> TokenGrant {
        let narrows = try mustNarrow(to: target)
        let wanted = requested ?? subjectScopes
        var scopes: [String] = []
        for scope in wanted where !scopes.contains(scope) && isPossible(scope) {
            if narrows, let target, !Self.belongs(scope, to: target.name) { continue }
            scopes.append(scope)
        }
        guard !scopes.isEmpty else {
            throw TokenExchangeRefusal.scope.fault("The tokens have none of the requested scopes in common.")
        }
        return TokenGrant(scopes: scopes, audience: target?.name ?? boundTo)
    }

    /// Returns whether the token gets only the scopes of the resource server that it is for.
    /// - Throws: `InvalidParameterException` for a service that the token cannot be for.
    private func mustNarrow(to target: TokenExchangeRequest.Target?) throws(ServiceFault) -> Bool {
        guard let target else { return false }
        guard boundTo == nil || boundTo == target.name else { throw Self.refusal(of: target) }
        if hasTarget { return true }
        guard boundTo == target.name || target == .audience(client.id) else { throw Self.refusal(of: target) }
        return false
    }

    /// Whether the subject's token and the client have a scope, and it exists.
    private func isPossible(_ scope: String) -> Bool {
        guard subjectScopes.contains(scope), client.exchangeableScopes.contains(scope) else { return false }
        return AppClientRecord.ownScopes.contains(scope) || existing.contains(scope)
    }

    private static func belongs(_ scope: String, to identifier: String) -> Bool {
        scope.lastIndex(of: "/").map { scope[..<$0] == identifier } ?? false
    }

    private static func refusal(of target: TokenExchangeRequest.Target) -> ServiceFault {
        TokenExchangeRefusal.target.fault("The token cannot be for \(target.name).")
    }
}

extension AppClientRecord {
    /// The scopes that tokens of the client can have; without settings for OAuth, the scope of sign-ins through the
    /// API.
    fileprivate var exchangeableScopes: [String] {
        let allowed = description.allowedOAuthScopes ?? []
        return allowed.isEmpty ? [TokenGrant.ownOperations] : allowed
    }
}
