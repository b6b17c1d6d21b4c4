// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

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
        let challenge = Base64URL.encode(sha256(Array(verifier.utf8)))
        let query =
            switch options.form {
            case .amplify: Self.amplifyQuery(pages, options, state, challenge, asksAgain: asksAgain)
            case .mobileClient: Self.mobileQuery(pages, options, state, challenge)
            }
        url = try pages.authorizationURL(query)
    }

    private static func amplifyQuery(
        _ pages: HostedPages,
        _ options: WebSignInOptions,
        _ state: String,
        _ challenge: String,
        asksAgain: Bool
    ) -> [(String, String)] {
        let query = [
            ("response_type", "code"), ("code_challenge_method", "S256"), ("client_id", pages.clientID),
            ("state", state), ("redirect_uri", pages.signInRedirect), ("scope", scope(pages, options)),
            ("code_challenge", challenge),
        ]
        let prompts = options.prompts.isEmpty && asksAgain ? ["login"] : options.prompts
        let rest: [(String, String?)] = [
            ("nonce", options.nonce), ("lang", options.language), ("login_hint", options.loginHint),
            ("prompt", prompts.isEmpty ? nil : prompts.joined(separator: " ")), ("resource", options.resource),
        ]
        return query + provider(options) + rest.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The further parameters come last, by name, and replace or repeat none of the others.
    private static func mobileQuery(
        _ pages: HostedPages,
        _ options: WebSignInOptions,
        _ state: String,
        _ challenge: String
    ) -> [(String, String)] {
        var query = [
            ("response_type", "code"), ("client_id", pages.clientID), ("state", state),
            ("redirect_uri", pages.signInRedirect),
        ]
        let scope = scope(pages, options)
        // Without one, the service decides.
        if !scope.isEmpty { query.append(("scope", scope)) }
        query += [("code_challenge", challenge), ("code_challenge_method", "S256")]
        query += provider(options)
        let names = Set(query.map(\.0))
        let further = (options.parameters ?? pages.parameters().signIn).filter { !names.contains($0.key) }
        return query + further.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func scope(_ pages: HostedPages, _ options: WebSignInOptions) -> String {
        Set(options.scopes ?? pages.scopes).sorted().joined(separator: " ")
    }

    /// The choice of an identity provider: by its identifier, else by its name.
    private static func provider(_ options: WebSignInOptions) -> [(String, String)] {
        if let identifier = options.providerIdentifier { return [("idp_identifier", identifier)] }
        return options.provider.map { [("identity_provider", $0)] } ?? []
    }

    /// The authorization code in the callback.
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

/// The parameters with which a browser arrived at a redirect URI.
struct WebCallback: Sendable {
    /// Longer queries are refused, in bytes.
    private static let longestQuery = 64 << 10
    /// More parameters are refused.
    private static let mostParameters = 64

    private let parameters: [String: String]

    /// Reads the parameters.
    ///
    /// - Throws: `.unusable` for a query that is too long or malformed, or that has a parameter twice (RFC 6749,
    ///   section 3.1).
    init(_ url: URL) throws(WebSignInError) {
        let query = url.query(percentEncoded: true) ?? ""
        guard query.utf8.count <= Self.longestQuery,
            let fields = try? FormFields.read(query, maximum: Self.mostParameters)
        else { throw .unusable("The callback has a malformed query.") }
        var parameters: [String: String] = [:]
        for (name, value) in fields {
            guard parameters.updateValue(value, forKey: name) == nil else {
                throw .unusable("The callback has a parameter twice.")
            }
        }
        self.parameters = parameters
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// The error of the service, if the callback reports one.
    var refusal: OAuthRefusal? {
        parameters["error"].map { OAuthRefusal(code: $0, text: parameters["error_description"] ?? "") }
    }
}
