// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/oauth2/revoke`: revokes a refresh token with every access token of the same sign-in (RFC 7009).
enum RevokeEndpoint {
    /// Answers a request; an unknown token is not an error.
    /// - Throws: the error that the client receives.
    static func answer(_ request: HostedRequest) async throws(OAuthRefusal) -> GatewayResponse {
        let client = try await request.authenticatedClient(refusingWith: 401)
        guard let token = request.form.value("token") else { throw OAuthRefusal(.invalidRequest, "token is missing") }
        do throws(ServiceFault) {
            try await request.service.revoke(token, of: client)
        } catch {
            switch error.code {
            case .unsupportedTokenType: throw OAuthRefusal(.unsupportedTokenType).because(of: error)
            case .unsupportedOperation: throw OAuthRefusal(.invalidRequest, error.message).because(of: error)
            // The token is another client's.
            case .unauthorized: throw OAuthRefusal(.invalidGrant).because(of: error)
            default: throw OAuthRefusal(error)
            }
        }
        return GatewayResponse(status: 200, headers: GatewayResponse.unstored)
    }
}
