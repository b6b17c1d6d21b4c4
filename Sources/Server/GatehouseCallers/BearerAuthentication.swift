// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseSites

/// Authenticates the user whose token a request has in its header `Authorization`.
package struct BearerAuthentication: Sendable {
    private static let scheme = "Bearer "

    private let verifier: any BearerVerifier

    /// Creates the authentication by tokens that this verifier accepts.
    package init(_ verifier: any BearerVerifier) {
        self.verifier = verifier
    }

    /// The user whose token the request has, if the rule accepts it.
    ///
    /// - Throws: the reason for which the request has no such user.
    package func bearer(
        of request: GatewayRequest, accepting rule: AcceptedTokens
    ) async throws(BearerRefusal) -> Bearer {
        try await bearer(inHeader: try Self.header(of: request), accepting: rule)
    }

    /// The user of a value of the header, which WebSockets of pages carry elsewhere.
    ///
    /// The scheme of RFC 6750 may be missing, because Amplify sends the token alone.
    ///
    /// - Throws: the reason for which the token is refused.
    package func bearer(
        inHeader value: String, accepting rule: AcceptedTokens
    ) async throws(BearerRefusal) -> Bearer {
        guard let token = Self.token(inHeader: value) else { throw .missing }
        return try await verifier.bearer(of: token, accepting: rule)
    }

    /// The token in a value of the header, with the scheme or without it; `nil` for a value without a token.
    package static func token(inHeader value: String) -> String? {
        let hasScheme = HeaderName.begins(value, with: scheme)
        let token = String(Substring(value.utf8.dropFirst(hasScheme ? scheme.utf8.count : 0)))
        return token.isEmpty ? nil : token
    }

    /// The only header: a proxy and this server could read different ones of several.
    private static func header(of request: GatewayRequest) throws(BearerRefusal) -> String {
        let headers = request.headers.filter { HeaderName.areEqual($0.name, "Authorization") }
        guard headers.count == 1 else { throw .missing }
        return headers[0].value
    }
}
