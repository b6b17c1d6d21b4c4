// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseOAuth
import GatehouseSites
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite("An authorization request", .tags(.security))
struct AuthorizeRequestTests {
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let start = "client_id=c&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&state=s"

    private func request(
        _ query: String, tier: UserPoolTierType = .essentials, identified provider: String? = nil,
        changing change: (inout UserPoolClientType) -> Void = { _ in }
    ) throws -> AuthorizeRequest {
        var description = UserPoolClientType(
            userPoolId: "us-east-1_A", clientId: "c", supportedIdentityProviders: ["COGNITO", "Google"],
            callbackURLs: ["https://app.example/cb", "myapp://"], allowedOAuthFlows: [.code, .implicit],
            allowedOAuthScopes: ["openid", "email", "phone", "api/read"], allowedOAuthFlowsUserPoolClient: true)
        change(&description)
        let now = Date(timeIntervalSince1970: 0)
        let pool = UserPoolRecord(
            id: "us-east-1_A", description: UserPoolType(id: "us-east-1_A", userPoolTier: tier), createdAt: now,
            modifiedAt: now)
        let client = AppClientRecord(
            id: "c", poolID: "us-east-1_A", description: description, secrets: [], createdAt: now, modifiedAt: now)
        let parameters = try FormParameters(query)
        let owner = try AuthorizeClient(parameters, client: client, pool: pool)
        return try AuthorizeRequest(parameters, of: owner, identified: provider)
    }

    /// The error that the client receives at its redirect URI.
    private func refusal(
        _ query: String, changing change: (inout UserPoolClientType) -> Void = { _ in }
    ) throws -> AuthorizeErrorResponse? {
        do throws(any Error) {
            _ = try request(query, changing: change)
            return nil
        } catch let refusal as AuthorizeRefusal {
            guard case .redirect(let response) = refusal else { return nil }
            return response
        }
    }

    @Test("has verified values")
    func values() throws {
        let request = try request(
            Self.start + "&scope=openid+api%2Fread+openid&nonce=n&code_challenge=\(Self.challenge)"
                + "&code_challenge_method=S256&prompt=login+select_account&max_age=60&resource=https%3A%2F%2Fapi.example"
                + "&acr_values=unknown+urn%3Acognito%3Aloa%3A3+urn%3Acognito%3Aloa%3A1&login_hint=ada&identity_provider=Google"
        )
        #expect(request.redirectURI.text == "https://app.example/cb" && request.namesRedirectURI)
        #expect(request.type == .code && request.mode == .query)
        #expect(request.scopes == ["openid", "api/read"])
        #expect(request.state == "s" && request.nonce == "n" && request.codeChallenge == Self.challenge)
        #expect(request.prompts == [.login, .selectAccount] && request.maximumAge == 60)
        #expect(request.levels == [.three, .one] && request.resource == "https://api.example")
        #expect(request.loginHint == "ada" && request.provider == .named("Google"))
    }

    @Test("without scopes has all those of the client")
    func defaultScopes() throws {
        #expect(try request(Self.start).scopes == ["openid", "email", "phone", "api/read"])
    }

    @Test("of an unknown client, or with another redirect URI, is not redirected")
    func errorPages() throws {
        #expect(throws: AuthorizeRefusal.page(.invalidRequest, clientID: nil, note: "client_id is missing")) {
            try request("response_type=code")
        }
        #expect(throws: Self.missingRedirect) { try request("client_id=c&response_type=code") }
    }

    private static let missingRedirect = AuthorizeRefusal.page(
        .missingRedirect, clientID: "c", note: "redirect_uri is missing in a request for the app client c")

    @Test(
        "at an address that is not registered tells the log which came and which are registered, without queries",
        arguments: [
            ("https://evil.example", "https://evil.example"), ("https://a.example/in?t=1", "https://a.example/in?…"),
        ])
    func mismatch(address: String, shown: String) throws {
        let query = FormFields.text([("client_id", "c"), ("response_type", "code"), ("redirect_uri", address)])
        let refusal = #expect(throws: AuthorizeRefusal.self) { try request(query) }
        guard case .page(.redirectMismatch, clientID: "c", let note) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        let known = "https://app.example/cb, myapp://"
        #expect(note == "redirect_uri \(shown) is not registered for the app client c, which has \(known)")
    }

    @Test("of a client in another pool is refused as one of an unknown client")
    func foreignClient() throws {
        let now = Date(timeIntervalSince1970: 0)
        let pool = UserPoolRecord(
            id: "us-east-1_B", description: UserPoolType(id: "us-east-1_B"), createdAt: now, modifiedAt: now)
        let client = AppClientRecord(
            id: "c", poolID: "us-east-1_A", description: UserPoolClientType(callbackURLs: ["https://app.example/cb"]),
            secrets: [], createdAt: now, modifiedAt: now)
        let parameters = try FormParameters(Self.start)
        for found in [client, nil] {
            let note = "The user pool \(pool.id) has no app client c"
            #expect(throws: AuthorizeRefusal.page(.unknownClient, clientID: "c", note: note)) {
                try AuthorizeClient(parameters, client: found, pool: pool)
            }
        }
    }

    @Test("may omit the redirect URI if the client has one identity provider")
    func impliedRedirect() throws {
        let query = "client_id=c&response_type=code"
        let implied = try request(query) {
            $0.supportedIdentityProviders = ["COGNITO"]
            $0.callbackURLs = ["https://app.example/cb"]
        }
        #expect(implied.redirectURI.text == "https://app.example/cb" && !implied.namesRedirectURI)
        let byDefault = try request(query) {
            $0.supportedIdentityProviders = ["COGNITO"]
            $0.defaultRedirectURI = "myapp://"
        }
        #expect(byDefault.redirectURI.text == "myapp://")
        #expect(throws: Self.missingRedirect) {
            try request(query) { $0.supportedIdentityProviders = ["COGNITO"] }
        }
    }

    @Test(
        "with a wrong parameter is refused at its redirect URI, with its state",
        arguments: [
            ("response_type=", OAuthError.invalidRequest), ("response_type=id_token", .unsupportedResponseType),
            ("response_type=code+token", .unsupportedResponseType), ("response_type=code&scope=admin", .invalidRequest),
            ("response_type=code&scope=email", .invalidRequest), ("response_type=code&scope=+", .invalidRequest),
            ("response_type=code&scope=OPENID", .invalidRequest),
            ("response_type=code&code_challenge=\(challenge)", .invalidRequest),
            ("response_type=code&code_challenge_method=S256", .invalidRequest),
            ("response_type=code&code_challenge=\(challenge)&code_challenge_method=plain", .invalidRequest),
            ("response_type=code&code_challenge=\(challenge)&code_challenge_method=s256", .invalidRequest),
            ("response_type=code&code_challenge=short&code_challenge_method=S256", .invalidRequest),
            ("response_type=code&code_challenge=\(challenge)%3D&code_challenge_method=S256", .invalidRequest),
            ("response_type=token&code_challenge=\(challenge)&code_challenge_method=S256", .invalidRequest),
            ("response_type=code&prompt=none+login", .invalidRequest),
            ("response_type=code&prompt=sudo", .invalidRequest),
            ("response_type=code&max_age=-1", .invalidRequest), ("response_type=code&max_age=%2B1", .invalidRequest),
            ("response_type=code&max_age=99999999999999999999", .invalidRequest),
            ("response_type=code&resource=api", .invalidTarget),
            ("response_type=code&resource=https%3A%2F%2Fapi.example%2F%23a", .invalidTarget),
            ("response_type=code&resource=https%3A%2F%2Fa.example+https%3A%2F%2Fb.example", .invalidTarget),
            ("response_type=code&request=e30.e30.", .requestNotSupported),
            ("response_type=code&request_uri=https%3A%2F%2Fevil.example", .requestURINotSupported),
            ("response_type=code&identity_provider=Facebook", .invalidRequest),
            ("response_type=code&identity_provider=google", .invalidRequest),
            ("response_type=code&idp_identifier=example.com", .invalidRequest),
            ("response_type=code&response_mode=web_message", .invalidRequest),
            ("response_type=token&response_mode=query", .invalidRequest),
        ])
    func wrongParameters(query: String, error: OAuthError) throws {
        let refusal = try refusal("client_id=c&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=s%26a&" + query)
        #expect(refusal?.error == error && refusal?.state == "s&a")
        #expect(refusal?.redirectURI.text == "https://app.example/cb")
    }

    @Test("of a client without the flow is refused")
    func flows() throws {
        let disabled = try refusal(Self.start) { $0.allowedOAuthFlowsUserPoolClient = false }
        #expect(disabled?.error == .unauthorizedClient)
        #expect(disabled?.description == "Client is not enabled for OAuth2.0 flows.")
        #expect(try refusal(Self.start) { $0.allowedOAuthFlows = [.implicit] }?.error == .unauthorizedClient)
        let implicit = Self.start.replacing("response_type=code", with: "response_type=token")
        #expect(try refusal(implicit) { $0.allowedOAuthFlows = [.code] }?.error == .unauthorizedClient)
    }

    @Test("for tokens never returns them in a query")
    func modes() throws {
        let implicit = Self.start.replacing("response_type=code", with: "response_type=token")
        #expect(try request(implicit).mode == .fragment)
        #expect(try request(implicit + "&response_mode=form_post").mode == .formPost)
        #expect(try refusal(implicit + "&response_mode=query")?.mode == .fragment)
        #expect(try request(Self.start + "&response_mode=fragment").mode == .fragment)
        #expect(try refusal(Self.start + "&scope=admin&response_mode=form_post")?.mode == .formPost)
    }

    @Test("in a pool of the lowest tier ignores levels and the age of the authentication")
    func tiers() throws {
        let request = try request(Self.start + "&acr_values=urn%3Acognito%3Aloa%3A3&max_age=x", tier: .lite)
        #expect(request.levels.isEmpty && request.maximumAge == nil)
    }

    @Test("goes to the provider with the identifier rather than to the named one")
    func identifiers() throws {
        let query = Self.start + "&idp_identifier=example.com&identity_provider=COGNITO"
        #expect(try request(query, identified: "Google").provider == .named("Google"))
        #expect(try request(Self.start + "&identity_provider=COGNITO").provider == .pool)
    }
}
