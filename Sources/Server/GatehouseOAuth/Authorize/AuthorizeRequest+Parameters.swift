// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseSites
import GatehouseText
import GatehouseUserPoolModel
import GatehouseWire

extension AuthorizeRequest {
    /// Verifies the parameters of an authorization request.
    ///
    /// `provider` is the name of the provider with the identifier `idp_identifier`; `nil` if there is none.
    /// - Throws: the refusal that the client receives at its redirect URI.
    package init(
        _ parameters: FormParameters, of owner: AuthorizeClient, identified provider: String? = nil
    ) throws(AuthorizeRefusal) {
        let client = owner.client
        let state = parameters.value("state")
        let requestedMode = parameters.value("response_mode").map(ResponseMode.init(rawValue:))
        let type = parameters.value("response_type").map(ResponseType.init(rawValue:))
        let mode = Self.errorMode(requested: requestedMode ?? nil, type: type ?? nil, at: owner.redirectURI)
        func refusal(_ error: OAuthError, _ description: String?) -> AuthorizeRefusal {
            .redirect(
                AuthorizeErrorResponse(error, description, to: owner.redirectURI, mode: mode, state: state))
        }
        do throws(Flaw) {
            try Self.checkUnsupported(parameters)
            let type = try Self.responseType(type)
            try client.check(type)
            self.init(
                client: client, pool: owner.pool, redirectURI: owner.redirectURI,
                namesRedirectURI: owner.namesRedirectURI, type: type,
                mode: try Self.responseMode(requestedMode, for: type, at: owner.redirectURI),
                scopes: try client.scopes(requested: parameters.value("scope")), state: state,
                nonce: parameters.value("nonce"),
                codeChallenge: try Self.codeChallenge(parameters, for: type, isNeeded: owner.needsChallenge),
                prompts: try Self.prompts(parameters.value("prompt")),
                maximumAge: try Self.maximumAge(parameters.value("max_age"), in: owner.pool),
                levels: Self.levels(parameters.value("acr_values"), in: owner.pool),
                resource: try Self.resource(parameters), loginHint: parameters.value("login_hint"),
                provider: try client.provider(parameters, identified: provider))
        } catch {
            throw refusal(error.error, error.description)
        }
    }

    /// The place of an error: the place of the result, as far as the request names it correctly.
    private static func errorMode(
        requested: ResponseMode?, type: ResponseType?, at address: RedirectURI
    ) -> ResponseMode {
        let type = type ?? .code
        guard let requested, requested != .formPost || address.isDocument else { return type.defaultMode }
        return requested == .query && type == .token ? .fragment : requested
    }

    /// Refuses requests in objects and by reference, which this server never fetches (OpenID Connect Core, section 6).
    private static func checkUnsupported(_ parameters: FormParameters) throws(Flaw) {
        if parameters.value("request") != nil { throw Flaw(.requestNotSupported, "request is not supported") }
        if parameters.value("request_uri") != nil {
            throw Flaw(.requestURINotSupported, "request_uri is not supported")
        }
    }

    private static func responseType(_ given: ResponseType??) throws(Flaw) -> ResponseType {
        guard let given else { throw Flaw(.invalidRequest, "response_type is missing") }
        guard let type = given else { throw Flaw(.unsupportedResponseType, "response_type must be code or token") }
        return type
    }

    private static func responseMode(
        _ given: ResponseMode??, for type: ResponseType, at address: RedirectURI
    ) throws(Flaw) -> ResponseMode {
        guard let given else { return type.defaultMode }
        guard let mode = given else {
            throw Flaw(.invalidRequest, "response_mode must be query, fragment or form_post")
        }
        guard mode != .query || type == .code else {
            throw Flaw(.invalidRequest, "response_mode cannot be query for tokens")
        }
        guard mode != .formPost || address.isDocument else {
            throw Flaw(.invalidRequest, "response_mode cannot be form_post for the address of an app")
        }
        return mode
    }

    /// The challenge of PKCE; only S256 is accepted, since `plain` protects from no reader of the request.
    private static func codeChallenge(
        _ parameters: FormParameters, for type: ResponseType, isNeeded: Bool
    ) throws(Flaw) -> String? {
        let (challenge, method) = (parameters.value("code_challenge"), parameters.value("code_challenge_method"))
        guard challenge != nil || method != nil || isNeeded && type == .code else { return nil }
        guard let challenge else { throw Flaw(.invalidRequest, "code_challenge is missing") }
        guard method == "S256" else { throw Flaw(.invalidRequest, "code_challenge_method must be S256") }
        guard type == .code else { throw Flaw(.invalidRequest, "code_challenge is for response_type code only") }
        // SHA-256 in unpadded Base64URL (RFC 7636, section 4.2).
        guard challenge.utf8.count == 43, challenge.utf8.allSatisfy(isOfBase64URL) else {
            throw Flaw(.invalidRequest, "code_challenge is not the result of S256")
        }
        return challenge
    }

    private static func isOfBase64URL(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "-_".utf8.contains(byte)
    }

    private static func prompts(_ text: String?) throws(Flaw) -> Set<AuthorizePrompt> {
        guard let text else { return [] }
        var prompts: Set<AuthorizePrompt> = []
        for name in text.split(separator: " ") {
            guard let prompt = AuthorizePrompt(rawValue: String(name)) else {
                throw Flaw(.invalidRequest, "prompt is invalid")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw Flaw(.invalidRequest, "prompt=none cannot be combined")
        }
        return prompts
    }

    /// The largest age; pools of the lowest tier ignore it.
    private static func maximumAge(_ text: String?, in pool: UserPoolRecord) throws(Flaw) -> Int? {
        guard let text, !pool.isLite else { return nil }
        // The initialiser accepts a sign, which a number of seconds does not have.
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let age = Int(text) else {
            throw Flaw(.invalidRequest, "max_age must be a number of seconds")
        }
        return age
    }

    /// The levels; pools of the lowest tier ignore them, and unknown names are skipped.
    private static func levels(_ names: String?, in pool: UserPoolRecord) -> [AuthenticationLevel] {
        guard let names, !pool.isLite else { return [] }
        return pool.levels(named: names)
    }

    /// The audience of the access token.
    private static func resource(_ parameters: FormParameters) throws(Flaw) -> String? {
        guard let text = parameters.value("resource") else { return nil }
        guard let resource = ResourceIndicator(text) else { throw Flaw(.invalidTarget, ResourceIndicator.rule) }
        return resource.text
    }
}

/// An error in the parameters of an authorization request.
private struct Flaw: Error {
    let error: OAuthError
    let description: String?

    init(_ error: OAuthError, _ description: String?) {
        self.error = error
        self.description = description
    }
}

extension AppClientRecord {
    /// The scopes about the user, which have a meaning only in a request for an ID token.
    private static let scopesOfOpenID: Set<String> = ["email", "phone", "profile"]

    fileprivate func check(_ type: ResponseType) throws(Flaw) {
        guard isOAuthClient else {
            throw Flaw(.unauthorizedClient, "Client is not enabled for OAuth2.0 flows.")
        }
        let flow: OAuthFlowType = type == .code ? .code : .implicit
        guard lists(flow) else { throw Flaw(.unauthorizedClient, nil) }
    }

    /// The scopes of a request; all scopes of the client if the request names none.
    fileprivate func scopes(requested text: String?) throws(Flaw) -> [String] {
        let allowed = allowedScopes
        guard let text else { return allowed }
        var scopes: [String] = []
        let named = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        for scope in named where !scopes.contains(where: scope.hasBytes(of:)) {
            guard allowed.contains(where: scope.hasBytes(of:)) else { throw Flaw(.invalidRequest, "invalid_scope") }
            scopes.append(scope)
        }
        guard !scopes.isEmpty, scopes.contains("openid") || Self.scopesOfOpenID.isDisjoint(with: scopes) else {
            throw Flaw(.invalidRequest, "invalid_scope")
        }
        return scopes
    }

    /// The provider of a request, which must be one of the client's.
    fileprivate func provider(
        _ parameters: FormParameters, identified: String?
    ) throws(Flaw) -> ProviderChoice? {
        let isIdentified = parameters.value("idp_identifier") != nil
        guard let name = isIdentified ? identified : parameters.value("identity_provider") else {
            guard !isIdentified else { throw Flaw(.invalidRequest, "idp_identifier is unknown") }
            return nil
        }
        guard offers(name) else {
            throw Flaw(.invalidRequest, "identity_provider is not enabled for the client")
        }
        return name == Self.poolProvider ? .pool : .named(name)
    }
}
