// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// The parameters that a browser takes back to a client, in the order of the service.
package struct AuthorizeResponse: Sendable {
    /// The address of the client.
    package let address: RedirectURI
    /// The place of the parameters.
    package let mode: ResponseMode
    /// The parameters that have values.
    package let parameters: [(name: String, value: String)]

    /// Creates the response with a code; `issuer` is the issuer of the tokens (RFC 9207).
    package init(code: String, to request: AuthorizeRequest, issuer: String) {
        self.init(
            request.redirectURI, request.mode, [("code", code), ("state", request.state), ("iss", issuer)])
    }

    /// Creates the response with the tokens of the implicit flow.
    init(_ tokens: AuthenticationResultType, to request: AuthorizeRequest, issuer: String) {
        self.init(
            request.redirectURI, request.mode,
            [
                ("id_token", tokens.idToken), ("access_token", tokens.accessToken),
                ("expires_in", tokens.expiresIn.map(String.init)), ("token_type", "Bearer"),
                ("state", request.state), ("iss", issuer),
            ])
    }

    /// Creates the response with an error.
    package init(_ error: AuthorizeErrorResponse, issuer: String) {
        self.init(
            error.redirectURI, error.mode,
            [
                ("error_description", error.description), ("state", error.state), ("error", error.error.rawValue),
                ("iss", issuer),
            ])
    }

    private init(_ redirectURI: RedirectURI, _ mode: ResponseMode, _ parameters: [(String, String?)]) {
        address = redirectURI
        self.mode = mode
        self.parameters = parameters.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The redirect URI with the parameters, for a response that is not a form.
    package var location: String {
        guard mode != .fragment else { return address.text + "#" + encoded }
        return address.text + (address.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + encoded
    }

    /// The parameters as a form; a space is a plus sign, as the service writes it.
    private var encoded: String {
        let text = FormFields.text(parameters.map { ($0.name, $0.value) })
        let hasSpaces = parameters.contains { $0.value.utf8.contains(UInt8(ascii: " ")) }
        return hasSpaces ? text.replacing("%20", with: "+") : text
    }
}
