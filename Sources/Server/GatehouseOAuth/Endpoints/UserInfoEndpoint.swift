// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/oauth2/userInfo`: the attributes of the user of an access token (OpenID Connect Core, section 5.3).
enum UserInfoEndpoint {
    /// Answers a request with a bearer token in the header, or in the form of a POST (RFC 6750, section 2).
    /// - Throws: the error that the client receives.
    static func answer(_ request: HostedRequest) async throws(OAuthRefusal) -> GatewayResponse {
        guard let token = request.bearerToken else {
            throw refusal(.invalidRequest, "Bad OAuth2 request at UserInfo Endpoint", status: 400)
        }
        let caller: AuthorizedCaller
        do throws(ServiceFault) {
            caller = try await request.service.callers.authorizedCaller(token, scope: TokenGrant.openID)
        } catch {
            throw Self.refusal(error)
        }
        guard caller.user.poolID == request.pool.id else { throw invalidToken }
        var response = GatewayResponse.json(claims(of: caller))
        response.headers += GatewayResponse.unstored
        return response
    }

    /// The attributes that the client may read and that the scopes release; all values are texts, as the service's.
    private static func claims(of caller: AuthorizedCaller) -> WireValue {
        let grant = caller.family.grant
        var claims: [WireName: WireValue] = [:]
        for (name, value) in caller.user.attributes
        where caller.client.mayRead(name) && grant?.releases(name) != false {
            claims[name] = .string(value)
        }
        claims["sub"] = .string(caller.user.sub)
        claims["username"] = .string(caller.user.username)
        return .object(claims)
    }

    private static func refusal(_ fault: ServiceFault) -> OAuthRefusal {
        switch fault.code {
        case .notAuthorized, .userNotFound, .userNotConfirmed, .passwordResetRequired: invalidToken.because(of: fault)
        default: OAuthRefusal(fault)
        }
    }

    private static var invalidToken: OAuthRefusal {
        refusal(
            .invalidToken,
            "Access token is expired, disabled, or deleted, or the user has globally signed out.", status: 401)
    }

    private static func refusal(_ error: OAuthError, _ description: String, status: Int) -> OAuthRefusal {
        var refusal = OAuthRefusal(error, description, status: status)
        refusal.challenge = "Bearer error=\"\(error.rawValue)\", error_description=\"\(description)\""
        return refusal
    }
}

extension HostedRequest {
    /// The bearer token of the request; `nil` without one and with several.
    var bearerToken: String? {
        let headers = call.request.headers.filter { HeaderName.areEqual($0.name, "Authorization") }
        let scheme = "Bearer "
        switch (headers.count, form.value("access_token")) {
        case (1, nil):
            guard HeaderName.begins(headers[0].value, with: scheme) else { return nil }
            let token = headers[0].value.dropFirst(scheme.count)
            return token.isEmpty ? nil : String(token)
        case (0, let token?): return token
        default: return nil
        }
    }
}
