// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The grant that derives a token from a user's token (RFC 8693).
enum TokenExchangeGrant {
    /// The value of `grant_type`.
    static let name = "urn:ietf:params:oauth:grant-type:token-exchange"
    private static let typePrefix = "urn:ietf:params:oauth:token-type:"

    /// Answers a token request of an authenticated client.
    /// - Throws: the error that the client receives.
    static func answer(
        _ request: HostedRequest, for client: AppClientRecord
    ) async throws(OAuthRefusal) -> GatewayResponse {
        let exchange = try exchange(request.form)
        let token: DerivedToken
        do throws(ServiceFault) {
            token = try await request.service.derivedToken(exchange, for: client, in: request.pool)
        } catch {
            throw OAuthRefusal(ofExchange: error)
        }
        var members: [WireName: WireValue] = [
            "access_token": .string(token.text), "expires_in": .integer(Int64(token.lifetime)),
            "issued_token_type": .string(typePrefix + (token.use == .accessTokens ? "access_token" : "id_token")),
            "token_type": token.use == .accessTokens ? "Bearer" : "N_A",
        ]
        members["scope"] = token.scopes.map { .string($0.joined(separator: " ")) }
        var response = GatewayResponse.json(.object(members))
        response.headers += GatewayResponse.unstored
        return response
    }

    /// The exchange that a form asks for.
    private static func exchange(_ form: FormParameters) throws(OAuthRefusal) -> TokenExchangeRequest {
        guard let subject = try token("subject", in: form) else {
            throw OAuthRefusal(.invalidRequest, "subject_token is missing")
        }
        let (audience, resource) = (form.value("audience"), form.value("resource"))
        guard audience == nil || resource == nil else {
            throw OAuthRefusal(.invalidRequest, "audience and resource cannot be used together")
        }
        return TokenExchangeRequest(
            subject: subject, actor: try token("actor", in: form),
            scopes: form.value("scope")?.split(separator: " ").map(String.init),
            target: audience.map(TokenExchangeRequest.Target.audience)
                ?? resource.map(TokenExchangeRequest.Target.resource),
            requested: try form.value("requested_token_type").map(use))
    }

    /// The token of a party with its type; `nil` if the form has neither.
    private static func token(
        _ party: String, in form: FormParameters
    ) throws(OAuthRefusal) -> TokenExchangeRequest.Token? {
        switch (form.value(WireName(party + "_token")), form.value(WireName(party + "_token_type"))) {
        case (nil, nil): return nil
        case (let text?, let type?): return TokenExchangeRequest.Token(text, try use(type))
        case (_, nil): throw OAuthRefusal(.invalidRequest, "\(party)_token_type is missing")
        case (nil, _): throw OAuthRefusal(.invalidRequest, "\(party)_token is missing")
        }
    }

    private static func use(_ type: String) throws(OAuthRefusal) -> SigningKeyRecord.Use {
        switch type {
        case typePrefix + "access_token": return .accessTokens
        case typePrefix + "id_token": return .idTokens
        default: throw OAuthRefusal(.invalidRequest, "only access tokens and ID tokens can be exchanged")
        }
    }
}

extension OAuthRefusal {
    /// The refusal of an exchange (RFC 8693, section 2.2.2).
    fileprivate init(ofExchange fault: ServiceFault) {
        let error: OAuthError
        switch fault.cause as? TokenExchangeRefusal {
        case .notEnabled: error = .unauthorizedClient
        case .request, .subject, .actor, .otherActor: error = .invalidRequest
        case .target: error = .invalidTarget
        case .scope: error = .invalidScope
        case nil:
            self.init(fault)
            return
        }
        self = OAuthRefusal(error, fault.message).because(of: fault)
    }
}
