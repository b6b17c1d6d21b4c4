// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Sign-ins on the hosted pages, and what follows them.
extension PoolFixture {
    static let callback = "https://app.example/callback"
    /// A verifier of PKCE, and its challenge.
    static let verifier = "correct-horse-battery-staple-correct-horse-battery"
    static let challenge = Base64URL.encode(sha256(Array(verifier.utf8)))

    /// A pool with Alice, and a client that may use codes and the implicit grant with every scope of the service.
    static func forPages(
        _ triggers: ScriptedTriggers? = nil, withSecret: Bool = false,
        changing change: (inout CreateUserPoolRequest) -> Void = { _ in },
        client changeClient: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let server = if let triggers { try await TestGatehouse(triggers: triggers) } else { try await TestGatehouse() }
        let pool = request {
            $0.lambdaConfig = triggers?.settings
            change(&$0)
        }
        let fixture = try await make(pool: pool, withSecret: withSecret, on: server) {
            $0.explicitAuthFlows = [.allowRefreshTokenAuth]
            $0.allowedOAuthFlowsUserPoolClient = true
            $0.allowedOAuthFlows = [.code, .implicit]
            $0.allowedOAuthScopes = ["openid", "email", "phone", "profile", TokenGrant.ownOperations]
            $0.callbackURLs = [callback]
            changeClient(&$0)
        }
        try await fixture.makeReachableUser()
        return fixture
    }

    /// Signs in with the password on the page.
    func signInOnPage(
        _ username: String = "alice", _ password: String = Self.password, target: AuthenticationLevel? = nil
    ) async throws -> HostedAnswer {
        try await anyone.beginHostedSignIn(
            .userPassword, clientID: client.id, parameters: ["USERNAME": username, "PASSWORD": password],
            target: target)
    }

    /// Answers a challenge on a page.
    func answerOnPage(
        _ name: ChallengeNameType, _ session: String?, _ responses: [String: String], as username: String = "alice"
    ) async throws -> HostedAnswer {
        try await anyone.answerHostedChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: name, session: session,
                challengeResponses: responses.merging(["USERNAME": username]) { own, _ in own }))
    }

    /// A new browser session of a user who has signed in with the password.
    func browser(
        _ username: String = "alice"
    ) async throws -> (cookie: String, record: BrowserSessionRecord) {
        let authentication = try #require(try await signInOnPage(username).authentication)
        let session = try await anyone.beginBrowserSession(authentication, inPool: poolID)
        return (session.cookie, session.record)
    }

    /// An authorization request of the client.
    func authorization(
        scopes: [String] = ["openid", TokenGrant.ownOperations], audience: String? = nil, nonce: String? = nil,
        namesAddress: Bool = true, challenge: String? = nil
    ) async throws -> AuthorizedRequest {
        let (client, pool) = try await anyone.pools.records.read { [id = client.id] in try $0.existingClient(id) }
        return AuthorizedRequest(
            client: client, pool: pool, redirectURI: Self.callback, hasRedirectURI: namesAddress,
            grant: TokenGrant(scopes: scopes, audience: audience), nonce: nonce, codeChallenge: challenge)
    }

    /// A code for a request, from a new browser session.
    func code(for request: AuthorizedRequest) async throws -> String {
        try await anyone.issueCode(for: try await browser().record, request)
    }

    /// Redeems a code as the client, with what the request named.
    func redeem(
        _ code: String, redirectURI: String? = Self.callback, verifier: String? = nil
    ) async throws -> AuthenticationResultType {
        try await anyone.redeemCode(
            code, client: try await authorization().client, redirectURI: redirectURI, verifier: verifier)
    }

    /// The refusal of a code; `nil` if it was redeemed.
    func refusal(
        of code: String, redirectURI: String? = Self.callback, verifier: String? = nil
    ) async throws -> GrantRefusal? {
        let client = try await authorization().client
        do throws(GrantRefusal) {
            _ = try await anyone.redeemCode(code, client: client, redirectURI: redirectURI, verifier: verifier)
            return nil
        } catch {
            return error
        }
    }
}

extension HostedAnswer {
    /// The authentication, if the sign-in has ended.
    var authentication: HostedAuthentication? {
        switch self {
        case .signedIn(let authentication, _): authentication
        case .challenge: nil
        }
    }

    /// The name of the challenge and the session string, if there is a challenge.
    var challenge: (name: ChallengeNameType, session: String)? {
        switch self {
        case .signedIn: nil
        case .challenge(let name, let session, _, _): (name, session)
        }
    }

    /// The first factors that the page can offer.
    var available: [ChallengeNameType] {
        switch self {
        case .signedIn: []
        case .challenge(_, _, _, let available): available
        }
    }
}
