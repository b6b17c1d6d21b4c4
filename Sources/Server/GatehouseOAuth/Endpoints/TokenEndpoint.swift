// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/oauth2/token`: exchanges codes, refresh tokens and the credentials of clients for tokens.
enum TokenEndpoint {
    /// The status for a client that is not authenticated, which is the service's.
    private static let unauthenticated = 400

    /// Answers a token request.
    /// - Throws: the error that the client receives.
    static func answer(_ request: HostedRequest) async throws(OAuthRefusal) -> GatewayResponse {
        guard let grant = request.form.value("grant_type") else {
            throw OAuthRefusal(.invalidRequest, "grant_type is missing")
        }
        let client = try await request.authenticatedClient(refusingWith: unauthenticated)
        switch grant {
        case "authorization_code": return response(try await redeem(request, for: client))
        case "refresh_token": return response(try await renew(request, for: client))
        case "client_credentials": return response(try await machineToken(request, for: client))
        case TokenExchangeGrant.name: return try await TokenExchangeGrant.answer(request, for: client)
        default: throw OAuthRefusal(.unsupportedGrantType)
        }
    }

    private static func redeem(
        _ request: HostedRequest, for client: AppClientRecord
    ) async throws(OAuthRefusal) -> AuthenticationResultType {
        guard let code = request.form.value("code") else { throw OAuthRefusal(.invalidRequest, "code is missing") }
        guard client.allows(.code) else { throw OAuthRefusal(.unauthorizedClient) }
        do throws(GrantRefusal) {
            return try await request.service.redeemCode(
                code, client: client, redirectURI: request.form.value("redirect_uri"),
                verifier: request.form.value("code_verifier"))
        } catch {
            throw OAuthRefusal(error)
        }
    }

    private static func renew(
        _ request: HostedRequest, for client: AppClientRecord
    ) async throws(OAuthRefusal) -> AuthenticationResultType {
        guard let token = request.form.value("refresh_token") else {
            throw OAuthRefusal(.invalidRequest, "refresh_token is missing")
        }
        do throws(ServiceFault) {
            return try await request.service.renewGrant(
                token, client: client, metadata: try request.clientMetadata)
        } catch {
            throw OAuthRefusal(ofGrant: error)
        }
    }

    private static func machineToken(
        _ request: HostedRequest, for client: AppClientRecord
    ) async throws(OAuthRefusal) -> AuthenticationResultType {
        guard client.allows(.clientCredentials) else { throw OAuthRefusal(.unauthorizedClient) }
        let resource = request.form.value("resource")
        guard resource.map({ ResourceIndicator($0) != nil }) ?? true else {
            throw OAuthRefusal(.invalidTarget, ResourceIndicator.rule)
        }
        let scopes = request.form.value("scope")?.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        do throws(ServiceFault) {
            return try await request.service.clientToken(
                for: client, in: request.pool, scopes: scopes, resource: resource,
                metadata: try request.clientMetadata)
        } catch {
            throw OAuthRefusal(ofMachine: error)
        }
    }

    /// The response with tokens (RFC 6749, section 5.1).
    private static func response(_ result: AuthenticationResultType) -> GatewayResponse {
        var members: [WireName: WireValue] = [
            "access_token": .string(result.accessToken ?? ""), "token_type": "Bearer",
            "expires_in": .integer(Int64(result.expiresIn ?? 0)),
        ]
        members["id_token"] = result.idToken.map(WireValue.string)
        members["refresh_token"] = result.refreshToken.map(WireValue.string)
        var response = GatewayResponse.json(.object(members))
        response.headers += GatewayResponse.unstored
        return response
    }
}

extension OAuthRefusal {
    /// The refusal of a code.
    fileprivate init(_ refusal: GrantRefusal) {
        switch refusal {
        case .unknownCode, .usedCode, .wrongVerifier, .inactiveUser, .unreadableScope: self.init(.invalidGrant)
        case .otherRedirectURI: self.init(.unauthorizedClient, "invalid_redirect")
        case .fault(let fault): self.init(ofGrant: fault)
        }
    }

    /// The refusal of a machine's token.
    fileprivate init(ofMachine fault: ServiceFault) {
        switch fault.cause as? ClientTokenRefusal {
        case .unknownScope, .noScope: self = OAuthRefusal(.invalidScope).because(of: fault)
        case .foreignScope: self = OAuthRefusal(.invalidGrant).because(of: fault)
        case .publicClient: self = OAuthRefusal(.unauthorizedClient).because(of: fault)
        case nil: self.init(fault)
        }
    }

    /// The refusal of a refresh token or of the user behind a code.
    fileprivate init(ofGrant fault: ServiceFault) {
        switch fault.code {
        case .notAuthorized, .refreshTokenReuse, .userNotFound, .passwordResetRequired, .userNotConfirmed:
            self = OAuthRefusal(.invalidGrant).because(of: fault)
        default: self.init(fault)
        }
    }
}

extension AppClientRecord {
    /// Whether the client may use a flow of OAuth.
    func allows(_ flow: OAuthFlowType) -> Bool { isOAuthClient && lists(flow) }
}

extension HostedRequest {
    /// The parameter `aws_client_metadata`: an object with texts, for triggers; `nil` without the parameter.
    var clientMetadata: [String: String]? {
        get throws(ServiceFault) {
            guard let text = form.value("aws_client_metadata") else { return nil }
            guard let object = (try? WireValue(foreignJSON: Array(text.utf8)))?.objectValue else {
                throw .invalidParameter("aws_client_metadata is not an object")
            }
            var metadata: [String: String] = [:]
            for (name, value) in object {
                guard let value = value.stringValue else {
                    throw .invalidParameter("aws_client_metadata has a value that is not a text")
                }
                metadata[name.text] = value
            }
            return metadata
        }
    }
}
