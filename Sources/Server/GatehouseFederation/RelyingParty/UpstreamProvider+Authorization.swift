// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

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
