// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto
package import GatehouseWire

/// The tokens that a token endpoint issued; one that it did not issue is nil.
package struct IssuedTokens: Sendable {
    package let idToken: String?
    package let accessToken: String?
    package let refreshToken: String?
}

/// Calls the token endpoint of a user pool's domain (RFC 6749, section 3.2).
package struct TokenEndpoint: Sendable {
    /// Longer answers are not read, in bytes.
    private static let longestAnswer = 1 << 20

    private let url: URL
    private let clientID: String
    private let clientSecret: String?
    private let transport: any Transport
    private let retrier: Retrier

    /// Creates a client of an endpoint.
    ///
    /// - Parameters:
    ///   - url: the address of the endpoint.
    ///   - clientID: the app client.
    ///   - clientSecret: its secret, which requests carry as HTTP Basic.
    ///   - transport: sends the requests.
    ///   - policy: the time limits, and the repetitions of requests that were not sent.
    ///   - clock: measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        url: URL,
        clientID: String,
        clientSecret: String?,
        transport: any Transport,
        policy: RetryPolicy = RetryPolicy(),
        clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.url = url
        self.clientID = clientID
        self.clientSecret = clientSecret
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
        let form = [
            ("grant_type", "authorization_code"), ("client_id", clientID), ("code", code),
            ("redirect_uri", redirectURI), ("code_verifier", verifier),
        ]
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
        let members = (try? WireValue(json: response.body))?.objectValue
        guard response.status == 200 else {
            guard let code = members?["error"]?.stringValue, !code.isEmpty else { throw FaultReader.unknown(response) }
            let text = OAuthErrorText.cleaned(members?["error_description"]?.stringValue ?? "")
            let fault = ServiceFault(ServiceFault.Code(rawValue: OAuthErrorText.cleaned(code)), text)
            throw FaultReader.failure(fault, in: response)
        }
        guard let members else {
            throw FailedAttempt(fault: .garbled("The answer of the token endpoint is not JSON."), effect: .decided)
        }
        return IssuedTokens(
            idToken: members["id_token"]?.stringValue,
            accessToken: members["access_token"]?.stringValue,
            refreshToken: members["refresh_token"]?.stringValue
        )
    }
}

/// The texts of an OAuth error, which come from outside.
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
