// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto
package import GatehouseWire

/// The tokens that a token endpoint issued; one that it did not issue is nil.
package struct IssuedTokens: Sendable {
    /// Longer lifetimes count as this one: ten years.
    private static let longestLifetime: Int64 = 10 * 366 * 86_400

    package let idToken: String?
    package let accessToken: String?
    package let refreshToken: String?
    /// The lifetime of the access token; nil if the answer does not state it as a positive number of seconds.
    package let lifetime: Duration?

    /// Reads the members of an answer (RFC 6749, section 5.1).
    ///
    /// A token consists of visible ASCII characters and spaces (appendix A); anything else counts as absent.
    init(_ members: WireValue) {
        idToken = Self.token("id_token", of: members)
        accessToken = Self.token("access_token", of: members)
        refreshToken = Self.token("refresh_token", of: members)
        let seconds = members["expires_in"]?.integerValue ?? 0
        lifetime = seconds > 0 ? .seconds(min(seconds, Self.longestLifetime)) : nil
    }

    private static func token(_ name: String, of members: WireValue) -> String? {
        guard let token = members[name]?.stringValue, !token.isEmpty,
            token.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return token
    }
}

extension IssuedTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(issued tokens)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// Calls the token endpoint of a user pool's domain or of another OAuth provider (RFC 6749, section 3.2).
package struct TokenEndpoint: Sendable {
    /// Longer answers are not read, in bytes.
    private static let longestAnswer = 1 << 20

    private let url: URL
    private let clientID: String
    private let clientSecret: String?
    private let parameters: [String: String]
    private let transport: any Transport
    private let retrier: Retrier

    /// Creates a client of an endpoint.
    ///
    /// - Parameters:
    ///   - url: the address of the endpoint.
    ///   - clientID: the app client.
    ///   - clientSecret: its secret, which requests carry as HTTP Basic.
    ///   - parameters: further parameters of every request's body; they never replace or repeat one of the grant.
    ///   - transport: sends the requests.
    ///   - policy: the time limits, and the repetitions of requests that were not sent.
    ///   - clock: measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        url: URL,
        clientID: String,
        clientSecret: String?,
        parameters: [String: String] = [:],
        transport: any Transport,
        policy: RetryPolicy = RetryPolicy(),
        clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.url = url
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.parameters = parameters
        self.transport = transport
        retrier = Retrier(policy: policy, clock: clock, entropy: entropy)
    }

    /// Exchanges an authorization code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
    ///
    /// A code is valid once, so the request is repeated only if it was not sent or not acted on.
    ///
    /// - Parameters:
    ///   - code: the code of the callback.
    ///   - redirectURI: the redirect URI of the authorization request.
    ///   - verifier: the PKCE verifier.
    /// - Returns: the tokens.
    /// - Throws: `ServiceFault`; of origin `.service` for an error of the endpoint (RFC 6749, section 5.2), whose code is
    ///   `error` and whose message is `error_description`.
    package func redeem(
        code: String,
        redirectURI: String,
        verifier: String
    ) async throws(ServiceFault) -> IssuedTokens {
        try await request([
            ("grant_type", "authorization_code"), ("client_id", clientID), ("code", code),
            ("redirect_uri", redirectURI), ("code_verifier", verifier),
        ])
    }

    /// Exchanges a refresh token for new tokens (RFC 6749, section 6).
    ///
    /// A refresh token may be valid once, so the request is repeated only if it was not sent or not acted on.
    ///
    /// - Parameter token: the refresh token.
    /// - Returns: the tokens; without a refresh token, the former one stays valid.
    /// - Throws: `ServiceFault`, as `redeem`; the code `.invalidGrant` means that the refresh token is not valid any more.
    package func refresh(_ token: String) async throws(ServiceFault) -> IssuedTokens {
        try await request([("grant_type", "refresh_token"), ("client_id", clientID), ("refresh_token", token)])
    }

    /// Sends a grant with the further parameters.
    private func request(_ grant: [(String, String)]) async throws(ServiceFault) -> IssuedTokens {
        let names = Set(grant.map(\.0))
        let further = parameters.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        let form = grant + further.map { ($0.key, $0.value) }
        var request = TransportRequest(
            url: url, body: Data(FormFields.text(form).utf8), responseLimit: Self.longestAnswer)
        request.headers = [
            ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
        ]
        if let clientSecret {
            let credentials = Base64.encode(Array("\(clientID):\(clientSecret)".utf8))
            request.headers.append(("Authorization", "Basic \(credentials)"))
        }
        request.connectTimeout = retrier.policy.connectTimeout
        return try await retrier.run(.consumes) { timeout throws(FailedAttempt) in
            request.timeout = timeout
            return try Self.tokens(in: await transport.attempt(request, of: "The token request to \(url.authority)"))
        }
    }

    /// Reads an answer of a token endpoint.
    ///
    /// - Throws: the fault that the answer reports, or a fault of origin `.garbled`.
    static func tokens(in response: TransportResponse) throws(FailedAttempt) -> IssuedTokens {
        let answer = try? WireValue(json: response.body)
        let members = answer?.objectValue
        guard response.status == 200 else {
            guard let code = members?["error"]?.stringValue, !code.isEmpty else { throw FaultReader.unknown(response) }
            let text = OAuthErrorText.cleaned(members?["error_description"]?.stringValue ?? "")
            let fault = ServiceFault(ServiceFault.Code(rawValue: OAuthErrorText.cleaned(code)), text)
            throw FaultReader.failure(fault, in: response)
        }
        guard let answer, members != nil else {
            throw FailedAttempt(fault: .garbled("The answer of the token endpoint is not JSON."), effect: .decided)
        }
        return IssuedTokens(answer)
    }
}

extension ServiceFault.Code {
    /// The code, or the refresh token, is not valid (any more), or was issued to another client (RFC 6749, section 5.2).
    package static let invalidGrant: ServiceFault.Code = "invalid_grant"
}

/// The texts of an OAuth error; they are foreign text.
package enum OAuthErrorText {
    /// Longer texts are cut off, in Unicode scalars.
    private static let longest = 500

    /// A text without control characters, and of a bounded length.
    package static func cleaned(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longest).filter { scalar in
            scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
