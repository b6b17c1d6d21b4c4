// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// A provider of OpenID Connect or OAuth 2.0 that people of a pool sign in with: what a sign-in needs of its details.
///
/// Its description has no secret.
package struct UpstreamProvider: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kinds of providers, which differ in their requests.
    package enum Kind: Sendable {
        case oidc
        case google
        case facebook
        case amazon
        case apple

        /// Whether the provider answers with an ID token, which names the person.
        var hasIDToken: Bool {
            switch self {
            case .oidc, .google, .apple: true
            case .facebook, .amazon: false
            }
        }

        /// Whether the provider gets a challenge (RFC 7636); one that does not know it ignores it.
        package var takesChallenge: Bool {
            switch self {
            case .oidc, .google, .amazon: true
            case .facebook, .apple: false
            }
        }

        /// The claim that identifies a person.
        var subjectClaim: String {
            switch self {
            case .oidc, .google, .apple: "sub"
            case .facebook: "id"
            case .amazon: "user_id"
            }
        }
    }

    /// How the client proves itself at the token endpoint.
    enum ClientProof: Sendable {
        /// A secret in the form (`client_secret_post`).
        case secretInForm(String)
        /// A secret in the header field `Authorization` (`client_secret_basic`).
        case secretInHeader(String)
        /// A token of the app's own key, as Apple demands.
        case appleKey(ES256SigningKey, keyID: String, teamID: String)
    }

    package let kind: Kind
    /// The name in the log.
    package let name: String
    package let clientID: String
    let proof: ClientProof
    let scopes: String
    let authorizeURL: String
    let tokenURL: String
    let tokenMethod: HTTPVerb
    let attributesURL: String?
    let attributesMethod: HTTPVerb
    /// The issuer of ID tokens; `nil` for a provider without them.
    package let issuer: TrustedIssuer?
    /// The algorithm with the client's secret, if an administrator has set one.
    let secretAlgorithm: JWSSecretAlgorithm?

    /// The methods of requests that details can have.
    enum HTTPVerb: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Reads the details of a provider.
    ///
    /// - Parameters:
    ///   - kind: the provider's kind.
    ///   - name: its name in the log.
    ///   - details: its `ProviderDetails` with their secrets.
    ///   - claims: the claims in the pool's mapping, since some providers return them on request only.
    /// - Throws: `misconfigured` for details that are not complete.
    package init(
        _ kind: Kind, name: String, details: [String: String], mapping claims: [String]
    ) throws(UpstreamFault) {
        guard let clientID = details["client_id"], let authorizeURL = details["authorize_url"],
            let tokenURL = details["token_url"], let proof = Self.proof(kind, details)
        else { throw .misconfigured }
        self.kind = kind
        self.name = name
        self.clientID = clientID
        self.proof = proof
        self.authorizeURL = authorizeURL
        self.tokenURL = tokenURL
        scopes = details["authorize_scopes"] ?? ""
        tokenMethod = details["token_request_method"].flatMap(HTTPVerb.init) ?? .post
        attributesMethod = details["attributes_request_method"].flatMap(HTTPVerb.init) ?? .get
        attributesURL = details["attributes_url"].flatMap { address in
            details["attributes_url_add_attributes"] == "true"
                ? Self.addressWithFields(address, for: kind, claims: claims) : address
        }
        if kind.hasIDToken {
            guard let url = details["oidc_issuer"] else { throw .misconfigured }
            issuer = TrustedIssuer(url: url, clients: .listed([clientID]), keySetURL: details["jwks_uri"])
        } else {
            issuer = nil
        }
        if let word = details[Self.algorithmDetail] {
            guard kind == .oidc, let algorithm = JWSSecretAlgorithm(rawValue: word) else { throw .misconfigured }
            secretAlgorithm = algorithm
        } else {
            secretAlgorithm = nil
        }
    }

    /// The detail with the algorithm of ID tokens that a provider signs with the client's secret.
    ///
    /// Its name comes from client registrations (OpenID Connect Dynamic Client Registration 1.0, section 2).
    package static let algorithmDetail = "id_token_signed_response_alg"
    /// The detail with the method of client authentication at the token endpoint.
    package static let authenticationDetail = "token_endpoint_auth_method"

    private static func proof(_ kind: Kind, _ details: [String: String]) -> ClientProof? {
        guard kind == .apple else {
            return details["client_secret"].map {
                details[authenticationDetail] == "client_secret_basic" ? .secretInHeader($0) : .secretInForm($0)
            }
        }
        guard let text = details["private_key"], let key = ES256SigningKey(pkcs8: text),
            let keyID = details["key_id"], let teamID = details["team_id"]
        else { return nil }
        return .appleKey(key, keyID: keyID, teamID: teamID)
    }

    /// The address with the fields that the mapping needs; `nil` if it needs none of them.
    private static func addressWithFields(_ address: String, for kind: Kind, claims: [String]) -> String? {
        let words = Set(claims).filter { claim in
            (1...64).contains(claim.utf8.count)
                && claim.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) }
        }
        switch kind {
        case .google:
            let fields = GoogleFields.fields(among: words)
            return fields.isEmpty ? nil : address + fields.joined(separator: ",")
        case .facebook, .amazon, .apple, .oidc:
            return address + words.union([kind.subjectClaim]).sorted().joined(separator: ",")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    package var description: String { "UpstreamProvider(\(name))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension UpstreamProvider {
    /// What an authorization request has besides the provider's settings.
    package struct Authorization: Sendable {
        /// The address of this server that the browser returns to.
        package let redirectURI: String
        /// The sealed state of the sign-in.
        package let state: String
        /// The value that the ID token must contain.
        package let nonce: String
        /// The secret whose digest the request contains (RFC 7636).
        package let verifier: String
        /// The app's parameters that providers understand: `prompt` and `login_hint`.
        package let hints: [(name: String, value: String)]

        /// Describes a request.
        package init(
            redirectURI: String, state: String, nonce: String, verifier: String,
            hints: [(name: String, value: String)] = []
        ) {
            self.redirectURI = redirectURI
            self.state = state
            self.nonce = nonce
            self.verifier = verifier
            self.hints = hints
        }
    }

    /// Whether the provider returns by a form that the browser posts from another site.
    package var returnsByForm: Bool { kind == .apple }

    /// The address that the browser is sent to (RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1).
    package func authorizationURL(_ request: Authorization) -> String {
        var fields = [
            ("client_id", clientID), ("redirect_uri", request.redirectURI), ("scope", scopes),
            ("response_type", "code"), ("state", request.state),
        ]
        if kind.hasIDToken { fields.append(("nonce", request.nonce)) }
        if kind.takesChallenge {
            fields.append(("code_challenge", Base64URL.encode(sha256(Array(request.verifier.utf8)))))
            fields.append(("code_challenge_method", "S256"))
        }
        // Apple returns name and address only by a form.
        if returnsByForm { fields.append(("response_mode", "form_post")) }
        if kind == .oidc { fields += request.hints.map { ($0.name, $0.value) } }
        return Self.address(authorizeURL, with: fields)
    }

    /// Appends fields to an address, which may have a query.
    static func address(_ address: String, with fields: [(String, String)]) -> String {
        address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + FormFields.text(fields)
    }
}
