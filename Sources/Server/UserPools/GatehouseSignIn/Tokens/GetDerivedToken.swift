// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a token that is derived from a user's token (RFC 8693): a narrower one, or one for an actor.
    package func getDerivedToken(
        _ request: GetDerivedTokenRequest
    ) async throws(ServiceFault) -> GetDerivedTokenResponse {
        let exchange = try TokenExchangeRequest(request)
        let (client, pool) = try await records.read { try $0.existingClient(request.clientId) }
        try pools.tokenExchange.check(exchange, for: client)
        try pools.clientSecrets.checkSecret(request.clientSecret, client: client)
        let token = try await derivedToken(exchange, for: client, in: pool)
        return GetDerivedTokenResponse(
            issuedToken: token.text, issuedTokenType: token.use == .accessTokens ? .accessToken : .idToken,
            tokenType: token.use == .accessTokens ? .bearer : .nA, expiresIn: token.lifetime, scopes: token.scopes)
    }
}

extension TokenExchangeRequest {
    /// Creates the exchange that a request of the API asks for.
    ///
    /// - Throws: `InvalidParameterException` for members that exclude or need each other, and for tokens of identity
    ///   providers.
    init(_ request: GetDerivedTokenRequest) throws(ServiceFault) {
        let providers = [request.subjectTokenProviderName, request.actorTokenProviderName]
        guard providers.allSatisfy({ $0 == nil }) else {
            throw TokenExchangeRefusal.request.fault("Tokens of identity providers cannot be exchanged.")
        }
        guard let target = (request.audiences ?? []).first.map(Target.audience) else {
            try self.init(request, target: (request.resources ?? []).first.map(Target.resource))
            return
        }
        guard (request.resources ?? []).isEmpty else {
            throw TokenExchangeRefusal.request.fault("Audiences and Resources cannot be used together.")
        }
        try self.init(request, target: target)
    }

    private init(_ request: GetDerivedTokenRequest, target: Target?) throws(ServiceFault) {
        self.init(
            subject: try Token(request.subjectToken, request.subjectTokenType), actor: try Self.actor(request),
            scopes: request.scopes, target: target,
            requested: request.requestedTokenType.map { $0 == .accessToken ? .accessTokens : .idTokens })
    }

    private static func actor(_ request: GetDerivedTokenRequest) throws(ServiceFault) -> Token? {
        switch (request.actorToken, request.actorTokenType) {
        case (nil, nil): return nil
        case (let token?, let type?): return try Token(token, type)
        case (_, nil): throw TokenExchangeRefusal.request.fault("Missing required parameter ActorTokenType")
        case (nil, _): throw TokenExchangeRefusal.request.fault("Missing required parameter ActorToken")
        }
    }
}

extension TokenExchangeRequest.Token {
    fileprivate init(_ text: String, _ type: TokenTypeIdentifierType) throws(ServiceFault) {
        switch type {
        case .accessToken: self.init(text, .accessTokens)
        case .idToken: self.init(text, .idTokens)
        default: throw TokenExchangeRefusal.request.fault("Tokens of the type \(type) cannot be exchanged.")
        }
    }
}
