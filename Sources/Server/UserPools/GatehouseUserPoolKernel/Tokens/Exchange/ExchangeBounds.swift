// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel
import GatehouseWire

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
    /// The scopes are those that the request, the subject's token and the client have in common. A token that is bound
    /// to a service stays bound to it; any other can be bound to the client itself, or to a resource server, and then has
    /// only scopes of this resource server.
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
    /// The scopes that tokens of the client can have; without settings for OAuth, that of sign-ins through the API.
    fileprivate var exchangeableScopes: [String] {
        let allowed = description.allowedOAuthScopes ?? []
        return allowed.isEmpty ? [TokenGrant.ownOperations] : allowed
    }
}
