// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// A request for an authorization code (RFC 6749, section 4.1.1) with PKCE (RFC 7636), and what checks its answer.
struct AuthorizationRequest: Sendable {
    /// The address that the browser opens.
    let url: URL
    /// The PKCE verifier, which only the token request shows.
    let verifier: String
    private let state: String
    private let nonce: String?

    /// Makes a request with a fresh state and verifier.
    ///
    /// - Parameters:
    ///   - pages: the hosted pages.
    ///   - options: the options of the sign-in.
    ///   - asksAgain: whether the pages ask for credentials even if the browser is signed in.
    ///   - entropy: the source of state and verifier.
    /// - Throws: `SessionError.configuration` if the domain forms no URL.
    init(
        _ pages: HostedPages,
        _ options: WebSignInOptions,
        asksAgain: Bool,
        entropy: Entropy
    ) throws(SessionError) {
        state = entropy.uuid()
        verifier = Base64URL.encode(entropy.bytes(32))
        nonce = options.nonce
        let scopes = Set(options.scopes ?? pages.scopes).sorted()
        var query = [
            ("response_type", "code"), ("code_challenge_method", "S256"), ("client_id", pages.clientID),
            ("state", state), ("redirect_uri", pages.signInRedirect), ("scope", scopes.joined(separator: " ")),
            ("code_challenge", Base64URL.encode(sha256(Array(verifier.utf8)))),
        ]
        if let identifier = options.providerIdentifier {
            query.append(("idp_identifier", identifier))
        } else if let provider = options.provider {
            query.append(("identity_provider", provider))
        }
        let prompts = options.prompts.isEmpty && asksAgain ? ["login"] : options.prompts
        let rest: [(String, String?)] = [
            ("nonce", options.nonce), ("lang", options.language), ("login_hint", options.loginHint),
            ("prompt", prompts.isEmpty ? nil : prompts.joined(separator: " ")), ("resource", options.resource),
        ]
        query += rest.compactMap { name, value in value.map { (name, $0) } }
        url = try pages.authorizationURL(query)
    }

    /// The authorization code with which the browser came back.
    ///
    /// - Throws: `WebSignInError`: an error of the service, another state, or no code.
    func code(in callback: URL) throws(WebSignInError) -> String {
        let answer = try WebCallback(callback)
        if let state = answer["state"], !constantTimeEqual(Array(state.utf8), Array(self.state.utf8)) {
            throw .wrongState
        }
        if let refusal = answer.refusal { throw .refused(refusal) }
        guard answer["state"] != nil else { throw .wrongState }
        guard let code = answer["code"], !code.isEmpty else { throw .unusable("The callback has no code.") }
        return code
    }

    /// Checks that an ID token answers this request (OpenID Connect Core, section 3.1.3.7, rule 11).
    ///
    /// - Throws: `.wrongNonce` if a nonce was sent and the token has another one or none.
    func check(_ idToken: String) throws(WebSignInError) {
        guard let nonce else { return }
        guard let own = TokenClaims(idToken).nonce, constantTimeEqual(Array(own.utf8), Array(nonce.utf8)) else {
            throw .wrongNonce
        }
    }
}
